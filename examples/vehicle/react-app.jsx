import { Canvas } from '@react-three/fiber';
import { CuboidCollider, Physics } from '@react-three/rapier';
import { coulomb } from '@stiction/friction-core';
import { Friction, FrictionMaterial, FrictionPair } from '@stiction/react-three-rapier';
import { tyre } from '@stiction/vehicle';
import { useMemo, useRef } from 'react';
import { GROUNDS, PICTURE_SIZE, paintGround, RAMP } from './ground.mjs';
import { Car } from './react-car.jsx';

const SKY = '#b9d4e8';
const REST = coulomb({ mu: 0.5 });
/** Laws of the tyres. Gravel needs more slip than tarmac. */
const TYRE_LAWS = GROUNDS.map(({ name, mu }) => [
  name,
  name === 'gravel' ? tyre({ muX: 0.55, peak: 0.25 }) : coulomb({ mu }),
]);
const [GRASS] = GROUNDS.filter(({ name }) => name === 'grass');

/** A car on tarmac, ice and gravel, and a ramp. */
export function App() {
  const telemetry = useRef(null);
  const ground = useRef(null);
  return (
    <>
      <Canvas style={{ position: 'fixed', inset: 0 }} flat shadows="percentage" camera={{ fov: 50, far: 300 }}>
        <color attach="background" args={[SKY]} />
        <fog attach="fog" args={[SKY, 60, 220]} />
        <hemisphereLight args={['#dfeeff', '#76805f', 1.6]} />
        <Physics timeStep={1 / 60} interpolate={false}>
          <Friction default={REST}>
            {TYRE_LAWS.map(([name, law]) => (
              <FrictionPair key={name} materials={['tyre', name]} law={law} />
            ))}
            <CuboidCollider ref={ground} args={[400, 1, 400]} position={[0, -1, 0]} />
            <FrictionMaterial name="tarmac">
              <CuboidCollider args={RAMP.half} position={RAMP.position} rotation={[RAMP.tilt, 0, 0]} />
            </FrictionMaterial>
            <Car ground={ground} telemetry={telemetry} />
          </Friction>
        </Physics>
        <Ground />
        <mesh position={RAMP.position} rotation={[RAMP.tilt, 0, 0]} castShadow receiveShadow>
          <boxGeometry args={RAMP.half.map((half) => 2 * half)} />
          <meshStandardMaterial color="#c98f3c" roughness={0.8} />
        </mesh>
      </Canvas>
      <main>
        <h1>Drive on tarmac, ice and gravel</h1>
        <p>Arrows or WASD, space for the handbrake, R to start again; or a gamepad.</p>
        <output ref={telemetry} />
      </main>
      <TouchButtons />
    </>
  );
}

/** A picture of the grounds on a large lawn. Its top is at +z. */
function Ground() {
  const picture = useMemo(paintGround, []);
  return (
    <group rotation={[0, Math.PI, 0]}>
      <mesh rotation={[-Math.PI / 2, 0, 0]} receiveShadow>
        <planeGeometry args={[PICTURE_SIZE, PICTURE_SIZE]} />
        <meshStandardMaterial roughness={1}>
          <canvasTexture attach="map" args={[picture]} colorSpace="srgb" anisotropy={8} />
        </meshStandardMaterial>
      </mesh>
      <mesh rotation={[-Math.PI / 2, 0, 0]} position={[0, -0.05, 0]} receiveShadow>
        <planeGeometry args={[800, 800]} />
        <meshStandardMaterial color={`rgb(${GRASS.color})`} roughness={1} />
      </mesh>
    </group>
  );
}

/** Codes of the keys that they stand for, and what they show. */
const BUTTONS = [
  [
    ['ArrowLeft', '◀', 'left'],
    ['ArrowRight', '▶', 'right'],
  ],
  [
    ['KeyR', '↺', 'start again'],
    ['Space', 'P', 'handbrake'],
  ],
  [
    ['ArrowDown', '▼', 'brake'],
    ['ArrowUp', '▲', 'drive'],
  ],
];

function TouchButtons() {
  return (
    <nav aria-label="Controls">
      {BUTTONS.map((group) => (
        <span key={group[0][0]}>
          {group.map(([key, sign, name]) => (
            <button key={key} type="button" data-key={key} aria-label={name}>
              {sign}
            </button>
          ))}
        </span>
      ))}
    </nav>
  );
}
