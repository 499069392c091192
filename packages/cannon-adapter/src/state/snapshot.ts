import type { PatchBuffers } from '@stiction/friction-core';
import {
  beginSnapshot,
  createJointFriction,
  finishSnapshot,
  type KinematicTarget,
  openSnapshot,
  type PatchStore,
  REMOVED,
  readIndex,
  readJointFriction,
  readKinematicTargets,
  readNumber,
  readPatches,
  readSlotBodies,
  replacePatches,
  reserveJointRows,
  resizeBodies,
  type SnapshotReader,
  writeJointFriction,
  writeKinematicTargets,
  writePatches,
} from '@stiction/friction-core/adapter';
import type { Body, Equation, World } from 'cannon-es';
import { readPose } from '../extract/bodies.js';
import { readAnchors, writeAnchors } from '../extract/joint-anchors.js';
import { dropFrictionRows } from '../joint-friction/set-joint-friction.js';
import type { AdapterState } from './state.js';

/**
 * cannon-es counts ids over all worlds of a page, so they differ in the world that a snapshot is restored to. A snapshot identifies a
 * body by its index in `world.bodies`, a shape by its index in the body, and an equation by its index in the constraint.
 */

const ENGINE = 'cannon-es';

const NO_JOINT_FRICTION = /* @__PURE__ */ createJointFriction();

export function takeSnapshot(state: AdapterState): Uint8Array {
  const { world, store, kinematicTargets } = state;
  const out = beginSnapshot(ENGINE);
  writePatches(out, store, state.pairs, indicesOf(world, store));
  out.push(state.dt, state.h, state.solver.bucklingRate, state.engineBodies.length);
  for (const body of state.engineBodies) out.push(indexOf(world, body));
  writeRows(out, state);
  const known = world.bodies.filter((body) => kinematicTargets.has(body));
  writeKinematicTargets(
    out,
    known,
    known.map((body) => kinematicTargets.get(body) as KinematicTarget),
  );
  writeAnchors(out, state);
  writeJointFriction(out, state.joints.friction?.joints ?? NO_JOINT_FRICTION);
  return finishSnapshot(out);
}

/** Reads and checks the whole snapshot before it changes anything. */
export function restoreSnapshot(state: AdapterState, data: Uint8Array): void {
  const { world, joints, bodies } = state;
  const bodyAt = (index: number) => requireBody(world, index);
  const reader = openSnapshot(data, ENGINE);
  const { patches, sleepingCount } = readPatches(reader, state.pairs);
  const dt = readNumber(reader);
  const h = readNumber(reader);
  const buckling = readNumber(reader);
  const engineBodies = readSlotBodies(reader, bodyAt);
  indicesToIds(world, patches, patches.count + sleepingCount);
  const rows = readRows(reader, world);
  const kinematicTargets = new WeakMap<Body, KinematicTarget>();
  readKinematicTargets(reader, (index, target) => kinematicTargets.set(bodyAt(index), target));
  const jointAnchors = readAnchors(reader, bodyAt, state.report.steps);
  const restoreJointFriction = readJointFriction(reader, joints.friction?.joints ?? NO_JOINT_FRICTION);

  replacePatches(state.store, patches, sleepingCount, bodies);
  state.dt = dt;
  state.h = h;
  state.solver.bucklingRate = buckling;
  state.speculativePairs.isRestored = true;
  state.engineBodies = engineBodies;
  state.kinematicTargets = kinematicTargets;
  state.jointAnchors = jointAnchors;
  resizeBodies(bodies, engineBodies.length);
  engineBodies.forEach((body, slot) => {
    readPose(bodies.pose, 7 * slot, body);
  });
  restoreJointFriction();
  dropFrictionRows(state);
  reserveJointRows(joints, rows.length);
  joints.count = rows.length;
  rows.forEach(({ equation, impulse }, r) => {
    joints.key[r] = equation.id;
    joints.impulse[r] = impulse;
  });
}

function indexOf(world: World, body: Body | undefined): number {
  return body && world.bodies[body.index] === body ? body.index : REMOVED;
}

function requireBody(world: World, index: number): Body {
  const body = world.bodies[index];
  if (!body) {
    throw new RangeError(
      `restore: world.bodies must have the bodies of the snapshot, at least ${index + 1} (got ${world.bodies.length})`,
    );
  }
  return body;
}

/** The patches' keys as indices: body A, shape A, body B, shape B. */
function indicesOf(world: World, store: PatchStore): Int32Array {
  const { key, count } = store.current;
  const indices = new Int32Array(4 * (count + store.sleepingCount));
  for (let k = 0; k < indices.length; k += 2) {
    const body = world.getBodyById(key[k]) as Body | undefined;
    indices[k] = indexOf(world, body);
    indices[k + 1] = body?.shapes.findIndex((shape) => shape.id === key[k + 1]) ?? REMOVED;
  }
  return indices;
}

/** Replaces indices by the ids of this world. The first body of a pair must have been created first here too. */
function indicesToIds(world: World, patches: PatchBuffers, total: number): void {
  const { key } = patches;
  for (let k = 0; k < 4 * total; k += 2) {
    const index = key[k];
    const body = index === REMOVED ? null : requireBody(world, index);
    key[k] = body ? body.id : REMOVED;
    if (key[k + 1] !== REMOVED) {
      const shape = body?.shapes[key[k + 1]];
      if (!shape) {
        throw new RangeError(
          `restore: body ${index} must have at least ${key[k + 1] + 1} shapes (got ${body?.shapes.length ?? 0})`,
        );
      }
      key[k + 1] = shape.id;
    }
    if (k % 4 === 2 && key[k - 2] > key[k] && key[k] !== REMOVED) {
      throw new Error('restore: bodies must be created in the same order as in the world of the snapshot');
    }
  }
}

/** Writes the impulses of joint rows that belong to constraints of the world: constraint, equation, impulse. */
function writeRows(out: number[], { world, joints }: AdapterState): void {
  const impulses = new Map<number, number>();
  for (let r = 0; r < joints.count; r++) impulses.set(joints.key[r], joints.impulse[r]);
  const rows: number[] = [];
  world.constraints.forEach(({ equations }, c) => {
    equations.forEach(({ id }, e) => {
      const impulse = impulses.get(id);
      if (impulse !== undefined) rows.push(c, e, impulse);
    });
  });
  out.push(rows.length / 3);
  for (const value of rows) out.push(value);
}

function readRows(reader: SnapshotReader, world: World): { equation: Equation; impulse: number }[] {
  const rows: { equation: Equation; impulse: number }[] = [];
  for (let count = readIndex(reader); count > 0; count--) {
    const c = readNumber(reader);
    const e = readNumber(reader);
    const equation = world.constraints[c]?.equations[e];
    if (!equation) {
      throw new Error(
        `restore: the world must have equation ${e} of constraint ${c} (got ${world.constraints.length} constraints)`,
      );
    }
    rows.push({ equation, impulse: readNumber(reader) });
  }
  return rows;
}
