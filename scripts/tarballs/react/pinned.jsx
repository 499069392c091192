// With the Rapier that @react-three/rapier pins: Coulomb friction works, and other laws say what they need.
import { Canvas } from '@react-three/fiber';
import { CuboidCollider, Physics, RigidBody, useAfterPhysicsStep } from '@react-three/rapier';
import { coulomb, stribeck } from '@stiction/friction-core';
import { Friction, FrictionMaterial, FrictionPair } from '@stiction/react-three-rapier';
import React, { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const WOOD = coulomb({ mu: 0.3 });
const ICE = coulomb({ mu: 0.15 });
const LACKING = stribeck({ muS: 0.4, muC: 0.3, vS: 0.01 });
const results = { slid: 0, message: '' };
globalThis.results = results;

class Boundary extends React.Component {
  state = {};
  static getDerivedStateFromError = (error) => ({ error });
  render() {
    results.message = this.state.error?.message ?? '';
    return this.state.error ? null : this.props.children;
  }
}

function Box({ onStop }) {
  const body = useRef(null);
  const steps = useRef(0);
  useAfterPhysicsStep(() => {
    if (++steps.current === 20) body.current.setLinvel({ x: 3, y: 0, z: 0 }, true);
    if (steps.current !== 320) return;
    results.slid = body.current.translation().x;
    onStop();
  });
  return (
    <RigidBody ref={body} colliders={false} position={[0, 0.25, 0]} canSleep={false}>
      <CuboidCollider args={[0.5, 0.25, 0.5]} />
    </RigidBody>
  );
}

function App() {
  const [isLacking, setLacking] = useState(false);
  return (
    <Canvas>
      <Boundary>
        <Physics>
          <Friction default={WOOD}>
            <FrictionPair materials={['ice', 'ice']} law={isLacking ? LACKING : ICE} />
            <FrictionMaterial name="ice">
              <RigidBody type="fixed" colliders={false} position={[0, -1, 0]}>
                <CuboidCollider args={[50, 1, 50]} />
              </RigidBody>
              <Box onStop={() => setLacking(true)} />
            </FrictionMaterial>
          </Friction>
        </Physics>
      </Boundary>
    </Canvas>
  );
}

createRoot(document.getElementById('root')).render(
  <React.StrictMode>
    <App />
  </React.StrictMode>,
);
