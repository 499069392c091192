import { grown } from '@stiction/friction-core';
import type { BodyTable } from '../body-table.js';
import { forgetPlaces } from '../collider-place.js';
import type { InstallState } from '../install-state.js';
import { POSITION_BASED } from '../read-bodies.js';
import { bodyAddress, type EngineMemory } from './engine-memory.js';

/** Bodies from the engine's memory: see `ContactReader` for what is read when. */

/** False where the velocity is not the body's own: it follows from the pose that the user has set next. */
export function readBodyBefore({ bodies: table }: InstallState, memory: EngineMemory, slot: number): boolean {
  const { type, linvel, angvel, force, torque } = memory.layout.bodies;
  const at = bodyAddress(memory, table.handle[slot]);
  table.type[slot] = memory.view.u8[at + type];
  if (table.type[slot] === POSITION_BASED) return false;
  copy(memory, at + linvel, 3, table.start, 6 * slot);
  copy(memory, at + angvel, 3, table.start, 6 * slot + 3);
  if (table.type[slot] !== 0) return true;
  copy(memory, at + force, 3, table.userForce, 6 * slot);
  copy(memory, at + torque, 3, table.userForce, 6 * slot + 3);
  return true;
}

export function readBodyAfter(install: InstallState, memory: EngineMemory, slot: number): void {
  const { bodies: table, stepIndex } = install;
  const { type, sleeping, linvel, angvel, worldCom, rotation, invMass, invInertia } = memory.layout.bodies;
  const { u8, f32 } = memory.view;
  const { engine } = table;
  const { pose, invMass: m, invInertia: j } = table.bodies;
  const address = bodyAddress(memory, table.handle[slot]);
  table.type[slot] = u8[address + type];
  if (table.touched[slot] === 1) forgetPlaces(install, slot);
  let from = (address + linvel) >> 2;
  let to = 6 * slot;
  engine[to] = f32[from];
  engine[to + 1] = f32[from + 1];
  engine[to + 2] = f32[from + 2];
  from = (address + angvel) >> 2;
  engine[to + 3] = f32[from];
  engine[to + 4] = f32[from + 1];
  engine[to + 5] = f32[from + 2];
  from = (address + worldCom) >> 2;
  to = 7 * slot;
  pose[to] = f32[from];
  pose[to + 1] = f32[from + 1];
  pose[to + 2] = f32[from + 2];
  from = (address + rotation) >> 2;
  pose[to + 3] = f32[from];
  pose[to + 4] = f32[from + 1];
  pose[to + 5] = f32[from + 2];
  pose[to + 6] = f32[from + 3];
  // A body that sleeps is not to be moved: friction holds against it as against the ground.
  const moves = table.type[slot] === 0 && (table.awake[slot] === stepIndex || u8[address + sleeping] === 0);
  table.weighed[slot] = moves ? 1 : 0;
  from = (address + invMass) >> 2;
  to = 3 * slot;
  m[to] = moves ? f32[from] : 0;
  m[to + 1] = moves ? f32[from + 1] : 0;
  m[to + 2] = moves ? f32[from + 2] : 0;
  from = (address + invInertia) >> 2;
  to = 6 * slot;
  for (let e = 0; e < 6; e++) j[to + e] = moves ? f32[from + e] : 0;
}

function copy({ view }: EngineMemory, address: number, count: number, to: Float64Array, at: number): void {
  const from = address >> 2;
  for (let k = 0; k < count; k++) to[at + k] = view.f32[from + k];
}

/** What bodies were to the engine when they were last looked at, per slot, and whose slots these are. */
export interface Listed {
  table: BodyTable | null;
  bodies: number;
  nextKey: number;
  states: Uint8Array;
  /** Something had changed when this was last asked: the engine lists new and woken bodies one step later. */
  unsettled: boolean;
}

export function createListed(): Listed {
  return { table: null, bodies: 0, nextKey: 0, states: new Uint8Array(0), unsettled: true };
}

/** Asking the engine for its active bodies takes as long per body as looking at so many. */
const LOOKS = 8;

/** Can other bodies be active than when this was last asked? */
export function haveChanged(listed: Listed, { bodies: table }: InstallState, memory: EngineMemory): boolean {
  if (LOOKS * table.activeCount < table.body.length) {
    listed.unsettled = true;
    return true;
  }
  const { type, sleeping, enabled } = memory.layout.bodies;
  const { u8 } = memory.view;
  // Keys are never reused: as many bodies and no new key are the same bodies.
  let changed = listed.table !== table || listed.bodies !== table.slotOf.size || listed.nextKey !== table.nextKey;
  listed.table = table;
  listed.bodies = table.slotOf.size;
  listed.nextKey = table.nextKey;
  listed.states = grown(listed.states, table.body.length);
  for (let slot = 1; slot < table.body.length; slot++) {
    if (!table.body[slot]) continue;
    const at = bodyAddress(memory, table.handle[slot]);
    const is = u8[at + sleeping] | (u8[at + enabled] << 1) | (u8[at + type] << 2);
    if (is !== listed.states[slot]) changed = true;
    listed.states[slot] = is;
  }
  const unsettled = listed.unsettled || changed;
  listed.unsettled = changed;
  return unsettled;
}
