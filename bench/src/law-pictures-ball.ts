import { coulomb, type FrictionLaw, rolling, spinning } from '@stiction/friction-core';
import {
  createBodies,
  createContactSolver,
  createJointRows,
  createMaterialPairs,
  createPatchStore,
  gatherPatches,
  pushContact,
  resizeBodies,
  solveContacts,
  storeFrames,
} from '@stiction/friction-core/adapter';
import type { Point } from './law-pictures-runs.js';

/** A ball on a plane in the engines' contact solver, to show rolling and spinning resistance. */
const RADIUS = 0.1;
const GRAVITY = 9.81;
const DT = 1 / 240;

interface Ball {
  /** [vx, vy, vz, wx, wy, wz]; may be written between steps. */
  readonly velocity: Float64Array;
  step(): void;
}

/** `inertia` in units of m R²; a ball with a large one keeps its spin, and `velocity` shows the moment that acted on it. */
function createBall(law: FrictionLaw, inertia = 0.4): Ball {
  const bodies = createBodies();
  resizeBodies(bodies, 2);
  bodies.pose.set([0, 0, 0, 0, 0, 0, 1, 0, 0, RADIUS - 1e-5, 0, 0, 0, 1]);
  bodies.invMass.fill(1, 3, 6);
  const i = 1 / (inertia * RADIUS * RADIUS);
  bodies.invInertia.set([i, 0, 0, i, 0, i], 6);
  bodies.acceleration[8] = -GRAVITY;
  const store = createPatchStore();
  const pairs = createMaterialPairs(law);
  const joints = createJointRows();
  const solver = createContactSolver({ substeps: 0, iterations: 1, restitutionThreshold: 0 });
  const { pose, motion } = bodies;
  return {
    velocity: bodies.velocity.subarray(6, 12),
    step() {
      const { contacts } = store;
      contacts.count = 0;
      const c = pushContact(contacts);
      contacts.body.set([0, 1], 2 * c);
      contacts.key.set([1, 0, 2, 0], 4 * c);
      contacts.material.set([0, 0], 2 * c);
      contacts.normal.set([0, 0, 1], 3 * c);
      contacts.position.set([pose[7], pose[8], pose[9] - RADIUS], 3 * c);
      contacts.gap[c] = pose[9] - RADIUS;
      contacts.slop[c] = 0;
      contacts.restitution[c] = 0;
      contacts.impulse[c] = 0;
      gatherPatches(store, bodies, pairs, {
        hasNormalImpulses: false,
        impulseScale: 1,
        h: DT / 2,
        matchDistance: 0.03,
      });
      solveContacts(solver, bodies, store.current, joints, DT, () => undefined);
      storeFrames(store.current, bodies);
      for (let e = 0; e < 3; e++) pose[7 + e] += motion[6 + e];
    },
  };
}

/** A ball that settles on the plane and then gets the velocity. */
function settledBall(law: FrictionLaw, start: readonly number[], inertia?: number): Ball {
  const ball = createBall(law, inertia);
  for (let k = 0; k < 60; k++) ball.step();
  ball.velocity.set(start);
  return ball;
}

function watch(ball: Ball, seconds: number, row: number): Point[] {
  const points: Point[] = [[0, ball.velocity[row]]];
  const steps = Math.round(seconds / DT);
  const every = Math.ceil(steps / 120);
  for (let k = 1; k <= steps; k++) {
    ball.step();
    if (k % every === 0) points.push([k * DT, ball.velocity[row]]);
  }
  return points;
}

/** Speed of a ball that starts rolling at 2 m/s. */
export function rollingStop(radius: number): Point[] {
  const law = rolling(coulomb({ mu: 0.5 }), { radius });
  return watch(settledBall(law, [2, 0, 0, 0, 2 / RADIUS, 0]), 8, 0);
}

/** Spin about the normal of a ball that starts with 20 rad/s. */
export function spinningStop(radius: number): Point[] {
  const law = spinning(coulomb({ mu: 0.5 }), { radius });
  return watch(settledBall(law, [0, 0, 0, 0, 0, 20]), 2, 5);
}

const HEAVY = 1e6;

/** Moment per load [mm] against a rotation at w rad/s, without friction, so that no other moment acts. */
function rollingMoment(ball: Ball, w: number): number {
  ball.velocity[4] = w;
  ball.step();
  const moment = ((ball.velocity[4] - w) * HEAVY * RADIUS * RADIUS) / DT;
  return (-1e3 * moment) / GRAVITY;
}

export function rollingCurve(radius: number, most: number): Point[] {
  const ball = settledBall(rolling(coulomb({ mu: 0 }), { radius }), [0, 0, 0, 0, 0, 0], HEAVY);
  const points: Point[] = [];
  for (let k = -10; k <= 10; k++) {
    const w = (most * (k === 0 ? 1e-6 : k)) / 10;
    for (let n = 0; n < 4; n++) rollingMoment(ball, w);
    points.push([w, rollingMoment(ball, w)]);
    if (k === -1) points.push([-1e-9, points[points.length - 1][1]]);
  }
  return points;
}

/** Moment per load [mm] while the ball is rotated from angle to angle. */
export function rollingLoop(radius: number, places: readonly number[]): Point[] {
  const ball = settledBall(rolling(coulomb({ mu: 0 }), { radius }), [0, 0, 0, 0, 0, 0], HEAVY);
  const points: Point[] = [[0, 0]];
  let angle = 0;
  for (const place of places) {
    const steps = Math.max(1, Math.round(Math.abs(place - angle) / 0.2 / DT));
    const w = (place - angle) / (steps * DT);
    for (let k = 0; k < steps; k++) {
      const moment = rollingMoment(ball, w);
      angle += w * DT;
      points.push([angle, moment]);
    }
  }
  return points;
}
