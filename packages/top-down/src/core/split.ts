import { type MaterialPairs, materialId } from '@stiction/friction-core/adapter';
import type { Pressure, PressurePart } from '@stiction/limit-surface';
import type { Samples } from '../footprint/samples.js';
import { MAX_GROUPS, MAX_SAMPLES, MEMORY, RIM_POINTS } from './constants.js';
import { updateLaw } from './laws.js';
import { reportFloorProblem } from './report.js';
import { type FloorState, releasePatch, takePatch } from './state.js';
import { writeSpin } from './surface-step.js';

/**
 * The materials under a footprint. `materialAt` is asked at the centre and at RIM_POINTS points of the outline. If they agree, the body
 * lies on one material, with its exact limit surface. If not, it is asked at every sample point, and the points of each material form
 * a patch of their own, with their own law, load and centre: a body half on ice turns.
 */

/** What the split of one footprint works on. */
export interface Split {
  /** Where `materialAt` is asked [m]. */
  place: Float64Array;
  /** The materials under the footprint. */
  found: Int32Array;
  /** Which of them is under each sample point. */
  groupOf: Int32Array;
  /** Load and first moments of the points on each. */
  sums: Float64Array;
  /** Patch of the last step on each, or -1. */
  kept: Int32Array;
}

export function createSplit(): Split {
  return {
    place: new Float64Array(2),
    found: new Int32Array(MAX_GROUPS),
    groupOf: new Int32Array(MAX_SAMPLES),
    sums: new Float64Array(3 * MAX_GROUPS),
    kept: new Int32Array(MAX_GROUPS).fill(-1),
  };
}

/** Updates the patches of a body that lies on the floor: one per material under it. */
export function updateGroups<Body>(state: FloorState<Body>, slot: number): void {
  const { slots, bodies } = state;
  const { found, place } = state.split;
  const samples = slots.samples[slot];
  let count = 1;
  found[0] = state.floorMaterial;
  if (state.materialAt !== null) {
    const { pose } = bodies;
    place[0] = pose[7 * slot];
    place[1] = pose[7 * slot + 1];
    found[0] = materialIdAt(state);
    if (samples !== null && !isUniform(state, slot, samples, found[0])) count = classify(state, slot, samples);
  }
  if (count === 1) keepOne(state, slot, found[0]);
  else if (samples !== null) keepSplit(state, slot, samples, count);
}

/** Material at `place`; that of the whole floor if the user's function gives no name. */
function materialIdAt<Body>(state: FloorState<Body>): number {
  const { materialAt, pairs, report } = state;
  const { place } = state.split;
  let name: unknown;
  try {
    name = materialAt?.(place[0], place[1]);
  } catch (error) {
    reportFloorProblem(report, `materialAt threw: ${String(error)}`);
    return state.floorMaterial;
  }
  if (typeof name === 'string') return name === '' ? state.floorMaterial : idOf(pairs, name);
  if (name !== undefined && name !== null) {
    reportFloorProblem(report, `materialAt must return the name of a material (got ${String(name)})`);
  }
  return state.floorMaterial;
}

/** The same at (x, y) of `at`. */
export function materialIdAtPoint<Body>(state: FloorState<Body>, at: Float64Array, from: number): number {
  if (state.materialAt === null) return state.floorMaterial;
  state.split.place[0] = at[from];
  state.split.place[1] = at[from + 1];
  return materialIdAt(state);
}

function idOf(pairs: MaterialPairs, name: string): number {
  return pairs.ids.get(name) ?? materialId(pairs, name);
}

/** place = a point of the footprint (from the pressure centre, in the body's frame) in the world. */
function setPlace<Body>({ slots, bodies, split }: FloorState<Body>, slot: number, x: number, y: number): void {
  const pressure = slots.pressure[slot] as Pressure;
  const px = x + pressure.centre[0];
  const py = y + pressure.centre[1];
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  split.place[0] = bodies.pose[7 * slot] + cos * px - sin * py;
  split.place[1] = bodies.pose[7 * slot + 1] + sin * px + cos * py;
}

function isUniform<Body>(state: FloorState<Body>, slot: number, { rim }: Samples, material: number): boolean {
  for (let k = 0; k < RIM_POINTS; k++) {
    setPlace(state, slot, rim[2 * k], rim[2 * k + 1]);
    if (materialIdAt(state) !== material) return false;
  }
  return true;
}

/** Sorts the sample points by material; returns the number of materials. */
function classify<Body>(state: FloorState<Body>, slot: number, { points, count }: Samples): number {
  const { found, groupOf, sums } = state.split;
  let groups = 0;
  sums.fill(0);
  for (let k = 0; k < count; k++) {
    setPlace(state, slot, points[3 * k], points[3 * k + 1]);
    const material = materialIdAt(state);
    let g = 0;
    while (g < groups && found[g] !== material) g++;
    if (g === groups) {
      if (groups < MAX_GROUPS) found[groups++] = material;
      else g = MAX_GROUPS - 1;
    }
    groupOf[k] = g;
    const weight = points[3 * k + 2];
    sums[3 * g] += weight;
    sums[3 * g + 1] += weight * points[3 * k];
    sums[3 * g + 2] += weight * points[3 * k + 1];
  }
  return groups;
}

