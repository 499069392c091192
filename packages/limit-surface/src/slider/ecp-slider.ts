import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { requireFinite } from '../options.js';
import { A, B, K_O, K_T, KAPPA, SIGMA, SOLVE_SIZE, solveSlide, VX, VY, W_FREE, Y_O, Y_R, Y_T } from './solve.js';

export interface EcpSliderOptions {
  /** kg, > 0. */
  mass: number;
  /** Moment of inertia about the vertical through the CM, kg m², > 0. */
  inertia: number;
  /** Height of the CM above the support, m, >= 0. */
  height: number;
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Semi-axis of the friction ellipsoid along x, > 0. @default 1 */
  et?: number;
  /** Semi-axis along y, > 0. @default 1 */
  eo?: number;
  /** Semi-axis of torsion, m, > 0: the lever arm of friction in pure spinning. */
  er: number;
  /** m/s², >= 0. @default 9.81 */
  gravity?: number;
}

/** State of the slider and the friction of the last step. Plain numbers in the world frame; you may change them. */
export interface EcpState {
  /** Position of the CM, m. */
  x: number;
  y: number;
  /** rad. */
  angle: number;
  /** Velocity of the CM, m/s. */
  vx: number;
  vy: number;
  /** Angular velocity, rad/s. */
  spin: number;
  /** Friction on the slider, averaged over the last step, N. */
  fx: number;
  fy: number;
  /** Its moment about the normal at the ECP, N m. */
  torsion: number;
  /** Slip speed at the ECP after the last step, |(e_t v_t, e_o v_o, e_r v_r)|, m/s; 0 at rest. */
  slipSpeed: number;
  /** Equivalent contact point (ECP), m. */
  ecpX: number;
  ecpY: number;
}

export interface EcpSlider {
  /**
   * Advances `state` by one step of `dt` s (> 0). `force` is the mean of everything except gravity and friction over
   * the step: force [fx, fy, fz] in N, fz up, and moment about the CM [tx, ty, tz] in N m. Throws if it lifts the
   * slider off, fz >= m g. Allocates nothing.
   */
  step(state: EcpState, force: ArrayLike<number>, dt: number): void;
}

/** State at rest at the origin, with the given fields replaced. */
export function ecpState(start: Partial<EcpState> = {}): EcpState {
  requireKnownOptions('ecpState', start, STATE_FIELDS);
  const state = {} as EcpState;
  for (const name of STATE_FIELDS) {
    state[name] = requireFinite('ecpState', name, start[name] ?? 0);
  }
  if (start.ecpX === undefined) state.ecpX = state.x;
  if (start.ecpY === undefined) state.ecpY = state.y;
  return state;
}

const STATE_FIELDS = [
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

/**
 * The ECP slider: a rigid slider on a plane whose contact patch acts at one point, the equivalent contact point (ECP), [Xie]. The patch
 * itself need not be known: the friction wrench at the ECP lies in an ellipsoid and maximises dissipation, (3). With the
 * impulses p = h F of the forces F, one step is
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
export function createEcpSlider(options: EcpSliderOptions): EcpSlider {
  const owner = 'createEcpSlider';
  requireKnownOptions(owner, options, ['mass', 'inertia', 'height', 'mu', 'et', 'eo', 'er', 'gravity']);
  const m = requirePositive(owner, 'mass', options.mass, 'kg');
  const Iz = requirePositive(owner, 'inertia', options.inertia, 'kg m²');
  const qz = requireNumber(owner, 'height', options.height, 0, 'm');
  const mu = requireNumber(owner, 'mu', options.mu, 0);
  const et = requirePositive(owner, 'et', options.et ?? 1);
  const eo = requirePositive(owner, 'eo', options.eo ?? 1);
  const er = requirePositive(owner, 'er', options.er, 'm');
  const g = requireNumber(owner, 'gravity', options.gravity ?? 9.81, 0, 'm/s²');
  const ellipsoid = { et, eo, er, twist: mu * et * eo * qz };
  const q = new Float64Array(SOLVE_SIZE);

  return {
    step(state, force, h) {
      if (!(h > 0 && h < Number.POSITIVE_INFINITY)) requirePositive(`${owner}: step`, 'dt', h, 's');
      if (force.length !== 6) {
        throw new RangeError(`${owner}: step: force must have 6 components (got ${force.length})`);
      }
      const pn = h * (m * g - force[2]);
      if (!(pn > 0)) {
        throw new RangeError(
          `${owner}: step: force[2], fz, must be < m g = ${m * g} N, or the slider lifts off (got ${force[2]})`,
        );
      }
      const load = mu * pn;
      const a = (h * force[3]) / pn;
      const b = (h * force[4]) / pn;
      const vx = state.vx + (h * force[0]) / m;
      const vy = state.vy + (h * force[1]) / m;
      const w = state.spin + (h * force[5]) / Iz;
      if (!Number.isFinite(vx + vy + w + a + b)) {
        throw new RangeError(`${owner}: state and force must be finite numbers (got ${vx}, ${vy}, ${w}, ${a}, ${b})`);
      }
      let pt = 0 - m * vx;
      let po = 0 - m * vy;
      let pr = 0 - Iz * w - a * pt - b * po;
      const canHold = (pt / et) ** 2 + (po / eo) ** 2 + (pr / er) ** 2 <= load * load;
      if (canHold) {
        state.slipSpeed = 0;
        state.vx = 0;
        state.vy = 0;
        state.spin = 0;
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
        state.slipSpeed = q[SIGMA];
        state.vx = vx + pt / m;
        state.vy = vy + po / m;
        state.spin = w + (pr + a * pt + b * po) / Iz;
      }
      state.fx = pt / h;
      state.fy = po / h;
      state.torsion = pr / h;
      state.x += h * state.vx;
      state.y += h * state.vy;
      state.angle += h * state.spin;
      state.ecpX = state.x + b - (pt * qz) / pn;
      state.ecpY = state.y - a - (po * qz) / pn;
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

/** Adds a force [N] at `arm` [m] from the CM to `total`, including its moment. */
export function addPush(total: Float64Array, force: ArrayLike<number>, arm: ArrayLike<number>): void {
  for (let e = 0; e < 3; e++) {
    const j = (e + 1) % 3;
    const k = (e + 2) % 3;
    total[e] += force[e];
    total[3 + e] += arm[j] * force[k] - arm[k] * force[j];
  }
}
