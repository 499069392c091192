import { describe, expect, test } from 'vitest';
import {
  ackermann,
  antiLock,
  cityCar,
  differential,
  driftCar,
  gearbox,
  kart,
  magicFormula,
  rover,
  tractionControl,
  truck,
} from '../../src/index.js';
import { addCar, addSlab, createWorld, ENGINES, G, setSpeed } from './support.js';

describe.each(ENGINES)('%s', (engine) => {
  function onFlat(mu: number, options = {}) {
    const world = createWorld(engine, 1 / 60);
    addSlab(world, mu);
    const car = addCar(world, options);
    world.run(1);
    return { world, car };
  }

  test('anti-lock brakes stop in about the same distance and keep the wheels turning', () => {
    const { world, car } = onFlat(0.5);
    antiLock(car.vehicle);
    setSpeed(car, 20);
    world.step(); // `speed` is that of the last step
    car.vehicle.setBrake(20_000);
    const from = car.chassis.position()[2];
    let slip = 0;
    world.run(6, () => {
      if (car.vehicle.speed > 2) slip = Math.min(slip, ...car.wheels.map((wheel) => wheel.slipRatio));
    });
    expect(slip).toBeGreaterThan(-0.2);
    expect((car.chassis.position()[2] - from) / (400 / (2 * 0.5 * G))).toBeLessThan(1.12);
    expect(Math.abs(car.vehicle.speed)).toBeLessThan(0.01);
  });

  test('traction control keeps driven wheels from spinning', () => {
    const { world, car } = onFlat(0.2, { driven: 'rear' });
    tractionControl(car.vehicle);
    car.vehicle.setDrive(4000);
    let spin = 0;
    world.run(3, () => {
      spin = Math.max(spin, car.wheels[2].spin * 0.35 - car.vehicle.speed);
    });
    expect(spin).toBeLessThan(1);
    expect(car.vehicle.speed).toBeGreaterThan(2);
  });

  test('a locked differential makes both wheels spin alike on two coefficients', () => {
    const measure = (kind: 'open' | 'locked') => {
      const world = createWorld(engine, 1 / 60);
      world.addBox({ half: [100, 1, 500], at: [100, -1, 0], mu: 0.05 });
      world.addBox({ half: [100, 1, 500], at: [-100, -1, 0], mu: 0.9 });
      const car = addCar(world, { driven: 'rear' });
      differential(car.vehicle, car.wheels[2], car.wheels[3], kind);
      world.run(1);
      car.vehicle.setDrive(1500);
      world.run(1.5);
      return { difference: Math.abs(car.wheels[2].spin - car.wheels[3].spin), speed: car.vehicle.speed };
    };
    const open = measure('open');
    const locked = measure('locked');
    expect(open.difference).toBeGreaterThan(10);
    expect(locked.difference).toBeLessThan(0.01);
    expect(locked.speed).toBeGreaterThan(1.1 * open.speed);
  });

  test('a limited-slip differential passes its torque on to the wheel that grips', () => {
    const measure = (kind: 'open' | number) => {
      const world = createWorld(engine, 1 / 60);
      world.addBox({ half: [100, 1, 500], at: [100, -1, 0], mu: 0.05 });
      world.addBox({ half: [100, 1, 500], at: [-100, -1, 0], mu: 0.9 });
      const car = addCar(world, { driven: 'rear' });
      differential(car.vehicle, car.wheels[2], car.wheels[3], kind);
      world.run(1);
      car.vehicle.setDrive(800);
      world.run(0.5);
      return { force: car.wheels[3].forceX, slipping: car.wheels[2].spin - car.wheels[3].spin };
    };
    const limited = measure(200);
    expect(limited.slipping).toBeGreaterThan(10);
    // 200 N m at the radius of 0.35 m, less what the faster car needs to turn its wheel up.
    expect((limited.force - measure('open').force) / (200 / 0.35)).toBeCloseTo(1, 1);
  });

  test('anti-roll bars share the load transfer as their stiffness', () => {
    const { world, car } = onFlat(1);
    const { vehicle, wheels, chassis } = car;
    vehicle.antiRoll(wheels[0], wheels[1], 25_000);
    vehicle.setBrake(20_000);
    world.run(5, () => chassis.push([1500, 0, 0]));
    const front = wheels[0].load - wheels[1].load;
    const rear = wheels[2].load - wheels[3].load;
    // A bar acts on both sides: k + 2 k_bar against k. The tyres' side forces bring the rest.
    expect(front / rear).toBeCloseTo(3, 1);
  });

  test('Ackermann steering points all axles at one centre', () => {
    const { car } = onFlat(1);
    ackermann(car.vehicle, 0.3);
    const [left, right] = car.wheels.map((wheel) => 1 / Math.tan(wheel.steering));
    expect(right - left).toBeCloseTo(1.6 / 2.8, 6);
    ackermann(car.vehicle, 0);
    expect(car.wheels[0].steering).toBe(0);
  });

  test('the gearbox shifts up while the car speeds up', () => {
    const { world, car } = onFlat(1);
    const box = gearbox(car.vehicle, { torque: 300 });
    world.run(12, () => box.update(1, world.dt));
    expect(box.gear).toBeGreaterThan(2);
    expect(car.vehicle.speed).toBeGreaterThan(25);
    expect(box.rpm).toBeLessThanOrEqual(6500);
  });

  test('a magic formula tyre brakes with its value at slip 1 and parks', () => {
    const curve = { B: 10, C: 1.6, D: 1, E: 0.5 };
    const { world, car } = onFlat(1, { tyre: magicFormula(curve) });
    setSpeed(car, 20);
    car.vehicle.setBrake(20_000);
    world.run(0.7);
    const before = car.vehicle.speed;
    world.run(0.5);
    const expected = Math.sin(1.6 * Math.atan(10 - 0.5 * (10 - Math.atan(10))));
    expect((before - car.vehicle.speed) / 0.5 / (expected * G)).toBeCloseTo(1, 1);
    world.run(5);
    const at = car.chassis.position()[2];
    world.run(2);
    expect(Math.abs(car.chassis.position()[2] - at)).toBeLessThan(1e-4);
  });

  test.each([cityCar, kart, truck, driftCar, rover])('the preset %o drives and stops', (preset) => {
    const { mass, halfExtents, wheels, drive, brake } = preset();
    const world = createWorld(engine, 1 / 60);
    addSlab(world, 1);
    const { radius, suspension, position } = wheels[0];
    const height = suspension.rest + radius - position[1];
    const chassis = world.addBox({ half: halfExtents, at: [0, height, 0], mass });
    const vehicle = world.addVehicle(chassis);
    for (const wheel of wheels) vehicle.addWheel(wheel);
    world.run(2);
    vehicle.setDrive(drive / 2);
    world.run(3);
    expect(vehicle.speed).toBeGreaterThan(2);
    vehicle.setDrive(0);
    vehicle.setBrake(brake);
    world.run(8);
    expect(Math.abs(vehicle.speed)).toBeLessThan(0.01);
    const [x, , z] = chassis.rotation();
    expect(1 - 2 * (x * x + z * z)).toBeGreaterThan(0.99);
  });
});
