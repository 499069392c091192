import type { FrictionLaw } from '../laws/friction-law.js';
import { describe, requireInteger, requireNumber } from '../options.js';
import { createPlanarSlider, type PlanarBody, type PlanarState } from './planar-slider.js';

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
 * velocity of a body with mass Infinity here, in `body`. A value that it returns is not a force, so it must not return one.
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
  requireInteger('simulate', 'steps', steps, 0, MAX_STEPS);
  if (typeof forces !== 'function') {
    throw new TypeError(`simulate: forces must be a function (time, body, out) => void (got ${describe(forces)})`);
  }
  const { state, report, step } = createPlanarSlider(law, body);
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
    checkForces(forces(state.time, state, force), state, force);
    step(force, dt);
    if (report.problem !== '') throw new Error(`simulate: at ${state.time} s: ${report.problem}`);
    for (const name of COLUMNS) run[name][k] = state[name];
    run.sliding[k] = state.sliding ? 1 : 0;
  }
  return run;
}

const MAX_STEPS = 1e9;
const COLUMNS = ['time', 'x', 'y', 'angle', 'vx', 'vy', 'spin', 'fx', 'fy', 'torsion'] as const;
const WRITTEN = ['x', 'y', 'angle', 'vx', 'vy', 'spin'] as const;
const FORCE_NAMES = ['out[0], fx,', 'out[1], fy,', 'out[2], the torque,', 'out[3], the normal force,'];

/** Throws if the callback returned a force instead of writing it, or wrote something that is not a number. */
function checkForces(returned: unknown, state: PlanarState, out: Float64Array): void {
  for (let k = 0; k < 4; k++) requireWritten(FORCE_NAMES[k], out[k], state.time);
  for (const name of WRITTEN) requireWritten(`body.${name}`, state[name], state.time);
  if (returned === undefined || returned === out) return;
  // `(time, body, out) => (out[0] = 5)` returns what it wrote.
  if (typeof returned === 'number' && (out.includes(returned) || WRITTEN.some((name) => state[name] === returned))) {
    return;
  }
  throw new TypeError(
    `simulate: forces must write to its third argument, out = [fx, fy, torque, normal force], and return nothing (it returned ${describeResult(returned)})`,
  );
}

function requireWritten(name: string, value: unknown, time: number): void {
  if (typeof value === 'number' && value * 0 === 0) return;
  throw new RangeError(`simulate: forces must write finite numbers: ${name} is ${describe(value)} at ${time} s`);
}

/** The value and its type. */
function describeResult(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}], an array`;
  if (ArrayBuffer.isView(value)) return `[${String(value)}], a ${value.constructor.name}`;
  if (value === null || typeof value === 'object' || typeof value === 'string') return describe(value);
  return `${String(value)}, a ${typeof value}`;
}
