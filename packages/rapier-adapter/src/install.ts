import type { Collider, EventQueue, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  type Combine,
  drawPatches,
  type FrictionHandle,
  type FrictionLaw,
  iterateContacts,
  materialId,
  notifyStickSlip,
  removePairLaw,
  requireCombine,
  requireInteger,
  requireKnownOptions,
  requirePositive,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
  subscribe,
  throwFailure,
} from '@stiction/friction-core';
import { giveBack, syncColliders } from './collider-table.js';
import { watchCoefficients } from './from-colliders.js';
import { createInstallState, type InstallState, isThere, type StateOptions } from './install-state.js';
import { useMemoryReader } from './memory/reader-memory.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { stepWithFriction } from './step.js';
import { watchChanges } from './watch.js';
import { wrapStep } from './wrap-step.js';

export type RapierFrictionOptions = CommonOptions & (WithDefault | FromColliders);

interface WithDefault {
  /** The law of all pairs that have none of their own. */
  default: FrictionLaw;
  /** See `FromColliders`. @default false */
  fromColliders?: boolean;
}

interface FromColliders {
  /**
   * Takes μ from the colliders themselves: two without a named material have Coulomb friction with the coefficient that
   * Rapier would combine from theirs, as they are when they are taken over and as `collider.setFriction` and
   * `setFrictionCombineRule` change them afterwards.
   */
  fromColliders: true;
  /** The law of pairs with a named material that have none of their own. @default as for pairs without a name */
  default?: FrictionLaw;
}

interface CommonOptions {
  /**
   * Which colliders are taken over, asked once for each: at install, or when the first step after it has come begins. A pair
   * with one that is left out keeps Rapier's friction, with the coefficient of the one that is left out.
   * @default all
   */
  colliders?: (collider: Collider) => boolean;
  /**
   * Lets `world.step` itself step with friction, for worlds that are stepped by someone else's code. Else a plain `world.step`
   * runs without friction and warns once.
   * @default false
   */
  replaceStep?: boolean;
  /**
   * Most sweeps over all contact patches per solve, an integer from 1 to 1000. A solve stops before when nothing changes.
   * @default 10
   */
  iterations?: number;
  /** How the laws of two materials (`setMaterialLaw`) become one: by their coefficients mu, or as a function says. @default 'geometric' */
  combine?: Combine;
  /**
   * World units per metre, > 0: 100 for a world in centimetres. Tolerances are made for metres and scale with it.
   * @default what `world.lengthUnit` is at install
   */
  lengthUnit?: number;
  /**
   * How bodies and contacts are read. `'api'`: through Rapier's functions. `'memory'`: from Rapier's WebAssembly memory, which
   * is faster and also tells the loads of meshes, height fields and compounds; what is where in it is found out at install
   * (some 0.1 s, once) and compared with the API all the time, and where that fails the API is used, with a warning.
   * `'auto'`: the choice is ours; at present `'api'`.
   * @default 'auto'
   */
  reader?: 'auto' | 'api' | 'memory';
}

/**
 * What `installFriction` returns. All methods but `uninstall` throw once it has been uninstalled. A body of a contact is `null`
 * where the collider has none. A snapshot goes with the engine's own `world.takeSnapshot()`: in the world that
 * `World.restoreSnapshot` has given, install, set the laws as they were, restore; materials of colliders come along. Inside a
 * hook `uninstall` takes effect after the step.
 */
export interface RapierFriction extends FrictionHandle<RigidBody | null, string> {
  /** Names the material of a collider; colliders without a name have the default law with everything. */
  setMaterial(collider: Collider, name: string): void;
  /** How bodies and contacts are read now: see the option `reader`. */
  readonly reader: 'api' | 'memory';
  /** Call this instead of `world.step`, with the same arguments. */
  step(eventQueue?: EventQueue, hooks?: PhysicsHooks): void;
}

