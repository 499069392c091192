import type { Collider, EventQueue, ImpulseJoint, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import type {
  ContactView,
  FrictionHandle,
  FrictionLaw,
  Impact,
  ImpactOptions,
  JointFrictionOptions,
  SavedState,
  SurfaceFunction,
} from '@stiction/friction-core';
import {
  checkNames,
  clearEvents,
  drawPatches,
  impactFilter,
  lawOfNames,
  materialId,
  notifyEvents,
  removeMaterialLaw,
  removePairLaw,
  requireBoolean,
  requireContactsOptions,
  requireMaterialName,
  requireNotInstalled,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
  setSurfaceFunction,
  subscribe,
  throwCallbackError,
  unsubscribeAll,
} from '@stiction/friction-core/adapter';
import { removeAllMotors } from '../joint-friction/motor-joint.js';
import { setJointFriction } from '../joint-friction/set-joint-friction.js';
import { removeAllJoints } from '../motors/friction-joints.js';
import { type ColliderRecord, syncColliders } from '../ownership/collider-table.js';
import { watchCoefficients } from '../ownership/from-colliders.js';
import { hasInnerCircle, kindOf, NATIVE } from '../ownership/law-kind.js';
import { releaseColliders } from '../ownership/release.js';
import { hideUnknown, listContacts, type RapierContact, type RapierContactsOptions } from '../read/contacts.js';
import type { RapierImpact } from '../read/impacts.js';
import { nameAt } from '../read/read-surfaces.js';
import { readView } from '../read/read-view.js';
import { loadState, type SaveStateOptions, saveState } from '../state/saved-state.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { stepWithFriction, updateOwnership } from '../step/step.js';
import {
  asEngineWorld,
  type BodyOf,
  type ColliderOf,
  type ImpulseJointOf,
  type RapierVector,
  type RapierWorld,
} from './flavours.js';
import { behindProxy, type RapierFrictionOptions, requireOptions } from './options.js';
import { createInstallState, type InstallState, isAlive } from './state.js';
import { watchChanges } from './watch.js';
import { warn, wrapStep } from './wrap-step.js';

export type { RapierContact, RapierContactsOptions } from '../read/contacts.js';
export type { RapierImpact } from '../read/impacts.js';
export type { SaveStateOptions } from '../state/saved-state.js';
export type {
  BodyOf,
  ColliderOf,
  ImpulseJointOf,
  RapierBody,
  RapierCollider,
  RapierEventQueue,
  RapierHooks,
  RapierImpulseJoint,
  RapierRotation,
  RapierVector,
  RapierWorld,
} from './flavours.js';
export type { RapierFrictionOptions } from './options.js';

/**
 * The handle that `installFriction` returns; `W` is the class of the world. All methods but `uninstall` throw after an uninstall. A body of a contact is `null` if the collider has none.
 * A snapshot belongs to the engine's `world.takeSnapshot()`: in the world from `World.restoreSnapshot`, install, set the same laws, then restore;
 * materials of colliders are included. Inside a hook, `uninstall` takes effect after the step.
 */
export interface RapierFriction<W extends RapierWorld = RapierWorld>
  extends FrictionHandle<BodyOf<W> | null, string, RapierContact<W>, RapierImpact<W>> {
  /**
   * The patches of the last step; `native: true` adds pairs whose friction Rapier computes. They are read on demand. `approachSpeed` of patches
   * that the step did not need is null unless you have also called `contacts` after the step before.
   */
  contacts(options?: RapierContactsOptions): IterableIterator<RapierContact<W>>;
  /**
   * Calls back at the end of `friction.step()` for every impact of two bodies, with or without acquired colliders: once per landing or bounce. The
   * object is reused. While somebody listens, the velocities of all bodies are read in every step.
   */
  onImpact(callback: (impact: RapierImpact<W>) => void, options?: ImpactOptions): () => void;
  /** Names the material of a collider. Colliders without a name have the default law with everything. */
  setMaterial(collider: ColliderOf<W>, name: string): void;
  /**
   * Gives the places of a collider different materials: `surface` returns the name of the material at a contact point. Contact points with
   * different materials become separate patches. The collider is acquired. null removes it.
   */
  setSurface(collider: ColliderOf<W>, surface: SurfaceFunction | null): void;
  /**
   * The material of a collider at a world point with a normal out of it, e.g. where a ray hits; '' if it has none. For `lawBetween`. `part`: the
   * triangle or part of the shape, if known.
   */
  materialAt(collider: ColliderOf<W>, point: RapierVector, normal: RapierVector, part?: number): string;
  /**
   * Sets the friction of a revolute, prismatic or spherical impulse joint: a law without a direction, the load in N, and the radius of the pin or
   * ball. Calling it again changes it; null removes it. Needs the option `rapier`. The joint's own motor works against it.
   */
  setJointFriction(joint: ImpulseJointOf<W>, law: FrictionLaw, options: JointFrictionOptions): void;
  setJointFriction(joint: ImpulseJointOf<W>, law: null): void;
  /**
   * Saves the state of the world for `loadState`: Rapier's own snapshot, and friction with the materials of the colliders, but not the laws. `into`: a
   * state of this handle that is no longer needed; its memory is reused.
   */
  saveState(into?: SavedState, options?: SaveStateOptions): SavedState;
  /**
   * Sets the world back to a saved state, in place: the world, bodies, colliders and joints stay the same objects. The following steps have the same
   * bits as those after `saveState`, if it was exact. The world must have the same objects. Throws, and changes nothing, if it does not.
   */
  loadState(from: SavedState): void;
  /** True if the collider is acquired: Stiction computes its friction, or corrects Rapier's. */
  owns(collider: ColliderOf<W>): boolean;
  /** Call this instead of `world.step`, with the same arguments. If nothing is acquired, both are the same. */
  step(...args: Parameters<W['step']>): void;
}

const installedWorlds = new WeakSet<World>();

/**
 * Installs friction laws into a Rapier world. Coulomb friction stays Rapier's own: a collider is acquired only if a law that Rapier lacks can apply to it.
 * Colliders that you add later are picked up by the next step.
 */
export function installFriction<W extends RapierWorld>(
  world: W,
  options: RapierFrictionOptions<ColliderOf<W>>,
): RapierFriction<W> {
  const handle: unknown = installInto(behindProxy(asEngineWorld(world)), options as RapierFrictionOptions);
  return handle as RapierFriction<W>; // with the classes of this world
}

function installInto(world: World, options: RapierFrictionOptions<Collider>): RapierFriction<World> {
  const { replaceStep, ...settings } = requireOptions(world, options);
  requireNotInstalled(installedWorlds, world);
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
    unsubscribeAll(events);
    unwrap();
    unwatch();
    unwatchCoefficients?.();
    if (!world.bodies || install.engineTrapped) return;
    removeAllMotors(install);
    removeAllJoints(install);
    releaseColliders(install);
  }

  /** Laws have changed: ownership is decided again. */
  function change(act: () => void): void {
    act();
    install.colliders.undecided = true;
  }

  const handle: RapierFriction<World> = {
    setDefault(law) {
      requireInstalled(install, 'setDefault');
      requireLawFits(install, 'setDefault', law);
      change(() => setDefaultLaw(install.pairs, law, install.combine));
    },
    setMaterial(collider, name) {
      requireInstalled(install, 'setMaterial');
      requireMaterialName('setMaterial', name);
      const record = requireCollider(install, 'setMaterial', collider);
      change(() => {
        record.material = materialId(install.pairs, name);
      });
    },
    setSurface(collider, surface) {
      requireInstalled(install, 'setSurface');
      if (!install.engine.hasMotors) {
        throw new Error(
          'setSurface: needs Rapier 0.20 or later; in package.json, "overrides": { "@dimforge/rapier3d-compat": "^0.21.0" }',
        );
      }
      const record = requireCollider(install, 'setSurface', collider);
      change(() => {
        setSurfaceFunction(install.surfaces, record.key, surface);
        record.surface = surface;
      });
    },
    materialAt(collider, point, normal, part = 0) {
      requireInstalled(install, 'materialAt');
      syncColliders(install);
      const record = install.colliders.byHandle.get(collider?.handle);
      return record && !record.isExcluded ? nameAt(install, record, point, normal, part) : '';
    },
    lawBetween(nameA, nameB) {
      requireInstalled(install, 'lawBetween');
      return lawOfNames(install.pairs, nameA, nameB);
    },
    setJointFriction(joint: ImpulseJoint, law: FrictionLaw | null, options: JointFrictionOptions = {}) {
      requireInstalled(install, 'setJointFriction');
      requireBetweenSteps(install, 'setJointFriction');
      setJointFriction(install, joint, law, options);
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
    removeMaterialLaw(name) {
      requireInstalled(install, 'removeMaterialLaw');
      install.colliders.undecided = true;
      return removeMaterialLaw(install.pairs, name);
    },
    contacts(options) {
      requireBetweenSteps(install, 'contacts');
      const sleeping = requireContactsOptions(options, ['native']);
      return listContacts(install, requireBoolean('contacts', 'native', options?.native ?? false), sleeping);
    },
    onStickSlip(callback) {
      requireInstalled(install, 'onStickSlip');
      return subscribe('onStickSlip', events.stickSlip, callback && ((contact) => callback(forUser(contact))));
    },
    onImpact(callback, options = {}) {
      requireInstalled(install, 'onImpact');
      const accepts = impactFilter(options);
      return subscribe('onImpact', events.impacts, callback as (impact: Impact<RigidBody | null>) => void, accepts);
    },
    debugLines(drawing) {
      requireBetweenSteps(install, 'debugLines');
      readView(install, false);
      const { lines, store, view, dt, lengthUnit } = install;
      return drawPatches(lines, [store.current, view.store.current], dt, lengthUnit, drawing);
    },
    snapshot() {
      requireBetweenSteps(install, 'snapshot');
      return takeSnapshot(install);
    },
    restore(data) {
      requireBetweenSteps(install, 'restore');
      restoreSnapshot(install, data);
      events.landings.count = 0;
    },
    saveState(into, options = {}) {
      requireBetweenSteps(install, 'saveState');
      requireNoCallback(install, 'saveState');
      return saveState(install, into, options);
    },
    loadState(from) {
      requireBetweenSteps(install, 'loadState');
      requireNoCallback(install, 'loadState');
      loadState(install, from);
    },
    report: install.report,
    owns(collider) {
      requireInstalled(install, 'owns');
      if (!install.isStepping) updateOwnership(install);
      const record = install.colliders.byHandle.get(collider?.handle);
      return record !== undefined && record.collider === collider && record.kind !== NATIVE;
    },
    step(eventQueue, hooks) {
      requireBetweenSteps(install, 'step');
      requireNoCallback(install, 'step');
      install.isStepping = true;
      clearEvents(events);
      try {
        requireStepInput(world, eventQueue, hooks);
        stepWithFriction(install, engineStep, eventQueue, hooks);
      } catch (error) {
        throw explainFailure(install, error);
      } finally {
        install.isStepping = false;
        if (install.uninstallAfterStep) finish();
      }
      const { nameCheck, pairs, surfaces, addMaterialNames, messages } = install;
      checkNames(nameCheck, pairs, surfaces, addMaterialNames, messages);
      while (messages.length > 0) warn(messages.shift() as string);
      notifyEvents(events, isInWorld);
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

/** The patch of an event in the form of `contacts()`. */
function forUser(view: ContactView<RigidBody | null>): RapierContact<World> {
  const contact = { ...view, acquired: true } as RapierContact<World>;
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

function requireCollider(install: InstallState, method: string, collider: Collider): ColliderRecord {
  if (install.world.getCollider(collider?.handle) !== collider) {
    throw new Error(`${method}: the collider is not in this world`);
  }
  syncColliders(install);
  const record = install.colliders.byHandle.get(collider.handle);
  if (record && !record.isExcluded) return record;
  throw new Error(`${method}: the collider is left to Rapier by the option 'colliders'`);
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
  requireInstalled(install, method);
  if (install.isStepping) throw new Error(`${method}: called from within a step (a hook or a contact filter)`);
}

function requireNoCallback({ events }: InstallState, method: string): void {
  if (events.isNotifying) throw new Error(`${method}: called from within an onStickSlip or onImpact callback`);
}
