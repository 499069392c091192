import type { Bodies, Combine, FrictionLaw, PatchBuffers } from '@stiction/friction-core';
import {
  createBodies,
  createMaterialPairs,
  createPatchBuffers,
  ensureCapacity,
  type MaterialPairs,
  materialId,
  reservePatches,
  resizeBodies,
} from '@stiction/friction-core/adapter';
import type { Pressure } from '@stiction/limit-surface';
import type { Samples } from '../footprint/samples.js';
import type { TyreSet } from '../tyres/tyre-set.js';
import { MAX_GROUPS, MEMORY, READ_SIZE, RIM_POINTS } from './constants.js';
import type { EngineBodies } from './engine.js';
import type { FloorReport } from './report.js';
import { createSplit, type Split } from './split.js';

/** Answer of the user's `materialAt`. */
export type MaterialAt = (x: number, y: number) => string;

/** Slot of the floor in `bodies`; bodies have the slots from 1 on. */
const FLOOR = 0;

/** How a patch is solved, `PatchExtras.kind`. */
const UNUSED = 0;
/** On the exact limit surface of its footprint. */
export const SURFACE = 1;
/** With the law's own set. */
export const OWN_SET = 2;
/** A tyre: the law's own set, and a bound along the rolling direction. */
export const TYRE = 3;

/** What the floor keeps per body, structure-of-arrays by slot. */
export interface Slots<Body> {
  count: number;
  body: (Body | undefined)[];
  of: Map<Body, number>;
  free: number[];
  /** Slot of the k-th body that the engine visits. */
  order: Int32Array;
  /** Step in which the engine last visited the body. */
  visited: Int32Array;
  /** 1 if the body took part in the last step. */
  active: Uint8Array;
  /** 1 if it was at rest without friction in the last step, on a law that keeps it so: then it is skipped until something moves it. */
  idle: Uint8Array;
  /** 1 if its state was not finite in the last step. */
  nonFinite: Uint8Array;
  mass: Float64Array;
  inertia: Float64Array;
  /** Velocity at the end of the last step if nothing but forces and the floor acted on the body; three per slot. */
  expected: Float64Array;
  /** Velocity that contacts and joints added in the last step and in the one before; three per slot. */
  pushed: Float64Array;
  pushedBefore: Float64Array;
  /** Friction impulse of the last step at the centre of mass; three per slot. */
  impulse: Float64Array;
  /** Cosine and sine of the angle. */
  turn: Float64Array;
  material: Int32Array;
  /** Patches of the body: MAX_GROUPS per slot, the first `groupCount` of them in use. */
  group: Int32Array;
  groupCount: Int32Array;
  pressure: (Pressure | null)[];
  samples: (Samples | null)[];
  tyres: (TyreSet | null)[];
}

/** What the floor keeps per patch besides `PatchBuffers`. */
interface PatchExtras {
  free: number[];
  kind: Uint8Array;
  slot: Int32Array;
  /** Material ids of floor and body that the law was found for. */
  floorMaterial: Int32Array;
  bodyMaterial: Int32Array;
  /** `pairs.changes` when the law was found. */
  changes: Int32Array;
  /** Share of the body's load. */
  share: Float64Array;
  /** Pressure centre in the body's frame, from the centre of mass; two per patch. */
  offset: Float64Array;
  /**
   * Block step, MEMORY numbers per patch in units of R: friction of pure spinning (three numbers, in the body's frame), directions of the
   * slip in the last two steps (six, in world axes; 0 at rest).
   */
  memory: Float64Array;
  R: Float64Array;
  pressure: (Pressure | null)[];
  /** Sample points of a split footprint that lie on this patch's material; null until first needed. */
  cells: (Pressure | null)[];
}

