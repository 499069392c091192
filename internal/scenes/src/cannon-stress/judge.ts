import * as CANNON from 'cannon-es';
import type { Example } from '../cannon-examples/example.js';
import { constraintError, isFiniteBody, lowestPoint, worldEnergy } from '../cannon-examples/measures.js';

/** Faults that must not occur in a scene without motors. */
export const FAULTS = ['nan', 'energy', 'speed', 'sunk', 'torn'] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * Limits of the faults.
 * energy: above the initial energy, over z = 0, by this share of it. Nothing adds energy: it is an error of the solver.
 * speed: above that of a fall from the highest point of the scene, sqrt(v0² + 2 g h). Levers and impacts of heavy on light bodies can
 *   exceed it by a small factor.
 * sunk: deeper in the floor than one step at that speed, or in the last half second deeper than this share of its size.
 * torn: a joint open by more than this share of the distance between its bodies.
 */
export const LIMITS = { energy: 0.01, speed: 3, sunk: 0.1, torn: 0.1 };

export interface Verdict {
  faults: Fault[];
  /** The worst of each, in the units of the limits. */
  worst: Record<Exclude<Fault, 'nan'>, number>;
}

const DT = 1 / 60;
const SETTLED = 0.5;

/** A scene and its step function. */
export interface Started {
  example: Example;
  step(dt: number): void;
}

/** Runs a scene to its end and judges it. */
export function judge({ example, step }: Started): Verdict {
  const { world } = example;
  const bodies = world.bodies.filter((body) => body.type === CANNON.Body.DYNAMIC);
  const energy = worldEnergy(world);
  const allowed = fallSpeed(bodies, world.gravity.length());
  const size = bodies.map((body) => body.boundingRadius);
  const spans = world.constraints.map(({ bodyA, bodyB }) => bodyA.position.distanceTo(bodyB.position));
  const worst: Verdict['worst'] = { energy: Number.NEGATIVE_INFINITY, speed: 0, sunk: 0, torn: 0 };
  const steps = Math.round(example.seconds / DT);
  for (let k = 1; k <= steps; k++) {
    step(DT);
    if (!bodies.every(isFiniteBody)) return { faults: ['nan'], worst };
    const grace = k * DT > example.seconds - SETTLED ? 0 : LIMITS.speed * allowed * DT;
    worst.energy = Math.max(worst.energy, (worldEnergy(world) - energy) / energy);
    for (const [b, body] of bodies.entries()) {
      worst.speed = Math.max(worst.speed, body.velocity.length() / allowed);
      worst.sunk = Math.max(worst.sunk, (-lowestPoint(body) - grace) / size[b]);
    }
    for (const [c, constraint] of world.constraints.entries()) {
      worst.torn = Math.max(worst.torn, constraintError(constraint).gap / spans[c]);
    }
  }
  const faults = FAULTS.filter((fault) => fault !== 'nan' && worst[fault] > LIMITS[fault]);
  return { faults, worst };
}

/** Speed of a fall from the highest body, with the highest initial speed. */
function fallSpeed(bodies: readonly CANNON.Body[], gravity: number): number {
  const height = Math.max(...bodies.map((body) => body.position.z + body.boundingRadius));
  const start = Math.max(...bodies.map((body) => body.velocity.length()));
  return Math.sqrt(start ** 2 + 2 * gravity * height);
}
