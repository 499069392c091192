import type { Collider, EventQueue, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import type { ContactView, FrictionHandle, FrictionLaw } from '@stiction/friction-core';
import {
  drawPatches,
  materialId,
  notifyStickSlip,
  removePairLaw,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
  subscribe,
  throwCallbackError,
} from '@stiction/friction-core/adapter';
import { removeAllJoints } from '../motors/friction-joints.js';
import { syncColliders } from '../ownership/collider-table.js';
import { watchCoefficients } from '../ownership/from-colliders.js';
import { hasInnerCircle, kindOf, NATIVE } from '../ownership/law-kind.js';
import { releaseColliders } from '../ownership/release.js';
import { hideUnknown, listContacts, type RapierContact } from '../read/contacts.js';
import { readView } from '../read/read-view.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { stepWithFriction, updateOwnership } from '../step/step.js';
import { behindProxy, type RapierFrictionOptions, requireOptions } from './options.js';
import { createInstallState, type InstallState, isAlive } from './state.js';
import { watchChanges } from './watch.js';
import { wrapStep } from './wrap-step.js';

export type { RapierContact } from '../read/contacts.js';
export type { RapierFrictionOptions } from './options.js';

/**
 * The handle that `installFriction` returns. All methods but `uninstall` throw after an uninstall. A body of a contact is `null` if the collider has none.
 * A snapshot belongs to the engine's `world.takeSnapshot()`: in the world from `World.restoreSnapshot`, install, set the same laws, then restore;
 * materials of colliders are included. Inside a hook, `uninstall` takes effect after the step.
 */
export interface RapierFriction extends FrictionHandle<RigidBody | null, string, RapierContact> {
  /** The patches of the last step; `native: true` adds pairs whose friction Rapier computes. They are read on demand. */
  contacts(options?: { native?: boolean }): IterableIterator<RapierContact>;
  /** Names the material of a collider. Colliders without a name have the default law with everything. */
  setMaterial(collider: Collider, name: string): void;
  /** True if the collider is acquired: Stiction computes its friction, or corrects Rapier's. */
  owns(collider: Collider): boolean;
  /** Call this instead of `world.step`, with the same arguments. If nothing is acquired, both are the same. */
  step(eventQueue?: EventQueue, hooks?: PhysicsHooks): void;
}

const installedWorlds = new WeakSet<World>();

/**
 * Installs friction laws into a Rapier world. Coulomb friction stays Rapier's own: a collider is acquired only if a law that Rapier lacks can apply to it.
 * Colliders that you add later are picked up by the next step.
 */
export function installFriction(givenWorld: World, options: RapierFrictionOptions): RapierFriction {
  const world = behindProxy(givenWorld);
  const { replaceStep, ...settings } = requireOptions(world, options);
  if (installedWorlds.has(world)) {
    throw new Error('installFriction: this world has friction installed already; uninstall that first');
  }
  const install = createInstallState(world, settings);
  const { events } = install;
  const isInWorld = (body: RigidBody | null) => isAlive(install, body);
  if (options.default) requireLawFits(install, 'installFriction', options.default);
  // The user's filter may throw; nothing has been changed yet. Coefficients are written in the first step, so that
  // `restore` can come before it.
  syncColliders(install);
  const unwatchCoefficients = options.fromColliders ? watchCoefficients(install) : null;
  const { engineStep, unwrap } = wrapStep(
    install,
    replaceStep ? (eventQueue, hooks) => handle.step(eventQueue, hooks) : null,
  );
  const unwatch = watchChanges(install);
  installedWorlds.add(world);

  function finish(): void {
    install.installed = false;
    installedWorlds.delete(world);
    events.subscribers = [];
    unwrap();
    unwatch();
    unwatchCoefficients?.();
    if (!world.bodies || install.engineTrapped) return;
    removeAllJoints(install);
    releaseColliders(install);
  }

  /** Laws have changed: ownership is decided again. */
  function change(act: () => void): void {
    act();
    install.colliders.undecided = true;
  }

  const handle: RapierFriction = {
    setDefault(law) {
      requireInstalled(install, 'setDefault');
      requireLawFits(install, 'setDefault', law);
      change(() => setDefaultLaw(install.pairs, law));
    },
    setMaterial(collider, name) {
      requireInstalled(install, 'setMaterial');
      if (typeof name !== 'string' || name === '') {
        throw new TypeError(`setMaterial: name must be a non-empty string (got ${String(name)})`);
      }
      if (world.getCollider(collider?.handle) !== collider) {
        throw new Error('setMaterial: the collider is not in this world');
      }
      syncColliders(install);
      const record = install.colliders.byHandle.get(collider.handle);
      if (!record || record.isExcluded)
        throw new Error("setMaterial: the collider is left to Rapier by the option 'colliders'");
      change(() => {
        record.material = materialId(install.pairs, name);
      });
    },
    setPair(nameA, nameB, law) {
      requireInstalled(install, 'setPair');
      requireLawFits(install, 'setPair', law);
      change(() => setPairLaw(install.pairs, nameA, nameB, law));
    },
    removePair(nameA, nameB) {
      requireInstalled(install, 'removePair');
      install.colliders.undecided = true;
      return removePairLaw(install.pairs, nameA, nameB);
    },
    setMaterialLaw(name, law) {
      requireInstalled(install, 'setMaterialLaw');
      requireLawFits(install, 'setMaterialLaw', law);
      change(() => setMaterialLaw(install.pairs, name, law, install.combine));
    },
    contacts(options) {
      requireInstalled(install, 'contacts');
      requireBetweenSteps(install, 'contacts');
      return listContacts(install, requireNative('contacts', options));
    },
    onStickSlip(callback) {
      requireInstalled(install, 'onStickSlip');
      return subscribe(events, callback && ((contact) => callback(forUser(contact))));
    },
    debugLines(drawing) {
      requireInstalled(install, 'debugLines');
      requireBetweenSteps(install, 'debugLines');
      readView(install, false);
      const { lines, store, view, dt, lengthUnit } = install;
      return drawPatches(lines, [store.current, view.store.current], dt, lengthUnit, drawing);
    },
    snapshot() {
      requireInstalled(install, 'snapshot');
      requireBetweenSteps(install, 'snapshot');
      return takeSnapshot(install);
    },
    restore(data) {
      requireInstalled(install, 'restore');
      requireBetweenSteps(install, 'restore');
      restoreSnapshot(install, data);
    },
    report: install.report,
    owns(collider) {
      requireInstalled(install, 'owns');
      if (!install.isStepping) updateOwnership(install);
      const record = install.colliders.byHandle.get(collider?.handle);
      return record !== undefined && record.collider === collider && record.kind !== NATIVE;
    },
    step(eventQueue, hooks) {
      requireInstalled(install, 'step');
      requireBetweenSteps(install, 'step');
      if (events.isNotifying) throw new Error('step: called from within an onStickSlip callback');
      install.isStepping = true;
      try {
        requireStepInput(world, eventQueue, hooks);
        stepWithFriction(install, engineStep, eventQueue, hooks);
      } catch (error) {
        throw explainFailure(install, error);
      } finally {
        install.isStepping = false;
        if (install.uninstallAfterStep) finish();
      }
      notifyStickSlip(events, isInWorld);
      throwCallbackError(events);
    },
    uninstall() {
      if (!install.installed) return;
      // The engine's data must not be touched while it steps.
      if (install.isStepping) install.uninstallAfterStep = true;
      else finish();
    },
  };
  return handle;
}

function requireNative(method: string, options: { native?: boolean } | undefined): boolean {
  const native = options?.native ?? false;
  if (typeof native === 'boolean') return native;
  throw new TypeError(`${method}: native must be true or false (got ${String(native)})`);
}

/** The patch of an event in the form of `contacts()`. */
function forUser(view: ContactView<RigidBody | null>): RapierContact {
  const contact = { ...view, acquired: true } as RapierContact;
  hideUnknown(contact);
  return contact;
}

/** Throws if the law cannot act in this world, and says what it needs. */
function requireLawFits(install: InstallState, method: string, law: FrictionLaw): void {
  if (typeof law?.linearize !== 'function') return; // refused when it is stored, with its own message
  const kind = kindOf(law);
  if (kind === NATIVE && !install.colliderLaw) return;
  if (!install.engine.hasMotors) {
    throw new Error(
      `${method}: the law '${law.name}' needs Rapier 0.20 or later; in package.json, "overrides": { "@dimforge/rapier3d-compat": "^0.21.0" }`,
    );
  }
  if ((law.commit || hasInnerCircle(law)) && !install.rapier) {
    throw new TypeError(
      `${method}: the law '${law.name}' is made of Rapier's joints; give installFriction the engine's module as the option rapier`,
    );
  }
}

function requireInstalled(install: InstallState, method: string): void {
  if (!install.installed) throw new Error(`${method}: friction has been uninstalled from this world`);
  if (!install.world.bodies) throw new Error(`${method}: the world has been freed`);
  if (install.engineTrapped) throw new Error(`${method}: Rapier has failed in an earlier step, and the world with it`);
}

/** Rejects input that would corrupt all bodies or trap the engine. */
function requireStepInput(world: World, eventQueue: EventQueue | undefined, hooks: PhysicsHooks | undefined): void {
  const { timestep, gravity } = world;
  if (!(timestep >= 0 && timestep < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`step: world.timestep must be a finite number >= 0 (got ${timestep})`);
  }
  if (!Number.isFinite(gravity.x + gravity.y + gravity.z)) {
    const { x, y, z } = gravity;
    throw new RangeError(`step: world.gravity must be finite (got ${x}, ${y}, ${z})`);
  }
  if (eventQueue && !eventQueue.raw) {
    throw new TypeError('step: eventQueue must be an EventQueue that has not been freed');
  }
  if (!hooks) return;
  for (const name of ['filterContactPair', 'filterIntersectionPair'] as const) {
    if (typeof hooks[name] !== 'function') {
      throw new TypeError(`step: hooks.${name} must be a function (got ${String(hooks[name])})`);
    }
  }
}

/**
 * After a trap in WebAssembly, or `world.free()` in a hook, parts of the world are locked or gone for good. Says so, instead of the confusing error
 * of the next call.
 */
function explainFailure(install: InstallState, error: unknown): unknown {
  const cause = install.engineFailure ?? error;
  install.engineFailure = null;
  try {
    if (install.world.bodies) readAnything(install.world);
  } catch {
    install.engineTrapped = true;
    return new Error("step: Rapier's own step has failed, and the world cannot be used any more", { cause });
  }
  return cause;
}

function readAnything(world: World): void {
  world.bodies.raw.contains(0);
  world.colliders.raw.contains(0);
  world.timestep.toFixed();
}

function requireBetweenSteps(install: InstallState, method: string): void {
  if (install.isStepping) throw new Error(`${method}: called from within a step (a hook or a contact filter)`);
}
