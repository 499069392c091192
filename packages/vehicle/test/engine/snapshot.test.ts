import RAPIER from '@dimforge/rapier3d-compat';
import type * as CANNON from 'cannon-es';
import { expect, test } from 'vitest';
import { createVehicle } from '../../src/rapier/index.js';
import { addCar, addSlab, CASES, type Car, createWorld, type EngineName, setSpeed, type TestWorld } from './support.js';

/** With wheels as rays at 1/60 s, as cylinders at 1/120 s. */
const castAt = (rate: number) => (rate === 60 ? 'ray' : 'cylinder');

/** A car that brakes on a plank, in a bend: every kind of state is in use. */
function scene(engine: EngineName, rate: number): { world: TestWorld; car: Car } {
  const world = createWorld(engine, 1 / rate);
  addSlab(world, 0.6);
  world.addBox({ half: [3, 0.05, 4], at: [0, 0.05, 12], mass: 400, mu: 0.8 });
  const car = addCar(world, { cast: castAt(rate) });
  car.vehicle.couple(car.wheels[2], car.wheels[3], 400);
  car.vehicle.antiRoll(car.wheels[0], car.wheels[1], 20_000);
  setSpeed(car, 8);
  car.vehicle.setSteering(0.1);
  return { world, car };
}

function drive(world: TestWorld, car: Car, steps: number): number[] {
  for (let k = 0; k < steps; k++) {
    car.vehicle.setBrake(k % 40 < 20 ? 300 : 0);
    world.step();
  }
  const { chassis, wheels } = car;
  return [...chassis.position(), ...chassis.velocity(), ...chassis.spin(), ...wheels.map((wheel) => wheel.spin)];
}

test.each(CASES)('$engine at 1/$rate s: the same run twice gives the same bits', ({ engine, rate }) => {
  const first = scene(engine, rate);
  const second = scene(engine, rate);
  expect(drive(first.world, first.car, 150)).toEqual(drive(second.world, second.car, 150));
});

test.each([60, 120])('cannon at 1/%i s: a rollback repeats the same bits', (rate) => {
  const { world, car } = scene('cannon', rate);
  drive(world, car, 80);
  const bodies = (world.native as CANNON.World).bodies;
  const poses = bodies.map((body) => ({
    position: body.position.clone(),
    quaternion: body.quaternion.clone(),
    velocity: body.velocity.clone(),
    angularVelocity: body.angularVelocity.clone(),
    inertia: [...body.invInertiaWorld.elements],
  }));
  const data = car.vehicle.snapshot();
  const expected = drive(world, car, 60);
  bodies.forEach((body, i) => {
    body.position.copy(poses[i].position);
    body.quaternion.copy(poses[i].quaternion);
    body.velocity.copy(poses[i].velocity);
    body.angularVelocity.copy(poses[i].angularVelocity);
    body.invInertiaWorld.elements = [...poses[i].inertia];
    body.aabbNeedsUpdate = true;
  });
  car.vehicle.restore(data);
  expect(drive(world, car, 60)).toEqual(expected);
});

test.each([60, 120])('rapier at 1/%i s: a restored world repeats the same bits', (rate) => {
  const { world, car } = scene('rapier', rate);
  drive(world, car, 80);
  const state = (world.native as RAPIER.World).takeSnapshot();
  const data = car.vehicle.snapshot();
  const expected = drive(world, car, 60);
  const copy = RAPIER.World.restoreSnapshot(state);
  if (!copy) throw new Error('no world');
  const body = copy.getRigidBody((car.chassis.native as RAPIER.RigidBody).handle);
  const vehicle = createVehicle(null, body, { world: copy });
  for (const { index } of car.wheels) {
    const old = car.wheels[index];
    vehicle.addWheel({
      position: [-old.right, 0.35 + 0.4 - (1000 * 9.81) / 4 / 25_000 - 0.75, old.ahead],
      radius: 0.35,
      cast: castAt(rate),
      suspension: { rest: 0.4, travel: 0.3, stiffness: 25_000, damping: 2500 },
      inertia: 1,
      drives: true,
      steers: index < 2,
    });
  }
  vehicle.couple(vehicle.wheels[2], vehicle.wheels[3], 400);
  vehicle.antiRoll(vehicle.wheels[0], vehicle.wheels[1], 20_000);
  vehicle.restore(data);
  const vector = ({ x, y, z }: RAPIER.Vector) => [x, y, z] as const;
  for (let k = 0; k < 60; k++) {
    vehicle.setBrake(k % 40 < 20 ? 300 : 0);
    copy.step();
  }
  const spins = vehicle.wheels.map((wheel) => wheel.spin);
  expect([...vector(body.translation()), ...vector(body.linvel()), ...vector(body.angvel()), ...spins]).toEqual(
    expected,
  );
});

test('a snapshot of another vehicle is refused', () => {
  const { car } = scene('cannon', 60);
  expect(() => car.vehicle.restore(new Uint8Array(8))).toThrow(/restore: data must be a snapshot/);
});
