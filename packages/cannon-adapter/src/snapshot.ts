import {
  beginSnapshot,
  finishSnapshot,
  openSnapshot,
  type PatchBuffers,
  type PatchStore,
  putPatches,
  reserveJointRows,
  resizeBodies,
  type SnapshotReader,
  takeIndex,
  takeNumber,
  takePatches,
  usePatches,
} from '@stiction/friction-core';
import type { Body, Equation, World } from 'cannon-es';
import { putAnchors, takeAnchors } from './anchors.js';
import { putKinematicTargets, takeKinematicTargets } from './kinematic-targets.js';
import type { AdapterState } from './state.js';

/**
 * Ids of cannon-es are counted up over all worlds of a page, so they are others in the world that a snapshot is restored to.
 * In a snapshot a body is known by its place in `world.bodies`, a shape by its place in the body, an equation by its place
 * in a constraint.
 */

const ENGINE = 'cannon-es';

/** For bodies, shapes and equations that are in the world no more. */
const GONE = -1;

export function takeSnapshot(state: AdapterState): Uint8Array {
  const { world, store } = state;
  const out = beginSnapshot(ENGINE);
  putPatches(out, store, state.pairs, placesOf(world, store));
  out.push(state.dt, state.h, state.solver.buckling, state.bodyOf.length);
  for (const body of state.bodyOf) out.push(placeOf(world, body));
  putRows(out, state);
  putKinematicTargets(out, state);
  putAnchors(out, state);
  return finishSnapshot(out);
}

/** Reads and checks everything, and only then changes anything. */
export function restoreSnapshot(state: AdapterState, data: Uint8Array): void {
  const { world, joints, bodies } = state;
  const reader = openSnapshot(data, ENGINE);
  const { patches, dormant } = takePatches(reader, state.pairs);
  const dt = takeNumber(reader);
  const h = takeNumber(reader);
  const buckling = takeNumber(reader);
  const bodyOf = takeBodies(reader, world);
  placesToIds(world, patches, patches.count + dormant);
  const rows = takeRows(reader, world);
  const kinematicTargets = takeKinematicTargets(reader, (place) => requireBody(world, place));
  const anchors = takeAnchors(reader, (place) => requireBody(world, place), state.report.steps);

  usePatches(state.store, patches, dormant, bodies);
  state.dt = dt;
  state.h = h;
  state.solver.buckling = buckling;
  state.near.restored = true;
  state.bodyOf = bodyOf;
  state.kinematicTargets = kinematicTargets;
  state.anchors = anchors;
  resizeBodies(bodies, bodyOf.length);
  bodyOf.forEach(({ position: x, quaternion: q }, slot) => {
    bodies.pose.set([x.x, x.y, x.z, q.x, q.y, q.z, q.w], 7 * slot);
  });
  reserveJointRows(joints, rows.length);
  joints.count = rows.length;
  rows.forEach(({ equation, impulse }, r) => {
    joints.key[r] = equation.id;
    joints.impulse[r] = impulse;
  });
}

function placeOf(world: World, body: Body | undefined): number {
  return body && world.bodies[body.index] === body ? body.index : GONE;
}

function requireBody(world: World, place: number): Body {
  const body = world.bodies[place];
  if (!body) {
    throw new RangeError(
      `restore: expected the bodies of the snapshot in world.bodies, at least ${place + 1} (got ${world.bodies.length})`,
    );
  }
  return body;
}

/** The bodies of the slots, with holes for those that are gone. */
function takeBodies(reader: SnapshotReader, world: World): Body[] {
  const bodyOf = new Array<Body>(takeIndex(reader));
  for (let slot = 0; slot < bodyOf.length; slot++) {
    const place = takeNumber(reader);
    if (place !== GONE) bodyOf[slot] = requireBody(world, place);
  }
  return bodyOf;
}

/** The patches' keys as places: body A, shape A, body B, shape B. */
function placesOf(world: World, store: PatchStore): Int32Array {
  const { key, count } = store.current;
  const places = new Int32Array(4 * (count + store.dormant));
  for (let k = 0; k < places.length; k += 2) {
    const body = world.getBodyById(key[k]) as Body | undefined;
    places[k] = placeOf(world, body);
    places[k + 1] = body?.shapes.findIndex((shape) => shape.id === key[k + 1]) ?? GONE;
  }
  return places;
}

/** The ids that these places have here. The first body of a pair must be the one that was created first here too. */
function placesToIds(world: World, patches: PatchBuffers, total: number): void {
  const { key } = patches;
  for (let k = 0; k < 4 * total; k += 2) {
    const place = key[k];
    const body = place === GONE ? null : requireBody(world, place);
    key[k] = body ? body.id : GONE;
    if (key[k + 1] !== GONE) {
      const shape = body?.shapes[key[k + 1]];
      if (!shape) {
        throw new RangeError(
          `restore: expected body ${place} with at least ${key[k + 1] + 1} shapes (got ${body?.shapes.length ?? 0})`,
        );
      }
      key[k + 1] = shape.id;
    }
    if (k % 4 === 2 && key[k - 2] > key[k] && key[k] !== GONE) {
      throw new Error('restore: expected bodies that were created in the order of the world of the snapshot');
    }
  }
}

/** Impulses of joint rows that belong to constraints of the world: constraint, equation, impulse. */
function putRows(out: number[], { world, joints }: AdapterState): void {
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
  for (const number of rows) out.push(number);
}

function takeRows(reader: SnapshotReader, world: World): { equation: Equation; impulse: number }[] {
  const rows: { equation: Equation; impulse: number }[] = [];
  for (let count = takeIndex(reader); count > 0; count--) {
    const c = takeNumber(reader);
    const e = takeNumber(reader);
    const equation = world.constraints[c]?.equations[e];
    if (!equation) {
      throw new Error(
        `restore: expected equation ${e} of constraint ${c} (got ${world.constraints.length} constraints)`,
      );
    }
    rows.push({ equation, impulse: takeNumber(reader) });
  }
  return rows;
}
