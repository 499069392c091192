import {
  clearStep,
  createHandle,
  createWarnings,
  type FrictionHandle,
  gatherStep,
  materialId,
  notifyStickSlip,
  planStep,
  printWarnings,
  requireInstalled,
  requireKnownOptions,
  requireSolverSettings,
  type SolverSettings,
  solveStep,
  throwFailure,
} from '@stiction/friction-core';
import type { constraints, RigidBody, Shape, World } from 'crashcat';
import { apply } from './apply.js';
import { extract, followCourses, rememberVelocities } from './extract.js';
import { forgetImpulses, hookUpdate } from './hooks.js';
import { createGuests, extractJoints, finishJoints } from './joints.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { type AdapterState, createState } from './state.js';

export interface CrashcatFrictionOptions extends SolverSettings {
  /**
   * `constraints` of crashcat, where the world has joints: with it they are solved together with what they touch. It is not imported
   * here, so that any build of the engine will do.
   */
  constraints?: Pick<typeof constraints, 'constraintDefs'>;
  /** Is told, after the update, what a scene's author should know; each message once. @default console.warn */
  warn?: (message: string) => void;
}

export interface CrashcatFriction extends FrictionHandle<RigidBody, string> {
  /** Names the material of a body, or of a shape inside a compound, which goes before that of its body. */
  setMaterial(of: RigidBody | Shape, name: string): void;
  /** What `warn` has been told. */
  readonly warnings: readonly string[];
}

const OPTIONS = ['default', 'substeps', 'iterations', 'combine', 'lengthUnit', 'constraints', 'warn'];

const installed = new WeakSet<World>();

/**
 * Replaces the contact and friction solver of a crashcat world: `updateWorld` then solves normals, joints and friction together,
 * and friction is bounded by μ times the real normal force.
 */
export function installFriction(world: World, options: CrashcatFrictionOptions): CrashcatFriction {
  const state = requireOptions(world, options);
  const { events, warnings } = state;
  const unhook = hookUpdate(world, {
    begin() {
      if (events.notifying) throw new Error('updateWorld: called from within an onStickSlip callback');
      events.count = 0;
      events.failure.length = 0;
      rememberVelocities(state);
    },
    solve: (dt) => solve(state, dt),
    end() {
      if (events.count === 0 && warnings.told === warnings.messages.length) return;
      // The engine is about to do so; where something is thrown here it does not come to it.
      clearForces(world);
      notifyStickSlip(events, (body) => !body._pooled);
      printWarnings(warnings);
      throwFailure(events);
    },
  });
  forgetImpulses(world);
  installed.add(world);

  const handle = createHandle<RigidBody, string>(state, {
    isInstalled: () => state.isInstalled,
    nameOf: (_, name) => name,
    snapshot: () => takeSnapshot(state),
    restore: (data) => restoreSnapshot(state, data),
    uninstall() {
      state.isInstalled = false;
      installed.delete(world);
      unhook();
    },
  });
  return Object.assign(handle, {
    setMaterial(of: RigidBody | Shape, name: string) {
      requireInstalled(state.isInstalled);
      if (typeof of !== 'object' || of === null) {
        throw new TypeError(`setMaterial: expected a body or a shape of crashcat (got ${String(of)})`);
      }
      if (typeof name !== 'string' || name === '') {
        throw new TypeError(`setMaterial: name must be a non-empty string (got ${String(name)})`);
      }
      state.materials.set(of, materialId(state.pairs, name));
    },
    warnings: warnings.messages,
  });
}

/** One step, from extract to apply. The engine has found contacts and islands; it will integrate, and correct joints' positions. */
function solve(state: AdapterState, dt: number): void {
  if (!(dt > 0) || dt === Number.POSITIVE_INFINITY) return;
  clearStep(state);
  state.stepLength = dt;
  extract(state, dt);
  extractJoints(state, dt);
  const h = planStep(state, dt);
  state.solver.options.restitutionThreshold = state.world.settings.solver.minVelocityForRestitution;
  followCourses(state, dt, h);
  gatherStep(state);
  solveStep(state, dt);
  finishJoints(state, dt);
  state.report.jointRows = state.guests.count;
  apply(state, dt);
}

function clearForces({ bodies }: World): void {
  for (let k = 0; k < bodies.activeBodyCount; k++) {
    const { force, torque } = bodies.pool[bodies.activeBodyIndices[k]].motionProperties;
    force.fill(0);
    torque.fill(0);
  }
}

function requireOptions(world: World, options: CrashcatFrictionOptions): AdapterState {
  requireKnownOptions('installFriction', options, OPTIONS);
  const settings = requireSolverSettings('installFriction', options);
  const warnings = createWarnings('installFriction', options.warn);
  const { constraints } = options;
  if (constraints !== undefined && typeof constraints?.constraintDefs !== 'object') {
    throw new TypeError("installFriction: constraints must be 'constraints' of crashcat");
  }
  if (typeof world?.previousTimeStep !== 'number' || typeof world.contacts?.frameStamp !== 'number' || !world.islands) {
    throw new TypeError('installFriction: world must be a crashcat World');
  }
  if (installed.has(world)) {
    throw new Error(
      'installFriction: this world has friction installed already; call uninstall() on that handle first',
    );
  }
  return createState(world, settings, constraints?.constraintDefs ?? null, warnings, createGuests);
}
