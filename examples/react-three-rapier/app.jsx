import { Canvas } from '@react-three/fiber';
import { CoefficientCombineRule, Physics, RigidBody, useAfterPhysicsStep } from '@react-three/rapier';
import { useRef, useState } from 'react';
import { Friction } from './friction.jsx';

const SLOPE = Math.atan(0.5);
const MUS = [0.2, 0.4, 0.6];
/** Seconds between two reports. */
const INTERVAL = 0.5;

/** A place on the slope: `along` metres down from its middle, `above` its face. */
function onSlope(along, above, side) {
  const [c, s] = [Math.cos(SLOPE), Math.sin(SLOPE)];
  return [c * along + s * above, c * above - s * along, side];
}

/** Three boxes on a slope of atan(0.5): by Coulomb's law those with less friction than that slide. */
export function App() {
  const [report, setReport] = useState('');
  const friction = useRef(null);
  return (
    <>
      <Canvas camera={{ position: [0, 6, 18] }}>
        <ambientLight intensity={1} />
        <directionalLight position={[5, 10, 5]} intensity={2} />
        <Physics>
          <Friction handle={friction} />
          <RigidBody type="fixed" position={onSlope(0, -0.5, 0)} rotation={[0, 0, -SLOPE]} friction={1}>
            <mesh>
              <boxGeometry args={[20, 1, 8]} />
              <meshStandardMaterial color="#888" />
            </mesh>
          </RigidBody>
          <Boxes friction={friction} onReport={setReport} />
        </Physics>
      </Canvas>
      <output>{report}</output>
    </>
  );
}

function Boxes({ friction, onReport }) {
  const bodies = useRef([]);
  const time = useRef(0);
  useAfterPhysicsStep((world) => {
    const before = Math.floor(time.current / INTERVAL);
    time.current += world.timestep;
    if (Math.floor(time.current / INTERVAL) === before) return;
    const lines = MUS.map((mu, k) => {
      const { x, y, z } = bodies.current[k].translation();
      const [x0, y0, z0] = placeOf(k);
      const slid = Math.hypot(x - x0, y - y0, z - z0);
      const { x: vx, y: vy, z: vz } = bodies.current[k].linvel();
      return `μ ${mu}  slid ${slid.toFixed(3)} m, now at ${Math.hypot(vx, vy, vz).toFixed(3)} m/s`;
    });
    onReport(`${lines.join('\n')}\n${friction.current.report.patches} contact patches`);
  });
  return MUS.map((mu, k) => (
    <RigidBody
      key={mu}
      ref={(body) => {
        bodies.current[k] = body;
      }}
      position={placeOf(k)}
      rotation={[0, 0, -SLOPE]}
      friction={mu}
      frictionCombineRule={CoefficientCombineRule.Min}
      canSleep={false}
    >
      <mesh>
        <boxGeometry args={[1, 0.5, 1]} />
        <meshStandardMaterial color={['#48f', '#4a4', '#f84'][k]} />
      </mesh>
    </RigidBody>
  ));
}

function placeOf(k) {
  return onSlope(-8, 0.25, 2 * k - 2);
}
