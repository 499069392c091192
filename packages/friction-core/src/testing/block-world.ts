import { createBodies, resizeBodies } from '../bodies/bodies.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { createMaterialPairs, materialId, setPairLaw } from '../materials/material-pairs.js';
import { rotate, rotateBack } from '../math/rotation.js';
import { pushContact } from '../patches/contact-buffer.js';
import { gatherPatches, storeFrames } from '../patches/gather-patches.js';
import { createPatchStore, type PatchStore } from '../patches/patch-store.js';
import { createContactSolver, solveContacts } from '../solver/contact-solver.js';
import { createJointRows } from '../solver/joint-rows.js';
import { countSubsteps } from '../solver/substep-count.js';
import type { Rotation, Vector } from './engine-world.js';

/**
 * The smallest world for testing a law: blocks on a plane, without an engine. You can rotate the whole world and swap the roles of
 * block and ground, which must not change the motion.
 */
export interface BlockWorldOptions {
  law: FrictionLaw;
  /** Half extents of every block [m]. @default [0.25, 0.2, 0.1] */
  halfExtents?: Vector;
  /** kg. @default 1 */
  mass?: number;
  /** Gravity along -z of the world's own frame [m/s²]. @default 9.81 */
  gravity?: number;
  blocks?: number;
  /** Rotates the whole world. @default [0, 0, 0, 1] */
  rotation?: Rotation;
  /** The ground gets the higher key, so that the block is body A. */
  isSwapped?: boolean;
}

export interface BlockWorld {
  readonly store: PatchStore;
  /** Position and velocity of a block in the unrotated frame. */
  position(block: number): Vector;
  velocity(block: number): Vector;
  angularVelocity(block: number): Vector;
  setVelocity(block: number, linear: Vector, angular?: Vector): void;
  /** Sets the force [N] on the block's centre for all following steps. */
  setForce(block: number, force: Vector): void;
  kineticEnergy(): number;
  step(dt: number): void;
}

const GROUND_KEY = 1;
const HIGH_KEY = 1000;
/** Initial overlap of the blocks [m]: without it, rounding would decide whether they touch. */
const START_DEPTH = 1e-5;

