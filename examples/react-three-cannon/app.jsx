import { Physics, useBox, usePlane } from '@react-three/cannon';
import { Canvas } from '@react-three/fiber';
import { useEffect, useRef, useState } from 'react';

const SPEED = 3;
const BOXES = [
  { material: 'ice', colour: '#69b7e8' },
  { material: 'wood', colour: '#c98f3c' },
  { material: 'rubber', colour: '#3a3f4a' },
];

/** Three boxes pushed at 3 m/s: μ is 0.1 for ice, 0.3 for wood and 0.8 for rubber. The laws are in physics-worker.js. */
export function App() {
  const [distances, setDistances] = useState(BOXES.map(() => 0));
  const report = (k, metres) => {
    setDistances((all) => all.map((old, other) => (other === k ? metres : old)));
    document.body.dataset.reports = Number(document.body.dataset.reports ?? 0) + 1; // for tests
  };
  return (
    <>
      <Canvas camera={{ position: [1.5, 3.5, 7], fov: 42 }}>
        <color attach="background" args={['#dbe7f3']} />
        <hemisphereLight args={['#eaf3ff', '#8d99a8', 1.4]} />
        <directionalLight position={[4, 12, 6]} intensity={2.4} />
        <Physics>
          <Floor />
          {BOXES.map((box, k) => (
            <Box key={box.material} {...box} lane={k - 1} onMove={(metres) => report(k, metres)} />
          ))}
        </Physics>
      </Canvas>
      <output>{BOXES.map(({ material }, k) => `${material} slid ${distances[k].toFixed(3)} m`).join('\n')}</output>
    </>
  );
}

function Floor() {
  const [ref] = usePlane(() => ({ rotation: [-Math.PI / 2, 0, 0], material: 'floor' }));
  return (
    <mesh ref={ref}>
      <planeGeometry args={[16, 6]} />
      <meshStandardMaterial color="#f4f7fb" />
    </mesh>
  );
}

const SIZE = [0.8, 0.5, 0.8];

function Box({ material, colour, lane, onMove }) {
  const [ref, api] = useBox(() => ({
    mass: 1,
    args: SIZE,
    position: [-1.5, SIZE[1] / 2, 1.4 * lane],
    velocity: [SPEED, 0, 0],
    linearDamping: 0,
    angularDamping: 0,
    material,
  }));
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => api.position.subscribe(([x]) => latest.current(x + 1.5)), [api]);
  return (
    <mesh ref={ref}>
      <boxGeometry args={SIZE} />
      <meshStandardMaterial color={colour} />
    </mesh>
  );
}
