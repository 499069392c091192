import {
  createHandle,
  createWarnings,
  type FrictionHandle,
  type FrictionLaw,
  materialId,
  printWarnings,
  requireKnownOptions,
  requireOneOf,
  requireSolverSettings,
  type SolverSettings,
} from '@stiction/friction-core';
import type { Body, Material, Solver, World } from 'cannon-es';
import { captureMu, createContactMus } from './contact-materials.js';
import { pairSleeps } from './extract.js';
import { refreshJoints } from './joints.js';
import { watchShapePairs } from './shape-pairs.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { watchSpeculativePairs } from './speculative-pairs.js';
import { type AdapterState, createState, type StateOptions } from './state.js';
import { solveWorld, wrapSteps } from './step.js';

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

interface SolverOptions extends Omit<SolverSettings, 'default'> {
  /**
   * How joints are solved: `direct`, all that hang together at once and exactly; `iterative`, one after the other; `auto`, at once
   * where that is cheap: chains, ragdolls, vehicles, but not cloth. @default 'auto'
   */
  solver?: JointSolver;
  /** Is told, after the step, what a scene's author should know; each message once. @default console.warn */
  warn?: (message: string) => void;
}

const DIRECT_WORK = { auto: undefined, iterative: -1, direct: 1e300 };
export type JointSolver = keyof typeof DIRECT_WORK;

/** A material is given as `CANNON.Material` or by its name. */
export interface CannonFriction extends FrictionHandle<Body, Material | string> {
  /** What `warn` has been told. */
  readonly warnings: readonly string[];
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
        active ? solveWorld(state, stock.equations, dt) : stock.solve(dt, solvedWorld),
    },
  });
  const { narrowphase } = world;
  const unwrapSteps = wrapSteps(state, () => {
    if (active && world.solver !== solver && !replacedSaid) {
      replacedSaid = true;
      warnings.messages.push(
        'world.solver has been replaced after installFriction, so nothing solves friction; set the solver first, or call uninstall()',
      );
    }
    printWarnings(warnings);
  });
  installed.add(world);
  world.solver = solver;
  narrowphase.createFrictionEquationsFromContact = (contact) => {
    if (contactMus) captureMu(contactMus, warnings, world, contact);
    return false;
  };
  const unwatchShapePairs = watchShapePairs(narrowphase, warnings);
  const unwatchNearPairs = watchSpeculativePairs(state, narrowphase);

  const handle = createHandle<Body, Material | string>(state, {
    isInstalled: () => active,
    nameOf: (method, material) => nameOf(state, method, material),
    snapshot: () => takeSnapshot(state),
    restore: (data) => restoreSnapshot(state, data),
    uninstall() {
      active = false;
      installed.delete(world);
      if (world.solver === solver) world.solver = stock;
      Reflect.deleteProperty(narrowphase, 'createFrictionEquationsFromContact');
      unwatchShapePairs();
      unwatchNearPairs();
      unwrapSteps();
    },
  });
  return Object.assign(handle, { warnings: warnings.messages });
}

function requireOptions(world: World, options: CannonFrictionOptions): StateOptions {
  requireKnownOptions('installFriction', options, OPTIONS);
  const settings = requireSolverSettings('installFriction', options);
  const solver = requireOneOf('installFriction', 'solver', options.solver ?? 'auto', SOLVERS);
  const { fromContactMaterials = false } = options;
  if (typeof fromContactMaterials !== 'boolean') {
    throw new TypeError(
      `installFriction: fromContactMaterials must be true or false (got ${String(fromContactMaterials)})`,
    );
  }
  const warnings = createWarnings('installFriction', options.warn);
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
    ...settings,
    // What is neither is refused where the law is used.
    law: options.default ?? (contactMus?.law as FrictionLaw),
    directWork: DIRECT_WORK[solver],
    warnings,
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
