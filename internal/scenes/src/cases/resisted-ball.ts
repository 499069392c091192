import { coulomb, type FrictionLaw, rolling, spinning } from '@stiction/friction-core';
import type { PeerFriction, Rotation, Scene, ShapeSpec, Vector } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';
import { tiltGravity } from './tilting-plane.js';

/**
 * Case 15: round bodies that spin and roll against the resistance of their contact, |torsion| ≤ radius · N and
 * |rolling moment| ≤ radius · N. Solid bodies: I = 2/5 m R² for a ball, 1/2 m R² for a cylinder about its axis. SI units.
 */
export interface RoundBody {
  kind: 'ball' | 'cylinder';
  /** R. */
  size: number;
  mass: number;
  mu: number;
  /** Radius of the resistance. */
  radius: number;
}

export const SPINNING_BALL: RoundBody = { kind: 'ball', size: 0.1, mass: 1, mu: 0.5, radius: 0.01 };
export const ROLLING_BALL: RoundBody = { kind: 'ball', size: 0.1, mass: 1, mu: 0.5, radius: 0.005 };

/** I/m. */
function gyration({ kind, size }: RoundBody): number {
  return (kind === 'ball' ? 0.4 : 0.5) * size * size;
}

function spinLaw({ mu, radius }: RoundBody): FrictionLaw {
  return spinning(coulomb({ mu }), { radius });
}

function rollLaw({ mu, radius }: RoundBody): FrictionLaw {
  return rolling(coulomb({ mu }), { radius });
}

const spinPeer = ({ radius }: RoundBody): PeerFriction => ({ spinningRadius: radius });
const rollPeer = ({ radius }: RoundBody): PeerFriction => ({ rollingRadius: radius });

/** A round body on the ground; a cylinder lies along y. */
export function roundBody(body: RoundBody, law: FrictionLaw, peerFriction: PeerFriction = {}): Scene {
  const { kind, size, mass, mu } = body;
  const shape: ShapeSpec =
    kind === 'ball' ? { kind: 'sphere', radius: size } : { kind, radius: size, height: 3 * size };
  const lying: Rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const scene = bodyOnGround({ name: `resisted ${kind}`, mu, mass, shape, height: size, duration: 10 });
  const [ground, round] = scene.bodies;
  return { ...scene, bodies: [ground, kind === 'ball' ? round : { ...round, rotation: lying }], law, peerFriction };
}

/** A ball that spins about the vertical stops after t = I ω / (radius m g). */
export function exactSpinTime(body: RoundBody, rate: number): number {
  return (gyration(body) * rate) / (body.radius * GRAVITY);
}

export function measureSpinTime(
  build: Build,
  body: RoundBody,
  rate: number,
  dt: number,
  law: FrictionLaw = spinLaw(body),
): number {
  const world = build(roundBody(body, law, spinPeer(body)));
  settle(world, dt);
  world.setAngularVelocity('body', 0, 0, rate);
  const time = timeToStop(
    () => world.angularVelocity('body')[2],
    () => world.step(dt),
    dt,
  );
  world.dispose();
  return time;
}