export interface FloorState<Body> {
  engine: EngineBodies<Body>;
  installed: boolean;
  pairs: MaterialPairs;
  combine: Combine;
  gravity: number;
  floorMaterial: number;
  materialAt: MaterialAt | null;
  bodies: Bodies;
  slots: Slots<Body>;
  patches: PatchBuffers;
  extras: PatchExtras;
  samples: Map<Pressure, Samples>;
  split: Split;
  report: FloorReport;
  /** Laws that have been checked. */
  checkedLaws: WeakSet<FrictionLaw>;
  /** Steps since install, and the length of the last one [s]. */
  step: number;
  dt: number;
  /** Bodies visited in this step. */
  visits: number;
  /** The visitor, created once. */
  visit: (body: Body) => void;
  // --- of the body that is being solved
  /** What the engine wrote. */
  read: Float64Array;
  /** Velocity that contacts and joints are expected to add. */
  push: Float64Array;
  /** Momentum without friction: x, y, spin. */
  momentum: Float64Array;
  /** Slip, or an impulse to start from. */
  slip: Float64Array;
  /** Half of the angle and its sine, for `turn`. */
  half: Float64Array;
  impulse: Float64Array;
}

export interface FloorSettings {
  default: FrictionLaw;
  gravity: number;
  material: string;
  materialAt: MaterialAt | null;
  combine: Combine;
}

export function createFloorState<Body>(engine: EngineBodies<Body>, settings: FloorSettings): FloorState<Body> {
  const pairs = createMaterialPairs(settings.default);
  const bodies = createBodies();
  resizeBodies(bodies, 1);
  bodies.pose[6] = 1;
  const patches = createPatchBuffers();
  patches.bodies = bodies;
  const state: FloorState<Body> = {
    engine,
    installed: true,
    pairs,
    combine: settings.combine,
    gravity: settings.gravity,
    floorMaterial: materialId(pairs, settings.material),
    materialAt: settings.materialAt,
    bodies,
    slots: createSlots(),
    patches,
    extras: createExtras(),
    samples: new Map(),
    split: createSplit(),
    report: {
      steps: 0,
      bodies: 0,
      patches: 0,
      sweeps: 0,
      residual: 0,
      nonFiniteBodies: 0,
      problem: '',
    },
    checkedLaws: new WeakSet(),
    step: 0,
    dt: 0,
    visits: 0,
    visit: () => {},
    read: new Float64Array(READ_SIZE),
    push: new Float64Array(3),
    momentum: new Float64Array(3),
    slip: new Float64Array(3),
    half: new Float64Array(2),
    impulse: new Float64Array(3),
  };
  return state;
}

function createSlots<Body>(): Slots<Body> {
  return {
    count: 1,
    body: [undefined],
    of: new Map(),
    free: [],
    order: new Int32Array(64),
    visited: new Int32Array(64),
    active: new Uint8Array(64),
    idle: new Uint8Array(64),
    nonFinite: new Uint8Array(64),
    mass: new Float64Array(64),
    inertia: new Float64Array(64),
    expected: new Float64Array(64),
    pushed: new Float64Array(64),
    pushedBefore: new Float64Array(64),
    impulse: new Float64Array(64),
    turn: new Float64Array(64),
    material: new Int32Array(64),
    group: new Int32Array(64),
    groupCount: new Int32Array(64),
    pressure: [null],
    samples: [null],
    tyres: [null],
  };
}

function createExtras(): PatchExtras {
  return {
    free: [],
    kind: new Uint8Array(0),
    slot: new Int32Array(0),
    floorMaterial: new Int32Array(0),
    bodyMaterial: new Int32Array(0),
    changes: new Int32Array(0),
    share: new Float64Array(0),
    offset: new Float64Array(0),
    memory: new Float64Array(0),
    R: new Float64Array(0),
    pressure: [],
    cells: [],
  };
}

