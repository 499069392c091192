import {
  describe,
  materialId,
  requireKnownOptions,
  requireMaterialName,
  requireNumber,
} from '@stiction/friction-core/adapter';
import { MAX_GROUPS } from '../core/constants.js';
import { requireFloorLaw } from '../core/laws.js';
import { removeTyres, slotFor } from '../core/slots.js';
import { type FloorState, growSlots, releasePatch, TYRE, takePatch } from '../core/state.js';
import { invertPlaces } from './loads.js';
import type { Tyre, TyreOptions, TyreSet, TyresOptions, WritableTyre } from './tyre-set.js';

const TYRE_MATERIAL = 'tyre';
const OPTIONS = ['position', 'law', 'material', 'steer', 'drive', 'brake'];

/** Puts a body on tyres instead of its footprint. */
export function addTyres<Body>(
  state: FloorState<Body>,
  body: Body,
  list: readonly TyreOptions[],
  options: TyresOptions,
): readonly Tyre[] {
  requireKnownOptions('tyres', options, ['centreHeight']);
  const centreHeight = requireNumber('tyres', 'centreHeight', options.centreHeight ?? 0, 0, 'm');
  if (!Array.isArray(list) || list.length === 0) {
    throw new RangeError(`tyres: give an array of at least 1 tyre (got ${describe(list)})`);
  }
  const checked = list.map((tyre, k) => requireTyre(`tyres: tyre ${k}`, tyre));
  const { slots, extras, pairs } = state;
  const slot = slotFor(state, body);
  removeTyres(state, slot);
  for (let k = 0; k < slots.groupCount[slot]; k++) releasePatch(state, slots.group[MAX_GROUPS * slot + k]);
  slots.groupCount[slot] = 0;
  const set: TyreSet = {
    tyres: checked.map(createTyre),
    patches: [],
    frames: [],
    laws: checked.map(({ law }) => law ?? null),
    materials: checked.map(({ material }) => materialId(pairs, material ?? TYRE_MATERIAL)),
    centreHeight,
    acceleration: new Float64Array(2),
    loads: invertPlaces(checked.map(({ position }) => position)),
  };
  for (const _ of checked) {
    const frame = slots.free.pop() ?? growSlots(slots, state.bodies);
    slots.body[frame] = undefined;
    slots.pressure[frame] = null;
    slots.samples[frame] = null;
    slots.tyres[frame] = null;
    slots.groupCount[frame] = 0;
    slots.active[frame] = 0;
    const i = takePatch(state, slot, pairs.defaultPair.law);
    extras.kind[i] = TYRE;
    state.patches.bodyB[i] = frame;
    set.patches.push(i);
    set.frames.push(frame);
  }
  slots.tyres[slot] = set;
  return set.tyres;
}

function requireTyre(what: string, tyre: TyreOptions): TyreOptions {
  requireKnownOptions(what, tyre, OPTIONS);
  const { position, law, material, steer = 0, drive = 0, brake = 0 } = tyre;
  if (!(position?.length === 2 && Number.isFinite(position[0]) && Number.isFinite(position[1]))) {
    throw new RangeError(`${what}: position must be two finite numbers in m (got ${describe(position)})`);
  }
  if (law !== undefined) requireFloorLaw(`${what}: law`, law);
  if (material !== undefined) requireMaterialName(what, material);
  if (!Number.isFinite(steer))
    throw new RangeError(`${what}: steer must be a finite number of rad (got ${describe(steer)})`);
  if (!Number.isFinite(drive))
    throw new RangeError(`${what}: drive must be a finite number of N (got ${describe(drive)})`);
  if (!(typeof brake === 'number' && brake >= 0)) {
    throw new RangeError(`${what}: brake must be a number >= 0 N, or Infinity (got ${describe(brake)})`);
  }
  return tyre;
}

function createTyre({ position, steer = 0, drive = 0, brake = 0 }: TyreOptions): WritableTyre {
  return {
    steer,
    drive,
    brake,
    position: [position[0], position[1]],
    x: 0,
    y: 0,
    force: [0, 0],
    load: 0,
    slip: [0, 0],
    skidding: false,
    material: '',
  };
}
