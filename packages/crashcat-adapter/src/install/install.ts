import type { FrictionHandle, SurfaceFunction } from '@stiction/friction-core';
import {
  clearEvents,
  countEvents,
  createHandle,
  describe,
  materialId,
  notifyEvents,
  printWarnings,
  requireInstalled,
  requireMaterialName,
  requireNotInstalled,
  setSurfaceFunction,
  throwCallbackError,
  updateMovingSurfaces,
} from '@stiction/friction-core/adapter';
import type { RigidBody, Shape, World } from 'crashcat';
import { recordStartVelocities, wakeSleepers } from '../extract/bodies.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { createState } from '../state/state.js';
import { solveWorld } from '../step.js';
import type { CrashcatContact, CrashcatImpact } from './describe.js';
import { clearEngineImpulses, hookUpdate } from './hook-update.js';
import { type CrashcatFrictionOptions, requireOptions } from './options.js';

export interface CrashcatFriction extends FrictionHandle<RigidBody, string, CrashcatContact, CrashcatImpact> {
  /** Names the material of a body, or of a shape inside a compound. The material of a shape takes precedence over its body's. */
  setMaterial(target: RigidBody | Shape, name: string): void;
  /**
   * Gives the places of a body, or of a shape inside a compound, different materials: `surface` returns the name of the material at a
   * contact point. Contact points with different materials become separate patches. null removes it.
   */
  setSurface(target: RigidBody | Shape, surface: SurfaceFunction | null): void;
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
  const { events, warnings } = state;
  const unhook = hookUpdate(world, {
    begin() {
      if (events.isNotifying) {
        throw new Error('updateWorld: must not be called from an onStickSlip or onImpact callback');
      }
      clearEvents(events);
      events.errors.length = 0;
      updateMovingSurfaces(state, wakeSleepers);
      recordStartVelocities(state);
    },
    solve: (dt) => solveWorld(state, dt),
    end() {
      if (countEvents(events) === 0 && warnings.printed === warnings.messages.length) return;
      // The engine does this next, but it does not get there if a callback throws.
      clearForces(world);
      notifyEvents(events, (body) => !body._pooled);
      printWarnings(warnings);
      throwCallbackError(events);
    },
  });
  clearEngineImpulses(world);
  installed.add(world);

  const handle = createHandle<RigidBody, string, CrashcatContact, CrashcatImpact>(state, {
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
    setSurface(target: RigidBody | Shape, surface: SurfaceFunction | null) {
      requireInstalled(state.isInstalled);
      requireTarget('setSurface', target);
      const key = state.surfaceKeys.get(target) ?? state.nextSurfaceKey;
      setSurfaceFunction(state.surfaces, key, surface);
      state.surfaceKeys.set(target, key);
      state.nextSurfaceKey = Math.max(state.nextSurfaceKey, key + 1);
    },
    setMaterial(target: RigidBody | Shape, name: string) {
      requireInstalled(state.isInstalled);
      requireTarget('setMaterial', target);
      requireMaterialName('setMaterial', name);
      state.materials.set(target, materialId(state.pairs, name));
    },
    warnings: warnings.messages,
  });
}

function requireTarget(method: string, target: unknown): void {
  if (typeof target === 'object' && target !== null) return;
  throw new TypeError(`${method}: target must be a crashcat body or shape (got ${describe(target)})`);
}

function requireStockWorld(world: World): void {
  if (typeof world?.previousTimeStep !== 'number' || typeof world.contacts?.frameStamp !== 'number' || !world.islands) {
    throw new TypeError('installFriction: world must be a crashcat World');
  }
  requireNotInstalled(installed, world);
}

function clearForces({ bodies }: World): void {
  for (let k = 0; k < bodies.activeBodyCount; k++) {
    const { force, torque } = bodies.pool[bodies.activeBodyIndices[k]].motionProperties;
    force.fill(0);
    torque.fill(0);
  }
}
