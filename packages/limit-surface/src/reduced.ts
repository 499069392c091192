import { requireKnownOptions } from '@stiction/friction-core';
import {
  type BristleLaw,
  frictionAt,
  type PlanarModel,
  type PlanarModelOptions,
  type PlanarParams,
  requireBristles,
  yieldOver,
} from './distributed-bristles.js';
import { findWrench, type LimitSurface } from './limit-surface.js';
import { isLoadDependent, type LoadDependentSurface, surfaceAt } from './load-dependent.js';

/**
 * Three bristles on a limit surface in the place of one per cell, [Waltersson] (26), (30)-(32): with v_S = S v, S = diag(1, 1, r),
 * and f(v) the wrench of the surface's table, [f₁, f₂, f₃/r],
 *
 *     ζ̇ = (f - β ζ σ0/g(|v_S|)) |v_S|,   F = -fN (σ0 S ζ + σ1 S ζ̇ + σ2 U v),   U = diag(1, 1, u)
 *     'lugre': β = 1;   'elasto-plastic': β = ½ (1 + cos∠(ζ, f)) β̄(|ζ| / |ζ*|),   ζ* = f g/σ0
 *
 *   ζ            deflection, the third one r times an angle                       m
 *   r, u         mean distance and mean squared distance of the pressure          m, m²
 *   σ0, σ1, σ2   stiffness, damping, viscosity per normal force                   1/m, s/m, s/m
 *
 * Differs from the paper: signs of (31) as corrected; the state is ζ = S⁻¹ z, so that a change of r (43) keeps the deflections
 * and not the angles; an ellipsoid, (24)-(25), is the same with f = v_S/|v_S| (`surface: 'ellipsoid'`); stepped by Euler's method
 * or implicitly, see `distributed.ts`.
 */
export interface ReducedModelOptions extends PlanarModelOptions {
  /** 'ellipsoid' takes f = v_S/|v_S| instead of the table, (24). @default 'table' */
  surface?: 'table' | 'ellipsoid';
}

export function reducedModel(
  surface: LimitSurface | LoadDependentSurface,
  params: PlanarParams,
  options: ReducedModelOptions = {},
): PlanarModel {
  const owner = 'reducedModel';
  requireKnownOptions(owner, options, ['law', 'method', 'surface']);
  const law = requireBristles(owner, params, options);
  const { surface: kind = 'table' } = options;
  if (kind !== 'table' && kind !== 'ellipsoid') {
    throw new RangeError(`${owner}: surface must be one of table, ellipsoid (got ${String(kind)})`);
  }
  const varying = isLoadDependent(surface) ? surface : undefined;
  if (varying === undefined && !((surface as LimitSurface)?.table?.nodes instanceof Float32Array)) {
    throw new TypeError(
      `${owner}: surface must come from limitSurface or loadDependentSurface (got ${String(surface)})`,
    );
  }
  const state = new Float64Array(3);
  const x = new Float64Array(SCRATCH);
  const span = new Float64Array(3);
  const ellipsoid = kind === 'ellipsoid';
  const implicit = options.method === 'implicit';

  /** One step with the twist in x, its friction to out[at]. */
  function advance(fN: number, dt: number, out: Float64Array, at: number): void {
    const now = varying === undefined ? (surface as LimitSurface) : surfaceAt(varying, fN);
    span[0] = 1;
    span[1] = dt;
    span[2] = -fN;
    if (implicit) stepImplicit(law, now, ellipsoid, state, x, span, out, at);
    else sumRates(law, now, ellipsoid, state, x, span, state, out, at);
  }

  return {
    state,
    reset() {
      state.fill(0);
    },
    step(vx, vy, w, fN, dt, out) {
      x[0] = vx;
      x[1] = vy;
      x[TURN] = w;
      advance(fN, dt, out, 0);
      return out;
    },
    steps(twists, count, fN, dt, out) {
      for (let k = 0; k < 3 * count; k += 3) {
        x[0] = twists[k];
        x[1] = twists[k + 1];
        x[TURN] = twists[k + 2];
        advance(fN, dt, out, k);
      }
      return out;
    },
    rate(z, twist, fN, rate, out) {
      const now = varying === undefined ? (surface as LimitSurface) : surfaceAt(varying, fN);
      x[0] = twist[0];
      x[1] = twist[1];
      x[TURN] = twist[2];
      span[0] = 0;
      span[1] = 1;
      span[2] = -fN;
      sumRates(law, now, ellipsoid, z, x, span, rate, out, 0);
      return out;
    },
  };
}

/** After what `lookUp` uses: w, and two numbers of scratch. */
const TURN = 12; // LOOK_UP_SIZE, and so on from there
const FREE = 13;
const SCRATCH = 15;

/** f into x[3..5] for the twist in x, or that of the ellipsoid. */
function directionOf(surface: LimitSurface, ellipsoid: boolean, x: Float64Array): void {
  x[2] = surface.r * x[TURN];
  if (!ellipsoid) {
    findWrench(surface, x);
    return;
  }
  const speed = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  const share = speed > 0 ? 1 / speed : 0;
  x[3] = share * x[0];
  x[4] = share * x[1];
  x[5] = share * x[2];
}

