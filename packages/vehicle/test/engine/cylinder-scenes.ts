import type { Case } from './scenes.js';
import {
  addCar,
  addSlab,
  createWorld,
  distance,
  G,
  INERTIA,
  MASS,
  RADIUS,
  setSpeed,
  type TestWorld,
  type Triple,
  turn,
} from './support.js';

type Cast = 'ray' | 'cylinder';

const KERB = 0.1;
/** Speed after a kerb that is taken at `speed` without any loss. */
export function speedOnKerb(speed: number): number {
  const rolling = MASS + (4 * INERTIA) / RADIUS ** 2;
  return Math.sqrt(Math.max(0, speed ** 2 - (2 * MASS * G * KERB) / rolling));
}

interface Crossing {
  /** At the end [m/s], and the height of the chassis against the start [m]. */
  speed: number;
  climbed: number;
  /** Largest and least load of a wheel, over that at rest. */
  peak: number;
  least: number;
}

function cross(world: TestWorld, cast: Cast, speed: number, seconds: number): Crossing {
  const car = addCar(world, { cast });
  world.run(1);
  const height = car.chassis.position()[1];
  setSpeed(car, speed);
  let peak = 0;
  let least = Number.POSITIVE_INFINITY;
  world.run(seconds, () => {
    for (const { load } of car.wheels) {
      peak = Math.max(peak, load);
      least = Math.min(least, load);
    }
  });
  const rest = (MASS * G) / 4;
  return {
    speed: car.vehicle.speed,
    climbed: car.chassis.position()[1] - height,
    peak: peak / rest,
    least: least / rest,
  };
}

/** A free car rolls onto a kerb of 10 cm. */
export function kerb({ engine, dt }: Case, cast: Cast, speed: number): Crossing {
  const world = createWorld(engine, dt);
  addSlab(world);
  world.addBox({ half: [50, KERB / 2, 200], at: [0, KERB / 2, 202.5] });
  return cross(world, cast, speed, 1.5 + 8 / speed);
}

/** A free car rolls over a ditch, 20 cm wide and deeper than its struts reach. */
export function ditch({ engine, dt }: Case, cast: Cast, speed: number): Crossing {
  const world = createWorld(engine, dt);
  world.addBox({ half: [50, 1, 50], at: [0, -1, -47.5] });
  world.addBox({ half: [50, 1, 50], at: [0, -1, 52.7] });
  return cross(world, cast, speed, 1.5 + 8 / speed);
}

/** A braked car on a slope: drift in 5 s [m]. */
export function parkedOnCylinders({ engine, dt }: Case, degrees: number, axis: Triple): number {
  const rotation = turn(axis, (degrees * Math.PI) / 180);
  const world = createWorld(engine, dt);
  addSlab(world, 1, rotation);
  const { chassis, vehicle } = addCar(world, { rotation, cast: 'cylinder' });
  vehicle.setBrake(20_000);
  world.run(4);
  const from = chassis.position();
  world.run(5);
  return distance(from, chassis.position());
}

/** The left wheels reach 2 cm into a wall, which the chassis does not touch: least load of a wheel, over that at rest. */
export function alongWall({ engine, dt }: Case): Crossing {
  const world = createWorld(engine, dt);
  addSlab(world);
  world.addBox({ half: [1, 2, 200], at: [0.8 + (0.6 * RADIUS) / 2 - 0.02 + 1, 2, 100] });
  return cross(world, 'cylinder', 5, 2);
}
