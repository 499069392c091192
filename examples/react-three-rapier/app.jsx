import { Canvas } from '@react-three/fiber';
import { CoefficientCombineRule, Physics, RigidBody, useAfterPhysicsStep } from '@react-three/rapier';
import { anisotropic } from '@stiction/friction-core';
import { Friction, FrictionMaterial, FrictionPair, useFriction } from '@stiction/react-three-rapier';
import { useRef, useState } from 'react';

const SLOPE = Math.atan(0.5);
const MUS = [0.2, 0.4, 0.6];
const COLOURS = ['#3d7eff', '#2f9e5b', '#f0803c'];
/** Time between two reports [s]. */
const INTERVAL = 0.5;
/** Along and across the runner's x. */
const RUNNER_ON_SNOW = anisotropic({ mu: [0.1, 0.9], frame: 'a' });

/** A point `along` metres downhill from the middle of the slope and `above` metres over its face. */
function onSlope(along, above, side) {
  const [c, s] = [Math.cos(SLOPE), Math.sin(SLOPE)];
  return [c * along + s * above, c * above - s * along, side];
}

/**
 * Three boxes on a slope of atan(0.5): those with μ < 0.5 slide. Beside them a runner that points downhill, with μ 0.1 along it and 0.9
 * across.
 */
export function App() {
  const [report, setReport] = useState('');
  return (
    <>
      <Canvas camera={{ position: [0, 9, 19], fov: 42 }}>
        <color attach="background" args={['#dbe7f3']} />
        <hemisphereLight args={['#eaf3ff', '#8d99a8', 1.4]} />
        <directionalLight position={[4, 12, 6]} intensity={2.4} />
        <Physics>
          <Friction>
            <FrictionPair materials={['runner', 'snow']} law={RUNNER_ON_SNOW} />
            <FrictionMaterial name="snow">
              <Slope />
            </FrictionMaterial>
            <Boxes onReport={setReport} />
          </Friction>
        </Physics>
      </Canvas>
      <output>{report}</output>
    </>
  );
}

function Slope() {
  return (
    <RigidBody type="fixed" position={onSlope(0, -0.5, 0)} rotation={[0, 0, -SLOPE]} friction={1}>
      <mesh>
        <boxGeometry args={[20, 1, 10]} />
        <meshStandardMaterial color="#f4f7fb" roughness={1} />
      </mesh>
    </RigidBody>
  );
}

function Boxes({ onReport }) {
  const friction = useFriction();
  const boxes = [useRef(null), useRef(null), useRef(null)];
  const runner = useRef(null);
  const time = useRef(0);
  useAfterPhysicsStep((world) => {
    const before = Math.floor(time.current / INTERVAL);
    time.current += world.timestep;
    if (Math.floor(time.current / INTERVAL) === before) return;
    const lines = [...boxes, runner].map(({ current: body }, k) => {
      const { x, y, z } = body.translation();
      const [x0, y0, z0] = startPosition(k);
      const slid = Math.hypot(x - x0, y - y0, z - z0);
      const { x: vx, y: vy, z: vz } = body.linvel();
      return `${NAMES[k]}  slid ${slid.toFixed(3)} m, now at ${Math.hypot(vx, vy, vz).toFixed(3)} m/s`;
    });
    const ours = [...boxes, runner].filter(({ current }) => friction.owns(current.collider(0)));
    onReport(`${lines.join('\n')}\nStiction acts on ${ours.length} of ${NAMES.length} bodies`);
  });
  return (
    <>
      {MUS.map((mu, k) => (
        <RigidBody
          key={mu}
          ref={boxes[k]}
          position={startPosition(k)}
          rotation={[0, 0, -SLOPE]}
          friction={mu}
          frictionCombineRule={CoefficientCombineRule.Min}
          canSleep={false}
        >
          <mesh>
            <boxGeometry args={[1, 0.5, 1]} />
            <meshStandardMaterial color={COLOURS[k]} />
          </mesh>
        </RigidBody>
      ))}
      <FrictionMaterial name="runner">
        <RigidBody ref={runner} position={startPosition(3)} rotation={[0, 0, -SLOPE]} canSleep={false}>
          <mesh>
            <boxGeometry args={[1.6, 0.5, 0.6]} />
            <meshStandardMaterial color="#b23bc2" />
          </mesh>
        </RigidBody>
      </FrictionMaterial>
    </>
  );
}

const NAMES = [...MUS.map((mu) => `μ ${mu}`), 'runner'];

function startPosition(k) {
  return onSlope(-8, 0.25, 2 * k - 3);
}