/** Time at which a linearly falling rate reaches 0, by the line through the last two steps before. */
function timeToStop(rate: () => number, step: () => void, dt: number): number {
  const limit = Math.round(20 / dt);
  let [before, now] = [rate(), rate()];
  for (let k = 0; k < limit; k++) {
    step();
    const next = rate();
    // The stop lies in this step if the rate falls differently.
    if (k > 1 && Math.abs(next) < 0.01 * Math.abs(before - now)) return (k + now / (before - now)) * dt;
    before = now;
    now = next;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Deceleration of a body that rolls without slip. About the contact point only the moment radius · N acts,
 * (I + m R²) α = -radius m g, so  a = g radius R / (R² + I/m).
 */
export function rollingDeceleration(body: RoundBody): number {
  return (GRAVITY * body.radius * body.size) / (body.size ** 2 + gyration(body));
}

export function exactRollDistance(body: RoundBody, speed: number): number {
  return speed ** 2 / (2 * rollingDeceleration(body));
}

/** Stopping distance; NaN if it still rolls after three times the expected time. */
export function measureRollDistance(build: Build, body: RoundBody, speed: number, dt: number): number {
  const world = build(roundBody(body, rollLaw(body), rollPeer(body)));
  settle(world, dt);
  const [x0] = world.position('body');
  world.setVelocity('body', speed, 0, 0);
  world.setAngularVelocity('body', 0, speed / body.size, 0);
  const limit = Math.round((3 * speed) / rollingDeceleration(body) / dt);
  let k = 0;
  do world.step(dt);
  while (Math.hypot(...world.velocity('body')) > 1e-4 && ++k < limit);
  const [x] = world.position('body');
  world.dispose();
  return k < limit ? x - x0 : Number.NaN;
}

/** A body rests on slopes below this angle: tan = radius/R [rad]. */
export function holdingAngle(body: RoundBody): number {
  return Math.atan(body.radius / body.size);
}

/** Distance that the body rolls in some seconds on a suddenly tilted plane. */
export function exactSlopeRoll(body: RoundBody, angle: number, seconds: number): number {
  const { size, radius } = body;
  const pull = Math.max(0, size * Math.sin(angle) - radius * Math.cos(angle));
  return (0.5 * GRAVITY * size * pull * seconds ** 2) / (size ** 2 + gyration(body));
}

export function measureSlopeRoll(build: Build, body: RoundBody, angle: number, seconds: number, dt: number): number {
  const world = build(roundBody(body, rollLaw(body)));
  settle(world, dt);
  tiltGravity(world, angle);
  const [x0] = world.position('body');
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const [x] = world.position('body');
  world.dispose();
  return x - x0;
}

/**
 * Two balls without gravity, pressed together along x with a force F. They spin against each other about x, or roll on each other like
 * gears about z; by symmetry there is no friction between them, and each stops after t = I ω / (radius F).
 */
export function twoBalls(body: RoundBody, law: FrictionLaw, force: number, peerFriction: PeerFriction = {}): Scene {
  const { size, mass, mu } = body;
  const shape: ShapeSpec = { kind: 'sphere', radius: size };
  return {
    name: 'two balls',
    gravity: [0, 0, 0],
    bodies: [
      { name: 'left', kind: 'dynamic', mass, shape, position: [-size, 0, 0] },
      { name: 'right', kind: 'dynamic', mass, shape, position: [size, 0, 0] },
    ],
    stockMu: mu,
    law,
    peerFriction,
    drive(world) {
      world.push('left', force, 0, 0);
      world.push('right', -force, 0, 0);
    },
    duration: 5,
  };
}

export function exactPairTime(body: RoundBody, rate: number, force: number): number {
  return (gyration(body) * body.mass * rate) / (body.radius * force);
}

export function measurePairTime(
  build: Build,
  body: RoundBody,
  motion: 'spin' | 'roll',
  rate: number,
  force: number,
  dt: number,
): number {
  const [law, peer] = motion === 'spin' ? [spinLaw(body), spinPeer(body)] : [rollLaw(body), rollPeer(body)];
  const world = build(twoBalls(body, law, force, peer));
  settle(world, dt);
  const axis = motion === 'spin' ? 0 : 2;
  const turning = (sense: 1 | -1): Vector => (axis === 0 ? [sense * rate, 0, 0] : [0, 0, sense * rate]);
  world.setAngularVelocity('left', ...turning(1));
  world.setAngularVelocity('right', ...turning(-1));
  const time = timeToStop(
    () => world.angularVelocity('left')[axis] - world.angularVelocity('right')[axis],
    () => world.step(dt),
    dt,
  );
  world.dispose();
  return time;
}
