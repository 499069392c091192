import type { Pressure } from '@stiction/limit-surface';
import { type Samples, sampleFootprint } from '../footprint/samples.js';
import { MAX_GROUPS } from './constants.js';
import { reportFloorProblem } from './report.js';
import { type FloorState, growSlots, releasePatch } from './state.js';
import { writeSpin } from './surface-step.js';

/** Gives a body a slot, with the footprint of its shapes. */
export function addSlot<Body>(state: FloorState<Body>, body: Body): number {
  const { slots } = state;
  const slot = slots.free.pop() ?? growSlots(slots, state.bodies);
  slots.body[slot] = body;
  slots.of.set(body, slot);
  slots.visited[slot] = state.step;
  slots.active[slot] = 0;
  slots.idle[slot] = 0;
  slots.nonFinite[slot] = 0;
  slots.material[slot] = 0;
  slots.groupCount[slot] = 0;
  slots.tyres[slot] = null;
  for (let e = 3 * slot; e < 3 * slot + 3; e++) {
    slots.pushed[e] = 0;
    slots.pushedBefore[e] = 0;
    slots.impulse[e] = 0;
  }
  setSlotFootprint(state, slot, readFootprint(state, body));
  return slot;
}

function readFootprint<Body>({ engine, report }: FloorState<Body>, body: Body): Pressure | null {
  const footprint = engine.footprint(body);
  if (footprint === null) {
    reportFloorProblem(
      report,
      'a body has no shape with an area: it slides as a point and spins freely; give it a footprint with setFootprint',
    );
  }
  return footprint;
}

export function removeSlot<Body>(state: FloorState<Body>, slot: number): void {
  const { slots } = state;
  const body = slots.body[slot];
  if (body === undefined) return;
  for (let k = 0; k < slots.groupCount[slot]; k++) releasePatch(state, slots.group[MAX_GROUPS * slot + k]);
  removeTyres(state, slot);
  slots.of.delete(body);
  slots.body[slot] = undefined;
  slots.tyres[slot] = null;
  slots.active[slot] = 0;
  slots.groupCount[slot] = 0;
  slots.free.push(slot);
}

/** Releases the tyres of a body, if it has any. */
export function removeTyres<Body>(state: FloorState<Body>, slot: number): void {
  const { slots } = state;
  const set = slots.tyres[slot];
  slots.idle[slot] = 0;
  if (set === null) return;
  for (const i of set.patches) releasePatch(state, i);
  for (const frame of set.frames) slots.free.push(frame);
  slots.tyres[slot] = null;
}

/** Slot of a body that the user names, registered if it is new. */
export function slotFor<Body>(state: FloorState<Body>, body: Body): number {
  return state.slots.of.get(body) ?? addSlot(state, body);
}

export function setSlotFootprint<Body>(state: FloorState<Body>, slot: number, pressure: Pressure | null): void {
  state.slots.idle[slot] = 0;
  state.slots.pressure[slot] = pressure;
  state.slots.samples[slot] = pressure === null ? null : samplesOf(state, pressure);
}

/** Footprint from the shapes as they are now. */
export function refreshFootprint<Body>(state: FloorState<Body>, slot: number): void {
  const body = state.slots.body[slot];
  if (body !== undefined) setSlotFootprint(state, slot, readFootprint(state, body));
}

function samplesOf<Body>({ samples }: FloorState<Body>, pressure: Pressure): Samples {
  let known = samples.get(pressure);
  if (known === undefined) {
    known = sampleFootprint(pressure);
    writeSpin(pressure, known.R, known.spin, 0);
    samples.set(pressure, known);
  }
  return known;
}
