import type * as CANNON from 'cannon-es';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bounce, buildBounce } from '../src/cannon-examples/bounce.js';
import { buildCardHouse } from '../src/cannon-examples/card-house.js';
import { buildChain } from '../src/cannon-examples/chain.js';
import { buildCompound } from '../src/cannon-examples/compound.js';
import { buildCloth, buildDistance, buildLock, buildPointToPoint } from '../src/cannon-examples/constraints.js';
import { buildFriction } from '../src/cannon-examples/friction.js';
import { buildHeightfield } from '../src/cannon-examples/heightfield.js';
import { buildHinge } from '../src/cannon-examples/hinge.js';
import { cannonExamples, type Example, startExample } from '../src/cannon-examples/index.js';
import {
  constraintError,
  constraintErrors,
  isFiniteBody,
  lowestPoint,
  motorWork,
  worldEnergy,
} from '../src/cannon-examples/measures.js';
import { buildConvex, buildPile } from '../src/cannon-examples/pile.js';
import { buildSeeSaw } from '../src/cannon-examples/see-saw.js';
import { buildSleep } from '../src/cannon-examples/sleep.js';
import { buildStacks } from '../src/cannon-examples/stacks.js';
import { buildTrigger } from '../src/cannon-examples/trigger.js';
import { buildRaycastVehicle, buildRigidVehicle } from '../src/cannon-examples/vehicles.js';

const DT = 1 / 60;
const SLEEPING = 2;
/** Scenes that set a body in motion later: their energy is not the initial one. */
const PUSHED = ['sleep'];

interface Course {
  finite: boolean;
  /** Energy above the initial energy plus the work of motors, as a share of the initial energy. */
  gain: number;
  gap: number;
  angle: number;
  /** Deepest point below the floor, during the run and at its end [m]. */
  depth: number;
  endDepth: number;
  /** The fastest fall [m/s]. */
  fall: number;
}

interface Finished<T extends Example> {
  example: T;
  course: Course;
}

const finished = [new Map<() => Example, Finished<Example>>(), new Map<() => Example, Finished<Example>>()];

/** An example at its end. Tests share the run. */
function run<T extends Example>(build: () => T, stiction: boolean): Finished<T> {
  const known = finished[stiction ? 1 : 0].get(build) as Finished<T> | undefined;
  return known ?? watchRun(build, stiction, () => {});
}

/** Runs an example to its end, for `run` too; `watch` is called after each step. */
function watchRun<T extends Example>(
  build: () => T,
  stiction: boolean,
  watch: (example: T, time: number) => void,
): Finished<T> {
  const { example, step } = startExample(build, { stiction });
  const { world } = example;
  const start = worldEnergy(world);
  const course: Course = {
    finite: true,
    gain: Number.NEGATIVE_INFINITY,
    gap: 0,
    angle: 0,
    depth: 0,
    endDepth: 0,
    fall: 0,
  };
  let motors = 0;
  for (let k = 1; k <= example.seconds / DT; k++) {
    step(DT);
    motors += motorWork(world, DT);
    const work = motors + driveWork(example);
    course.gain = Math.max(course.gain, (worldEnergy(world) - work - start) / start);
    const errors = constraintErrors(world);
    course.gap = Math.max(course.gap, errors.gap);
    course.angle = Math.max(course.angle, errors.angle);
    course.endDepth = 0;
    for (const body of world.bodies) {
      if (body.mass === 0) continue;
      course.finite &&= isFiniteBody(body);
      course.endDepth = Math.max(course.endDepth, -lowestPoint(body));
      course.fall = Math.max(course.fall, speed(body));
    }
    course.depth = Math.max(course.depth, course.endDepth);
    watch(example, k * DT);
  }
  const result = { example, course };
  finished[stiction ? 1 : 0].set(build, result);
  return result;
}

function driveWork(example: Example): number {
  return 'work' in example && typeof example.work === 'function' ? example.work() : 0;
}

/** A body slower than this counts as at rest [m/s]. */
const REST = 1e-3;

function speed(body: CANNON.Body): number {
  return body.velocity.length() + body.angularVelocity.length() * body.boundingRadius;
}

test('bounce: heights are e² h, within 5 %', () => {
  const tops = (stiction: boolean): number[] => {
    const heights: number[] = [];
    const bounced: boolean[] = [];
    watchRun(buildBounce, stiction, ({ balls }: Bounce) => {
      for (const [k, { body }] of balls.entries()) {
        if (body.velocity.z > 0) bounced[k] = true;
        // The first flight after the first bounce ends when the ball falls again.
        if (bounced[k] && heights[k] === undefined && body.velocity.z <= 0) heights[k] = body.position.z - 0.5;
      }
    });
    return heights;
  };
  const heights = tops(true);
  const { balls } = buildBounce();
  console.info(`bounce: ${heights.map((h) => h?.toFixed(3))}, stock ${tops(false).map((h) => h?.toFixed(3))}`);
  for (const [k, { restitution, drop }] of balls.entries()) {
    const exact = restitution ** 2 * drop;
    expect(Math.abs((heights[k] ?? 0) - exact)).toBeLessThanOrEqual(0.05 * exact);
  }
});

