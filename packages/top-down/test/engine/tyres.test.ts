import { anisotropic, coulomb, stribeck } from '@stiction/friction-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tyre } from '../../src/index.js';
import { G } from './reference.js';
import { createWorld, ENGINES, integratorDelay, type TestBody, type TestWorld, type WorldOptions } from './worlds.js';

/** Cars with four tyres, 2.6 m and 1.5 m apart, 1 t, at 1/60 s. */
const dt = 1 / 60;
const MASS = 1000;
const MU = 0.8;
const WEIGHT = MASS * G;
const PLACES = [
  [1.3, 0.75],
  [1.3, -0.75],
  [-1.3, 0.75],
  [-1.3, -0.75],
] as const;
const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);

interface Car {
  world: TestWorld;
  body: TestBody;
  tyres: readonly Tyre[];
}

function run({ world }: Car, seconds: number, each: () => void = () => {}): void {
  for (let k = 0; k < Math.round(seconds / dt); k++) {
    each();
    world.step();
  }
}

describe.each(ENGINES)('%s', (engine) => {
  let create: (options?: Partial<WorldOptions>, centreHeight?: number) => Promise<Car>;
  beforeEach(() => {
    create = async (options = {}, centreHeight = 0) => {
      const world = await createWorld(engine, { default: coulomb({ mu: MU }), ...options });
      const body = world.box(0, 0, 4, 1.8, MASS);
      const list = PLACES.map((position) => ({ position }));
      return { world, body, tyres: world.floor.tyres(body.handle, list, { centreHeight }) };
    };
  });

  test('with locked wheels a car stops after v²/(2 mu g), in any direction, and stays', async () => {
    for (const angle of [0, 0.7, 1.57]) {
      const car = await create();
      for (const tyre of car.tyres) tyre.brake = Number.POSITIVE_INFINITY;
      car.body.setVelocity(20 * Math.cos(angle), 20 * Math.sin(angle));
      run(car, 4);
      const { x, y, vx, vy } = car.body.state();
      expect(error(Math.hypot(x, y) + 20 * integratorDelay(engine, dt), 400 / (2 * MU * G))).toBeLessThan(1e-3);
      expect(Math.hypot(vx, vy)).toBeLessThan(1e-12);
    }
  });

  test('a gentle brake decelerates by its force, and no tyre skids', async () => {
    const car = await create();
    for (const tyre of car.tyres) tyre.brake = 0.1 * WEIGHT;
    car.body.setVelocity(20, 0);
    run(car, 1);
    expect(error(car.body.state().vx, 20 - 0.4 * G)).toBeLessThan(1e-4);
    expect(car.tyres.some(({ skidding }) => skidding)).toBe(false);
    expect(car.tyres[0].force[0]).toBeCloseTo(-0.1 * WEIGHT, 1);
  });

  test.each([
    { drive: 0.5, reached: 0.5, skids: false },
    { drive: 2, reached: MU, skids: true },
  ])('a drive of $drive times the weight accelerates by $reached g', async ({ drive, reached, skids }) => {
    const car = await create();
    for (const tyre of car.tyres) tyre.drive = (drive * WEIGHT) / 4;
    run(car, 1);
    expect(error(car.body.state().vx, reached * G)).toBeLessThan(1e-4);
    expect(car.tyres.every(({ skidding }) => skidding === skids)).toBe(true);
  });

  test('a car rolls freely ahead, and not sideways', async () => {
    const car = await create();
    car.body.setVelocity(10, 0);
    run(car, 2);
    expect(car.body.state().vx).toBeCloseTo(10, 4);
    car.body.setVelocity(0, 0.8 * MU * G);
    run(car, 1.1);
    expect(Math.abs(car.body.state().vy)).toBeLessThan(1e-6);
  });

  test('steered wheels lead around a circle of radius wheelbase/tan(steer)', async () => {
    const world = await createWorld(engine, { default: coulomb({ mu: MU }) });
    const body = world.box(0, 0, 3, 1, MASS);
    const places = [{ position: [1.3, 0], steer: 0.3 }, { position: [-1.3, 0] }] as const;
    const tyres = world.floor.tyres(body.handle, places);
    const radius = 2.6 / Math.tan(0.3);
    const spin = 3 / radius;
    // The centre of mass moves along the circle around the centre of rotation, beside the rear axle.
    body.setVelocity(3, 1.3 * spin, spin);
    run({ world, body, tyres }, 2);
    const s = body.state();
    const along = s.vx * Math.cos(s.angle) + s.vy * Math.sin(s.angle);
    expect(error(along / s.spin, radius)).toBeLessThan(0.01);
    expect(error(along, 3)).toBeLessThan(0.01);
    expect(tyres.some(({ skidding }) => skidding)).toBe(false);
  });

  test('a locked rear axle breaks away in a bend, and the tyres tell', async () => {
    const car = await create();
    car.body.setVelocity(15, 0);
    for (const tyre of car.tyres.slice(0, 2)) tyre.steer = 0.15;
    for (const tyre of car.tyres.slice(2)) tyre.brake = Number.POSITIVE_INFINITY;
    run(car, 0.8);
    const { angle, vx, vy } = car.body.state();
    expect(angle - Math.atan2(vy, vx)).toBeGreaterThan(0.3);
    expect(car.tyres[2].skidding).toBe(true);
    expect(Math.hypot(...car.tyres[2].slip)).toBeGreaterThan(3);
  });

  test('braking and cornering shift the loads by m a h over the distance of the tyres', async () => {
    const car = await create({}, 0.5);
    for (const tyre of car.tyres) tyre.brake = 0.125 * WEIGHT;
    car.body.setVelocity(20, 0);
    run(car, 0.5);
    const loads = car.tyres.map(({ load }) => load);
    const shift = (MASS * 0.5 * G * 0.5) / 2.6 / 2;
    for (const [k, load] of loads.entries())
      expect(error(load, WEIGHT / 4 + (k < 2 ? shift : -shift))).toBeLessThan(1e-3);
    expect(loads.reduce((sum, load) => sum + load)).toBeCloseTo(WEIGHT, 3);
  });

  test('a parked car with its brakes on does not move when it is pushed below the limit', async () => {
    const car = await create();
    for (const tyre of car.tyres) tyre.brake = 0.1 * WEIGHT;
    run(car, 2, () => car.body.push(0.39 * WEIGHT, 0.5 * WEIGHT));
    const held = car.body.state();
    expect(Math.hypot(held.x, held.y, held.angle)).toBeLessThan(1e-9);
    run(car, 1, () => car.body.push(0.41 * WEIGHT, 0));
    expect(error(car.body.state().vx, 0.01 * G)).toBeLessThan(0.01);
  });

  test('a parked car falls asleep, and its drive wakes it', async () => {
    const car = await create({ sleeping: true });
    run(car, 5);
    expect(car.body.isAsleep()).toBe(true);
    for (const tyre of car.tyres) tyre.drive = 0.05 * WEIGHT;
    run(car, 1);
    expect(error(car.body.state().vx, 0.2 * G)).toBeLessThan(0.03);
  });

  test('each tyre has the law of the place where it is: brakes on one icy side turn the car', async () => {
    const car = await create({ materialAt: (_, y) => (y > 0 ? 'ice' : 'floor') });
    car.world.floor.setPair('tyre', 'ice', coulomb({ mu: 0.1 }));
    for (const tyre of car.tyres) tyre.brake = Number.POSITIVE_INFINITY;
    car.body.setVelocity(10, 0);
    car.world.step();
    expect(car.tyres.map(({ material }) => material)).toEqual(['ice', 'floor', 'ice', 'floor']);
    // First moment: (mu right - mu left) N/2 at half the track.
    const inertia = (MASS * (16 + 1.8 * 1.8)) / 12;
    expect(error(car.body.state().spin, (-(MU - 0.1) * WEIGHT * 0.5 * 0.75 * dt) / inertia)).toBeLessThan(0.01);
  });

  test('tyres with laws of their own: along and across, and slower when they skid', async () => {
    const car = await create();
    const law = anisotropic({ mu: [1, 0.5] });
    const tyres = car.world.floor.tyres(
      car.body.handle,
      PLACES.map((position) => ({ position, law, brake: Number.POSITIVE_INFINITY })),
    );
    car.body.setVelocity(10, 0);
    run(car, 0.5);
    expect(error(car.body.state().vx, 10 - 0.5 * G)).toBeLessThan(1e-3);
    car.body.setVelocity(0, 10);
    run(car, 0.5);
    expect(error(car.body.state().vy, 10 - 0.25 * G)).toBeLessThan(1e-3);
    expect(tyres[0].force[1]).toBeCloseTo((-0.5 * WEIGHT) / 4, 0);
    const slick = stribeck({ muS: 1, muC: 0.6, vS: 1 });
    car.world.floor.tyres(
      car.body.handle,
      PLACES.map((position) => ({ position, law: slick, brake: Number.POSITIVE_INFINITY })),
    );
    car.body.setVelocity(0, 10);
    run(car, 0.5);
    expect(error(car.body.state().vy, 10 - 0.3 * G)).toBeLessThan(0.01);
  });

  test('without its tyres a car lies on its footprint again', async () => {
    const car = await create();
    car.world.floor.removeTyres(car.body.handle);
    car.body.setVelocity(10, 0);
    run(car, 0.5);
    expect(error(car.body.state().vx, 10 - 0.5 * MU * G)).toBeLessThan(1e-4);
  });

  test('bad tyres are refused, and the car keeps the ones that it has', async () => {
    const car = await create();
    const bad: readonly [tyres: unknown, message: RegExp][] = [
      [[], /at least 1 tyre/],
      [[{ position: [1] }], /tyre 0: position must be two finite numbers/],
      [[{ position: [1, 0], brake: -1 }], /tyre 0: brake must be .*>= 0/],
      [[{ position: [1, 0], steer: Number.NaN }], /steer must be a finite number/],
      [[{ position: [1, 0], drive: '3' }], /drive must be a finite number.*'3'/],
      [[{ position: [1, 0], law: 1 }], /law must be a friction law/],
      [[{ position: [1, 0], grip: 1 }], /unknown option 'grip'/],
    ];
    for (const [list, message] of bad) {
      expect(() => car.world.floor.tyres(car.body.handle, list as never)).toThrow(message);
    }
    car.tyres[0].steer = Number.NaN;
    car.tyres[1].drive = Number.NaN;
    car.body.setVelocity(10, 0);
    run(car, 0.1);
    expect(Number.isFinite(car.body.state().vx)).toBe(true);
  });
});
