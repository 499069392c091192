import { measureSlip, type PatchBuffers } from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';
import type { InstallState } from './install-state.js';
import { addWrench } from './wrench.js';

/**
 * How much of the foreseen friction is believed. It rests on the loads of the last step, and the load of a blow between heavy bodies is
 * enough to shoot out a light one that lies between them. But friction brings a body at most to rest against what it touches; so
 * the velocity that it gives in a step is no more than
 *
 *     slip + |g| h + |M⁻¹ f| h + c + 2 e
 *
 *   slip  the fastest at any of its patches, as the step begins     f  the user's force     h  the step
 *   c     what goes on, from step to step, of the change of its velocity, or of that of a body it touches
 *   e     what goes on of the velocity that friction gives: the answer to joints, for one
 *
 * What goes on from a vector b to the next one, a, is |a| - |a - b|: of a blow, nothing. Where more is foreseen all patches of the body get less,
 * and the correction after the step makes up for it.
 */
export function limitForeseen(install: InstallState, impulsive: Float64Array): void {
  const { bodies: table, store } = install;
  if (!isAnyDoubted(install)) return;
  findBounds(install);
  for (let turn = 0; turn < TURNS && findShares(table); turn++) scalePatches(table, store.current, impulsive);
}

/** Most bodies need no look at their patches. */
function isAnyDoubted(install: InstallState): boolean {
  const { bodies: table } = install;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    if (table.kind[slot] !== DYNAMIC || table.bad[slot] === 1) continue;
    if (sizeOfGiven(table, slot) > calmBound(install, slot)) return true;
  }
  return false;
}

/** Where one patch gets less its body may get more by another: all is right after a few turns. */
const TURNS = 8;

/** What is known without looking at the patches. */
function calmBound({ bodies: table, gravity, h }: InstallState, slot: number): number {
  const { effort, gain, userForce } = table;
  const { invMass: m } = table.bodies;
  const at = 6 * slot;
  const weight = Math.abs(gravity[0]) + Math.abs(gravity[1]) + Math.abs(gravity[2]);
  const force =
    Math.abs(m[3 * slot] * userForce[at]) +
    Math.abs(m[3 * slot + 1] * userForce[at + 1]) +
    Math.abs(m[3 * slot + 2] * userForce[at + 2]) +
    table.reach[slot] * turnOf(table, slot, userForce, at);
  return h * (weight + force) + gain[slot] + 2 * effort[slot];
}

function sizeOfGiven(table: BodyTable, slot: number): number {
  const { wrench } = table;
  const { invMass: m } = table.bodies;
  const at = 6 * slot;
  return (
    Math.abs(m[3 * slot] * wrench[at]) +
    Math.abs(m[3 * slot + 1] * wrench[at + 1]) +
    Math.abs(m[3 * slot + 2] * wrench[at + 2]) +
    leverOf(table, slot) * turnOf(table, slot, wrench, at)
  );
}

/**
 * What the speed of turning counts for. A force at the distance `reach` of the centre turns a body about as fast, seen from there, as
 * m reach² / I times the speed that it gives to the centre; the normals take most of that back.
 */
function leverOf(table: BodyTable, slot: number): number {
  const { invMass: m, invInertia: j } = table.bodies;
  const k = 6 * slot;
  const reach = table.reach[slot];
  const turns = (reach * reach * (j[k] + j[k + 3] + j[k + 5])) / 3;
  const moves = Math.max(m[3 * slot], m[3 * slot + 1], m[3 * slot + 2]);
  return turns > moves && moves > 0 ? (reach * moves) / turns : reach;
}

/** The size of I⁻¹ times the angular part of a wrench. */
function turnOf(table: BodyTable, slot: number, wrench: Float64Array, at: number): number {
  turn(table, slot, wrench, at);
  return Math.abs(turned[0]) + Math.abs(turned[1]) + Math.abs(turned[2]);
}

const turned = new Float64Array(3);

