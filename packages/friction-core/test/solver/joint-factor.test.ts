import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { createBodies, createJointRows, resizeBodies } from '../../src/adapter/index.js';
import type { Bodies } from '../../src/index.js';
import { createJointFactor, factorJoints, solveJoints } from '../../src/solver/joint-factor.js';
import { orderJoints } from '../../src/solver/joint-order.js';
import { type JointRows, prepareJoints, reserveJointRows, rowVelocity } from '../../src/solver/joint-rows.js';

const SEED = 20261;
const H = 1 / 480;
const NO_PUSH = { rate: 0, maxSpeed: 3 };

type Random = () => number;

/** Body 0 stands still; the others have masses from 1e-3 to 1e3 kg and move at random. */
function createWorld(random: Random, count: number): Bodies {
  const bodies = createBodies();
  resizeBodies(bodies, count + 1);
  bodies.pose[6] = 1;
  for (let b = 1; b <= count; b++) {
    const mass = 10 ** (6 * random() - 3);
    bodies.pose.set([random(), random(), random(), 0, 0, 0, 1], 7 * b);
    bodies.invMass.fill(1 / mass, 3 * b, 3 * b + 3);
    bodies.invInertia.set([10 / mass, 0, 0, 12 / mass, 0, 15 / mass], 6 * b);
    for (let e = 0; e < 6; e++) bodies.velocity[6 * b + e] = random() - 0.5;
  }
  return bodies;
}

/** Rows between pairs of bodies, with random Jacobians: three of a point each. */
function joinPairs(random: Random, pairs: readonly (readonly [number, number])[], rowsPerPair = 3): JointRows {
  const joints = createJointRows();
  const count = rowsPerPair * pairs.length;
  reserveJointRows(joints, count);
  joints.count = count;
  for (let r = 0; r < count; r++) {
    const [a, b] = pairs[Math.floor(r / rowsPerPair)];
    joints.bodyA[r] = a;
    joints.bodyB[r] = b;
    joints.key[r] = r;
    joints.minForce[r] = -1e12;
    joints.maxForce[r] = 1e12;
    for (let e = 0; e < 12; e++) joints.jacobian[12 * r + e] = random() - 0.5;
  }
  return joints;
}

function solve(joints: JointRows, bodies: Bodies, passes = 1): ReturnType<typeof createJointFactor> {
  const factor = createJointFactor();
  orderJoints(factor, joints, bodies, H, Number.POSITIVE_INFINITY);
  prepareJoints(joints, bodies);
  factorJoints(factor, joints);
  for (let pass = 0; pass < passes; pass++) solveJoints(factor, joints, bodies, H, NO_PUSH);
  return factor;
}

function worstSpeed(joints: JointRows, bodies: Bodies): number {
  let worst = 0;
  for (let r = 0; r < joints.count; r++) worst = Math.max(worst, Math.abs(rowVelocity(joints, r, bodies)));
  return worst;
}

function energyOf(bodies: Bodies): number {
  let sum = 0;
  for (let b = 1; b < bodies.count; b++) {
    for (let e = 0; e < 3; e++) {
      sum += bodies.velocity[6 * b + e] ** 2 / bodies.invMass[3 * b + e];
      sum += bodies.velocity[6 * b + 3 + e] ** 2 / bodies.invInertia[6 * b + [0, 3, 5][e]];
    }
  }
  return sum;
}

const chain = Array.from({ length: 20 }, (_, k) => [k, k + 1] as const);
const tree = Array.from({ length: 20 }, (_, k) => [Math.floor(k / 2), k + 1] as const);
const ring = [...Array.from({ length: 9 }, (_, k) => [k + 1, k + 2] as const), [10, 1] as const];
const islands = [
  [1, 2],
  [3, 4],
  [2, 5],
  [4, 6],
  [0, 7],
] as const;

