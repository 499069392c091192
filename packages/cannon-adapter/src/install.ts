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
  removePairLaw,
  requireCombine,
  requireInteger,
  requireKnownOptions,
  requireOneOf,
  requirePositive,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
  subscribe,
} from '@stiction/friction-core';
import type { Body, Material, Solver, World } from 'cannon-es';
import { captureMu, createContactMus } from './contact-materials.js';
import { pairSleeps } from './extract.js';
import { refreshJoints } from './joints.js';
import { watchShapePairs } from './shape-pairs.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { type AdapterState, createState } from './state.js';
import { keepPreviousPose, solveStep, wrapSteps } from './step.js';
import { createWarnings, tellWarnings, warnOnConsole } from './warnings.js';

export type CannonFrictionOptions = SolverOptions & (WithDefault | FromContactMaterials);

interface WithDefault {
  /** The law of every pair that has none of its own. */
  default: FrictionLaw;
  /** See `FromContactMaterials`. @default false */
  fromContactMaterials?: boolean;
}

interface FromContactMaterials {
  /**
   * Takes μ from the world's own materials, as they are at each step: the product of two `Material.friction` >= 0, else
   * `ContactMaterial.friction`, else that of `world.defaultContactMaterial`. Laws that are set by hand go before it.
   */
  fromContactMaterials: true;
  /** The law of pairs of which the world's materials say nothing. @default that of `world.defaultContactMaterial` */
  default?: FrictionLaw;
}

interface SolverOptions {
  /** Substeps per `world.step`, 1..64. @default chosen so that a substep is about 1/480 s (8 at 60 Hz) */
  substeps?: number;
  /** Sweeps of each kind per substep, 1..100. @default 1 */
  iterations?: number;
  /**
   * How joints are solved: `direct`, all that hang together at once and exactly; `iterative`, one after the other; `auto`, at once
   * where that is cheap: chains, ragdolls, vehicles, but not cloth. @default 'auto'
   */
  solver?: JointSolver;
  /** How the laws of two materials (`setMaterialLaw`) become one: by their coefficients mu, or as a function says. @default 'geometric' */
  combine?: Combine;
  /** World units per metre, > 0: 100 for a world in centimetres. Tolerances are made for metres and scale with it. @default 1 */
  lengthUnit?: number;
  /** Is told, after the step, what a scene's author should know; each message once. @default console.warn */
  warn?: (message: string) => void;
}

const DIRECT_WORK = { auto: undefined, iterative: -1, direct: 1e300 };
export type JointSolver = keyof typeof DIRECT_WORK;

export interface CannonFriction {
  /** Replaces the law of pairs without one of their own. */
  setDefault(law: FrictionLaw): void;
  /** The law between two materials, given as `CANNON.Material` or by name; order does not matter. */
  setPair(a: Material | string, b: Material | string, law: FrictionLaw): void;
  /** Forgets the law of a pair; returns whether there was one. The materials' own laws, else the default, hold again. */
  removePair(a: Material | string, b: Material | string): boolean;
  /** A material's own law. Two materials that both have one and no law as a pair get a combined one, see `combine`. */
  setMaterialLaw(material: Material | string, law: FrictionLaw): void;
  /** The patches of the last step. The yielded object is reused: copy what you keep. */
  contacts(): IterableIterator<ContactView<Body>>;
  /**
   * Calls back after each step for every patch that began or stopped sliding in it; `contact.sliding` says which. The object is
   * reused. A patch that is gone is not reported. Returns the function that ends the subscription.
   */
  onStickSlip(callback: (contact: ContactView<Body>) => void): () => void;
  /** The patches of the last step as coloured lines: forces, limits and pressure centres. The buffers are reused. */
  debugLines(options?: DebugLinesOptions): DebugLines;
  /** What friction remembers from step to step. Bodies, constraints and `world.time` are yours to save. */
  snapshot(): Uint8Array;
  /**
   * Goes on from a snapshot, in this world or in one with the same bodies, shapes and constraints in the same order. Set the
   * laws first, as they were. Throws, and changes nothing, where the snapshot does not fit.
   */
  restore(data: Uint8Array): void;
  readonly report: Readonly<FrictionReport>;
  /** What `warn` has been told. */
  readonly warnings: readonly string[];
  /** Gives the world its own solver and friction back. */
  uninstall(): void;
}

const OPTIONS = [
  'default',
  'substeps',
  'iterations',
  'solver',
  'combine',
  'lengthUnit',
  'fromContactMaterials',
  'warn',
];

const SOLVERS: readonly JointSolver[] = ['auto', 'iterative', 'direct'];

const installed = new WeakSet<World>();

/**
 * Replaces the contact and friction solver of a cannon-es world: normals, joints and friction are then solved together,
 * and friction is bounded by μ times the real normal force.
 */
