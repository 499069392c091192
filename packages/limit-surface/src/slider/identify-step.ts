import { type EcpSlider, type EcpState, ecpState, planarSlider } from './slider.js';

/**
 * One step of a trajectory for `identifySlider`: friction and slip by [Xie] (45), and the derivatives of the velocity
 * after the step. (43) and (44), without their divisions by slip and friction that may be zero, are
 *
 *     F_i = p_i + α p_n ε_i² V_i / s = 0,   s = |(V_t, β V_o, γ V_r)|,   ε = (1, β, γ)
 *
 *   p     (p_t, p_o, p_r), friction impulse and moment impulse at the ECP, (45)        N s, N m s
 *   V     (v_t, v_o, v_r), velocity at the ECP after the step, (45)                    m/s, rad/s
 *   α     μ e_t                                                                        1
 *   β     e_o / e_t                                                                    1
 *   γ     e_r / e_t                                                                    m
 *
 * `planarSlider` solves F = 0 for the velocity v' after the step, and dv' = -(∂F/∂v')⁻¹ dF at constant v'. F is
 * strongly curved where s is small but v' is not, so v' is linearized over the measurement noise.
 */
export interface SliderBody {
  readonly m: number;
  readonly Iz: number;
  readonly qz: number;
  readonly g: number;
  readonly h: number;
}

/** Floats per step: velocity before, v_x, v_y, w_z; velocity after; applied impulse p_x … p_zτ. */
export const STEP_DATA = 12;

export interface StepModel {
  readonly body: SliderBody;
  readonly data: Float64Array;
  /** p_t, p_o, p_r. */
  readonly friction: Float64Array;
  /** v_t, v_o, v_r. */
  readonly slip: Float64Array;
  /** Derivatives with respect to (ln α, ln β, ln γ), 3 × 3, row-major. */
  readonly byParameter: Float64Array;
  /**
   * Derivatives with respect to the data, 3 × 12, row-major. The normal load is assumed exact: the column of p_z is 0.
   */
  readonly byData: Float64Array;
}

export function createStepModel(body: SliderBody): StepModel {
  return {
    body,
    data: new Float64Array(STEP_DATA),
    friction: new Float64Array(3),
    slip: new Float64Array(3),
    byParameter: new Float64Array(9),
    byData: new Float64Array(3 * STEP_DATA),
  };
}

/** Loads step u of a trajectory: 3 velocities per sample, 6 applied impulses per step. */
export function loadStep({ data }: StepModel, velocities: Float64Array, applied: Float64Array, u: number): void {
  for (let e = 0; e < 6; e++) {
    data[e] = velocities[3 * u + e];
    data[6 + e] = applied[6 * u + e];
  }
}

/** (45): friction and slip. Returns p_n. */
export function measureStep({ body, data, friction: p, slip: V }: StepModel): number {
  const pn = body.m * body.g * body.h - data[8];
  const w = data[5];
  p[0] = body.m * (data[3] - data[0]) - data[6];
  p[1] = body.m * (data[4] - data[1]) - data[7];
  p[2] = body.Iz * (w - data[2]) - data[11] - (data[9] * p[0] + data[10] * p[1]) / pn;
  V[0] = data[3] + (w * (data[9] + p[1] * body.qz)) / pn;
  V[1] = data[4] + (w * (data[10] - p[0] * body.qz)) / pn;
  V[2] = w;
  return pn;
}

