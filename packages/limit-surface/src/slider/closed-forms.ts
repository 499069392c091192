import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { requireFinite } from '../options.js';

export interface QuasiStaticPush {
  /** Torque of pure spinning over friction of pure sliding, e_r / e_t, m, > 0. */
  torsionRadius: number;
  /** Pushed point from the CM, x_c - q_x and y_c - q_y, m. */
  x: number;
  y: number;
  /** Velocity v_cx, v_cy of the pushed point, m/s. */
  vx: number;
  vy: number;
}

/** Velocity of the CM, m/s, and angular velocity, rad/s. */
export interface PlanarVelocity {
  vx: number;
  vy: number;
  spin: number;
}

/**
 * Quasi-static pushing, [Xie] (32)-(34): inertia is negligible and the force at the pushed point balances friction.
 *
 *     v_x = ((c² + x²) v_cx + x y v_cy) / (c² + x² + y²)                      (32)
 *     v_y = ((c² + y²) v_cy + x y v_cx) / (c² + x² + y²)                      (33)
 *     w_z = (x v_y - y v_x) / c²  =  (x v_cy - y v_cx) / (c² + x² + y²)       (34)
 *
 *   x, y         pushed point, from the CM        m
 *   v_cx, v_cy   its velocity                     m/s
 *   c            e_r / e_t, with e_t = e_o        m
 *
 * The motion does not depend on μ, mass or load. The ECP is assumed to be under the CM, as for q_z = 0.
 *
 * Differs from the paper: uses the second form of (34), which stays exact for a small c.
 */
export function quasiStaticVelocity(push: QuasiStaticPush): PlanarVelocity {
  const owner = 'quasiStaticVelocity';
  requireKnownOptions(owner, push, ['torsionRadius', 'x', 'y', 'vx', 'vy']);
  const c = requirePositive(owner, 'torsionRadius', push.torsionRadius, 'm');
  const x = requireFinite(owner, 'x', push.x, 'm');
  const y = requireFinite(owner, 'y', push.y, 'm');
  const vx = requireFinite(owner, 'vx', push.vx, 'm/s');
  const vy = requireFinite(owner, 'vy', push.vy, 'm/s');
  const sum = c * c + x * x + y * y;
  return {
    vx: ((c * c + x * x) * vx + x * y * vy) / sum,
    vy: ((c * c + y * y) * vy + x * y * vx) / sum,
    spin: (x * vy - y * vx) / sum,
  };
}

export interface Translation {
  /** kg, > 0. */
  mass: number;
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** e_t = e_o, > 0. @default 1 */
  et?: number;
  /** Height of the CM, m, >= 0; used only for the ECP. @default 0 */
  height?: number;
  /** m/s², >= 0. @default 9.81 */
  gravity?: number;
  /** Velocity before the step, m/s. */
  vx: number;
  vy: number;
  /** Applied force, N. @default 0 */
  pushX?: number;
  pushY?: number;
  /** Time step, s, > 0. */
  dt: number;
}

export interface TranslationStep {
  /** Velocity after the step, m/s. */
  vx: number;
  vy: number;
  /** Friction, averaged over the step, N. */
  fx: number;
  fy: number;
  /** Slip speed in the norm of the ellipsoid, e_t |v|, m/s. */
  slipSpeed: number;
  /** ECP from the point under the CM, m. */
  ecpX: number;
  ecpY: number;
}

/**
 * One step of a slider that does not rotate, [Xie] (35)-(42), for e_t = e_o. With the impulses p = h F,
 * P = m v + p and p_n = m g h,
 *
 *     (p_t, p_o) = -e_t μ p_n P / |P|               (40), (41)
 *     σ = e_t |P| / m - e_t² μ p_n / m              (39)
 *     v' = v + ((p_t, p_o) + p) / m                 (42)
 *     ECP - CM = -(p_t, p_o) q_z / p_n              (15), (16)
 *
 *   v, v'      velocity before and after the step        m/s
 *   p          applied impulse, at the CM                N s
 *   p_n        normal impulse                            N s
 *   p_t, p_o   friction impulse                          N s
 *   σ          slip speed                                m/s
 *
 * If |P| ≤ e_t μ p_n the slider stops: friction is -P and the velocity is 0.
 *
 * Differs from the paper: (38) lacks e_t² and e_o² over its fractions; with them (39) has e_t times the root, and (40)
 * and (41) have e_t, e_o in place of their squares. The printed forms hold for e_t = 1 only. Rest is included.
 */
export function translationStep(options: Translation): TranslationStep {
  const owner = 'translationStep';
  requireKnownOptions(owner, options, ['mass', 'mu', 'et', 'height', 'gravity', 'vx', 'vy', 'pushX', 'pushY', 'dt']);
  const m = requirePositive(owner, 'mass', options.mass, 'kg');
  const mu = requireNumber(owner, 'mu', options.mu, 0);
  const et = requirePositive(owner, 'et', options.et ?? 1);
  const qz = requireNumber(owner, 'height', options.height ?? 0, 0, 'm');
  const g = requireNumber(owner, 'gravity', options.gravity ?? 9.81, 0, 'm/s²');
  const h = requirePositive(owner, 'dt', options.dt, 's');
  const vx = requireFinite(owner, 'vx', options.vx, 'm/s');
  const vy = requireFinite(owner, 'vy', options.vy, 'm/s');
  const Px = m * vx + h * requireFinite(owner, 'pushX', options.pushX ?? 0, 'N');
  const Py = m * vy + h * requireFinite(owner, 'pushY', options.pushY ?? 0, 'N');
  const pn = m * g * h;
  const maxFriction = et * mu * pn;
  const size = Math.sqrt(Px * Px + Py * Py);
  const stops = size <= maxFriction;
  const part = stops ? 1 : maxFriction / size;
  const lever = pn > 0 ? qz / pn : 0;
  return {
    vx: stops ? 0 : (1 - part) * (Px / m),
    vy: stops ? 0 : (1 - part) * (Py / m),
    fx: (-part * Px) / h,
    fy: (-part * Py) / h,
    slipSpeed: stops ? 0 : (et * (size - maxFriction)) / m,
    ecpX: part * Px * lever,
    ecpY: part * Py * lever,
  };
}

/**
 * Time [s] and distance [m] to rest of a slider that does not rotate and is not pushed: (42) for h → 0, where friction
 * decelerates it by e_t μ g.
 */
export function slideToRest(options: { mu: number; et?: number; gravity?: number; speed: number }): {
  time: number;
  distance: number;
} {
  const owner = 'slideToRest';
  requireKnownOptions(owner, options, ['mu', 'et', 'gravity', 'speed']);
  const mu = requirePositive(owner, 'mu', options.mu);
  const et = requirePositive(owner, 'et', options.et ?? 1);
  const g = requirePositive(owner, 'gravity', options.gravity ?? 9.81, 'm/s²');
  const speed = requireNumber(owner, 'speed', options.speed, 0, 'm/s');
  const time = speed / (et * mu * g);
  return { time, distance: 0.5 * speed * time };
}
