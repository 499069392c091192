import { type ExternalJoints, ensureCapacity } from '@stiction/friction-core/adapter';
import type { constraints, RigidBody } from 'crashcat';
import { writePose, writeVelocity } from '../apply/apply.js';
import { DYNAMIC } from '../crashcat-enums.js';
import type { AdapterState } from '../state/state.js';
import { readVelocity, slotOf } from './bodies.js';

export type ConstraintDefs = typeof constraints.constraintDefs;
type ConstraintDef = NonNullable<ConstraintDefs[constraints.ConstraintPool['type']]>;

/**
 * Joints of crashcat, of any kind, solved by the engine's functions: set up, warm start, solve once. For joints of bodies in contact
 * they run inside our substeps, on velocities copied to the engine's bodies and back. Position errors are left to the engine's
 * position solver, which runs after the step.
 */
export interface EngineJoints {
  count: number;
  joints: constraints.ConstraintBase[];
  /** The engine's functions for each joint. */
  defs: ConstraintDef[];
  /** Slots of the dynamic bodies in the joints. */
  slotCount: number;
  slots: number[];
  /** The last step in which each slot was in `slots`. */
  slotStep: Int32Array;
  solver: ExternalJoints;
  /** Velocity of the body being read, [linear, angular]. */
  velocity: Float64Array;
}

export function createEngineJoints(stateOf: () => AdapterState): EngineJoints {
  const engineJoints: EngineJoints = {
    count: 0,
    joints: [],
    defs: [],
    slotCount: 0,
    slots: [],
    slotStep: new Int32Array(0),
    velocity: new Float64Array(6),
    solver: {
      begin(h, first) {
        const state = stateOf();
        // Joints rotate with the bodies: removes the impulses along the old directions and applies them along the new ones.
        if (!first) {
          setImpulseVelocities(state, 1);
          addVelocities(state, -1);
          for (let k = 0; k < engineJoints.slotCount; k++) writePose(state, engineJoints.slots[k]);
        }
        const { bodies } = state.world;
        for (let k = 0; k < engineJoints.count; k++) {
          engineJoints.defs[k].setupVelocity(engineJoints.joints[k], bodies, h);
        }
        setImpulseVelocities(state, first ? h / state.currentDt : 1);
        addVelocities(state, 1);
      },
      sweep(h) {
        const state = stateOf();
        const { slots, slotCount, velocity } = engineJoints;
        for (let k = 0; k < slotCount; k++) writeVelocity(state, slots[k]);
        for (let k = 0; k < engineJoints.count; k++) {
          engineJoints.defs[k].solveVelocity(engineJoints.joints[k], state.world.bodies, h);
        }
        for (let k = 0; k < slotCount; k++) {
          readVelocity(velocity, 0, state.engineBodies[slots[k]]);
          state.bodies.velocity.set(velocity, 6 * slots[k]);
        }
      },
    },
  };
  return engineJoints;
}

/** Takes over the contacts of all islands, and the joints of islands with contacts. Other joints stay with the engine. */
export function extractJoints(state: AdapterState, dt: number): void {
  const { world, engineJoints } = state;
  engineJoints.count = 0;
  engineJoints.slotCount = 0;
  for (const island of world.islands.islands) {
    if (island.contactIndices.length === 0) continue;
    island.contactIndices.length = 0;
    if (island.constraintIds.length > 0 && !state.constraintDefs) {
      warnJoints(state);
      continue;
    }
    island.numVelocitySteps = 0;
    for (const id of island.constraintIds) addJoint(state, id, dt);
  }
  state.solver.externalJoints = engineJoints.count > 0 ? engineJoints.solver : null;
  if (engineJoints.count > 0) removeWarmStart(state, dt);
}

/** Without `constraints` the engine solves joints after our contacts, which may then overlap or slip a little. */
function warnJoints(state: AdapterState): void {
  if (state.hasWarnedJoints) return;
  state.hasWarnedJoints = true;
  state.warnings.messages.push(
    'bodies with joints are in contact: pass the constraints object of crashcat to installFriction to solve joints and contacts together',
  );
}

/** A ConstraintId has 24 bits of index into the pool of its type, then 4 bits of type. */
function addJoint(state: AdapterState, id: number, dt: number): void {
  const { world, engineJoints } = state;
  const type = ((id >>> 24) & 15) as keyof ConstraintDefs;
  const joint = world.constraints.pools[type]?.constraints[id & 0xffffff];
  const def = state.constraintDefs?.[type];
  if (!joint || !def) return;
  const a = world.bodies.pool[joint.bodyIndexA];
  const b = world.bodies.pool[joint.bodyIndexB];
  if (slotOf(state, a, dt) < 0 || slotOf(state, b, dt) < 0) return;
  engineJoints.joints[engineJoints.count] = joint;
  engineJoints.defs[engineJoints.count++] = def;
  addSlot(state, a);
  addSlot(state, b);
}

function addSlot({ engineJoints, slotByIndex, report }: AdapterState, body: RigidBody): void {
  if (body.motionType !== DYNAMIC) return;
  const slot = slotByIndex[body.index];
  engineJoints.slotStep = ensureCapacity(engineJoints.slotStep, slot + 1);
  // report.steps counts finished steps; 0 would be the initial value of slotStep.
  if (engineJoints.slotStep[slot] === report.steps + 1) return;
  engineJoints.slotStep[slot] = report.steps + 1;
  engineJoints.slots[engineJoints.slotCount++] = slot;
}

/** The engine has already applied the impulses of the last step, scaled to this whole step. Removes them from the acceleration. */
function removeWarmStart(state: AdapterState, dt: number): void {
  const { bodies, engineJoints, world } = state;
  const { slots, velocity } = engineJoints;
  setImpulseVelocities(state, world.settings.solver.warmStarting ? 1 : 0);
  for (let k = 0; k < engineJoints.slotCount; k++) {
    readVelocity(velocity, 0, state.engineBodies[slots[k]]);
    for (let e = 0; e < 6; e++) bodies.acceleration[6 * slots[k] + e] -= velocity[e] / dt;
  }
}

/** Sets the velocities of the engine's bodies to those that `ratio` times the stored impulses give to bodies at rest. */
function setImpulseVelocities({ engineBodies, engineJoints, world }: AdapterState, ratio: number): void {
  for (let k = 0; k < engineJoints.slotCount; k++) {
    const { linearVelocity, angularVelocity } = engineBodies[engineJoints.slots[k]].motionProperties;
    linearVelocity.fill(0);
    angularVelocity.fill(0);
  }
  warmStart(engineJoints, world.bodies, ratio);
}

/** Scales the stored impulses and applies them to the engine's bodies. */
function warmStart(
  { count, defs, joints }: EngineJoints,
  bodies: AdapterState['world']['bodies'],
  ratio: number,
): void {
  for (let k = 0; k < count; k++) defs[k].warmStartVelocity(joints[k], bodies, ratio);
}

/** Adds `sign` times the velocities of the engine's bodies to ours. */
function addVelocities(state: AdapterState, sign: 1 | -1): void {
  const { bodies, engineJoints } = state;
  const { slots, velocity } = engineJoints;
  for (let k = 0; k < engineJoints.slotCount; k++) {
    readVelocity(velocity, 0, state.engineBodies[slots[k]]);
    for (let e = 0; e < 6; e++) bodies.velocity[6 * slots[k] + e] += sign * velocity[e];
  }
}

/** After the last substep: scales the impulses to the whole step, for users to read and for the next warm start. */
export function finishJoints({ engineJoints, world, solver }: AdapterState, dt: number): void {
  warmStart(engineJoints, world.bodies, dt / solver.h);
}