export function createBlockWorld(options: BlockWorldOptions): BlockWorld {
  const { law, halfExtents = [0.25, 0.2, 0.1], mass = 1, gravity = 9.81, blocks = 1 } = options;
  const rotation = Float64Array.from([0, 0, 0, ...(options.rotation ?? [0, 0, 0, 1])]);
  const bodies = createBodies();
  const store = createPatchStore();
  const joints = createJointRows();
  const pairs = createMaterialPairs(law);
  // As a pair, so that the ground is 'a' for laws that distinguish their bodies, swapped or not.
  setPairLaw(pairs, 'ground', 'block', law);
  const ground = materialId(pairs, 'ground');
  const block = materialId(pairs, 'block');
  const solver = createContactSolver({ substeps: 0, iterations: 1, restitutionThreshold: 0 });
  const forces = Array.from({ length: blocks }, (): Vector => [0, 0, 0]);
  const [hx, hy, hz] = halfExtents;
  const inertia = [
    (mass / 3) * (hy * hy + hz * hz),
    (mass / 3) * (hx * hx + hz * hz),
    (mass / 3) * (hx * hx + hy * hy),
  ];
  const scratch = new Float64Array(3);
  let lastH = 0;

  // Slot 0 is the ground, which cannot move.
  resizeBodies(bodies, blocks + 1);
  bodies.pose.set(rotation, 0);
  for (let k = 0; k < blocks; k++) {
    toWorld([2 * k, 0, hz - START_DEPTH], bodies.pose, 7 * (k + 1));
    for (let e = 3; e < 7; e++) bodies.pose[7 * (k + 1) + e] = rotation[e];
    for (let e = 0; e < 3; e++) bodies.invMass[3 * (k + 1) + e] = 1 / mass;
  }

  function toWorld(v: Vector, out: Float64Array, at: number): void {
    scratch.set(v);
    rotate(rotation, 0, scratch, 0, out, at);
  }

  function fromWorld(array: Float64Array, at: number): Vector {
    rotateBack(rotation, 0, array, at, scratch, 0);
    return [scratch[0], scratch[1], scratch[2]];
  }

  /** Sets R diag(1/I) Rᵀ of a block, column by column. */
  function updateInertia(slot: number): void {
    const column = new Float64Array(3);
    for (let c = 0; c < 3; c++) {
      column.fill(0);
      column[c] = 1;
      rotateBack(bodies.pose, 7 * slot, column, 0, column, 0);
      for (let e = 0; e < 3; e++) column[e] /= inertia[e];
      rotate(bodies.pose, 7 * slot, column, 0, column, 0);
      if (c === 0) bodies.invInertia.set(column, 6 * slot);
      if (c === 1) bodies.invInertia.set(column.subarray(1), 6 * slot + 3);
      if (c === 2) bodies.invInertia[6 * slot + 5] = column[2];
    }
  }

  function addCorners(slot: number): void {
    const { contacts } = store;
    const corner = new Float64Array(3);
    for (const [sx, sy] of [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ]) {
      corner.set([sx * hx, sy * hy, -hz]);
      rotate(bodies.pose, 7 * slot, corner, 0, corner, 0);
      for (let e = 0; e < 3; e++) corner[e] += bodies.pose[7 * slot + e];
      const height = fromWorld(corner, 0)[2];
      const c = pushContact(contacts);
      const key = options.isSwapped ? HIGH_KEY : GROUND_KEY;
      contacts.body.set([0, slot], 2 * c);
      contacts.key.set([key, 0, 10 + slot, 0], 4 * c);
      contacts.material.set([ground, block], 2 * c);
      toWorld([0, 0, 1], contacts.normal, 3 * c);
      contacts.position.set(corner, 3 * c);
      contacts.gap[c] = height;
      contacts.slop[c] = 0;
      contacts.restitution[c] = 0;
      contacts.impulse[c] = 0;
    }
  }

  function integrate(slot: number): void {
    const { pose, motion } = bodies;
    const k = 6 * slot;
    const p = 7 * slot;
    for (let e = 0; e < 3; e++) pose[p + e] += motion[k + e];
    const [x, y, z] = [0.5 * motion[k + 3], 0.5 * motion[k + 4], 0.5 * motion[k + 5]];
    const [qx, qy, qz, qw] = pose.subarray(p + 3, p + 7);
    const next = [
      qx + x * qw + y * qz - z * qy,
      qy + y * qw + z * qx - x * qz,
      qz + z * qw + x * qy - y * qx,
      qw - x * qx - y * qy - z * qz,
    ];
    const scale = 1 / Math.sqrt(1 + x * x + y * y + z * z);
    for (let e = 0; e < 4; e++) pose[p + 3 + e] = scale * next[e];
  }

  return {
    store,
    position: (block) => fromWorld(bodies.pose, 7 * (block + 1)),
    velocity: (block) => fromWorld(bodies.velocity, 6 * (block + 1)),
    angularVelocity: (block) => fromWorld(bodies.velocity, 6 * (block + 1) + 3),
    setVelocity(block, linear, angular = [0, 0, 0]) {
      toWorld(linear, bodies.velocity, 6 * (block + 1));
      toWorld(angular, bodies.velocity, 6 * (block + 1) + 3);
    },
    setForce(block, force) {
      forces[block] = force;
    },
    kineticEnergy() {
      let energy = 0;
      for (let k = 0; k < blocks; k++) {
        const v = 6 * (k + 1);
        for (let e = 0; e < 3; e++) energy += 0.5 * mass * bodies.velocity[v + e] ** 2;
        rotateBack(bodies.pose, 7 * (k + 1), bodies.velocity, v + 3, scratch, 0);
        for (let e = 0; e < 3; e++) energy += 0.5 * inertia[e] * scratch[e] ** 2;
      }
      return energy;
    },
    step(dt) {
      store.contacts.count = 0;
      for (let k = 0; k < blocks; k++) {
        const [fx, fy, fz] = forces[k];
        toWorld([fx / mass, fy / mass, fz / mass - gravity], bodies.acceleration, 6 * (k + 1));
        updateInertia(k + 1);
        addCorners(k + 1);
      }
      gatherPatches(store, bodies, pairs, {
        hasNormalImpulses: false,
        impulseScale: lastH > 0 ? dt / solver.substeps / lastH : 1,
        h: dt / countSubsteps(solver.options, dt),
        matchDistance: 0.03,
      });
      solveContacts(solver, bodies, store.current, joints, dt, () => undefined);
      lastH = solver.h;
      storeFrames(store.current, bodies);
      for (let k = 0; k < blocks; k++) integrate(k + 1);
    },
  };
}
