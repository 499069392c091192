import { grown, type PatchBuffers, rotate } from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';
import { standIn } from './dominance.js';
import type { InstallState } from './install-state.js';
import { prepareBody } from './read-bodies.js';
import { addWrench } from './wrench.js';

/**
 * Patches between bodies that sleep stay known ("dormant", behind the active ones), with the impulse they had. When the
 * user wakes a body, friction is there in the very next step and nothing slips.
 */

/** Adds dormant patches of bodies that are awake now to the wrenches. */
export function wakeDormantPatches(install: InstallState, dt: number): void {
  const { store, bodies: table, stepIndex } = install;
  const patches = store.current;
  install.foretold = grown(install.foretold, store.dormant);
  const { foretold } = install;
  // Before the step only the user can wake bodies.
  if (!install.stirred) {
    foretold.fill(0, 0, store.dormant);
    return;
  }
  for (let d = 0; d < store.dormant; d++) {
    const i = patches.count + d;
    foretold[d] = 0;
    const a = table.slotOfKey.get(patches.key[4 * i]);
    const b = table.slotOfKey.get(patches.key[4 * i + 2]);
    if (a === undefined || b === undefined || !(isAwake(table, a) || isAwake(table, b))) continue;
    foretold[d] = 1;
    if (table.prepared[a] !== stepIndex) prepareBody(install, a, dt);
    if (table.prepared[b] !== stepIndex) prepareBody(install, b, dt);
    restoreGeometry(table, patches, i, a, b);
    const { impulse } = patches;
    addWrench(table, patches, i, impulse[3 * i], impulse[3 * i + 1], impulse[3 * i + 2]);
  }
}

function isAwake(table: BodyTable, slot: number): boolean {
  return table.kind[slot] === DYNAMIC && table.body[slot]?.isSleeping() === false;
}

/** After the step: a dormant patch that the engine has woken within it has not acted, so it may not count as acting. */
export function dropUnforetold(install: InstallState): void {
  const { store, bodies: table, foretold } = install;
  const patches = store.current;
  for (let d = 0; d < store.dormant; d++) {
    const i = patches.count + d;
    if (foretold[d] === 1 || arePatchesKept(install, patches.key[4 * i], patches.key[4 * i + 2])) continue;
    patches.impulse.fill(0, 3 * i, 3 * i + 3);
    const a = table.slotOfKey.get(patches.key[4 * i]) ?? 0;
    const b = table.slotOfKey.get(patches.key[4 * i + 2]) ?? 0;
    patches.bodyA[i] = standIn(table, a, b);
    patches.bodyB[i] = standIn(table, b, a);
  }
}

/** Do both bodies exist and sleep (or never move)? Then their patch is kept though the engine reports no contact. */
export function arePatchesKept(install: InstallState, keyA: number, keyB: number): boolean {
  const { bodies: table, stepIndex } = install;
  const a = table.slotOfKey.get(keyA);
  const b = table.slotOfKey.get(keyB);
  return a !== undefined && b !== undefined && table.awake[a] !== stepIndex && table.awake[b] !== stepIndex;
}

/** Frame and arms of a dormant patch, from what it keeps: its frame in a body, its points in both. */
function restoreGeometry(table: BodyTable, patches: PatchBuffers, i: number, a: number, b: number): void {
  const { pose } = table.bodies;
  const at = 3 * i;
  patches.bodyA[i] = standIn(table, a, b);
  patches.bodyB[i] = standIn(table, b, a);
  const carrier = 7 * (patches.carrier[i] === 0 ? a : b);
  rotate(pose, carrier, patches.carriedTangent, at, patches.tangent1, at);
  rotate(pose, carrier, patches.carriedNormal, at, patches.normal, at);
  const { normal: n, tangent1: t, tangent2: s } = patches;
  s[at] = n[at + 1] * t[at + 2] - n[at + 2] * t[at + 1];
  s[at + 1] = n[at + 2] * t[at] - n[at] * t[at + 2];
  s[at + 2] = n[at] * t[at + 1] - n[at + 1] * t[at];
  meanArm(pose, 7 * a, patches, i, patches.pointLocalA, patches.armA);
  meanArm(pose, 7 * b, patches, i, patches.pointLocalB, patches.armB);
}

/** Mean of the patch's points in one body, weighted with their impulses, as a world vector from its centre. */
function meanArm(
  pose: Float64Array,
  poseAt: number,
  patches: PatchBuffers,
  i: number,
  local: Float64Array,
  arm: Float64Array,
): void {
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  mean.fill(0);
  let load = 0;
  for (let q = first; q < last; q++) {
    const weight = patches.pointImpulse[q];
    load += weight;
    for (let e = 0; e < 3; e++) mean[e] += weight * local[3 * q + e];
  }
  for (let e = 0; e < 3; e++) arm[3 * i + e] = load > 0 ? mean[e] / load : 0;
  rotate(pose, poseAt, arm, 3 * i, arm, 3 * i);
}

const mean = new Float64Array(3);