/**
 * Friction for the twist in x, span[2] times (26), and span[0] ζ + span[1] ζ̇ into `to`: the rate, or ζ after a step. One
 * function, because numbers that pass between functions would cost more than the arithmetic.
 */
function sumRates(
  law: BristleLaw,
  surface: LimitSurface,
  ellipsoid: boolean,
  z: Float64Array,
  x: Float64Array,
  span: Float64Array,
  to: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, sigma2, elastic } = law;
  directionOf(surface, ellipsoid, x);
  const vx = x[0];
  const vy = x[1];
  const f1 = x[3];
  const f2 = x[4];
  const f3 = x[5];
  const z1 = z[0];
  const z2 = z[1];
  const z3 = z[2];
  const square = vx * vx + vy * vy + x[2] * x[2];
  const speed = Math.sqrt(square);
  // 1/|ζ*| but for |f|
  let stiff = law.stiffest;
  if (square < law.slowest) {
    x[FREE] = square;
    frictionAt(law, x, FREE);
    stiff = sigma0 / x[FREE];
  }
  let yielding = speed * stiff;
  if (elastic > 0) {
    const bent = z1 * z1 + z2 * z2 + z3 * z3;
    const size = f1 * f1 + f2 * f2 + f3 * f3;
    // |ζ| up to sBa |ζ*|: elastic, as at rest, where f is 0.
    if (bent * stiff * stiff <= elastic * elastic * size || speed === 0) yielding = 0;
    else {
      const inverse = 1 / Math.sqrt(bent * size);
      const zeta = bent * stiff * inverse;
      yielding *= 0.5 + 0.5 * (z1 * f1 + z2 * f2 + z3 * f3) * inverse;
      if (zeta < 1) {
        // As in yieldingAt, without leaving.
        const t = (2 * zeta - 1 - elastic) / (1 - elastic);
        const a = t * t;
        const b = a * a;
        const low = 1.5707963267948963 - a * 0.6459640975062232 + b * (0.07969262624568337 - a * 0.004681754131447062);
        const high =
          0.0001604411695631063 - a * 3.5988107063136794e-6 + b * (5.688318064017795e-8 - a * 6.449471237809134e-10);
        yielding *= 0.5 + 0.5 * t * (low + b * b * high);
      }
    }
  }
  const d1 = speed * f1 - yielding * z1;
  const d2 = speed * f2 - yielding * z2;
  const d3 = speed * f3 - yielding * z3;
  const keep = span[0];
  const length = span[1];
  const load = span[2];
  to[0] = keep * z1 + length * d1;
  to[1] = keep * z2 + length * d2;
  to[2] = keep * z3 + length * d3;
  out[at] = load * (sigma0 * z1 + sigma1 * d1 + sigma2 * vx);
  out[at + 1] = load * (sigma0 * z2 + sigma1 * d2 + sigma2 * vy);
  out[at + 2] = load * (surface.r * (sigma0 * z3 + sigma1 * d3) + sigma2 * surface.u * x[TURN]);
}

/** Moves z by an implicit step of span[1]; friction at its end, span[2] times (26). */
function stepImplicit(
  law: BristleLaw,
  surface: LimitSurface,
  ellipsoid: boolean,
  z: Float64Array,
  x: Float64Array,
  span: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, sigma2, elastic } = law;
  directionOf(surface, ellipsoid, x);
  const h = span[1];
  const load = span[2];
  x[FREE] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const move = h * Math.sqrt(x[FREE]);
  frictionAt(law, x, FREE);
  const stiff = sigma0 / x[FREE];
  let D = 1 + move * stiff;
  if (elastic > 0) {
    const e1 = z[0] + move * x[3];
    const e2 = z[1] + move * x[4];
    const e3 = z[2] + move * x[5];
    const bent = e1 * e1 + e2 * e2 + e3 * e3;
    const size = x[3] * x[3] + x[4] * x[4] + x[5] * x[5];
    D = 1;
    if (bent > 0 && size > 0) {
      const inverse = 1 / Math.sqrt(bent * size);
      x[FREE] = bent * stiff * inverse;
      x[FREE + 1] = 0.5 * move * stiff * (1 + (e1 * x[3] + e2 * x[4] + e3 * x[5]) * inverse);
      yieldOver(law, x, FREE);
      D = x[FREE];
    }
  }
  for (let k = 0; k < 3; k++) {
    const before = z[k];
    z[k] = (before + move * x[3 + k]) / D;
    out[at + k] = load * (sigma0 * z[k] + (sigma1 * (z[k] - before)) / h);
  }
  out[at] += load * sigma2 * x[0];
  out[at + 1] += load * sigma2 * x[1];
  out[at + 2] = surface.r * out[at + 2] + load * sigma2 * surface.u * x[TURN];
}
