import type { Collider, World as RapierWorld, TempContactManifold } from '@dimforge/rapier3d-compat';
import type * as CANNON from 'cannon-es';
import type { Vector } from './scene.js';

/** All contact points of two bodies in a stock engine, as the engine has solved them in the last step. */
export interface StockContact {
  /** As in `SceneWorld.body`. */
  bodyA: unknown;
  bodyB: unknown;
  /** Mean of the points; in cannon-es weighted by their load. */
  centre: Vector;
  /** Unit normal from A to B. */
  normal: Vector;
  /** N */
  normalForce: number;
  /** On B; null if the engine does not report it [N]. */
  friction: Vector | null;
  points: number;
}

interface Sum {
  bodyA: unknown;
  bodyB: unknown;
  load: number;
  at: [number, number, number];
  normal: [number, number, number];
  friction: [number, number, number];
  points: number;
}

/** cannon-es keeps the force of each equation as its multiplier. Normals point from `bi` to `bj`. */
export function* readCannonContacts(world: CANNON.World): Iterable<StockContact> {
  const sums = new Map<string, Sum>();
  for (const { bi, bj, ni, ri, multiplier } of world.contacts) {
    const { x, y, z } = bi.position;
    add(sumOf(sums, bi, bj), multiplier, [x + ri.x, y + ri.y, z + ri.z], [ni.x, ni.y, ni.z]);
  }
  for (const { bi, bj, t, multiplier } of world.frictionEquations) {
    const { friction } = sumOf(sums, bi, bj);
    friction[0] += multiplier * t.x;
    friction[1] += multiplier * t.y;
    friction[2] += multiplier * t.z;
  }
  for (const sum of sums.values()) if (sum.load > 0) yield finish(sum, true);
}

function sumOf(sums: Map<string, Sum>, bi: CANNON.Body, bj: CANNON.Body): Sum {
  const key = `${bi.id} ${bj.id}`;
  let sum = sums.get(key);
  if (!sum) {
    sum = createSum(bi, bj);
    sums.set(key, sum);
  }
  return sum;
}

/** Rapier reports impulses along the normal. Those of friction have directions that it does not report. */
export function* readRapierContacts(world: RapierWorld): Iterable<StockContact> {
  const colliders: Collider[] = [];
  world.forEachCollider((collider) => colliders.push(collider));
  const found: StockContact[] = [];
  for (const a of colliders) {
    world.contactPairsWith(a, (b) => {
      if (a.handle >= b.handle) return; // each pair once
      world.contactPair(a, b, (manifold, flipped) => {
        const sum = readManifold(manifold, flipped, a, b, world.timestep);
        if (sum.load > 0) found.push(finish(sum, false));
      });
    });
  }
  yield* found;
}

function readManifold(manifold: TempContactManifold, flipped: boolean, a: Collider, b: Collider, dt: number): Sum {
  const sum = createSum(a.parent(), b.parent());
  const { x, y, z } = manifold.normal();
  const sign = flipped ? -1 : 1;
  let impulse = 0;
  for (let k = 0; k < manifold.numContacts(); k++) impulse += manifold.contactImpulse(k);
  // Solver contacts have another order than impulses.
  const count = manifold.numSolverContacts();
  for (let k = 0; k < count; k++) {
    const point = manifold.solverContactPoint(k);
    if (point) add(sum, impulse / count / dt, [point.x, point.y, point.z], [sign * x, sign * y, sign * z]);
  }
  return sum;
}

function createSum(bodyA: unknown, bodyB: unknown): Sum {
  return { bodyA, bodyB, load: 0, at: [0, 0, 0], normal: [0, 0, 0], friction: [0, 0, 0], points: 0 };
}

function add(sum: Sum, load: number, at: Vector, normal: Vector): void {
  sum.load += load;
  sum.points++;
  for (let e = 0; e < 3; e++) {
    sum.at[e] += load * at[e];
    sum.normal[e] += load * normal[e];
  }
}

function finish({ bodyA, bodyB, load, at, normal, friction, points }: Sum, hasFriction: boolean): StockContact {
  const length = Math.hypot(...normal);
  return {
    bodyA,
    bodyB,
    centre: [at[0] / load, at[1] / load, at[2] / load],
    normal: [normal[0] / length, normal[1] / length, normal[2] / length],
    normalForce: length,
    friction: hasFriction ? friction : null,
    points,
  };
}
