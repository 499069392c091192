import type { FrictionHandle } from '@stiction/friction-core';
import {
  createHandle,
  materialId,
  notifyStickSlip,
  printWarnings,
  requireInstalled,
  throwCallbackError,
} from '@stiction/friction-core/adapter';
import type { RigidBody, Shape, World } from 'crashcat';
import { recordStartVelocities } from '../extract/bodies.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { createState } from '../state/state.js';
import { solveWorld } from '../step.js';
import { clearEngineImpulses, hookUpdate } from './hook-update.js';
import { type CrashcatFrictionOptions, requireOptions } from './options.js';

export interface CrashcatFriction extends FrictionHandle<RigidBody, string> {
  /** Names the material of a body, or of a shape inside a compound. The material of a shape takes precedence over its body's. */
  setMaterial(target: RigidBody | Shape, name: string): void;
  /** All messages passed to `warn`. */
  readonly warnings: readonly string[];
}

const installed = new WeakSet<World>();

/**
 * Replaces the contact and friction solver of a crashcat world. `updateWorld` then solves normals, joints and friction together, and
 * friction is bounded by μ times the real normal force.
 */
export function installFriction(world: World, options: CrashcatFrictionOptions): CrashcatFriction {
  const stateOptions = requireOptions(options);
  requireStockWorld(world);
  const state = createState(world, stateOptions);
  const { stickSlip, warnings } = state;
  const unhook = hookUpdate(world, {
    begin() {
      if (stickSlip.isNotifying) throw new Error('updateWorld: must not be called from an onStickSlip callback');
      stickSlip.count = 0;
      stickSlip.errors.length = 0;
      recordStartVelocities(state);
    },
    solve: (dt) => solveWorld(state, dt),
    end() {
      if (stickSlip.count === 0 && warnings.printed === warnings.messages.length) return;
      // The engine does this next, but it does not get there if a callback throws.
      clearForces(world);
      notifyStickSlip(stickSlip, (body) => !body._pooled);
      printWarnings(warnings);
      throwCallbackError(stickSlip);
    },
  });
  clearEngineImpulses(world);
  installed.add(world);

  const handle = createHandle<RigidBody, string>(state, {
    isInstalled: () => state.isInstalled,
    materialName: (_, name) => name,
    snapshot: () => takeSnapshot(state),
    restore: (data) => restoreSnapshot(state, data),
    uninstall() {
      state.isInstalled = false;
      installed.delete(world);
      unhook();
    },
  });
  return Object.assign(handle, {
    setMaterial(target: RigidBody | Shape, name: string) {
      requireInstalled(state.isInstalled);
      if (typeof target !== 'object' || target === null) {
        throw new TypeError(`setMaterial: target must be a crashcat body or shape (got ${String(target)})`);
      }
      if (typeof name !== 'string' || name === '') {
        throw new TypeError(`setMaterial: name must be a non-empty string (got ${String(name)})`);
      }
      state.materials.set(target, materialId(state.pairs, name));
    },
    warnings: warnings.messages,
  });
}

function requireStockWorld(world: World): void {
  if (typeof world?.previousTimeStep !== 'number' || typeof world.contacts?.frameStamp !== 'number' || !world.islands) {
    throw new TypeError('installFriction: world must be a crashcat World');
  }
  if (installed.has(world)) {
    throw new Error(
      'installFriction: friction is already installed on this world; call uninstall() on its handle first',
    );
  }
}

function clearForces({ bodies }: World): void {
  for (let k = 0; k < bodies.activeBodyCount; k++) {
    const { force, torque } = bodies.pool[bodies.activeBodyIndices[k]].motionProperties;
    force.fill(0);
    torque.fill(0);
  }
}