/** Derivatives of F with respect to parameters and data, at a step that satisfies F = 0. */
function differentiate(model: StepModel, [alpha, beta, gamma]: Float64Array): void {
  const { body, data, friction: p, slip: V, byParameter, byData } = model;
  const pn = measureStep(model);
  const e2 = [1, beta * beta, gamma * gamma];
  const s = Math.sqrt(V[0] * V[0] + e2[1] * V[1] * V[1] + e2[2] * V[2] * V[2]);
  const a = data[9] / pn;
  const b = data[10] / pn;
  const w = data[5];
  const lever = (w * body.qz) / pn;
  for (let i = 0; i < 3; i++) {
    const scale = (alpha * pn * e2[i]) / s;
    byParameter[3 * i] = scale * V[i];
    for (let j = 1; j < 3; j++) {
      byParameter[3 * i + j] = scale * V[i] * ((i === j ? 2 : 0) - (e2[j] * V[j] * V[j]) / (s * s));
    }
    // Row i of H = ∂F/∂V, and of K = dF/d(p_t, p_o, impulse about the CM): p shifts the ECP, so V depends on it.
    const H = [0, 1, 2].map((j) => scale * ((i === j ? 1 : 0) - (V[i] * V[j] * e2[j]) / (s * s)));
    const k2 = i === 2 ? 1 : 0;
    const k0 = (i === 0 ? 1 : 0) - H[1] * lever - k2 * a;
    const k1 = (i === 1 ? 1 : 0) + H[0] * lever - k2 * b;
    const shift = H[0] * (a + (p[1] * body.qz) / pn) + H[1] * (b - (p[0] * body.qz) / pn);
    const row = STEP_DATA * i;
    byData[row] = -k0 * body.m;
    byData[row + 1] = -k1 * body.m;
    byData[row + 2] = -k2 * body.Iz;
    byData[row + 3] = k0 * body.m + H[0];
    byData[row + 4] = k1 * body.m + H[1];
    byData[row + 5] = k2 * body.Iz + shift + H[2];
    byData[row + 6] = -k0;
    byData[row + 7] = -k1;
    byData[row + 8] = 0;
    byData[row + 9] = (H[0] * w - k2 * p[0]) / pn;
    byData[row + 10] = (H[1] * w - k2 * p[1]) / pn;
    byData[row + 11] = -k2;
  }
}

export type StepPredictor = (model: StepModel) => void;

/**
 * Returns a function that replaces the velocity after the step by that of a slider with [α, β, γ], and writes the
 * derivatives of v_after - v'(before, applied, ln θ).
 */
export function createStepPredictor(body: SliderBody, parameters: Float64Array): StepPredictor {
  const { m, Iz, qz, g, h } = body;
  const [mu, eo, er] = parameters;
  const slider: EcpSlider = planarSlider({ m, Iz, qz, g, mu, eo, er });
  const state: EcpState = ecpState();
  return (model) => {
    const { data, byData, byParameter } = model;
    state.vx = data[0];
    state.vy = data[1];
    state.wz = data[2];
    slider.step(state, data.subarray(6), h);
    data[3] = state.vx;
    data[4] = state.vy;
    data[5] = state.wz;
    if (state.sigma > 0) {
      differentiate(model, parameters);
      const byAfter = Float64Array.from({ length: 9 }, (_, k) => byData[STEP_DATA * Math.floor(k / 3) + 3 + (k % 3)]);
      const inverse = invert3(byAfter);
      multiply(inverse, byData, STEP_DATA);
      multiply(inverse, byParameter, 3);
    } else {
      // Comes to rest, also after small changes of the data.
      byData.fill(0);
      byParameter.fill(0);
    }
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) byData[STEP_DATA * i + 3 + j] = i === j ? 1 : 0;
  };
}

/** columns = M columns in place, for three rows of `width` columns. */
function multiply(M: Float64Array, columns: Float64Array, width: number): void {
  for (let j = 0; j < width; j++) {
    const x = columns[j];
    const y = columns[width + j];
    const z = columns[2 * width + j];
    for (let i = 0; i < 3; i++) columns[width * i + j] = M[3 * i] * x + M[3 * i + 1] * y + M[3 * i + 2] * z;
  }
}

/** Inverse of a 3 × 3 matrix, row-major. */
export function invert3(M: Float64Array): Float64Array {
  const minor = (i: number, j: number) => {
    const [a, b, c, d] = [3 * ((i + 1) % 3), 3 * ((i + 2) % 3), (j + 1) % 3, (j + 2) % 3];
    return M[a + c] * M[b + d] - M[a + d] * M[b + c];
  };
  const determinant = M[0] * minor(0, 0) + M[1] * minor(0, 1) + M[2] * minor(0, 2);
  return M.map((_, k) => minor(k % 3, Math.floor(k / 3)) / determinant);
}
