import { describe, expect, test } from 'vitest';
import { tyre } from '../../src/index.js';
import {
  addCar,
  addSlab,
  type Car,
  createWorld,
  ENGINES,
  G,
  HEIGHT,
  INERTIA,
  MASS,
  RADIUS,
  setSpeed,
  type TestWorld,
  TRACK,
  WHEELBASE,
} from './support.js';

const WEIGHT = MASS * G;
const LOCK = 20_000;

/** Time in which μ (1 - f v / (v + 3)) slows a car down from v0 to v1: the integral of dv / (μ g (1 - f v / (v + 3))). */
function slowDown(v0: number, v1: number, mu: number, f: number): number {
  const integral = (v: number) => v / (1 - f) - ((3 * f) / (1 - f) ** 2) * Math.log((1 - f) * v + 3);
  return (integral(v0) - integral(v1)) / (mu * G);
}

/** The root a/g of a = μ (1 - s t²), t = 2 a h / length: two wheels of four have the load (1 + t) N₀, two (1 - t) N₀. */
function withLoadTransfer(mu: number, s: number, length: number): number {
  const q = mu * s * ((2 * HEIGHT) / length) ** 2;
  return (Math.sqrt(1 + 4 * q * mu) - 1) / (2 * q);
}

describe.each(ENGINES)('%s', (engine) => {
  function onFlat(law: ReturnType<typeof tyre>): { world: TestWorld; car: Car } {
    const world = createWorld(engine, 1 / 60);
    addSlab(world, law.tyre.muX);
    const car = addCar(world, { tyre: law });
    world.run(0.5);
    return { world, car };
  }

  test('falloff: locked wheels slow the car down as the integral of the curve', () => {
    const { world, car } = onFlat(tyre({ muX: 0.5, falloff: 0.4 }));
    setSpeed(car, 20);
    car.vehicle.setBrake(LOCK);
    world.run(0.5);
    const before = car.chassis.velocity()[2];
    world.run(2.5);
    const after = car.chassis.velocity()[2];
    expect(before - after).toBeGreaterThan(5);
    expect(slowDown(before, after, 0.5, 0.4) / 2.5).toBeCloseTo(1, 2);
  });

  test.each([0.08, 0.2])('peak %f: slip is proportional to the torque and reaches the peak at μ N', (peak) => {
    const { world, car } = onFlat(tyre({ muX: 0.3, peak }));
    setSpeed(car, 5);
    // Below the limit of the front wheels, which are lighter by 0.3 · 0.8 · 2 h / L = 13 %.
    const force = 0.8 * 0.3 * WEIGHT;
    // The curve is linear in the slip against the speed of the tread, and the tread is faster than the car.
    const tread = 1 / (1 - 0.8 * peak);
    car.vehicle.setDrive(force * RADIUS * (1 + (4 * INERTIA * tread) / (MASS * RADIUS ** 2)));
    world.run(1.5);
    for (const { slipRatio, forceX, skidding } of car.wheels) {
      expect(forceX / (force / 4)).toBeCloseTo(1, 3);
      expect(skidding).toBe(false);
      // Bristles are renewed at the speed of the last step, 0.5 % less.
      expect(Math.abs(slipRatio / (tread - 1) - 1)).toBeLessThan(0.01);
    }
    car.vehicle.setDrive(2 * force * RADIUS);
    world.run(0.5);
    for (const { slipRatio } of car.wheels) expect(slipRatio).toBeGreaterThan(peak);
  });

  test('peak: a side force on a rolling car gives the slip angle', () => {
    const { world, car } = onFlat(tyre({ muX: 0.5, peak: 0.1 }));
    setSpeed(car, 15);
    world.run(2.5, () => car.chassis.push([0.5 * 0.5 * WEIGHT, 0, 0]));
    for (const { slipAngle } of car.wheels) expect(Math.abs(Math.tan(slipAngle)) / 0.05).toBeCloseTo(1, 2);
  });

  test.each([
    { name: 'braking', v: [0, 0, 25], length: WHEELBASE, mu: 0.9, s: 0.5 },
    { name: 'sliding sideways', v: [15, 0, 0], length: TRACK, mu: 0.5, s: 0.4 },
  ] as const)('loadSensitivity: $name with the deceleration of statics', ({ v, length, mu, s }) => {
    const { world, car } = onFlat(tyre({ muX: mu, loadSensitivity: s }));
    car.vehicle.setBrake(LOCK);
    world.run(0.2);
    car.chassis.setVelocity(v);
    world.run(1.5);
    const speed = () => Math.hypot(...car.chassis.velocity());
    const before = speed();
    world.run(0.5);
    const a = (before - speed()) / 0.5 / G;
    // Statics with level levers: pitch and roll move the centre of mass against the wheels.
    expect(Math.abs(a / withLoadTransfer(mu, s, length) - 1)).toBeLessThan(0.015);
    expect(a / mu).toBeLessThan(0.95);
    for (const { frictionUsed, load } of car.wheels) {
      expect(frictionUsed / (mu * load * (1 - s * (load / (WEIGHT / 4) - 1)))).toBeCloseTo(1, 2);
    }
  });
});
