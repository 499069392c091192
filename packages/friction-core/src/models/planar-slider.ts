import { createBodies, resizeBodies } from '../bodies/bodies.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { requireLaw } from '../materials/material-pairs.js';
import { requireKnownOptions, requireNumber } from '../options.js';
import { createPatchBuffers, reservePatches } from '../patches/patch-buffers.js';
import { measureSlipDisplacements, solvePatch } from '../solver/friction-block.js';
import { finishFrictionPass, prepareFrictionPass } from '../solver/friction-pass.js';

/**
 * A law without an engine: one body on a plane under a given load. For plots, tests, control and haptics. It solves the same block
 * as the engines,
 *
 *     v* = v + dt F/m,   λ from the law,   v = v* + λ/m,   x = x + dt v.
 */
export interface PlanarBody {
  /** kg, > 0. `Infinity`: you set the velocity before each step, and the law returns a force. */
  mass: number;
  /** About the normal, > 0 kg m². `Infinity`: the body does not spin, or spins as you set it. @default Infinity */
  inertia?: number;
  /** N, >= 0. */
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
  bodies.pose[13] = 1;
  bodies.invMass.fill(inverseMass, 3, 5);
  bodies.invInertia[11] = inverseInertia;
  const patches = createPatchBuffers();
  reservePatches(patches, 1, 0);
  patches.count = 1;
  patches.bodies = bodies;
  patches.bodyB[0] = 1;
  patches.law[0] = law;
  patches.stateStride = law.stateSize;
  reservePatches(patches, 1, 0);
  patches.tangent1[0] = 1;
  patches.tangent2[1] = 1;
  patches.normal[2] = 1;
  patches.torsionRadius[0] = torsionRadius;
  const state = {} as PlanarState;
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
    lastLoad = 0;
  }

  let lastLoad = 0;
  reset();

  return {
    state,
    reset,
    step(force, dt) {
      v[6] = state.vx + dt * force[0] * inverseMass;
      v[7] = state.vy + dt * force[1] * inverseMass;
      v[11] = state.spin + dt * force[2] * inverseInertia;
      // Laws use the load of the last solve; here it is known in advance.
      patches.normalImpulse[0] = dt * force[3];
      if (lastLoad === 0) patches.slip.set([v[6], v[7], v[11]], 0);
      lastLoad = force[3];
      patches.impulse.fill(0, 0, 3);
      prepareFrictionPass(bodies, patches, dt);
      solvePatch(patches, 0, bodies);
      measureSlipDisplacements(patches, bodies, dt);
      finishFrictionPass(bodies, patches, dt);
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

function inverse(option: string, value: unknown, unit: string): number {
  if (typeof value !== 'number' || !(value > 0)) {
    throw new RangeError(
      `createPlanarSlider: ${option} must be a number > 0 ${unit}, or Infinity (got ${String(value)})`,
    );
  }
  return 1 / value;
}

/** One column per quantity, one number per step. */
export interface PlanarRun {
  time: Float64Array;
  x: Float64Array;
  y: Float64Array;
  angle: Float64Array;
  vx: Float64Array;
  vy: Float64Array;
  spin: Float64Array;
  fx: Float64Array;
  fy: Float64Array;
  torsion: Float64Array;
  sliding: Uint8Array;
}

/**
 * Writes the forces of the next step: out = [fx, fy, torque, normal force], preset to 0, 0, 0 and the body's normal force. Set the
 * velocity of a body with mass Infinity here, in `body`.
 */
export type PlanarForces = (time: number, body: PlanarState, out: Float64Array) => void;

/** Simulates a body for some steps: `simulate(coulomb({ mu: 0.5 }), { mass: 1, normalForce: 9.81, vx: 2 }, () => {}, 1e-3, 1000)`. */
export function simulate(
  law: FrictionLaw,
  body: PlanarBody,
  forces: PlanarForces,
  dt: number,
  steps: number,
): PlanarRun {
  if (!(requireNumber('simulate', 'dt', dt, 0, 's') > 0))
    throw new RangeError(`simulate: dt must be > 0 s (got ${dt})`);
  requireNumber('simulate', 'steps', steps, 0);
  const slider = createPlanarSlider(law, body);
  const { state } = slider;
  const column = () => new Float64Array(steps);
  const run: PlanarRun = {
    time: column(),
    x: column(),
    y: column(),
    angle: column(),
    vx: column(),
    vy: column(),
    spin: column(),
    fx: column(),
    fy: column(),
    torsion: column(),
    sliding: new Uint8Array(steps),
  };
  const force = new Float64Array(4);
  for (let k = 0; k < steps; k++) {
    force.fill(0);
    force[3] = body.normalForce;
    forces(state.time, state, force);
    slider.step(force, dt);
    for (const name of COLUMNS) run[name][k] = state[name];
    run.sliding[k] = state.sliding ? 1 : 0;
  }
  return run;
}

const COLUMNS = ['time', 'x', 'y', 'angle', 'vx', 'vy', 'spin', 'fx', 'fy', 'torsion'] as const;
