import {
  createSolverState,
  type ExternalJoints,
  type KinematicTarget,
  type SolverState,
  type SolverStateOptions,
  type Warnings,
} from '@stiction/friction-core';
import type { constraints, RigidBody, World } from 'crashcat';

export type ConstraintDefs = typeof constraints.constraintDefs;
type ConstraintDef = NonNullable<ConstraintDefs[constraints.ConstraintPool['type']]>;

/** The joints of a step that are solved along, the engine's functions for each, and the slots of their bodies that can move. */
export interface Guests {
  count: number;
  joints: constraints.ConstraintBase[];
  defs: ConstraintDef[];
  slotCount: number;
  slots: number[];
  /** Per slot: the last step in which it was one of them. */
  knownIn: Int32Array;
  solver: ExternalJoints;
}

/** Everything that one installed world has beside what every adapter with our solver has. */
export interface AdapterState extends SolverState<RigidBody> {
  world: World;
  warnings: Warnings;
  /** How the engine solves joints; null where the user has not given it. */
  defs: ConstraintDefs | null;
  /** Material ids of bodies and shapes, as the user has named them. */
  materials: WeakMap<object, number>;
  /** By `body.index`: the slot in this step, UNSEEN or BAD. */
  slotOf: Int32Array;
  /** The ids that the bodies of the slots had: the engine uses its objects again. */
  idOf: number[];
  /** By `body.index`: velocity before the engine integrated forces, and whether it did. */
  before: Float64Array;
  integrated: Uint8Array;
  /** By `body.index`: where kinematic bodies come from, and which body that was. */
  kinematicTargets: KinematicTarget[];
  courseOf: number[];
  guests: Guests;
  jointsSaid: boolean;
  /** Length of this step. */
  stepLength: number;
  isInstalled: boolean;
}

export const UNSEEN = -1;
export const BAD = -2;

/** MotionType. Not imported, so that the engine stays a type-only dependency. */
const STATIC = 0;
export const KINEMATIC = 1;
export const DYNAMIC = 2;

export function createState(
  world: World,
  options: SolverStateOptions,
  defs: ConstraintDefs | null,
  warnings: Warnings,
  makeGuests: (state: AdapterState) => Guests,
): AdapterState {
  const state = {
    ...createSolverState<RigidBody>(options),
    world,
    warnings,
    defs,
    materials: new WeakMap(),
    slotOf: new Int32Array(0),
    idOf: [],
    before: new Float64Array(0),
    integrated: new Uint8Array(0),
    kinematicTargets: [],
    courseOf: [],
    jointsSaid: false,
    stepLength: 0,
    isInstalled: true,
  } as unknown as AdapterState;
  state.guests = makeGuests(state);
  state.bodyAt = (slot) => {
    const body = state.bodyOf[slot];
    return body && !body._pooled && body.id === state.idOf[slot] ? body : undefined;
  };
  state.sleeps = (keyA, keyB) => isQuiet(bodyOfKey(world, keyA)) && isQuiet(bodyOfKey(world, keyB));
  return state;
}

/** Keys of bodies are whole numbers of 32 bits: 19 for the place, 12 that tell apart those that had it one after the other. */
const SEQUENCE_BITS = 12;
const SEQUENCE_MASK = 0xfff;

export function keyOf(body: RigidBody): number {
  return (body.index << SEQUENCE_BITS) | (body.sequence & SEQUENCE_MASK);
}

export function bodyOfKey(world: World, key: number): RigidBody | undefined {
  const body = world.bodies.pool[key >> SEQUENCE_BITS];
  return body && !body._pooled && keyOf(body) === key ? body : undefined;
}

function isQuiet(body: RigidBody | undefined): boolean {
  return body !== undefined && (body.sleeping || body.motionType === STATIC);
}
