import type { Collider, EventQueue, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  type Combine,
  type ContactView,
  type DebugLines,
  type DebugLinesOptions,
  drawPatches,
  type FrictionLaw,
  type FrictionReport,
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
import { giveBack, syncColliders, takeOver } from './collider-table.js';
import { createInstallState, type InstallState, isThere } from './install-state.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { stepWithFriction } from './step.js';
import { wrapStep } from './wrap-step.js';

export interface InstallOptions {
  /** The law of all pairs that have none of their own. */
  default: FrictionLaw;
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
}

/** What `installFriction` returns. All methods but `uninstall` throw once it has been uninstalled. */
export interface RapierFriction {
  /** Replaces the law of all pairs that have none of their own. */
  setDefault(law: FrictionLaw): void;
  /** Names the material of a collider; colliders without a name have the default law with everything. */
  setMaterial(collider: Collider, name: string): void;
  /** The law between two named materials, in either order. */
  setPair(nameA: string, nameB: string, law: FrictionLaw): void;
  /** Forgets the law of a pair; returns whether there was one. The materials' own laws, else the default, hold again. */
  removePair(nameA: string, nameB: string): boolean;
  /** A material's own law. Two materials that both have one and no law as a pair get a combined one, see `combine`. */
  setMaterialLaw(name: string, law: FrictionLaw): void;
  /**
   * The contact patches of the last step. The view is one object, reused: copy what you keep. A body is `null` where the
   * collider has none.
   */
  contacts(): IterableIterator<ContactView<RigidBody | null>>;
  /**
   * Calls back at the end of each step for every patch that began or stopped sliding in it; `contact.sliding` says which. The
   * object is reused. A patch that is gone is not reported. Returns the function that ends the subscription.
   */
  onStickSlip(callback: (contact: ContactView<RigidBody | null>) => void): () => void;
  /** The patches of the last step as coloured lines: forces, limits and pressure centres. The buffers are reused. */
  debugLines(options?: DebugLinesOptions): DebugLines;
  /** What friction remembers from step to step, to go with the engine's own `world.takeSnapshot()`. */
  snapshot(): Uint8Array;
  /**
   * Goes on from a snapshot: in the world that `World.restoreSnapshot` has given, install, set the laws as they were, restore.
   * Materials of colliders come along. Throws, and changes nothing, where the snapshot does not fit.
   */
  restore(data: Uint8Array): void;
  /** What happened in the last step. The same object all the time. */
  readonly report: Readonly<FrictionReport>;
  /** Call this instead of `world.step`, with the same arguments. */
  step(eventQueue?: EventQueue, hooks?: PhysicsHooks): void;
  /** Gives friction back to Rapier. Calling it twice does no harm; inside a hook it takes effect after the step. */
  uninstall(): void;
}

const installedWorlds = new WeakSet<World>();

const OPTIONS = ['default', 'iterations', 'combine', 'lengthUnit'];

/** Takes friction over in a Rapier world. Colliders that come later are taken over when the next step begins. */
export function installFriction(world: World, options: InstallOptions): RapierFriction {
  const install = createInstallState(world, requireOptions(world, options));
  const { events } = install;
  const isInWorld = (body: RigidBody | null) => isThere(install, body);
  syncColliders(install.colliders, install.bodies, world);
  const { engineStep, unwrap } = wrapStep(install);
  installedWorlds.add(world);

  function finish(): void {
    install.installed = false;
    installedWorlds.delete(world);
    events.subscribers = [];
    unwrap();
    if (!world.bodies) return;
    for (const owned of install.colliders.owned.values()) giveBack(owned);
  }

  return {
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
      const owned =
        install.colliders.owned.get(collider.handle) ?? takeOver(install.colliders, install.bodies, collider);
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
    step(eventQueue, hooks) {
      requireInstalled(install, 'step');
      requireBetweenSteps(install, 'step');
      if (events.notifying) throw new Error('step: called from within an onStickSlip callback');
      install.stepping = true;
      try {
        stepWithFriction(install, engineStep, eventQueue, hooks);
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
}

function requireOptions(world: World, options: InstallOptions): Parameters<typeof createInstallState>[1] {
  requireKnownOptions('installFriction', options, OPTIONS);
  const iterations = requireInteger('installFriction', 'iterations', options.iterations ?? 10, 1, 1000);
  const combine = requireCombine('installFriction', options.combine ?? 'geometric');
  if (typeof world?.forEachCollider !== 'function' || !world.bodies) {
    throw new TypeError(`installFriction: world must be a Rapier world that has not been freed (got ${String(world)})`);
  }
  const given = options.lengthUnit ?? world.lengthUnit ?? 1;
  const lengthUnit = requirePositive('installFriction', 'lengthUnit', given, 'units per metre');
  if (installedWorlds.has(world)) {
    throw new Error('installFriction: this world has friction installed already; uninstall that first');
  }
  return { law: options.default, iterations, combine, lengthUnit };
}

function requireInstalled(install: InstallState, method: string): void {
  if (!install.installed) throw new Error(`${method}: friction has been uninstalled from this world`);
  if (!install.world.bodies) throw new Error(`${method}: the world has been freed`);
}

function requireBetweenSteps(install: InstallState, method: string): void {
  if (install.stepping) throw new Error(`${method}: called from within a step (a hook or a contact filter)`);
}