const installedWorlds = new WeakSet<World>();

const READERS: readonly string[] = ['auto', 'api', 'memory'];
const OPTIONS = [
  'default',
  'fromColliders',
  'colliders',
  'replaceStep',
  'iterations',
  'combine',
  'lengthUnit',
  'reader',
];

/** Takes friction over in a Rapier world. Colliders that come later are taken over when the next step begins. */
export function installFriction(givenWorld: World, options: RapierFrictionOptions): RapierFriction {
  const world = behindProxy(givenWorld);
  const { replaceStep, ...settings } = requireOptions(world, options);
  const install = createInstallState(world, settings);
  const { events } = install;
  const isInWorld = (body: RigidBody | null) => isThere(install, body);
  takeOverAll(install);
  const unwatchCoefficients = options.fromColliders ? watchCoefficients(install) : null;
  const { engineStep, unwrap } = wrapStep(
    install,
    replaceStep ? (eventQueue, hooks) => handle.step(eventQueue, hooks) : null,
  );
  const unwatch = watchChanges(install);
  if (options.reader === 'memory') useMemoryReader(install);
  installedWorlds.add(world);

  function finish(): void {
    install.installed = false;
    installedWorlds.delete(world);
    events.subscribers = [];
    unwrap();
    unwatch();
    unwatchCoefficients?.();
    if (world.bodies && !install.lost) giveBackAll(install);
  }

  const handle: RapierFriction = {
    setDefault(law) {
      requireInstalled(install, 'setDefault');
      setDefaultLaw(install.pairs, law);
    },
    setMaterial(collider, name) {
      requireInstalled(install, 'setMaterial');
      if (typeof name !== 'string' || name === '') {
        throw new TypeError(`setMaterial: name must be a non-empty string (got ${String(name)})`);
      }
      if (world.getCollider(collider?.handle) !== collider) {
        throw new Error('setMaterial: the collider is not in this world');
      }
      syncColliders(install.colliders, install.bodies, world);
      const owned = install.colliders.owned.get(collider.handle);
      if (!owned) throw new Error("setMaterial: the collider is left to Rapier by the option 'colliders'");
      owned.material = materialId(install.pairs, name);
    },
    setPair(nameA, nameB, law) {
      requireInstalled(install, 'setPair');
      setPairLaw(install.pairs, nameA, nameB, law);
    },
    removePair(nameA, nameB) {
      requireInstalled(install, 'removePair');
      return removePairLaw(install.pairs, nameA, nameB);
    },
    setMaterialLaw(name, law) {
      requireInstalled(install, 'setMaterialLaw');
      setMaterialLaw(install.pairs, name, law, install.combine);
    },
    contacts() {
      requireInstalled(install, 'contacts');
      return iterateContacts(install.store, install.bodies.bodies, install.dt, install.bodyAt);
    },
    onStickSlip(callback) {
      requireInstalled(install, 'onStickSlip');
      return subscribe(events, callback);
    },
    debugLines(drawing) {
      requireInstalled(install, 'debugLines');
      return drawPatches(install.lines, install.store.current, install.dt, install.lengthUnit, drawing);
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
    get reader() {
      return install.reader.name;
    },
    step(eventQueue, hooks) {
      requireInstalled(install, 'step');
      requireBetweenSteps(install, 'step');
      if (events.notifying) throw new Error('step: called from within an onStickSlip callback');
      install.stepping = true;
      try {
        requireStepInput(world, eventQueue, hooks);
        stepWithFriction(install, engineStep, eventQueue, hooks);
      } catch (error) {
        throw explainFailure(install, error);
      } finally {
        install.stepping = false;
        if (install.uninstallAfterStep) finish();
      }
      notifyStickSlip(events, isInWorld);
      throwFailure(events);
    },
    uninstall() {
      if (!install.installed) return;
      // Rapier's data may not be touched while it steps.
      if (install.stepping) install.uninstallAfterStep = true;
      else finish();
    },
  };
  return handle;
}

/** A filter of the user's may throw: then nothing has been taken over. */
function takeOverAll(install: InstallState): void {
  try {
    syncColliders(install.colliders, install.bodies, install.world);
  } catch (error) {
    giveBackAll(install);
    throw error;
  }
}

function giveBackAll(install: InstallState): void {
  for (const owned of install.colliders.owned.values()) giveBack(owned);
}

/**
 * @react-three/rapier hands out a proxy, which stands for another world once its own has been freed. A getter that is read
 * through it is called on the world itself.
 */
function behindProxy(world: World): World {
  if (typeof world?.forEachCollider !== 'function') return world;
  const { prototype } = world.constructor;
  const key = Symbol('world');
  const itself = {
    configurable: true,
    get(this: World) {
      return this;
    },
  };
  if (!Reflect.defineProperty(prototype, key, itself)) return world;
  const found: World = Reflect.get(world, key) ?? world;
  Reflect.deleteProperty(prototype, key);
  return found;
}

function requireOptions(world: World, options: RapierFrictionOptions): StateOptions & { replaceStep: boolean } {
  requireKnownOptions('installFriction', options, OPTIONS);
  const iterations = requireInteger('installFriction', 'iterations', options.iterations ?? 10, 1, 1000);
  const combine = requireCombine('installFriction', options.combine ?? 'geometric');
  const fromColliders = requireBoolean('fromColliders', options.fromColliders ?? false);
  const replaceStep = requireBoolean('replaceStep', options.replaceStep ?? false);
  if (typeof world?.forEachCollider !== 'function' || !world.bodies) {
    throw new TypeError(`installFriction: world must be a Rapier world that has not been freed (got ${String(world)})`);
  }
  const given = options.lengthUnit ?? world.lengthUnit ?? 1;
  const lengthUnit = requirePositive('installFriction', 'lengthUnit', given, 'units per metre');
  if (!READERS.includes(options.reader ?? 'auto')) {
    throw new TypeError(`installFriction: reader must be 'auto', 'api' or 'memory' (got ${String(options.reader)})`);
  }
  if (installedWorlds.has(world)) {
    throw new Error('installFriction: this world has friction installed already; uninstall that first');
  }
  const isOurs = askWith(options.colliders);
  return { law: options.default, fromColliders, isOurs, replaceStep, iterations, combine, lengthUnit };
}

function requireBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`installFriction: ${name} must be true or false (got ${String(value)})`);
}

