import type { Collider, EventQueue, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  type ContactView,
  type FrictionLaw,
  type FrictionReport,
  iterateContacts,
  materialId,
  reportProblem,
  requireInteger,
  requireKnownOptions,
  setDefaultLaw,
  setPairLaw,
} from '@stiction/friction-core';
import { giveBack, refreshContacts, syncColliders, takeOver } from './collider-table.js';
import { createInstallState, type InstallState } from './install-state.js';
import { type EngineStep, stepWithFriction } from './step.js';

export interface InstallOptions {
  /** The law of all pairs that have none of their own. */
  default: FrictionLaw;
  /**
   * Most sweeps over all contact patches per solve, an integer from 1 to 1000. A solve stops before when nothing changes.
   * @default 10
   */
  iterations?: number;
}

/** What `installFriction` returns. All methods but `uninstall` throw once it has been uninstalled. */
export interface RapierFriction {
  /** Replaces the law of all pairs that have none of their own. */
  setDefault(law: FrictionLaw): void;
  /** Names the material of a collider; colliders without a name have the default law with everything. */
  setMaterial(collider: Collider, name: string): void;
  /** The law between two named materials, in either order. */
  setPair(nameA: string, nameB: string, law: FrictionLaw): void;
  /**
   * The contact patches of the last step. The view is one object, reused: copy what you keep. A body is `null` where the
   * collider has none.
   */
  contacts(): IterableIterator<ContactView<RigidBody | null>>;
  /** What happened in the last step. The same object all the time. */
  readonly report: Readonly<FrictionReport>;
  /** Call this instead of `world.step`, with the same arguments. */
  step(eventQueue?: EventQueue, hooks?: PhysicsHooks): void;
  /** Gives friction back to Rapier. Calling it twice does no harm; inside a hook it takes effect after the step. */
  uninstall(): void;
}

const installedWorlds = new WeakSet<World>();

/** Takes friction over in a Rapier world. Colliders that come later are taken over when the next step begins. */
export function installFriction(world: World, options: InstallOptions): RapierFriction {
  requireKnownOptions('installFriction', options, ['default', 'iterations']);
  const iterations = requireInteger('installFriction', 'iterations', options.iterations ?? 10, 1, 1000);
  if (typeof world?.forEachCollider !== 'function' || !world.bodies) {
    throw new TypeError(`installFriction: world must be a Rapier world that has not been freed (got ${String(world)})`);
  }
  if (installedWorlds.has(world)) {
    throw new Error('installFriction: this world has friction installed already; uninstall that first');
  }
  const install = createInstallState(world, options.default, iterations);
  syncColliders(install.colliders, install.bodies, world);
  refreshAwake(install);
  const { engineStep, unwrap } = wrapStep(install);
  installedWorlds.add(world);

  function finish(): void {
    install.installed = false;
    installedWorlds.delete(world);
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
    contacts() {
      requireInstalled(install, 'contacts');
      return contactsOfLivingBodies(install);
    },
    report: install.report,
    step(eventQueue, hooks) {
      requireInstalled(install, 'step');
      if (install.stepping) throw new Error('step: called from within a step (a hook or a contact filter)');
      install.stepping = true;
      try {
        stepWithFriction(install, engineStep, eventQueue, hooks);
      } finally {
        install.stepping = false;
        if (install.uninstallAfterStep) finish();
      }
    },
    uninstall() {
      if (!install.installed) return;
      // Rapier's data may not be touched while it steps.
      if (install.stepping) install.uninstallAfterStep = true;
      else finish();
    },
  };
}

/** Contacts that began before the install still carry Rapier's friction. Sleeping ones are refreshed when they wake. */
function refreshAwake(install: InstallState): void {
  for (const owned of install.colliders.owned.values()) {
    const body = install.bodies.body[owned.slot];
    if (body?.isDynamic() && !body.isSleeping()) refreshContacts(owned);
  }
}

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/** Lets a plain `world.step` warn: it would run without any friction. */
function wrapStep(install: InstallState): { engineStep: EngineStep; unwrap: () => void } {
  const { world, report } = install;
  const own = Object.getOwnPropertyDescriptor(world, 'step');
  const original = world.step;
  let warned = false;
  const step: EngineStep = (eventQueue, hooks) => {
    if (install.installed && !warned) {
      warned = true;
      const message =
        'world.step() was called while friction is installed: it steps without friction. Call friction.step().';
      reportProblem(report, message);
      console.warn(`@stiction/rapier-adapter: ${message}`);
    }
    const outer = install.stepping;
    install.stepping = true;
    try {
      original.call(world, eventQueue, hooks);
    } finally {
      install.stepping = outer;
    }
  };
  world.step = step;
  return {
    engineStep: (eventQueue, hooks) => original.call(world, eventQueue, hooks),
    unwrap: () => {
      if (world.step !== step) return;
      if (own) Object.defineProperty(world, 'step', own);
      else Reflect.deleteProperty(world, 'step');
    },
  };
}

/** All patches whose bodies are still in the world. */
function contactsOfLivingBodies(install: InstallState): IterableIterator<ContactView<RigidBody | null>> {
  const { store, bodies: table, world } = install;
  const all = iterateContacts<RigidBody | null>(store, table.bodies, install.dt, (slot) => table.body[slot]);
  const isThere = (body: RigidBody | null) => body === null || (world.bodies !== undefined && body.isValid());
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      let result = all.next();
      while (!result.done && !(isThere(result.value.bodyA) && isThere(result.value.bodyB))) result = all.next();
      return result;
    },
  };
}

function requireInstalled(install: InstallState, method: string): void {
  if (!install.installed) throw new Error(`${method}: friction has been uninstalled from this world`);
  if (!install.world.bodies) throw new Error(`${method}: the world has been freed`);
}
