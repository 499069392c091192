import { requireKnownOptions } from '@stiction/friction-core';
import {
  type BristleLaw,
  frictionAt,
  type PlanarModel,
  type PlanarModelOptions,
  type PlanarParams,
  requireBristles,
  yieldingAt,
  yieldOver,
} from './distributed-bristles.js';
import type { LimitSurface } from './limit-surface.js';
import { isLoadDependent, type LoadDependentSurface, surfaceAt } from './load-dependent.js';
import { LOOK_UP_SIZE, lookUp } from './table.js';

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
  const rates = new Float64Array(3);
  const x = new Float64Array(SCRATCH);
  const ellipsoid = kind === 'ellipsoid';
  const implicit = options.method === 'implicit';

  function advance(fN: number, dt: number, out: Float64Array, at: number): void {
    const now = varying === undefined ? (surface as LimitSurface) : surfaceAt(varying, fN);
    steadyWrench(law, now, ellipsoid, x);
    if (implicit) stepImplicit(law, state, dt, rates, x);
    else findRate(law, state, rates, x);
    writeWrench(law, now, state, rates, x, fN, out, at);
    if (!implicit) for (let k = 0; k < 3; k++) state[k] += dt * rates[k];
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
      steadyWrench(law, now, ellipsoid, x);
      findRate(law, z, rate, x);
      writeWrench(law, now, z, rate, x, fN, out, 0);
      return out;
    },
  };
}

/** After what `lookUp` uses: w, |v_S|, σ0/g, |f|, and two numbers of scratch. */
const TURN = LOOK_UP_SIZE;
const SPEED = LOOK_UP_SIZE + 1;
const STIFF = LOOK_UP_SIZE + 2;
const SIZE = LOOK_UP_SIZE + 3;
const FREE = LOOK_UP_SIZE + 4;
const SCRATCH = LOOK_UP_SIZE + 6;

/** f, |f|, |v_S| and σ0/g for the twist in x. */
function steadyWrench(law: BristleLaw, surface: LimitSurface, ellipsoid: boolean, x: Float64Array): void {
  const spin = surface.r * x[TURN];
  x[2] = spin;
  const square = x[0] * x[0] + x[1] * x[1] + spin * spin;
  const speed = Math.sqrt(square);
  x[SPEED] = speed;
  if (square >= law.slowest) x[STIFF] = law.stiffest;
  else {
    x[STIFF] = square;
    frictionAt(law, x, STIFF);
    x[STIFF] = law.sigma0 / x[STIFF];
  }
  if (ellipsoid) {
    const share = speed > 0 ? 1 / speed : 0;
    for (let k = 0; k < 3; k++) x[3 + k] = share * x[k];
    x[SIZE] = 1;
    return;
  }
  lookUp(surface.table, x);
  x[SIZE] = Math.sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5]);
}

/** ζ̇ of the deflection z. */
function findRate(law: BristleLaw, z: Float64Array, rate: Float64Array, x: Float64Array): void {
  const { elastic } = law;
  const speed = x[SPEED];
  const stiff = x[STIFF];
  let yielding = speed * stiff;
  if (elastic > 0 && speed > 0) {
    const size = x[SIZE];
    const square = z[0] * z[0] + z[1] * z[1] + z[2] * z[2];
    // |ζ| over |ζ*| = |f| g/σ0
    const bent = elastic * size;
    if (square * stiff * stiff <= bent * bent) yielding = 0;
    else {
      const length = Math.sqrt(square);
      const dot = z[0] * x[3] + z[1] * x[4] + z[2] * x[5];
      const inverse = 1 / (length * size);
      x[FREE] = square * stiff * inverse;
      yieldingAt(elastic, x, FREE);
      yielding *= 0.5 * (1 + dot * inverse) * x[FREE];
    }
  }
  rate[0] = speed * x[3] - yielding * z[0];
  rate[1] = speed * x[4] - yielding * z[1];
  rate[2] = speed * x[5] - yielding * z[2];
}

/** Moves z by an implicit step and leaves its mean rate in `rate`. */
function stepImplicit(law: BristleLaw, z: Float64Array, h: number, rate: Float64Array, x: Float64Array): void {
  const { elastic } = law;
  const speed = x[SPEED];
  const stiff = x[STIFF];
  const move = h * speed;
  let D = 1 + move * stiff;
  if (elastic > 0) {
    const size = x[SIZE];
    const e1 = z[0] + move * x[3];
    const e2 = z[1] + move * x[4];
    const e3 = z[2] + move * x[5];
    const length = Math.sqrt(e1 * e1 + e2 * e2 + e3 * e3);
    const dot = e1 * x[3] + e2 * x[4] + e3 * x[5];
    if (length > 0 && size > 0) {
      x[FREE] = (length * stiff) / size;
      x[FREE + 1] = 0.5 * move * stiff * (1 + dot / (length * size));
      yieldOver(elastic, x, FREE);
      D = x[FREE];
    } else D = 1;
  }
  for (let k = 0; k < 3; k++) {
    const next = (z[k] + move * x[3 + k]) / D;
    rate[k] = (next - z[k]) / h;
    z[k] = next;
  }
}

/** (26). */
function writeWrench(
  law: BristleLaw,
  surface: LimitSurface,
  z: Float64Array,
  rate: Float64Array,
  x: Float64Array,
  fN: number,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, sigma2 } = law;
  out[at] = -fN * (sigma0 * z[0] + sigma1 * rate[0] + sigma2 * x[0]);
  out[at + 1] = -fN * (sigma0 * z[1] + sigma1 * rate[1] + sigma2 * x[1]);
  out[at + 2] = -fN * (surface.r * (sigma0 * z[2] + sigma1 * rate[2]) + sigma2 * surface.u * x[TURN]);
}
