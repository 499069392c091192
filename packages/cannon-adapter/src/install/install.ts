import type {
  FrictionHandle,
  FrictionLaw,
  JointFrictionOptions,
  SavedState,
  SurfaceFunction,
} from '@stiction/friction-core';
import {
  createHandle,
  describe,
  materialId,
  printWarnings,
  requireInstalled,
  requireNotInstalled,
  setSurfaceFunction,
} from '@stiction/friction-core/adapter';
import type { Body, Constraint, Material, Shape, Solver, Vec3, World } from 'cannon-es';
import { isPairAsleep, slotOfId } from '../extract/bodies.js';
import { captureCoefficient } from '../extract/contact-materials.js';
import { refreshJoints } from '../extract/joints.js';
import { watchSpeculativePairs } from '../extract/speculative-pairs.js';
import { nameAt } from '../extract/surfaces.js';
import { setJointFriction } from '../joint-friction/set-joint-friction.js';
import { loadState, saveState } from '../state/saved-state.js';
import { restoreSnapshot, takeSnapshot } from '../state/snapshot.js';
import { type AdapterState, createState } from '../state/state.js';
import { solveWorld } from '../step.js';
import { type CannonContact, type CannonImpact, describeShapes } from './describe.js';
import { type CannonFrictionOptions, requireOptions } from './options.js';
import { warnUncollidedPairs } from './warn-uncollided-pairs.js';
import { wrapStep } from './wrap-step.js';

/** Materials are given as a `CANNON.Material` or by name. */
export interface CannonFriction extends FrictionHandle<Body, Material | string, CannonContact, CannonImpact> {
  /**
   * Sets the friction of a hinge or ball joint: a law without a direction, the radius of its pin or ball, and the load, which is the
   * joint's reaction force by default. Calling it again changes it; null removes it. The motor of a hinge works against it.
   */
  setJointFriction(joint: Constraint, law: FrictionLaw, options: JointFrictionOptions): void;
  setJointFriction(joint: Constraint, law: null): void;
  /**
   * Gives the places of a shape different materials: `surface` returns the name of the material at a contact point. Contact points with
   * different materials become separate patches. null removes it.
   */
  setSurface(shape: Shape, surface: SurfaceFunction | null): void;
  /** The material of a body's shape at a world point with a normal out of it, e.g. where a ray hits; '' if it has none. For `lawBetween`. */
  materialAt(body: Body, shape: Shape, point: Vec3, normal: Vec3): string;
  /**
   * Saves the whole state of the world for `loadState`: poses, velocities, sleep, events and friction, not settings such as masses or laws.
   * `into`: a state of this handle that is no longer needed; its memory is reused.
   */
  saveState(into?: SavedState): SavedState;
  /**
   * Sets the world back to a saved state, in place. The following steps have the same bits as those after `saveState`. The world must have the
   * same bodies, shapes and constraints. Throws, and changes nothing, if it does not.
   */
  loadState(from: SavedState): void;
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
  state.slotOfKey = (id) => slotOfId(state, id);
  state.refreshJoints = () => refreshJoints(state);
  state.bodyOfKey = (id) => world.getBodyById(id);
  state.describeEngine = describeShapes;
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

  const handle = createHandle<Body, Material | string, CannonContact, CannonImpact>(state, {
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
  return Object.assign(handle, {
    warnings: warnings.messages,
    setSurface(shape: Shape, surface: SurfaceFunction | null) {
      requireInstalled(isActive);
      if (typeof shape?.boundingSphereRadius !== 'number') {
        throw new TypeError(`setSurface: shape must be a CANNON.Shape (got ${describe(shape)})`);
      }
      setSurfaceFunction(state.surfaces, shape.id, surface);
    },
    materialAt(body: Body, shape: Shape, point: Vec3, normal: Vec3) {
      requireInstalled(isActive);
      return nameAt(state, body, shape, point, normal);
    },
    saveState(into?: SavedState) {
      requireInstalled(isActive);
      return saveState(state, into);
    },
    loadState(from: SavedState) {
      requireInstalled(isActive);
      loadState(state, from);
    },
    setJointFriction(joint: Constraint, law: FrictionLaw | null, options: JointFrictionOptions = {}) {
      requireInstalled(isActive);
      setJointFriction(state, joint, law, options);
    },
  });
}

function requireStockWorld(world: World): void {
  if (typeof world?.narrowphase?.createFrictionEquationsFromContact !== 'function' || !world.solver) {
    throw new TypeError('installFriction: world must be a cannon-es World');
  }
  requireNotInstalled(installed, world);
}

/** A property that reads and writes the stock solver's. */
function forwardProperty(stock: Solver, name: string): PropertyDescriptor {
  return { get: () => Reflect.get(stock, name), set: (value) => Reflect.set(stock, name, value) };
}

function nameOf(state: AdapterState, method: string, material: Material | string): string {
  if (typeof material === 'string') return material;
  // Bodies and shapes have an id, and a material, too.
  if (typeof material?.id !== 'number' || 'material' in material) {
    throw new TypeError(`${method}: material must be a CANNON.Material or a name (got ${describe(material)})`);
  }
  if (material.name) return material.name;
  const name = `material #${material.id}`;
  state.unnamedMaterials.set(material.id, materialId(state.pairs, name));
  return name;
}
