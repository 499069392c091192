import {
  type ContactView,
  carryFrames,
  countSubsteps,
  type FrictionLaw,
  type FrictionReport,
  gatherPatches,
  iterateContacts,
  materialId,
  reportFault,
  requireInteger,
  requireKnownOptions,
  setDefaultLaw,
  setPairLaw,
  solveContacts,
} from '@stiction/friction-core';
import type { Body, Equation, Material, Solver, World } from 'cannon-es';
import { apply, applyMultipliers } from './apply.js';
import { extract, pairSleeps } from './extract.js';
import { extractJoints, refreshJoints } from './joints.js';
import { type AdapterState, createState } from './state.js';

export interface CannonFrictionOptions {
  /** The law of every pair that has none of its own. */
  default: FrictionLaw;
  /** Substeps per `world.step`, 1..64. @default chosen so that a substep is about 1/480 s (8 at 60 Hz) */
  substeps?: number;
  /** Sweeps of each kind per substep, 1..100. @default 1 */
  iterations?: number;
}

export interface CannonFriction {
  /** Replaces the law of pairs without one of their own. */
  setDefault(law: FrictionLaw): void;
  /** The law between two materials, given as `CANNON.Material` or by name; order does not matter. */
  setPair(a: Material | string, b: Material | string, law: FrictionLaw): void;
  /** The patches of the last step. The yielded object is reused: copy what you keep. */
  contacts(): IterableIterator<ContactView<Body>>;
  readonly report: Readonly<FrictionReport>;
  /** Gives the world its own solver and friction back. */
  uninstall(): void;
}

/** Impacts slower than what gravity adds in this many steps do not bounce. */
const RESTITUTION_STEPS = 2;

const installed = new WeakSet<World>();

/**
 * Replaces the contact and friction solver of a cannon-es world: normals, joints and friction are then solved together,
 * and friction is bounded by μ times the real normal force.
 */
export function installFriction(world: World, options: CannonFrictionOptions): CannonFriction {
  requireKnownOptions('installFriction', options, ['default', 'substeps', 'iterations']);
  const substeps = requireInteger('installFriction', 'substeps', options.substeps ?? 1, 1, 64);
  const iterations = requireInteger('installFriction', 'iterations', options.iterations ?? 1, 1, 100);
  if (typeof world?.narrowphase?.createFrictionEquationsFromContact !== 'function' || !world.solver) {
    throw new TypeError('installFriction: world must be a cannon-es World');
  }
  if (installed.has(world)) {
    throw new Error(
      'installFriction: this world has friction installed already; call uninstall() on that handle first',
    );
  }
  const state = createState(world, options.default, options.substeps === undefined ? 0 : substeps, iterations);
  state.gathering.sleeps = (a, b) => pairSleeps(state, a, b);
  state.refreshJoints = () => refreshJoints(state);
  const stock = world.solver;
  let active = true;

  // Inherits from the stock solver object: `instanceof`, the equation list and the settings stay its own.
  const solver: Solver = Object.create(stock, {
    iterations: forward(stock, 'iterations'),
    tolerance: forward(stock, 'tolerance'),
    solve: {
      value: (dt: number, solvedWorld: World) =>
        active ? step(state, stock.equations, dt) : stock.solve(dt, solvedWorld),
    },
  });
  const { narrowphase } = world;
  const restorePreviousPose = () => keepPreviousPose(state);
  installed.add(world);
  world.solver = solver;
  narrowphase.createFrictionEquationsFromContact = () => false;
  world.addEventListener('postStep', restorePreviousPose);

  function requireActive(): void {
    if (!active) throw new Error('friction: uninstall() has been called on this handle');
  }

  return {
    setDefault(law) {
      requireActive();
      setDefaultLaw(state.pairs, law);
    },
    setPair(a, b, law) {
      requireActive();
      setPairLaw(state.pairs, nameOf(state, a), nameOf(state, b), law);
    },
    contacts() {
      requireActive();
      return iterateContacts(state.store, state.bodies, state.dt, (slot) => state.bodyOf[slot]);
    },
    report: state.report,
    uninstall() {
      if (!active) return;
      active = false;
      installed.delete(world);
      if (world.solver === solver) world.solver = stock;
      Reflect.deleteProperty(narrowphase, 'createFrictionEquationsFromContact');
      world.removeEventListener('postStep', restorePreviousPose);
    },
  };
}

/** One step, from extract to apply. */
function step(state: AdapterState, equations: readonly Equation[], dt: number): number {
  const { bodies, store, solver, joints, report, world } = state;
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return 0;
  const h = dt / countSubsteps(solver.options, dt);
  const impulseScale = state.h > 0 ? h / state.h : 1;
  solver.options.restitutionThreshold = RESTITUTION_STEPS * dt * world.gravity.length();

  extract(state, equations);
  extractJoints(state, h, impulseScale);
  state.gathering.impulseScale = impulseScale;
  state.gathering.h = h;
  gatherPatches(store, bodies, state.pairs, state.gathering);
  solveContacts(solver, bodies, store.current, joints, dt, state.refreshJoints);
  carryFrames(store.current, bodies);
  apply(state, dt);
  applyMultipliers(state, dt);

  reportFault(report, store.current);
  state.dt = dt;
  state.h = h;
  report.steps++;
  report.patches = store.current.count;
  report.points = store.contacts.count;
  report.jointRows = joints.count;
  report.substeps = solver.substeps;
  report.sweeps = 2 * solver.substeps * solver.options.iterations;
  return report.sweeps;
}

/**
 * `Body.integrate` takes the pose that `apply` left as the one before the step; rendering interpolates from it. Afterwards it
 * is set to the true one.
 */
function keepPreviousPose(state: AdapterState): void {
  const { pose } = state.bodies;
  for (let slot = 0; slot < state.bodyOf.length; slot++) {
    const { previousPosition: x, previousQuaternion: q } = state.bodyOf[slot];
    const p = 7 * slot;
    x.set(pose[p], pose[p + 1], pose[p + 2]);
    q.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
  }
}

/** A setting that is read from and written to the stock solver. */
function forward(stock: Solver, name: string): PropertyDescriptor {
  return { get: () => Reflect.get(stock, name), set: (value) => Reflect.set(stock, name, value) };
}

function nameOf(state: AdapterState, material: Material | string): string {
  if (typeof material === 'string') return material;
  if (typeof material?.id !== 'number') {
    throw new TypeError(`setPair: a material must be a CANNON.Material or its name (got ${String(material)})`);
  }
  if (material.name) return material.name;
  const name = `material #${material.id}`;
  state.unnamedMaterials.set(material.id, materialId(state.pairs, name));
  return name;
}
