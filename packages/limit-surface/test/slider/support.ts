import { readFileSync } from 'node:fs';
import {
  addPush,
  createEcpSlider,
  type EcpSliderOptions,
  type EcpState,
  ecpState,
} from '../../src/slider/ecp-slider.js';

/** Run of xie.json: rows of t, qx, qy, theta, vx, vy, wz, pt, po, pr, sigma, ax, ay. */
export interface XieRun {
  params: Required<EcpSliderOptions>;
  h: number;
  steps: number;
  rows: number[][];
  stopTime: number | null;
  fineStep: { h: number; stopTime: number | null; end: number[] };
}

export const xieNames = [
  'example1_square',
  'example2_ring',
  'example2_ring_annulusIz',
  'example3_push_m0.5',
  'example3_push_m1',
] as const;

const file = JSON.parse(readFileSync(new URL('../fixtures/xie.json', import.meta.url), 'utf8'));

export function xieRun(name: string): XieRun {
  const { params, ...run } = file[name];
  const { m, Iz, qz, g, ...rest } = params;
  return { ...run, params: { mass: m, inertia: Iz, height: qz, gravity: g, ...rest } };
}

export const COLUMNS = [
  'x',
  'y',
  'angle',
  'vx',
  'vy',
  'spin',
  'fx',
  'fy',
  'torsion',
  'slipSpeed',
  'ecpX',
  'ecpY',
] as const;

/** Example 3: a force along the slider's x axis at (-25, -2.5) mm from the CM, at its height. No force in the others. */
function xiePush(name: string, state: EcpState, t: number, applied: Float64Array): void {
  applied.fill(0);
  if (!name.startsWith('example3')) return;
  const force = 2.2 + 2 * Math.cos((2 * Math.PI * t) / 0.1);
  const c = Math.cos(state.angle);
  const s = Math.sin(state.angle);
  addPush(applied, [force * c, force * s, 0], [-0.025 * c + 0.0025 * s, -0.025 * s - 0.0025 * c, 0]);
}

function xieStart(name: string): EcpState {
  const [, qx, qy, theta, vx, vy, wz] = xieRun(name).rows[0];
  return ecpState({ x: qx, y: qy, angle: theta, vx, vy, spin: wz });
}

/** Runs an example with steps of `h` and calls `observe` after every step. Returns the final state. */
export function runXie(
  name: string,
  h: number,
  steps: number,
  observe: (k: number, state: EcpState, before: EcpState, applied: Float64Array) => void = () => {},
): EcpState {
  const slider = createEcpSlider(xieRun(name).params);
  const state = xieStart(name);
  const applied = new Float64Array(6);
  for (let k = 0; k < steps; k++) {
    const before = { ...state };
    xiePush(name, state, k * h, applied);
    slider.step(state, applied, h);
    observe(k + 1, state, before, applied);
  }
  return state;
}

/**
 * Residual of [Xie] (25)-(28), (24) with the last term of (12), each equation relative to the sum of its absolute terms.
 */
export function scaledResidual(
  { mass: m, inertia: Iz, height: qz, mu, et, eo, er, gravity: g }: Required<EcpSliderOptions>,
  before: EcpState,
  applied: ArrayLike<number>,
  h: number,
  after: EcpState,
): number {
  const [px, py, pz, tx, ty, tz] = Array.from(applied, (force) => h * force);
  const [pt, po, pr] = [after.fx, after.fy, after.torsion].map((force) => h * force);
  const sigma = after.slipSpeed;
  const pn = m * g * h - pz;
  const spin = [before.spin, pr / Iz, tz / Iz, (tx * pt) / pn / Iz, (ty * po) / pn / Iz];
  const times = (factor: number) => spin.map((term) => factor * term);
  const equations = [
    [before.vx, pt / m, px / m, ...times(tx / pn), ...times((po * qz) / pn), (pt * sigma) / (mu * pn * et * et)],
    [before.vy, po / m, py / m, ...times(ty / pn), ...times((-pt * qz) / pn), (po * sigma) / (mu * pn * eo * eo)],
    [...spin, (pr * sigma) / (mu * pn * er * er)],
    [1, ...[pt / et, po / eo, pr / er].map((p) => -((p / (mu * pn)) ** 2))],
  ];
  return Math.max(
    ...equations.map((terms) => {
      const size = terms.reduce((sum, term) => sum + Math.abs(term), 0);
      return size === 0 ? 0 : Math.abs(terms.reduce((sum, term) => sum + term, 0)) / size;
    }),
  );
}