test('friction: at 20° ice and wood slide the exact distance, rubber stays', () => {
  const moved: number[][] = [];
  const { example } = watchRun(buildFriction, true, ({ boxes, direction }, time) => {
    if (time < 1 + 1e-9) moved.push(boxes.map(({ body }) => body.position.dot(direction)));
  });
  const last = moved.length - 1;
  for (const [k, { mu }] of example.boxes.entries()) {
    const acceleration = Math.max(0, 9.81 * (Math.sin(example.angle) - mu * Math.cos(example.angle)));
    const distance = moved[last][k] - moved[0][k];
    const exact = 0.5 * acceleration * ((last + 1) * DT) ** 2 - 0.5 * acceleration * DT ** 2;
    expect(Math.abs(distance - exact)).toBeLessThan(0.02 * exact + 1e-3);
  }
});

test('stacks: all stand after six seconds; the stock engine loses a tower', () => {
  const sway = (stiction: boolean): number => {
    const start = buildStacks().stacks.flat();
    const end = run(buildStacks, stiction).example.stacks.flat();
    return Math.max(...end.map((body, k) => body.position.distanceTo(start[k].position)));
  };
  expect(sway(true)).toBeLessThan(0.1);
  expect(sway(false)).toBeGreaterThan(0.5);
});

test('card house: stands; falls in the stock engine', () => {
  const drop = (stiction: boolean): number => {
    const start = buildCardHouse().cards;
    const end = run(buildCardHouse, stiction).example.cards;
    if (stiction) for (const card of end) expect(speed(card)).toBeLessThan(REST);
    return Math.max(...end.map((card, k) => start[k].position.z - card.position.z));
  };
  expect(drop(true)).toBeLessThan(0.05);
  expect(drop(false)).toBeGreaterThan(0.5);
});

test('pile: all bodies sleep after ten seconds', () => {
  const { bodies } = run(buildPile, true).example;
  expect(bodies.filter((body) => body.sleepState !== SLEEPING)).toHaveLength(0);
});

test.each([
  { name: 'convex', build: buildConvex },
  { name: 'compound', build: buildCompound },
])('$name: all bodies are at rest at the end', ({ build }) => {
  const { world } = run<Example>(build, true).example;
  for (const body of world.bodies) expect(speed(body)).toBeLessThan(REST);
});

test('height field: no body falls through it or out of the bowl', () => {
  watchRun(buildHeightfield, true, ({ bodies, heightAt }) => {
    for (const { position: x } of bodies) {
      // Between its samples the field lies up to 0.06 · 0.5²/2 above the bowl.
      expect(x.z).toBeGreaterThan(heightAt(x.x, x.y) + 0.1);
      expect(Math.hypot(x.x, x.y)).toBeLessThan(4);
    }
  });
});

test('sleep: the box sleeps until the ball wakes it, then sleeps again', () => {
  let slept = false;
  let woken = false;
  const { example } = watchRun(buildSleep, true, ({ sleeper }, time) => {
    if (time < 3) slept = sleeper.sleepState === SLEEPING;
    else if (sleeper.sleepState !== SLEEPING && sleeper.velocity.x > 0.5) woken = true;
  });
  expect(slept).toBe(true);
  expect(woken).toBe(true);
  expect(example.sleeper.sleepState).toBe(SLEEPING);
  expect(example.sleeper.position.x).toBeGreaterThan(0.2);
});

test('trigger: the ball falls through it undisturbed and is reported', () => {
  const { seen } = watchRun(buildTrigger, true, ({ ball }, time) => {
    // cannon-es adds a step's gravity before it moves: z = h - g t (t + dt)/2 in flight.
    if (time < 0.9) expect(ball.position.z).toBeCloseTo(5 - 0.5 * 9.81 * time * (time + DT), 9);
  }).example;
  const touch = Math.sqrt((2 * (5 - 3.8)) / 9.81);
  const leave = Math.sqrt((2 * (5 - 2.2)) / 9.81);
  expect(seen.entered).toHaveLength(1);
  expect(seen.left).toHaveLength(1);
  expect(Math.abs(seen.entered[0] - touch)).toBeLessThan(3 * DT);
  expect(Math.abs(seen.left[0] - leave)).toBeLessThan(3 * DT);
  expect(Math.abs(seen.landed[0] - Math.sqrt((2 * 1.75) / 9.81))).toBeLessThan(3 * DT);
});

test('see-saw: the light box is thrown no higher than the energy of the heavy one allows', () => {
  let top = 0;
  watchRun(buildSeeSaw, true, ({ light }) => {
    top = Math.max(top, light.position.z);
  });
  expect(top).toBeGreaterThan(2);
  expect(top).toBeLessThan(20 * 3.5);
});

