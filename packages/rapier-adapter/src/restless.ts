import { grown, measureSlip, type PatchBuffers, type PatchList, SHAPE_STRIDE } from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';

/**
 * Which patches need solving? Those that slip, slide or remember, and all that hang together with them. Where the slip is no
 * more than trembling, those next to it are enough. What rests is looked at every few steps only: in the others its friction
 * goes on as it is.
 *
 * A patch rests if it hardly slips and its impulse is known to be well within its limit: it was found within the limit of
 * the load `lastingImpulse`, which is less than the present one. (Sets contain 0 and grow with the load.)
 */

/** Less slip than this [m/s] waits for its turn; less than that is trembling. */
const STILL = 3e-5;
const TREMBLES = 3e-4;
/** A patch may rest only if its load is as many times the one at which its impulse is known to hold. */
const MARGIN = 1.5;
/** What rests has its turn in one of so many steps. */
const TURNS = 4;

/** Is it the turn of a body that rests? Bodies that hang together have it in the same step. */
export function isDue(table: BodyTable, slot: number, stepIndex: number): boolean {
  return (turnOf(table.group[slot]) + stepIndex) % TURNS === 0;
}

/** Stacks of ten would have their turns in every second step. */
function turnOf(group: number): number {
  return Math.imul(group, 0x9e3779b1) >>> 30;
}

/** Lists the patches that need solving with the velocities as they are; all of them where asked for. */
export function listRestless(
  table: BodyTable,
  patches: PatchBuffers,
  stepIndex: number,
  lengthUnit: number,
  all: boolean,
): PatchList {
  const slots = table.body.length;
  restless = grown(restless, slots);
  isListed = grown(isListed, patches.count);
  list.index = grown(list.index, patches.count);
  trembling = grown(trembling, slots);
  restless.fill(0, 0, slots);
  trembling.fill(0, 0, slots);
  if (all) isListed.fill(1, 0, patches.count);
  else if (findRestless(table, patches, lengthUnit)) spread(table, patches);
  collect(table, patches, stepIndex);
  return list;
}

const list = /* @__PURE__ */ createList();

function createList(): PatchList {
  return { count: 0, index: new Int32Array(0) };
}
let isListed = new Uint8Array(0);
/** Per slot: 1 where a patch of this body needs solving. */
let restless = new Uint8Array(0);
/** Per slot: 1 where a patch of this body trembles. */
let trembling = new Uint8Array(0);
const slip = new Float64Array(3);

/** Returns whether there is any that others hang together with. */
function findRestless(table: BodyTable, patches: PatchBuffers, lengthUnit: number): boolean {
  const { normalImpulse, lastingImpulse, torsionRadius, sliding, law, bodyA, bodyB, count } = patches;
  const still = STILL * lengthUnit;
  const trembles = TREMBLES * lengthUnit;
  let any = false;
  for (let i = 0; i < count; i++) {
    isListed[i] = 0;
    const isUndone = table.undone[bodyA[i]] + table.undone[bodyB[i]] > 0;
    if (
      !isUndone &&
      sliding[i] === 0 &&
      normalImpulse[i] >= MARGIN * lastingImpulse[i] &&
      !law[i].commit &&
      !law[i].rows
    ) {
      measureSlip(patches, i, table.bodies, slip, 0);
      const speed = Math.abs(slip[0]) + Math.abs(slip[1]) + Math.abs(slip[2]) * torsionRadius[i];
      if (speed < still) continue;
      if (speed < trembles) {
        trembling[bodyA[i]] = 1;
        trembling[bodyB[i]] = 1;
        continue;
      }
    }
    any = true;
    isListed[i] = 1;
    restless[bodyA[i]] = 1;
    restless[bodyB[i]] = 1;
  }
  return any;
}

/** Patches of restless bodies are restless, and so are their other bodies. What is fixed hands nothing on. */
function spread(table: BodyTable, patches: PatchBuffers): void {
  const { bodyA, bodyB, count } = patches;
  const { kind } = table;
  for (let turn = 0, more = true; more; turn++) {
    more = false;
    for (let k = 0; k < count; k++) {
      const i = turn % 2 === 0 ? k : count - 1 - k;
      const a = bodyA[i];
      const b = bodyB[i];
      const fromA = restless[a] === 1 && kind[a] === DYNAMIC;
      const fromB = restless[b] === 1 && kind[b] === DYNAMIC;
      if (fromA === fromB || isListed[i] === 1) {
        if (fromA && fromB) isListed[i] = 1;
        continue;
      }
      isListed[i] = 1;
      restless[a] = 1;
      restless[b] = 1;
      more = true;
    }
  }
}

function collect(table: BodyTable, patches: PatchBuffers, stepIndex: number): void {
  const { bodyA, bodyB, count } = patches;
  const { kind } = table;
  list.count = 0;
  for (let i = 0; i < count; i++) {
    const a = bodyA[i];
    const b = bodyB[i];
    const isFreeA = kind[a] === DYNAMIC;
    const trembles = (isFreeA && trembling[a] === 1) || (kind[b] === DYNAMIC && trembling[b] === 1);
    if (isListed[i] === 1 || trembles || isDue(table, isFreeA ? a : b, stepIndex)) list.index[list.count++] = i;
  }
}

/** What the correction leaves behind: which bodies rest, and at which load the impulses that were solved hold. */
export function noteRest(table: BodyTable, patches: PatchBuffers, solved: PatchList): void {
  for (let k = 0; k < table.loadedCount; k++) {
    const slot = table.loadedSlots[k];
    table.rests[slot] = restless[slot] + trembling[slot] > 0 ? 0 : 1;
  }
  for (let k = 0; k < solved.count; k++) prove(patches, solved.index[k]);
}

/** Is the impulse within its limit at half the load, too? Then the load may change and nothing needs to be done. */
function prove(patches: PatchBuffers, i: number): void {
  const { impulse, normalImpulse, lastingImpulse } = patches;
  lastingImpulse[i] = normalImpulse[i];
  if (patches.sliding[i] === 1) return;
  for (let e = 0; e < 3; e++) wanted[e] = -impulse[3 * i + e];
  load[0] = 0.5 * patches.grip[i] * normalImpulse[i];
  const { set } = patches.law[i];
  const isOutside = set.minimize(UNIT, 0, wanted, load, 0, patches.shape, SHAPE_STRIDE * i, wanted);
  if (!isOutside) lastingImpulse[i] = 0.5 * normalImpulse[i];
}

const UNIT = new Float64Array([1, 0, 0, 1, 0, 1]);
const wanted = new Float64Array(3);
const load = new Float64Array(1);

/** Gives bodies that hang together the same group: the lowest of their keys. */
export function groupBodies(table: BodyTable, patches: PatchBuffers): void {
  const { group, kind, key } = table;
  const { bodyA, bodyB, count } = patches;
  for (let slot = 0; slot < table.body.length; slot++) group[slot] = key[slot];
  for (let turn = 0, more = true; more; turn++) {
    more = false;
    for (let k = 0; k < count; k++) {
      const i = turn % 2 === 0 ? k : count - 1 - k;
      const a = bodyA[i];
      const b = bodyB[i];
      if (kind[a] !== DYNAMIC || kind[b] !== DYNAMIC || group[a] === group[b]) continue;
      const low = Math.min(group[a], group[b]);
      group[a] = low;
      group[b] = low;
      more = true;
    }
  }
}
