import type { FrictionHandle } from '@stiction/friction-core';
import { createHandle, materialId, printWarnings } from '@stiction/friction-core/adapter';
import type { Body, Material, Solver, World } from 'cannon-es';
import { isPairAsleep } from '../extract/bodies.js';
import { captureCoefficient } from '../extract/contact-materials.js';
import { refreshJoints } from '../extract/joints.js';
import { watchSpeculativePairs } from '../extract/speculative-pairs.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { type AdapterState, createState } from '../state/state.js';
import { solveWorld } from '../step.js';
import { type CannonFrictionOptions, requireOptions } from './options.js';
import { warnUncollidedPairs } from './warn-uncollided-pairs.js';
import { wrapStep } from './wrap-step.js';

/** Materials are given as a `CANNON.Material` or by name. */
export interface CannonFriction extends FrictionHandle<Body, Material | string> {
  /** All messages passed to `warn`. */
  readonly warnings: readonly string[];
}

const installed = new WeakSet<World>();

/**
 * Replaces the contact and friction solver of a cannon-es world. Normals, joints and friction are then solved together, and
 * friction is bounded by μ times the real normal force.
 */
export function installFriction(world: World, options: CannonFrictionOptions): CannonFriction {
  const stateOptions = requireOptions(options);
  requireStockWorld(world);
  const state = createState(world, stateOptions);
  const { warnings, contactCoefficients } = state;
  state.areAsleep = (a, b) => isPairAsleep(state, a, b);
  state.refreshJoints = () => refreshJoints(state);
  const stock = world.solver;
  let isActive = true;
  let hasWarnedReplaced = false;

  // Inherits from the stock solver, so `instanceof`, the equation list and the settings keep working.
  const solver: Solver = Object.create(stock, {
    iterations: forwardProperty(stock, 'iterations'),
    tolerance: forwardProperty(stock, 'tolerance'),
    solve: {
      value: (dt: number, solvedWorld: World) =>
        isActive ? solveWorld(state, stock.equations, dt) : stock.solve(dt, solvedWorld),
    },
  });
  const { narrowphase } = world;
  const unwrapStep = wrapStep(state, () => {
    if (isActive && world.solver !== solver && !hasWarnedReplaced) {
      hasWarnedReplaced = true;
      warnings.messages.push(
        'world.solver was replaced after installFriction, so friction is not solved; set world.solver before installFriction, or call uninstall()',
      );
    }
    printWarnings(warnings);
  });
  installed.add(world);
  world.solver = solver;
  narrowphase.createFrictionEquationsFromContact = (contact) => {
    if (contactCoefficients) captureCoefficient(contactCoefficients, warnings, world, contact);
    return false;
  };
  const unwatchUncollided = warnUncollidedPairs(narrowphase, warnings);
  const unwatchSpeculative = watchSpeculativePairs(state, narrowphase);

  const handle = createHandle<Body, Material | string>(state, {
    isInstalled: () => isActive,
    materialName: (method, material) => nameOf(state, method, material),
    snapshot: () => takeSnapshot(state),
    restore: (data) => restoreSnapshot(state, data),
    uninstall() {
      isActive = false;
      installed.delete(world);
      if (world.solver === solver) world.solver = stock;
      Reflect.deleteProperty(narrowphase, 'createFrictionEquationsFromContact');
      unwatchUncollided();
      unwatchSpeculative();
      unwrapStep();
    },
  });
  return Object.assign(handle, { warnings: warnings.messages });
}

function requireStockWorld(world: World): void {
  if (typeof world?.narrowphase?.createFrictionEquationsFromContact !== 'function' || !world.solver) {
    throw new TypeError('installFriction: world must be a cannon-es World');
  }
  if (installed.has(world)) {
    throw new Error(
      'installFriction: friction is already installed on this world; call uninstall() on its handle first',
    );
  }
}

/** A property that reads and writes the stock solver's. */
function forwardProperty(stock: Solver, name: string): PropertyDescriptor {
  return { get: () => Reflect.get(stock, name), set: (value) => Reflect.set(stock, name, value) };
}

function nameOf(state: AdapterState, method: string, material: Material | string): string {
  if (typeof material === 'string') return material;
  if (typeof material?.id !== 'number') {
    throw new TypeError(`${method}: material must be a CANNON.Material or a name (got ${String(material)})`);
  }
  if (material.name) return material.name;
  const name = `material #${material.id}`;
  state.unnamedMaterials.set(material.id, materialId(state.pairs, name));
  return name;
}
