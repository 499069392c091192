import { useFrame, useThree } from '@react-three/fiber';
import { CuboidCollider, RigidBody, useAfterPhysicsStep, useRapier } from '@react-three/rapier';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { antiLock, cityCar, tractionControl, tyre } from '@stiction/vehicle';
import { createVehicle } from '@stiction/vehicle/rapier';
import { useEffect, useMemo, useRef } from 'react';
import {
  createBody,
  createChase,
  createSkidMarks,
  createWheel,
  placeWheels,
  telemetry,
} from '../vehicle-parts/car-view.mjs';
import { createControls, createDriver } from '../vehicle-parts/controls.mjs';
import { GROUNDS, materialAt, START } from '../vehicle-parts/ground.mjs';

const PRESET = cityCar();
/** The sun's shadow covers this distance around the car [m]. */
const SHADOW = 14;

/** Friction: a material for each place, and a law for tyres on each material. */
function addFriction(world, rapier, ground, ramp) {
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), replaceStep: true, rapier });
  friction.setSurface(ground, materialAt);
  friction.setMaterial(ramp, 'tarmac');
  for (const { name, mu } of GROUNDS) friction.setPair('tyre', name, coulomb({ mu }));
  friction.setPair('tyre', 'gravel', tyre({ muX: 0.55, peak: 0.25 })); // needs more slip than tarmac
  return friction;
}

/** Anti-lock brakes and traction control may be left out. */
function addCar(world, friction, chassis) {
  const car = createVehicle(friction, chassis, { world });
  for (const wheel of PRESET.wheels) car.addWheel(wheel);
  car.antiRoll(car.wheels[0], car.wheels[1], PRESET.antiRoll);
  car.antiRoll(car.wheels[2], car.wheels[3], PRESET.antiRoll);
  antiLock(car);
  tractionControl(car);
  return car;
}

function reset(car, chassis) {
  chassis.setTranslation(START, true);
  chassis.setRotation({ x: 0, y: 0, z: 0, w: 1 }, true);
  chassis.setLinvel({ x: 0, y: 0, z: 0 }, true);
  chassis.setAngvel({ x: 0, y: 0, z: 0 }, true);
  for (const wheel of car.wheels) wheel.spin = 0;
}

/** Goes inside <Physics>. `ground` and `ramp` are refs of colliders, `telemetry` is that of an <output>. */
export function Car({ ground, ramp, telemetry: output }) {
  const { world, rapier } = useRapier();
  const camera = useThree((state) => state.camera);
  const chassis = useRef(null);
  const car = useRef(null);
  const sun = useRef(null);
  const body = useMemo(() => createBody(PRESET.halfExtents), []);
  const wheels = useMemo(() => PRESET.wheels.map(createWheel), []);
  const marks = useMemo(createSkidMarks, []);
  const chase = useMemo(() => createChase(camera), [camera]);

  useEffect(() => {
    const friction = addFriction(world, rapier, ground.current, ramp.current);
    const added = addCar(world, friction, chassis.current);
    const controls = createControls({ onReset: () => reset(added, chassis.current) });
    added.beforeStep(createDriver(added, PRESET, controls));
    car.current = added;
    return () => {
      car.current = null;
      controls.stop();
      added.remove();
      friction.uninstall();
    };
  }, [world, rapier, ground, ramp]);

  useAfterPhysicsStep(() => {
    if (!car.current) return;
    placeWheels(car.current, wheels);
    marks.update(car.current);
    output.current.value = telemetry(car.current);
    const { x, y, z } = chassis.current.translation();
    Object.assign(document.body.dataset, { position: [x, y, z], marks: marks.count }); // for tests
  });

  useFrame((_, seconds) => {
    const position = chassis.current.translation();
    chase({ position, quaternion: chassis.current.rotation() }, Math.min(seconds, 0.2));
    sun.current.target.position.copy(position);
    sun.current.target.updateMatrixWorld();
    sun.current.position.copy(position).add({ x: 12, y: 25, z: -8 });
  });

  return (
    <>
      <directionalLight ref={sun} color="#fff4e0" intensity={2.6} castShadow shadow-mapSize={[1024, 1024]}>
        <orthographicCamera attach="shadow-camera" args={[-SHADOW, SHADOW, SHADOW, -SHADOW, 0.5, 60]} />
      </directionalLight>
      <RigidBody ref={chassis} colliders={false} position={[START.x, START.y, START.z]}>
        <CuboidCollider args={PRESET.halfExtents} mass={PRESET.mass} />
        <primitive object={body} />
      </RigidBody>
      {wheels.map((wheel) => (
        <primitive key={wheel.uuid} object={wheel} />
      ))}
      <primitive object={marks.mesh} />
    </>
  );
}
