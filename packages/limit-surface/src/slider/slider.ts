import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { requireFinite } from '../options.js';
import { A, B, K_O, K_T, KAPPA, SIGMA, SOLVE_SIZE, solveSlide, VX, VY, W_FREE, Y_O, Y_R, Y_T } from './solve.js';

export interface EcpSliderOptions {
  /** Mass, kg, > 0. */
  m: number;
  /** Moment of inertia about the vertical through the CM, kg m², > 0. */
  Iz: number;
  /** Height of the CM above the support, m, >= 0. */
  qz: number;
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Semi-axis of the friction ellipsoid along x, > 0. @default 1 */
  et?: number;
  /** Semi-axis along y, > 0. @default 1 */
  eo?: number;
  /** Semi-axis of torsion, m, > 0: the lever arm of friction in pure spinning. */
  er: number;
  /** Acceleration of gravity, m/s², >= 0. @default 9.81 */
  g?: number;
}

/** State of the slider and the friction of the last step. Plain numbers in the world frame; you may change them. */
export interface EcpState {
  /** Position of the CM, m. */
  qx: number;
  qy: number;
  /** Angle of the slider, rad. */
  theta: number;
  /** Velocity of the CM, m/s. */
  vx: number;
  vy: number;
  /** Angular velocity, rad/s. */
  wz: number;
  /** Friction impulse of the last step on the slider, N s. */
  pt: number;
  po: number;
  /** Friction moment impulse of the last step about the normal at the ECP, N m s. */
  pr: number;
  /** Slip speed at the ECP after the last step, |(e_t v_t, e_o v_o, e_r v_r)|, m/s; 0 at rest. */
  sigma: number;
  /** Equivalent contact point (ECP), m. */
  ax: number;
  ay: number;
}

export interface EcpSlider {
  /**
   * Advances `state` by one step of `h` s (> 0). `applied` is the impulse of everything except gravity and friction, h
   * times the mean force and moment at the CM: [p_x, p_y, p_z] in N s, p_z up, and [p_xτ, p_yτ, p_zτ] in N m s. Throws
   * if it lifts the slider off, p_z >= m g h. Allocates nothing.
   */
  step(state: EcpState, applied: ArrayLike<number>, h: number): void;
}

/** State at rest at the origin, with the given fields replaced. */
export function ecpState(start: Partial<EcpState> = {}): EcpState {
  requireKnownOptions('ecpState', start, STATE_FIELDS);
  const state = {} as EcpState;
  for (const name of STATE_FIELDS) {
    state[name] = requireFinite('ecpState', name, start[name] ?? 0);
  }
  if (start.ax === undefined) state.ax = state.qx;
  if (start.ay === undefined) state.ay = state.qy;
  return state;
}

const STATE_FIELDS = ['qx', 'qy', 'theta', 'vx', 'vy', 'wz', 'pt', 'po', 'pr', 'sigma', 'ax', 'ay'] as const;

/**
 * Rigid slider on a plane whose contact patch acts at one point, the equivalent contact point (ECP), [Xie]. The patch
 * itself need not be known: the friction wrench at the ECP lies in an ellipsoid and maximises dissipation, (3). One
 * step:
 *
 *     p_n = m g h - p_z
 *     m (v_x' - v_x)   = p_t + p_x,   m (v_y' - v_y) = p_o + p_y                                  (22), (23)
 *     I_z (w_z' - w_z) = p_r + p_zτ + (p_xτ p_t + p_yτ p_o) / p_n                                 (24)
 *     a_x = q_x' + (p_yτ - p_t q_z) / p_n,   a_y = q_y' - (p_xτ + p_o q_z) / p_n                  (15), (16)
 *     v_t = v_x' - w_z' (a_y - q_y'),   v_o = v_y' + w_z' (a_x - q_x'),   v_r = w_z'              (17)
 *     μ p_n (e_t² v_t, e_o² v_o, e_r² v_r) + σ (p_t, p_o, p_r) = 0                                (25)-(27)
 *     (p_t/e_t)² + (p_o/e_o)² + (p_r/e_r)² ≤ (μ p_n)²,  with equality where σ > 0                 (7), (28)
 *     q' = q + h v',   θ' = θ + h w_z'
 *
 *   q, θ, v, w      CM, angle, velocity, angular velocity; ' after the step     m, rad, m/s, rad/s
 *   p_x … p_zτ      applied impulse and moment impulse at the CM                N s, N m s
 *   p_n             normal impulse                                             N s
 *   p_t, p_o, p_r   friction impulse along x and y, moment impulse at the ECP   N s, N m s
 *   a               equivalent contact point                                   m
 *   σ               slip speed at the ECP                                      m/s
 *   e_t, e_o, e_r   semi-axes of the ellipsoid, along x, y and the normal       1, 1, m
 *   q_z, h          height of the CM, time step                                m, s
 *
 * If the ellipsoid can hold the slider, it stops within the step: the velocity is exactly 0 and σ = 0. Friction is then
 * the impulse that stopped it, so the ECP returns to the CM one step later. Without applied impulse the energy never
 * rises: the work of friction is -σ μ p_n, and shifting the ECP does no work.
 *
 * Differs from the paper: (24) drops the last term of (12), the torque of the friction force about the CM; here it is
 * kept. It is 0 unless something tips the slider (p_xτ, p_yτ), as a push above or below the CM does. Rest and a
 * vertical applied impulse p_z are included. Solved by bracketing, see solve.ts, instead of fsolve or PATH.
 */
