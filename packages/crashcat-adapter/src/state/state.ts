import {
  createSolverState,
  type KinematicTarget,
  reportSurfaceProblem,
  type SolverState,
  type SolverStateOptions,
  type Warnings,
} from '@stiction/friction-core/adapter';
import type { RigidBody, World } from 'crashcat';
import { isAsleep, slotOf } from '../extract/bodies.js';
import { type ConstraintDefs, createEngineJoints, type EngineJoints } from '../extract/joints.js';
import { createRoundCap, type RoundCap } from '../extract/round-caps.js';
import { createSubShape, type SubShape } from '../extract/sub-shapes.js';
import { describeShapes } from '../install/describe.js';
import { bodyOfKey } from './body-keys.js';

/** State of one installed world. */
export interface AdapterState extends SolverState<RigidBody> {
  world: World;
  warnings: Warnings;
  /** The engine's joint functions; null without the option `constraints`. */
  constraintDefs: ConstraintDefs | null;
  /** Material ids of bodies and shapes, set by the user. */
  materials: WeakMap<object, number>;
  /** Keys of bodies and shapes in `surfaces.byShape`. */
  surfaceKeys: WeakMap<object, number>;
  nextSurfaceKey: number;
  reportSurface: (problem: string) => void;
  /** Slot of each body in this step, by `body.index`; UNREAD or NON_FINITE if it has none. */
  slotByIndex: Int32Array;
  /** Id of the body in each slot: the engine reuses body objects. */
  slotIds: number[];
  /** Velocity before the engine integrated forces, by `body.index`, [linear, angular]. */
  startVelocity: Float64Array;
  /** 1 if the body was active when `startVelocity` was recorded. */
  hasStartVelocity: Uint8Array;
  /** Targets of kinematic bodies by `body.index`, and the ids of their bodies. */
  kinematicTargets: KinematicTarget[];
  kinematicTargetIds: number[];
  engineJoints: EngineJoints;
  hasWarnedJoints: boolean;
  /** Length of this step [s]. */
  currentDt: number;
  isInstalled: boolean;
  /** The two shapes of the manifold being read. */
  subShapeA: SubShape;
  subShapeB: SubShape;
  roundCap: RoundCap;
  /** Velocity of the kinematic body being read, [linear, angular]. */
  kinematicVelocity: Float64Array;
  /** Scratch for one body: a pose of which only the rotation is used, and a vector. */
  rotation: Float64Array;
  vector: Float64Array;
}

export interface StateOptions extends SolverStateOptions {
  warnings: Warnings;
  constraintDefs: ConstraintDefs | null;
}

export function createState(world: World, options: StateOptions): AdapterState {
  const { warnings, constraintDefs } = options;
  const state: AdapterState = Object.assign(createSolverState<RigidBody>(options), {
    world,
    warnings,
    constraintDefs,
    materials: new WeakMap(),
    surfaceKeys: new WeakMap(),
    nextSurfaceKey: 1,
    reportSurface: (problem: string) => reportSurfaceProblem(state.report, warnings, problem),
    slotByIndex: new Int32Array(0),
    slotIds: [],
    startVelocity: new Float64Array(0),
    hasStartVelocity: new Uint8Array(0),
    kinematicTargets: [],
    kinematicTargetIds: [],
    engineJoints: createEngineJoints(() => state),
    hasWarnedJoints: false,
    currentDt: 0,
    isInstalled: true,
    subShapeA: createSubShape(),
    subShapeB: createSubShape(),
    roundCap: createRoundCap(),
    kinematicVelocity: new Float64Array(6),
    rotation: new Float64Array(7),
    vector: new Float64Array(3),
  });
  state.bodyAt = (slot) => {
    const body = state.engineBodies[slot];
    return body && !body._pooled && body.id === state.slotIds[slot] ? body : undefined;
  };
  state.slotOfKey = (key) => {
    const body = bodyOfKey(world, key);
    return body ? slotOf(state, body, state.currentDt) : -1;
  };
  state.bodyOfKey = (key) => bodyOfKey(world, key);
  state.describeEngine = (pair, patches, i) => describeShapes(state, pair, patches, i);
  state.areAsleep = (keyA, keyB) => isAsleep(bodyOfKey(world, keyA)) && isAsleep(bodyOfKey(world, keyB));
  return state;
}
