import { useFrame, useThree } from '@react-three/fiber';
import { CuboidCollider, RigidBody, useAfterPhysicsStep, useRapier } from '@react-three/rapier';
import { useFriction } from '@stiction/react-three-rapier';
import { antiLock, cityCar, tractionControl } from '@stiction/vehicle';
import { createVehicle } from '@stiction/vehicle/rapier';
import { useEffect, useMemo, useRef } from 'react';
import { createBody, createChase, createSkidMarks, createWheel, placeWheels, telemetry } from './car-view.mjs';
import { createControls, createDriver } from './controls.mjs';
import { materialAt, START } from './ground.mjs';

const PRESET = cityCar();
/** The sun's shadow covers this distance around the car [m]. */
const SHADOW = 14;

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

/** Goes inside <Friction>. `ground` is the ref of a collider, `telemetry` that of an <output>. */
export function Car({ ground, telemetry: output }) {
  const { world } = useRapier();
  const friction = useFriction();
  const camera = useThree((state) => state.camera);
  const chassis = useRef(null);
  const car = useRef(null);
  const sun = useRef(null);
  const body = useMemo(() => createBody(PRESET.halfExtents), []);
  const wheels = useMemo(() => PRESET.wheels.map(createWheel), []);
  const marks = useMemo(createSkidMarks, []);
  const chase = useMemo(() => createChase(camera), [camera]);

  useEffect(() => {
    friction.setSurface(ground.current, materialAt); // a material for each place
    const added = addCar(world, friction, chassis.current);
    const controls = createControls({ onReset: () => reset(added, chassis.current) });
    added.beforeStep(createDriver(added, PRESET, controls));
    car.current = added;
    return () => {
      car.current = null;
      controls.stop();
      added.remove();
    };
  }, [world, friction, ground]);

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