test('hinge: the door swings through its lowest point; the motor keeps its speed', () => {
  let largest = 0;
  const { example } = watchRun(buildHinge, true, ({ door }) => {
    largest = Math.max(largest, door.position.y);
  });
  const { motor, speed: target, rotor } = example;
  expect(largest).toBeGreaterThan(0.5);
  expect(Math.abs(Math.abs(rotor.angularVelocity.y) / target - 1)).toBeLessThan(0.01);
  expect(constraintError(motor).angle).toBeLessThan(1e-3);
});

test('chain: the load swings below its start; the bridge hangs', () => {
  let deepest = Number.POSITIVE_INFINITY;
  const { links } = watchRun(buildChain, true, ({ load }) => {
    deepest = Math.min(deepest, load.position.z);
  }).example;
  // Twelve links of 0.3 m under 4.5 m. The bridge has no slack: it sags only as far as its joints give.
  expect(deepest).toBeGreaterThan(4.5 - 12 * 0.3 - 1e-3);
  expect(deepest).toBeLessThan(1.2);
  expect(links[5].position.z).toBeLessThan(4.5);
  expect(links[5].position.z).toBeGreaterThan(4.48);
});

test('point to point: the pendulum returns almost to its height', () => {
  let back = 0;
  watchRun(buildPointToPoint, true, ({ bob }, time) => {
    // The first swing takes two seconds or so; the height after that.
    if (time > 1.2 && time < 4) back = Math.max(back, bob.position.z);
  });
  // Damping 0.01 takes 2 % of the energy per second.
  expect(back).toBeGreaterThan(3.8);
  expect(back).toBeLessThan(4);
});

test('lock: the beam stays straight under its load', () => {
  const { beam } = run(buildLock, true).example;
  const heights = beam.map((body) => body.position.z);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.02);
  expect(Math.min(...heights)).toBeGreaterThan(1.1);
});

test('distance: rods keep their length within 1 %', () => {
  watchRun(buildDistance, true, ({ world }) => {
    for (const constraint of world.constraints) {
      const { distance } = constraint as CANNON.DistanceConstraint;
      expect(constraintError(constraint).gap).toBeLessThan(0.01 * distance);
    }
  });
});

test('cloth: hangs over the ball without passing through it', () => {
  const { particles, pinned, ball } = run(buildCloth, true).example;
  const nearest = Math.min(...particles.map((particle) => particle.position.distanceTo(ball.position)));
  expect(nearest).toBeGreaterThan(0.45);
  expect(pinned.every((pin) => pin.position.z === 2)).toBe(true);
  expect(Math.min(...particles.map((particle) => particle.position.z))).toBeLessThan(1.6);
});

test.each([
  { name: 'rigid', build: buildRigidVehicle, from: -5 },
  { name: 'raycast', build: buildRaycastVehicle, from: -6 },
])('$name vehicle: drives off, upright', ({ build, from }) => {
  const { chassis } = run(build, true).example;
  expect(chassis.position.x - from).toBeGreaterThan(4);
  // The rigid one lands tilted behind the ramp.
  expect(Math.abs(chassis.position.y)).toBeLessThan(2);
  expect(chassis.quaternion.vmult(chassis.position.clone().set(0, 0, 1)).z).toBeGreaterThan(0.95);
});

// Last, because the tests above run most of the examples, with their own observers.
describe.each(cannonExamples.map(({ name, build }) => ({ name, build })))('$name', ({ name, build }) => {
  let stiction: Course;

  beforeAll(() => {
    stiction = run(build, true).course;
  });

  test('stays finite and above the floor', () => {
    expect(stiction.finite).toBe(true);
    // A falling body is detected once it is in the floor, by up to one step.
    expect(stiction.depth).toBeLessThan(stiction.fall * DT + 5e-3);
    expect(stiction.endDepth).toBeLessThan(5e-3);
  });

  if (!PUSHED.includes(name)) {
    test('gains no energy', () => {
      expect(stiction.gain).toBeLessThan(1e-6);
    });
  }

  if (build().world.constraints.length === 0) return;
  test('keeps its constraints at least as well as the stock engine', () => {
    const stock = run(build, false).course;
    console.info(
      `${name}: gap ${(1e3 * stiction.gap).toFixed(2)} mm (stock ${(1e3 * stock.gap).toFixed(2)}), ` +
        `angle ${(1e3 * stiction.angle).toFixed(2)} mrad (stock ${(1e3 * stock.angle).toFixed(2)})`,
    );
    expect(stiction.gap).toBeLessThanOrEqual(0.5 * stock.gap);
    // Below 1e-9 rad it is rounding.
    expect(stiction.angle).toBeLessThanOrEqual(Math.max(0.5 * stock.angle, 1e-9));
  });
});