/** Makes room for one more slot. */
export function growSlots<Body>(slots: Slots<Body>, bodies: Bodies): number {
  const slot = slots.count++;
  const { count } = slots;
  slots.order = ensureCapacity(slots.order, count);
  slots.visited = ensureCapacity(slots.visited, count);
  slots.active = ensureCapacity(slots.active, count);
  slots.idle = ensureCapacity(slots.idle, count);
  slots.nonFinite = ensureCapacity(slots.nonFinite, count);
  slots.mass = ensureCapacity(slots.mass, count);
  slots.inertia = ensureCapacity(slots.inertia, count);
  slots.expected = ensureCapacity(slots.expected, 3 * count);
  slots.pushed = ensureCapacity(slots.pushed, 3 * count);
  slots.pushedBefore = ensureCapacity(slots.pushedBefore, 3 * count);
  slots.impulse = ensureCapacity(slots.impulse, 3 * count);
  slots.turn = ensureCapacity(slots.turn, 2 * count);
  slots.material = ensureCapacity(slots.material, count);
  slots.group = ensureCapacity(slots.group, MAX_GROUPS * count);
  slots.groupCount = ensureCapacity(slots.groupCount, count);
  resizeBodies(bodies, count);
  return slot;
}

/** A patch that is not in use, cleared. */
export function takePatch<Body>(state: FloorState<Body>, slot: number, law: FrictionLaw): number {
  const { patches, extras, slots } = state;
  const i = extras.free.pop() ?? patches.count;
  if (i === patches.count) {
    reservePatches(patches, i + 1, RIM_POINTS * (i + 1));
    patches.count = i + 1;
    patches.pointCount = RIM_POINTS * (i + 1);
    growExtras(extras, i + 1);
  }
  for (let e = 3 * i; e < 3 * i + 3; e++) {
    patches.normal[e] = e === 3 * i + 2 ? 1 : 0;
    patches.tangent1[e] = e === 3 * i ? 1 : 0;
    patches.tangent2[e] = e === 3 * i + 1 ? 1 : 0;
    patches.impulse[e] = 0;
    patches.stepImpulse[e] = 0;
    patches.slip[e] = 0;
  }
  patches.law[i] = law;
  patches.bodyA[i] = FLOOR;
  patches.bodyB[i] = slot;
  patches.firstPoint[i] = RIM_POINTS * i;
  patches.points[i] = 0;
  patches.sliding[i] = 0;
  patches.wasSliding[i] = 0;
  patches.flipped[i] = 0;
  patches.normalImpulse[i] = 0;
  patches.stepNormalImpulse[i] = 0;
  clearLawState(patches, i);
  extras.slot[i] = slot;
  extras.kind[i] = OWN_SET;
  extras.floorMaterial[i] = -1;
  extras.bodyMaterial[i] = -1;
  extras.changes[i] = -1;
  extras.share[i] = 1;
  extras.pressure[i] = slots.pressure[slot];
  extras.memory.fill(0, MEMORY * i, MEMORY * (i + 1));
  return i;
}

export function releasePatch<Body>({ extras }: FloorState<Body>, i: number): void {
  if (extras.kind[i] === UNUSED) return;
  extras.kind[i] = UNUSED;
  extras.free.push(i);
}

export function clearLawState({ state, stateStride }: PatchBuffers, i: number): void {
  for (let e = stateStride * i; e < stateStride * (i + 1); e++) state[e] = 0;
}

function growExtras(extras: PatchExtras, count: number): void {
  extras.kind = ensureCapacity(extras.kind, count);
  extras.slot = ensureCapacity(extras.slot, count);
  extras.floorMaterial = ensureCapacity(extras.floorMaterial, count);
  extras.bodyMaterial = ensureCapacity(extras.bodyMaterial, count);
  extras.changes = ensureCapacity(extras.changes, count);
  extras.share = ensureCapacity(extras.share, count);
  extras.offset = ensureCapacity(extras.offset, 2 * count);
  extras.memory = ensureCapacity(extras.memory, MEMORY * count);
  extras.R = ensureCapacity(extras.R, count);
  if (extras.pressure.length < count) extras.pressure.push(null);
  if (extras.cells.length < count) extras.cells.push(null);
}