function askWith(filter: unknown): (collider: Collider) => boolean {
  if (filter === undefined) return () => true;
  if (typeof filter !== 'function') {
    throw new TypeError(`installFriction: colliders must be a function (got ${String(filter)})`);
  }
  return (collider) => {
    const answer: unknown = filter(collider);
    if (typeof answer === 'boolean') return answer;
    throw new TypeError(`installFriction: colliders must return true or false (got ${String(answer)})`);
  };
}

function requireInstalled(install: InstallState, method: string): void {
  if (!install.installed) throw new Error(`${method}: friction has been uninstalled from this world`);
  if (!install.world.bodies) throw new Error(`${method}: the world has been freed`);
  if (install.lost) throw new Error(`${method}: Rapier has failed in an earlier step, and the world with it`);
}

/** Nothing that would spoil all bodies at once, or trap, may reach the engine. */
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
 * After a trap in WebAssembly, or `world.free()` in a hook, parts of the world are locked or gone for ever: says so, instead of
 * what the next call would say.
 */
function explainFailure(install: InstallState, error: unknown): unknown {
  const cause = install.engineFailure ?? error;
  install.engineFailure = null;
  try {
    if (install.world.bodies) readAnything(install.world);
  } catch {
    install.lost = true;
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
  if (install.stepping) throw new Error(`${method}: called from within a step (a hook or a contact filter)`);
}