export function planarSlider(options: EcpSliderOptions): EcpSlider {
  const owner = 'planarSlider';
  requireKnownOptions(owner, options, ['m', 'Iz', 'qz', 'mu', 'et', 'eo', 'er', 'g']);
  const m = requirePositive(owner, 'm', options.m, 'kg');
  const Iz = requirePositive(owner, 'Iz', options.Iz, 'kg m²');
  const qz = requireNumber(owner, 'qz', options.qz, 0, 'm');
  const mu = requireNumber(owner, 'mu', options.mu, 0);
  const et = requirePositive(owner, 'et', options.et ?? 1);
  const eo = requirePositive(owner, 'eo', options.eo ?? 1);
  const er = requirePositive(owner, 'er', options.er, 'm');
  const g = requireNumber(owner, 'g', options.g ?? 9.81, 0, 'm/s²');
  const ellipsoid = { et, eo, er, twist: mu * et * eo * qz };
  const q = new Float64Array(SOLVE_SIZE);

  return {
    step(state, applied, h) {
      if (!(h > 0 && h < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`${owner}: h must be a finite number > 0 s (got ${String(h)})`);
      }
      const pn = m * g * h - applied[2];
      if (!(pn > 0)) {
        throw new RangeError(
          `${owner}: applied[2], p_z, must be < m g h = ${m * g * h} N s, or the slider lifts off (got ${applied[2]})`,
        );
      }
      if (applied.length !== 6) {
        throw new RangeError(`${owner}: applied must have 6 components (got ${applied.length})`);
      }
      const load = mu * pn;
      const a = applied[3] / pn;
      const b = applied[4] / pn;
      const vx = state.vx + applied[0] / m;
      const vy = state.vy + applied[1] / m;
      const w = state.wz + applied[5] / Iz;
      if (!Number.isFinite(vx + vy + w + a + b)) {
        throw new RangeError(`${owner}: state and applied must be finite numbers (got ${vx}, ${vy}, ${w}, ${a}, ${b})`);
      }
      let pt = 0 - m * vx;
      let po = 0 - m * vy;
      let pr = 0 - Iz * w - a * pt - b * po;
      const canHold = (pt / et) ** 2 + (po / eo) ** 2 + (pr / er) ** 2 <= load * load;
      if (canHold) {
        state.sigma = 0;
        state.vx = 0;
        state.vy = 0;
        state.wz = 0;
      } else {
        q[VX] = vx;
        q[VY] = vy;
        q[W_FREE] = w;
        q[A] = a;
        q[B] = b;
        if (load > 0) {
          q[K_T] = (load * et * et) / m;
          q[K_O] = (load * eo * eo) / m;
          q[KAPPA] = (load * er * er) / Iz;
          solveSlide(q, ellipsoid);
        } else slideFreely(q, ellipsoid);
        pt = load * et * q[Y_T];
        po = load * eo * q[Y_O];
        pr = load * er * q[Y_R];
        state.sigma = q[SIGMA];
        state.vx = vx + pt / m;
        state.vy = vy + po / m;
        state.wz = w + (pr + a * pt + b * po) / Iz;
      }
      state.pt = pt;
      state.po = po;
      state.pr = pr;
      state.qx += h * state.vx;
      state.qy += h * state.vy;
      state.theta += h * state.wz;
      state.ax = state.qx + b - (pt * qz) / pn;
      state.ay = state.qy - a - (po * qz) / pn;
    },
  };
}

/** μ = 0: no friction; the slip is that of the ECP as placed by the tipping moments. */
function slideFreely(q: Float64Array, { et, eo, er }: { et: number; eo: number; er: number }): void {
  const w = q[W_FREE];
  q[Y_T] = 0;
  q[Y_O] = 0;
  q[Y_R] = 0;
  q[SIGMA] = Math.sqrt((et * (q[VX] + q[A] * w)) ** 2 + (eo * (q[VY] + q[B] * w)) ** 2 + (er * w) ** 2);
}

/** Adds the impulse of a force [N] at `arm` [m] from the CM, over h seconds, to `applied`, including its moment. */
export function addPush(applied: Float64Array, force: ArrayLike<number>, arm: ArrayLike<number>, h: number): void {
  for (let e = 0; e < 3; e++) {
    const j = (e + 1) % 3;
    const k = (e + 2) % 3;
    applied[e] += h * force[e];
    applied[3 + e] += h * (arm[j] * force[k] - arm[k] * force[j]);
  }
}
