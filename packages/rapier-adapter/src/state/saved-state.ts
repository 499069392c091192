import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import type { SavedState } from '@stiction/friction-core';
import {
  createStateBuffer,
  requireBoolean,
  requireKnownOptions,
  rewind,
  type StateBuffer,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { syncColliders } from '../ownership/collider-table.js';
import { clearRefreshHooks } from '../ownership/native.js';
import { updateOwnership } from '../step/step.js';
import { keepFriction } from './friction-state.js';
import { createInventory, type Inventory, listWorld, requireSameWorld } from './inventory.js';
import { loadMotion, saveMotion } from './motion-state.js';
import { rewriteEngine } from './rewrite-engine.js';
import { loadWorld, requireExchangeable } from './world-state.js';

/** Options of `saveState`. */
export interface SaveStateOptions {
  /**
   * true: with Rapier's own snapshot, so that the same bits follow. false: poses, velocities, forces and sleep; a few times faster, but the next steps
   * differ slightly. @default true
   */
  exact?: boolean;
}

interface RapierSavedState extends SavedState {
  byteLength: number;
  owner: InstallState;
  inventory: Inventory;
  /** Rapier's own snapshot, or null; and without one the motion of the bodies. */
  world: Uint8Array | null;
  motion: StateBuffer;
  friction: StateBuffer;
}

export function saveState(install: InstallState, into: SavedState | undefined, options: SaveStateOptions): SavedState {
  requireKnownOptions('saveState', options, ['exact']);
  const exact = requireBoolean('saveState', 'exact', options.exact ?? true);
  const saved = into === undefined ? createSavedState(install) : requireOwn(install, 'saveState', 'into', into);
  updateOwnership(install);
  listWorld(saved.inventory, install);
  saved.world = exact ? install.world.takeSnapshot() : null;
  if (!exact) saveMotion(saved.motion, install, saved.inventory);
  rewind(saved.friction, false);
  keepFriction(saved.friction, install);
  const { world, motion, friction } = saved;
  saved.byteLength = (world?.byteLength ?? 0) + motion.numbers.byteLength + friction.numbers.byteLength;
  return saved;
}

/** Checks everything before it changes anything. */
export function loadState(install: InstallState, from: SavedState): void {
  const { inventory, world: bytes, motion, friction } = requireOwn(install, 'loadState', 'from', from);
  const { world, joints } = install;
  requireSameWorld(inventory, install);
  if (bytes) requireExchangeable(world);
  syncColliders(install);
  const { anchor } = joints;
  rewind(friction, true);
  if (bytes) {
    loadWorld(world, bytes);
    keepFriction(friction, install);
    if (anchor && anchor !== joints.anchor) forgetBody(world, anchor);
    return;
  }
  const jointsBefore = [...joints.ours];
  clearRefreshHooks(install, false);
  keepFriction(friction, install);
  joints.anchor = anchor;
  loadMotion(motion, install, inventory);
  rewriteEngine(install, jointsBefore);
}

/** Our fixed body was created after the state was saved: the engine no longer has it. */
function forgetBody(world: World, body: RigidBody): void {
  (world.bodies as unknown as { map: { delete(handle: number): void } }).map.delete(body.handle);
}

function createSavedState(owner: InstallState): RapierSavedState {
  return {
    byteLength: 0,
    owner,
    inventory: createInventory(),
    world: null,
    motion: createStateBuffer(),
    friction: createStateBuffer(),
  };
}

function requireOwn(install: InstallState, method: string, name: string, saved: SavedState): RapierSavedState {
  if ((saved as Partial<RapierSavedState> | null)?.owner === install) return saved as RapierSavedState;
  throw new TypeError(`${method}: ${name} must be a state that saveState of this handle has returned`);
}
