import { createBodies, resizeBodies } from '../bodies/bodies.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { requireLaw } from '../materials/material-pairs.js';
import { turnAt } from '../math/elementary.js';
import { describe, requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import { createPatchBuffers, reservePatches } from '../patches/patch-buffers.js';
import { measureSlipDisplacements, solvePatch } from '../solver/friction-block.js';
import { finishFrictionPass, prepareFrictionPass } from '../solver/friction-pass.js';

/**
 * A law without an engine: one body on a plane under a given load. For plots, tests, control and haptics. It solves the same block
 * as the engines,
 *
 *     v* = v + dt F/m,   λ from the law,   v = v* + λ/m,   x = x + dt v,
 *
 * with velocity v and wrench F, λ of the body in world axes. The plane is body 'a' of the law, the slider is body 'b': a law with
 * frame 'b' has its axes in the slider, taken at its angle in the middle of the step, θ + ½ dt ω. A body whose height shifts the load is
 * `createEcpSlider` of limit-surface, with the same names and units.
 */
export interface PlanarBody {
  /** kg, > 0. `Infinity`: you set the velocity before each step, and the law returns a force. */
  mass: number;
  /** About the normal, > 0 kg m². `Infinity`: the body does not spin, or spins as you set it. @default Infinity */
  inertia?: number;
  /** Normal force of the contact, N, >= 0; with an adhesive law it includes the attraction. */
  normalForce: number;
  /** Mean distance of the load from the pressure centre, the lever of the torsion, >= 0 m. @default 0, a point */
  torsionRadius?: number;
  /** Initial position [m], angle [rad], velocity [m/s] and angular velocity [rad/s]. @default 0 each */
  x?: number;
  y?: number;
  angle?: number;
  vx?: number;
  vy?: number;
  spin?: number;
}

/** State of a planar body, and the friction of the last step. */
export interface PlanarState {
  time: number;
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  spin: number;
  /** Friction on the body, averaged over the last step [N, N, N m]. */
  fx: number;
  fy: number;
  torsion: number;
  sliding: boolean;
}

export interface PlanarSlider {
  /** Plain numbers. You may write them between steps. */
  readonly state: PlanarState;
  /** One step under the given force [N], torque [N m] and load [N]: [fx, fy, torque, normal force]. Allocates nothing. */
  step(force: ArrayLike<number>, dt: number): void;
  /** Why the law had no friction in the last step, or ''. */
  readonly report: { problem: string };
  /** Returns to the initial state, with relaxed bristles. */
  reset(): void;
}

const BODY_OPTIONS = ['mass', 'inertia', 'normalForce', 'torsionRadius', 'x', 'y', 'angle', 'vx', 'vy', 'spin'];

export function createPlanarSlider(law: FrictionLaw, body: PlanarBody): PlanarSlider {
  requireLaw('law of createPlanarSlider', law);
  requireKnownOptions('createPlanarSlider', body, BODY_OPTIONS);
  const inverseMass = inverse('mass', body.mass, 'kg');
  const inverseInertia = inverse('inertia', body.inertia ?? Number.POSITIVE_INFINITY, 'kg m²');
  requireNumber('createPlanarSlider', 'normalForce', body.normalForce, 0, 'N');
  const torsionRadius = requireNumber('createPlanarSlider', 'torsionRadius', body.torsionRadius ?? 0, 0, 'm');

  const bodies = createBodies();
  resizeBodies(bodies, 2);
  bodies.pose[6] = 1;
  bodies.invMass.fill(inverseMass, 3, 5);
  bodies.invInertia[11] = inverseInertia;
  const patches = createPatchBuffers();
  reservePatches(patches, 1, 1);
  patches.count = 1;
  patches.pointCount = 1;
  patches.points[0] = 1;
  patches.bodies = bodies;
  patches.bodyB[0] = 1;
  patches.law[0] = law;
  patches.stateStride = law.stateSize;
  reservePatches(patches, 1, 1);
  patches.tangent1[0] = 1;
  patches.tangent2[1] = 1;
  patches.normal[2] = 1;
  patches.torsionRadius[0] = torsionRadius;
  const state = {} as PlanarState;
  const report = { problem: '' };
  const turn = new Float64Array(2);
  const v = bodies.velocity;

  function reset(): void {
    const { x = 0, y = 0, angle = 0, vx = 0, vy = 0, spin = 0 } = body;
    Object.assign(state, { time: 0, x, y, angle, vx, vy, spin, fx: 0, fy: 0, torsion: 0, sliding: false });
    for (const name of ['x', 'y', 'angle', 'vx', 'vy', 'spin'] as const) {
      requireNumber('createPlanarSlider', name, state[name], Number.NEGATIVE_INFINITY);
    }
    patches.state.fill(0);
    patches.impulse.fill(0);
    patches.slip.fill(0);
    patches.sliding[0] = 0;
    report.problem = '';
    lastLoad = 0;
  }

  /** Puts the body, its patch and its only contact point where they are in this step. */
  function place(dt: number): void {
    turn[0] = 0.5 * (state.angle + 0.5 * dt * state.spin);
    turnAt(turn, 0);
    bodies.pose[12] = turn[1];
    bodies.pose[13] = turn[0];
    bodies.pose[7] = state.x;
    bodies.pose[8] = state.y;
    for (let e = 0; e < 2; e++) {
      patches.centre[e] = bodies.pose[7 + e];
      patches.armA[e] = bodies.pose[7 + e];
      patches.pointPosition[e] = bodies.pose[7 + e];
    }
  }

  let lastLoad = 0;
  reset();

  return {
    state,
    report,
    reset,
    step(force, dt) {
      requireStep(force, dt);
      place(dt);
      v[6] = state.vx + dt * force[0] * inverseMass;
      v[7] = state.vy + dt * force[1] * inverseMass;
      v[11] = state.spin + dt * force[2] * inverseInertia;
      // Laws use the load of the last solve; here it is known in advance.
      patches.normalImpulse[0] = dt * force[3];
      patches.pointImpulse[0] = dt * force[3];
      if (lastLoad === 0) {
        patches.slip[0] = v[6];
        patches.slip[1] = v[7];
        patches.slip[2] = v[11];
      }
      lastLoad = force[3];
      patches.impulse.fill(0, 0, 3);
      patches.lawError = '';
      prepareFrictionPass(bodies, patches, dt);
      solvePatch(patches, 0, bodies);
      measureSlipDisplacements(patches, bodies, dt);
      finishFrictionPass(bodies, patches, dt);
      report.problem = patches.lawError;
      state.vx = v[6];
      state.vy = v[7];
      state.spin = v[11];
      state.x += dt * v[6];
      state.y += dt * v[7];
      state.angle += dt * v[11];
      state.time += dt;
      state.fx = patches.impulse[0] / dt;
      state.fy = patches.impulse[1] / dt;
      state.torsion = patches.impulse[2] / dt;
      state.sliding = patches.sliding[0] === 1;
    },
  };
}

function requireStep(force: ArrayLike<number>, dt: number): void {
  if (!(dt > 0 && dt < Number.POSITIVE_INFINITY)) requirePositive('createPlanarSlider: step', 'dt', dt, 's');
  const sum = force[0] + force[1] + force[2] + force[3];
  if (sum * 0 === 0) return;
  throw new RangeError(
    `createPlanarSlider: step: force must be four finite numbers [fx, fy, torque, normal force] (got ${describe(force)})`,
  );
}

function inverse(option: string, value: unknown, unit: string): number {
  if (typeof value !== 'number' || !(value > 0)) {
    throw new RangeError(
      `createPlanarSlider: ${option} must be a number > 0 ${unit}, or Infinity (got ${describe(value)})`,
    );
  }
  return 1 / value;
}
