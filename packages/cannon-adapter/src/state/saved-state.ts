import type { SavedState } from '@stiction/friction-core';
import {
  createStateBuffer,
  ensureCapacity,
  keepFlag,
  keepJointFriction,
  keepLandings,
  keepMovingSurfaces,
  keepNumber,
  keepNumbers,
  keepObject,
  keepPatches,
  reserveJointRows,
  resizeBodies,
  rewind,
  type StateBuffer,
} from '@stiction/friction-core/adapter';
import type { Body } from 'cannon-es';
import { readPose } from '../extract/bodies.js';
import { keepAnchor } from '../extract/joint-anchors.js';
import { keepKinematicTarget } from '../extract/kinematic-targets.js';
import { dropFrictionRows } from '../joint-friction/set-joint-friction.js';
import { keepBody, keepWorld } from './engine-state.js';
import { createInventory, type Inventory, listWorld, requireSameWorld, restoreOrder } from './inventory.js';
import type { AdapterState } from './state.js';

/** A state of one world: what is in it, and all numbers that the next step depends on. */
interface CannonSavedState extends SavedState {
  byteLength: number;
  owner: AdapterState;
  inventory: Inventory;
  buffer: StateBuffer;
}

export function saveState(state: AdapterState, into?: SavedState): SavedState {
  requireBetweenSteps(state, 'saveState');
  const saved = into === undefined ? createSavedState(state) : requireOwn(state, 'saveState', 'into', into);
  listWorld(saved.inventory, state);
  rewind(saved.buffer, false);
  keepAll(saved.buffer, saved.inventory, state);
  saved.byteLength = saved.buffer.numbers.byteLength;
  return saved;
}

/** Checks everything before it changes anything. */
export function loadState(state: AdapterState, from: SavedState): void {
  requireBetweenSteps(state, 'loadState');
  const { inventory, buffer } = requireOwn(state, 'loadState', 'from', from);
  requireSameWorld(inventory, state);
  restoreOrder(inventory, state.world);
  rewind(buffer, true);
  keepAll(buffer, inventory, state);
  // The velocities of the last step are unknown.
  state.solvedPatches = null;
  resizeBodies(state.bodies, state.engineBodies.length);
  for (let slot = 0; slot < state.engineBodies.length; slot++) {
    readPose(state.bodies.pose, 7 * slot, state.engineBodies[slot]);
  }
}

function createSavedState(owner: AdapterState): CannonSavedState {
  return { byteLength: 0, owner, inventory: createInventory(), buffer: createStateBuffer() };
}

function requireBetweenSteps({ isStepping }: AdapterState, method: string): void {
  if (isStepping) throw new Error(`${method}: called from within a step (a listener or callback)`);
}

function requireOwn(state: AdapterState, method: string, name: string, saved: SavedState): CannonSavedState {
  if ((saved as Partial<CannonSavedState> | null)?.owner === state) return saved as CannonSavedState;
  throw new TypeError(`${method}: ${name} must be a state that saveState of this handle has returned`);
}

function keepAll(buffer: StateBuffer, { bodies, bodyCount }: Inventory, state: AdapterState): void {
  keepWorld(buffer, state.world);
  for (let k = 0; k < bodyCount; k++) {
    keepBody(buffer, bodies[k]);
    keepKinematicTarget(buffer, state, bodies[k]);
    keepAnchor(buffer, state, bodies[k]);
  }
  keepPatches(buffer, state.store);
  keepMovingSurfaces(buffer, state.movingSurfaces);
  keepLandings(buffer, state.events.landings);
  state.dt = keepNumber(buffer, state.dt);
  state.h = keepNumber(buffer, state.h);
  state.solver.bucklingRate = keepNumber(buffer, state.solver.bucklingRate);
  keepSlots(buffer, state.engineBodies);
  keepSpeculativePairs(buffer, state);
  keepJointRows(buffer, state);
}

/** The bodies of the patches. */
function keepSlots(buffer: StateBuffer, slots: Body[]): void {
  const count = keepNumber(buffer, slots.length);
  if (buffer.isLoading) slots.length = count;
  for (let slot = 0; slot < count; slot++) slots[slot] = keepObject(buffer, slots[slot]);
}

/** Which bodies are new to contacts between exactly touching boxes. */
function keepSpeculativePairs(buffer: StateBuffer, { speculativePairs: pairs, world }: AdapterState): void {
  pairs.isRestored = keepFlag(buffer, pairs.isRestored);
  pairs.knownIds = ensureCapacity(pairs.knownIds, world.bodies.length);
  keepNumbers(buffer, pairs.knownIds, world.bodies.length);
}

/** Impulses of the rows of constraints, and the memory of their friction, whose rows every step adds. */
function keepJointRows(buffer: StateBuffer, state: AdapterState): void {
  const { joints } = state;
  if (buffer.isLoading) dropFrictionRows(state);
  let count = joints.count;
  while (count > 0 && joints.frictionJoint[count - 1] > 0) count--;
  count = keepNumber(buffer, count);
  if (buffer.isLoading) {
    reserveJointRows(joints, count);
    joints.count = count;
  }
  keepNumbers(buffer, joints.key, count);
  keepNumbers(buffer, joints.impulse, count);
  if (joints.friction) keepJointFriction(buffer, joints.friction.joints);
}