describe.each([
  ['a chain', chain, 20],
  ['a tree', tree, 20],
  ['a ring', ring, 10],
  ['islands, their rows mixed', islands, 7],
] as const)('%s', (_, pairs, count) => {
  test(`masses 1e-3 to 1e3 kg (seed ${SEED}): one solve removes energy and 97 % of the error, more solves the rest`, () => {
    const random = seededRandom(SEED);
    const bodies = createWorld(random, count);
    const joints = joinPairs(random, pairs);
    const before = energyOf(bodies);
    const error = worstSpeed(joints, bodies);
    solve(joints, bodies);
    expect(worstSpeed(joints, bodies)).toBeLessThan(0.03 * error);
    expect(energyOf(bodies)).toBeLessThan(before);
    // Rows are a little soft: see SOFTNESS.
    solve(joints, bodies, 5000);
    expect(worstSpeed(joints, bodies)).toBeLessThan(1e-8);
  });

  test('the order of the rows does not matter', () => {
    const random = seededRandom(SEED);
    const bodies = createWorld(random, count);
    const joints = joinPairs(random, pairs);
    const turned = joinPairs(random, pairs);
    const other = createWorld(seededRandom(SEED), count);
    for (let r = 0; r < joints.count; r++) {
      const s = joints.count - 1 - r;
      turned.bodyA[s] = joints.bodyA[r];
      turned.bodyB[s] = joints.bodyB[r];
      turned.jacobian.set(joints.jacobian.subarray(12 * r, 12 * r + 12), 12 * s);
    }
    solve(joints, bodies);
    solve(turned, other);
    for (let e = 0; e < 6 * bodies.count; e++) expect(other.velocity[e]).toBeCloseTo(bodies.velocity[e], 8);
  });
});

test('the work for a chain grows linearly with its length', () => {
  const entries = (length: number): number => {
    const pairs = Array.from({ length }, (_, k) => [k, k + 1] as const);
    const random = seededRandom(SEED);
    return solve(joinPairs(random, pairs), createWorld(random, length)).lower.length;
  };
  expect(entries(40)).toBeLessThan(2.2 * entries(20));
});

test('a redundant row does no harm', () => {
  const random = seededRandom(SEED);
  const bodies = createWorld(random, 2);
  const joints = joinPairs(random, [[1, 2]], 4);
  joints.jacobian.copyWithin(36, 0, 12);
  solve(joints, bodies, 5);
  expect(worstSpeed(joints, bodies)).toBeLessThan(1e-9);
  // The two share what one would carry.
  expect(Math.abs(joints.impulse[0] / joints.impulse[3] - 1)).toBeLessThan(1e-3);
});

test(`limits act in one direction while the joints stay satisfied (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  for (let run = 0; run < (full ? 50 : 10); run++) {
    const bodies = createWorld(random, 6);
    const joints = joinPairs(random, chain.slice(0, 6), 4);
    const isLimit = (r: number): boolean => r % 4 === 3;
    for (let r = 0; r < joints.count; r++) if (isLimit(r)) joints.minForce[r] = 0;
    const factor = solve(joints, bodies, 5000);
    expect(factor.limits).toHaveLength(6);
    for (let r = 0; r < joints.count; r++) {
      const speed = rowVelocity(joints, r, bodies);
      if (!isLimit(r)) expect(Math.abs(speed)).toBeLessThan(1e-8);
      else {
        // 0 ≤ λ ⊥ J v ≥ 0
        expect(joints.impulse[r]).toBeGreaterThanOrEqual(0);
        expect(speed).toBeGreaterThan(-1e-6);
        if (joints.impulse[r] > 0) expect(speed).toBeLessThan(1e-6);
      }
    }
  }
});

test('a row with a force limit does not exceed it, and the others stay satisfied', () => {
  const random = seededRandom(SEED);
  const bodies = createWorld(random, 3);
  const joints = joinPairs(random, chain.slice(0, 3));
  joints.minForce[4] = -1e-9;
  joints.maxForce[4] = 1e-9;
  joints.impulse[4] = 1; // at its limit in the last step
  const factor = solve(joints, bodies, 50);
  expect([...factor.limits]).toEqual([4]);
  expect(Math.abs(joints.impulse[4])).toBeLessThanOrEqual(1e-9 * H);
  for (let r = 0; r < joints.count; r++)
    if (r !== 4) expect(Math.abs(rowVelocity(joints, r, bodies))).toBeLessThan(1e-9);
});

test('islands that need too much work are left to the sweeps', () => {
  const random = seededRandom(SEED);
  const bodies = createWorld(random, 20);
  const joints = joinPairs(random, [...chain.slice(1), [0, 1]]);
  const factor = createJointFactor();
  orderJoints(factor, joints, bodies, H, 100);
  expect(factor.rowOrder).toHaveLength(0);
  expect(Math.max(...factor.isDirect)).toBe(0);
});