export function installFriction(world: World, options: CannonFrictionOptions): CannonFriction {
  const state = createState(world, requireOptions(world, options));
  const { warnings, contactMus } = state;
  state.sleeps = (a, b) => pairSleeps(state, a, b);
  state.refreshJoints = () => refreshJoints(state);
  const stock = world.solver;
  let active = true;
  let replacedSaid = false;

  // Inherits from the stock solver object: `instanceof`, the equation list and the settings stay its own.
  const solver: Solver = Object.create(stock, {
    iterations: forward(stock, 'iterations'),
    tolerance: forward(stock, 'tolerance'),
    solve: {
      value: (dt: number, solvedWorld: World) =>
        active ? solveStep(state, stock.equations, dt) : stock.solve(dt, solvedWorld),
    },
  });
  const { narrowphase } = world;
  const restorePreviousPose = () => {
    if (active) keepPreviousPose(state);
  };
  const steps = wrapSteps(state, () => {
    if (!active) world.removeEventListener('postStep', restorePreviousPose);
    else if (world.solver !== solver && !replacedSaid) {
      replacedSaid = true;
      warnings.messages.push(
        'world.solver has been replaced after installFriction, so nothing solves friction; set the solver first, or call uninstall()',
      );
    }
    tellWarnings(warnings);
  });
  installed.add(world);
  world.solver = solver;
  narrowphase.createFrictionEquationsFromContact = (contact) => {
    if (contactMus) captureMu(contactMus, warnings, world, contact);
    return false;
  };
  const unwatchShapePairs = watchShapePairs(narrowphase, warnings);
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
      setPairLaw(state.pairs, nameOf(state, 'setPair', a), nameOf(state, 'setPair', b), law);
    },
    removePair(a, b) {
      requireActive();
      return removePairLaw(state.pairs, nameOf(state, 'removePair', a), nameOf(state, 'removePair', b));
    },
    setMaterialLaw(material, law) {
      requireActive();
      setMaterialLaw(state.pairs, nameOf(state, 'setMaterialLaw', material), law, state.combine);
    },
    contacts() {
      requireActive();
      return iterateContacts(state.store, state.bodies, state.dt, state.bodyAt);
    },
    onStickSlip(callback) {
      requireActive();
      return subscribe(state.events, callback);
    },
    debugLines(drawing) {
      requireActive();
      return drawPatches(state.lines, state.store.current, state.dt, state.lengthUnit, drawing);
    },
    snapshot() {
      requireActive();
      return takeSnapshot(state);
    },
    restore(data) {
      requireActive();
      restoreSnapshot(state, data);
    },
    report: state.report,
    warnings: warnings.messages,
    uninstall() {
      if (!active) return;
      active = false;
      installed.delete(world);
      state.events.subscribers = [];
      if (world.solver === solver) world.solver = stock;
      Reflect.deleteProperty(narrowphase, 'createFrictionEquationsFromContact');
      unwatchShapePairs();
      steps.unwrap();
      // cannon-es trips over a listener that leaves while it goes through the list: then it leaves when the step is over.
      if (!steps.isStepping()) world.removeEventListener('postStep', restorePreviousPose);
    },
  };
}

function requireOptions(world: World, options: CannonFrictionOptions): Parameters<typeof createState>[1] {
  requireKnownOptions('installFriction', options, OPTIONS);
  const substeps = requireInteger('installFriction', 'substeps', options.substeps ?? 1, 1, 64);
  const iterations = requireInteger('installFriction', 'iterations', options.iterations ?? 1, 1, 100);
  const solver = requireOneOf('installFriction', 'solver', options.solver ?? 'auto', SOLVERS);
  const combine = requireCombine('installFriction', options.combine ?? 'geometric');
  const lengthUnit = requirePositive('installFriction', 'lengthUnit', options.lengthUnit ?? 1, 'units per metre');
  const { fromContactMaterials = false, warn = warnOnConsole } = options;
  if (typeof fromContactMaterials !== 'boolean') {
    throw new TypeError(
      `installFriction: fromContactMaterials must be true or false (got ${String(fromContactMaterials)})`,
    );
  }
  if (typeof warn !== 'function') {
    throw new TypeError(`installFriction: warn must be a function (got ${String(warn)})`);
  }
  if (typeof world?.narrowphase?.createFrictionEquationsFromContact !== 'function' || !world.solver) {
    throw new TypeError('installFriction: world must be a cannon-es World');
  }
  if (installed.has(world)) {
    throw new Error(
      'installFriction: this world has friction installed already; call uninstall() on that handle first',
    );
  }
  const contactMus = fromContactMaterials ? createContactMus() : null;
  return {
    // What is neither is refused where the law is used.
    law: options.default ?? (contactMus?.law as FrictionLaw),
    combine,
    substeps: options.substeps === undefined ? 0 : substeps,
    iterations,
    directWork: DIRECT_WORK[solver],
    lengthUnit,
    warnings: createWarnings(warn),
    contactMus,
  };
}

/** A setting that is read from and written to the stock solver. */
function forward(stock: Solver, name: string): PropertyDescriptor {
  return { get: () => Reflect.get(stock, name), set: (value) => Reflect.set(stock, name, value) };
}

function nameOf(state: AdapterState, method: string, material: Material | string): string {
  if (typeof material === 'string') return material;
  if (typeof material?.id !== 'number') {
    throw new TypeError(`${method}: a material must be a CANNON.Material or its name (got ${String(material)})`);
  }
  if (material.name) return material.name;
  const name = `material #${material.id}`;
  state.unnamedMaterials.set(material.id, materialId(state.pairs, name));
  return name;
}