/** One patch with the whole footprint. */
function keepOne<Body>(state: FloorState<Body>, slot: number, material: number): void {
  const { slots, extras, pairs, patches } = state;
  let first = slots.groupCount[slot] > 0 ? slots.group[MAX_GROUPS * slot] : -1;
  // Of several patches the one on this material stays, with what its law remembers.
  for (let k = 1; k < slots.groupCount[slot]; k++) {
    const i = slots.group[MAX_GROUPS * slot + k];
    if (extras.floorMaterial[i] === material && extras.floorMaterial[first] !== material) {
      releasePatch(state, first);
      first = i;
    } else releasePatch(state, i);
  }
  if (first < 0) first = takePatch(state, slot, pairs.defaultPair.law);
  slots.group[MAX_GROUPS * slot] = first;
  slots.groupCount[slot] = 1;
  updateLaw(state, first, material, slots.material[slot]);
  const pressure = slots.pressure[slot];
  const samples = slots.samples[slot];
  if (extras.pressure[first] === pressure && extras.share[first] === 1 && extras.memory[MEMORY * first + 2] > 0) return;
  extras.pressure[first] = pressure;
  extras.share[first] = 1;
  extras.offset[2 * first] = pressure === null ? 0 : pressure.centre[0];
  extras.offset[2 * first + 1] = pressure === null ? 0 : pressure.centre[1];
  patches.torsionRadius[first] = pressure === null ? 0 : pressure.r;
  extras.R[first] = samples === null ? 0 : samples.R;
  for (let e = 0; e < 3; e++) extras.memory[MEMORY * first + e] = samples === null ? 0 : samples.spin[e];
}

/** One patch per material. A patch on a material that is still there keeps what its law remembers. */
function keepSplit<Body>(state: FloorState<Body>, slot: number, samples: Samples, count: number): void {
  const { slots, extras, pairs } = state;
  const { found, kept } = state.split;
  const at = MAX_GROUPS * slot;
  const before = slots.groupCount[slot];
  for (let k = 0; k < before; k++) {
    const i = slots.group[at + k];
    let g = 0;
    while (g < count && found[g] !== extras.floorMaterial[i]) g++;
    if (g === count) releasePatch(state, i);
    else kept[g] = i;
  }
  for (let g = 0; g < count; g++) {
    const i = kept[g] >= 0 ? kept[g] : takePatch(state, slot, pairs.defaultPair.law);
    kept[g] = -1;
    slots.group[at + g] = i;
    updateLaw(state, i, found[g], slots.material[slot]);
    fillGroup(state, slot, samples, g, i);
  }
  slots.groupCount[slot] = count;
}

/** Load, centre and sample points of group g. */
function fillGroup<Body>(state: FloorState<Body>, slot: number, samples: Samples, g: number, i: number): void {
  const { extras, patches, slots } = state;
  const { groupOf, sums } = state.split;
  const { points, count } = samples;
  const load = sums[3 * g];
  const cx = sums[3 * g + 1] / load;
  const cy = sums[3 * g + 2] / load;
  const pressure = slots.pressure[slot] as Pressure;
  extras.share[i] = load;
  extras.offset[2 * i] = pressure.centre[0] + cx;
  extras.offset[2 * i + 1] = pressure.centre[1] + cy;
  const cells = extras.cells[i] ?? createCells();
  extras.cells[i] = cells;
  const part = cells.parts[0] as { -readonly [K in keyof PressurePart]: PressurePart[K] };
  const data = part.data;
  let n = 0;
  let r = 0;
  let u = 0;
  for (let k = 0; k < count; k++) {
    if (groupOf[k] !== g) continue;
    const x = points[3 * k] - cx;
    const y = points[3 * k + 1] - cy;
    const weight = points[3 * k + 2] / load;
    data[1 + 3 * n] = x;
    data[2 + 3 * n] = y;
    data[3 + 3 * n] = weight;
    r += weight * Math.sqrt(x * x + y * y);
    u += weight * (x * x + y * y);
    n++;
  }
  part.count = n;
  const writable = cells as { -readonly [K in keyof Pressure]: Pressure[K] };
  writable.r = r;
  writable.u = u;
  // A single point has no extent: any length will do.
  const R = u > 0 ? Math.sqrt(u) : samples.R;
  extras.pressure[i] = cells;
  extras.R[i] = R;
  patches.torsionRadius[i] = r;
  writeSpin(cells, R, extras.memory, MEMORY * i);
  if (!(extras.memory[MEMORY * i + 2] > 0)) extras.memory[MEMORY * i + 2] = 1e-9;
}

/** Room for the sample points of one patch, in the form of a pressure made of cells. */
function createCells(): Pressure {
  const part: PressurePart = {
    kind: 'cells',
    weight: 1,
    x: 0,
    y: 0,
    data: new Float64Array(1 + 3 * MAX_SAMPLES),
    count: 0,
  };
  return {
    shape: 'samples',
    key: '',
    isRound: false,
    area: 0,
    centre: [0, 0],
    r: 0,
    u: 0,
    parts: [part],
    density: () => 0,
    extent: 0,
  };
}
