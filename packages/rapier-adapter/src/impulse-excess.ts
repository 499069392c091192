import { type ContactBuffer, grown } from '@stiction/friction-core';
import type { InstallState } from './install-state.js';
import { arePatchesKept } from './sleep.js';

/**
 * Rapier 0.19 and 0.20 solve a step in n small ones and report their sum plus the impulse that the first was warm-started
 * with, which is that of the last small step before:
 *
 *     r = w + J,     w ≈ J_before / n,   but no more than r / (n h / h_before + 1)
 *
 * At rest r is (n + 1) / n too large, on the step of an impact it is right. The bound is for the step after: of the impact's
 * impulse nothing was left in the last small step, and the load is what it is at rest.
 *
 * All points of a pair are scaled alike. Pairs with several manifolds, whose points come and go with the triangles below,
 * are not read like this in any version: their load comes from momentum.
 */
export interface ImpulseExcess {
  /** Length of the last step [s]; 0 before the first. */
  dt: number;
  rowOf: Map<number, number>;
  free: number[];
  /** Rows in use are below this. */
  count: number;
  /** Per row: keys of body, collider, body, collider; -1 where the row is free. */
  key: Int32Array;
  /** The pair's impulse in the last step that it was read in, and that step. */
  before: Float64Array;
  step: Int32Array;
}

export function createImpulseExcess(): ImpulseExcess {
  return {
    dt: 0,
    rowOf: new Map(),
    free: [],
    count: 0,
    key: new Int32Array(0),
    before: new Float64Array(0),
    step: new Int32Array(0),
  };
}

/** Turns the impulses that were read in this step into those that acted. */
export function removeExcess(install: InstallState, dt: number): void {
  const { excess, stepIndex } = install;
  const ratio = excess.dt > 0 ? dt / excess.dt : 1;
  excess.dt = dt;
  const { contacts } = install.store;
  for (let first = 0, next = 0; first < contacts.count; first = next) {
    next = endOfPair(contacts, first);
    let sum = 0;
    for (let c = first; c < next; c++) sum += contacts.impulse[c];
    if (!(sum > 0)) continue;
    const row = rowFor(install, contacts.key, 4 * first);
    const n = smallSteps(install, contacts.body[2 * first], contacts.body[2 * first + 1]);
    const left = 1 - Math.min(excess.before[row] / (n * sum), 1 / (ratio * n + 1));
    for (let c = first; c < next; c++) contacts.impulse[c] *= left;
    excess.before[row] = left * sum;
    excess.step[row] = stepIndex;
  }
  forgetGone(install);
}

/** The reader puts contacts of one pair of colliders next to each other. */
function endOfPair(contacts: ContactBuffer, first: number): number {
  const { key } = contacts;
  let c = first + 1;
  while (c < contacts.count && key[4 * c + 1] === key[4 * first + 1] && key[4 * c + 3] === key[4 * first + 3]) c++;
  return c;
}

function smallSteps(install: InstallState, a: number, b: number): number {
  const { body } = install.bodies;
  const more = Math.max(body[a]?.additionalSolverIterations() ?? 0, body[b]?.additionalSolverIterations() ?? 0);
  return install.world.numSolverIterations + more;
}

/** Collider keys count up from 0 and stay far below 2^26. The reader may name the two in either order. */
function nameOf(one: number, other: number): number {
  return Math.min(one, other) * 0x4000000 + Math.max(one, other);
}

function rowFor(install: InstallState, key: Int32Array, at: number): number {
  const { excess } = install;
  const known = excess.rowOf.get(nameOf(key[at + 1], key[at + 3]));
  if (known !== undefined) return known;
  const row = addRow(excess, key, at);
  // What is met in the first step of all has most likely been there before.
  if (install.stepIndex === 1) excess.before[row] = Number.POSITIVE_INFINITY;
  return row;
}

export function addRow(excess: ImpulseExcess, key: Int32Array, at: number): number {
  const row = excess.free.pop() ?? excess.count++;
  excess.key = grown(excess.key, 4 * row + 4);
  excess.before = grown(excess.before, row + 1);
  excess.step = grown(excess.step, row + 1);
  excess.before[row] = 0;
  for (let e = 0; e < 4; e++) excess.key[4 * row + e] = key[at + e];
  excess.rowOf.set(nameOf(key[at + 1], key[at + 3]), row);
  return row;
}

/** Pairs that sleep keep what they had: the engine starts from there when they wake. */
function forgetGone(install: InstallState): void {
  const { excess, stepIndex } = install;
  const { key, step } = excess;
  for (let row = 0; row < excess.count; row++) {
    const at = 4 * row;
    if (key[at] < 0 || step[row] === stepIndex || arePatchesKept(install, key[at], key[at + 2])) continue;
    excess.rowOf.delete(nameOf(key[at + 1], key[at + 3]));
    key[at] = -1;
    excess.free.push(row);
  }
}