function turn(table: BodyTable, slot: number, wrench: Float64Array, at: number): void {
  const { invInertia: j } = table.bodies;
  const k = 6 * slot;
  const x = wrench[at + 3];
  const y = wrench[at + 4];
  const z = wrench[at + 5];
  turned[0] = j[k] * x + j[k + 1] * y + j[k + 2] * z;
  turned[1] = j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  turned[2] = j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
}

/** Of every body: what patches add to what is known without them. */
function findBounds(install: InstallState): void {
  const { bodies: table, store } = install;
  const patches = store.current;
  const { bound, gain, start } = table;
  const { velocity } = table.bodies;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    bound[slot] = 0;
    for (let e = 6 * slot; e < 6 * slot + 6; e++) velocity[e] = table.bad[slot] === 1 ? 0 : start[e];
  }
  for (let i = 0; i < patches.count; i++) {
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    measureSlip(patches, i, table.bodies, slip, 0);
    const speed = Math.abs(slip[0]) + Math.abs(slip[1]) + Math.abs(slip[2]) * patches.torsionRadius[i];
    bound[a] = Math.max(bound[a], speed + gain[b]);
    bound[b] = Math.max(bound[b], speed + gain[a]);
  }
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    bound[slot] += calmBound(install, slot);
  }
}

const slip = new Float64Array(3);

/** Returns whether any body is given too much. */
function findShares(table: BodyTable): boolean {
  let any = false;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    table.share[slot] = 1;
    if (table.kind[slot] !== DYNAMIC || table.bad[slot] === 1) continue;
    const given = sizeOfGiven(table, slot);
    if (!(given > table.bound[slot])) continue;
    table.share[slot] = table.bound[slot] / given;
    any = true;
  }
  return any;
}

function scalePatches(table: BodyTable, patches: PatchBuffers, impulsive: Float64Array): void {
  const { impulse } = patches;
  const { share } = table;
  for (let i = 0; i < patches.count; i++) {
    const part = 1 - Math.min(share[patches.bodyA[i]], share[patches.bodyB[i]]);
    if (part <= 0) continue;
    const e = 3 * i;
    const l1 = part * (impulse[e] - impulsive[e]);
    const l2 = part * (impulse[e + 1] - impulsive[e + 1]);
    const l3 = part * (impulse[e + 2] - impulsive[e + 2]);
    impulse[e] -= l1;
    impulse[e + 1] -= l2;
    impulse[e + 2] -= l3;
    addWrench(table, patches, i, -l1, -l2, -l3);
  }
}

/** After the correction: what friction has given, the change of velocity, and what of both goes on. */
export function noteGiven(table: BodyTable, slot: number, known: boolean): void {
  const { given, effort, gain, written, engine, start, change, wrench } = table;
  const { invMass: m } = table.bodies;
  const at = 6 * slot;
  const lever = leverOf(table, slot);
  turn(table, slot, wrench, at);
  let now = 0;
  let differs = 0;
  let gained = 0;
  let differently = 0;
  for (let e = 0; e < 3; e++) {
    const push = m[3 * slot + e] * wrench[at + e] + written[at + e] - engine[at + e];
    const spin = turned[e] + written[at + 3 + e] - engine[at + 3 + e];
    now += Math.abs(push) + lever * Math.abs(spin);
    differs += Math.abs(push - given[at + e]) + lever * Math.abs(spin - given[at + 3 + e]);
    given[at + e] = push;
    given[at + 3 + e] = spin;
    const shift = known ? written[at + e] - start[at + e] : 0;
    const twist = known ? written[at + 3 + e] - start[at + 3 + e] : 0;
    gained += Math.abs(shift) + lever * Math.abs(twist);
    differently += Math.abs(shift - change[at + e]) + lever * Math.abs(twist - change[at + 3 + e]);
    change[at + e] = shift;
    change[at + 3 + e] = twist;
  }
  effort[slot] = Math.max(0, now - differs);
  gain[slot] = Math.max(0, gained - differently);
}
