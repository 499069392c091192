import { requireKnownOptions, requireOneOf } from '@stiction/friction-core/adapter';
import { isLoadDependent, type LoadDependentSurface, surfaceAt } from '../pressure/load-dependent.js';
import { type LimitSurface, lookUpOrEvaluate } from '../surfaces/limit-surface.js';
import { type BristleLaw, requireBristleLaw, solveYieldAt, stribeckAt } from './bristles.js';
import { createPlanarModel, type PlanarModel, type PlanarModelOptions, type PlanarParams } from './planar-model.js';

/** Offsets in `Step.x`. */
const SPIN = 12;
const FREE = 13;
const SCRATCH_SIZE = 15;

/**
 * Reduced planar friction: three bristles on a limit surface instead of one per cell, [Waltersson] (26), (30)-(32).
 * With v_S = S v, S = diag(1, 1, r), and f(v) the wrench of the surface's table, [f₁, f₂, f₃/r],
 *
 *     ζ̇ = (f - β ζ σ0/g(|v_S|)) |v_S|,   F = -fN (σ0 S ζ + σ1 S ζ̇ + σ2 U v),   U = diag(1, 1, u)
 *     'lugre': β = 1;   'elasto-plastic': β = ½ (1 + cos∠(ζ, f)) β̄(|ζ| / |ζ*|),   ζ* = f g/σ0
 *
 *   ζ            deflection, the third component is r times an angle              m
 *   r, u         mean distance and mean squared distance of the pressure          m, m²
 *   σ0, σ1, σ2   stiffness, damping, viscosity per normal force                   1/m, s/m, s/m
 *
 * Differs from the paper: signs of (31) as corrected; the state is ζ = S⁻¹ z, so that a change of r (43) preserves the
 * deflections and not the angles; the ellipsoid, (24)-(25), is the same with f = v_S/|v_S| (`surface: 'ellipsoid'`);
 * stepped by Euler's method or implicitly, see `distributed.ts`.
 */
export interface ReducedModelOptions extends PlanarModelOptions {
  /** 'ellipsoid' uses f = v_S/|v_S| instead of the table, (24). @default 'table' */
  surface?: 'table' | 'ellipsoid';
}

export function reducedModel(
  surface: LimitSurface | LoadDependentSurface,
  params: PlanarParams,
  options: ReducedModelOptions = {},
): PlanarModel {
  const owner = 'reducedModel';
  requireKnownOptions(owner, options, ['law', 'method', 'surface']);
  const law = requireBristleLaw(owner, params, options);
  const { surface: kind = 'table' } = options;
  requireOneOf(owner, 'surface', kind, ['table', 'ellipsoid']);
  const loadDependent = isLoadDependent(surface) ? surface : undefined;
  if (loadDependent === undefined && !((surface as LimitSurface)?.table?.nodes instanceof Float32Array)) {
    throw new TypeError(
      `${owner}: surface must come from limitSurface or loadDependentSurface (got ${String(surface)})`,
    );
  }
  const state = new Float64Array(3);
  const x = new Float64Array(SCRATCH_SIZE);
  const span = new Float64Array(3);
  const step: Step = { law, isEllipsoid: kind === 'ellipsoid', x, span };
  const isImplicit = options.method === 'implicit';

  function surfaceUnder(fN: number): LimitSurface {
    return loadDependent === undefined ? (surface as LimitSurface) : surfaceAt(loadDependent, fN);
  }

  /** Advances one step with the current twist and writes the friction to out[at..]. */
  function advance(fN: number, dt: number, out: Float64Array, at: number): void {
    const now = surfaceUnder(fN);
    span[0] = 1;
    span[1] = dt;
    span[2] = -fN;
    if (isImplicit) stepImplicit(step, now, state, out, at);
    else sumRates(step, now, state, state, out, at);
  }

  function rate(z: Float64Array, fN: number, to: Float64Array, out: Float64Array): void {
    span[0] = 0;
    span[1] = 1;
    span[2] = -fN;
    sumRates(step, surfaceUnder(fN), z, to, out, 0);
  }

  return createPlanarModel({ state, twist: x, spinIndex: SPIN, advance, rate });
}

/** What the steps of a model have in common. */
interface Step {
  readonly law: BristleLaw;
  readonly isEllipsoid: boolean;
  /** Input and scratch: the floats of `lookUp` (LOOK_UP_SIZE), w, and two free ones. */
  readonly x: Float64Array;
  /** Factors of ζ, ζ̇ and the friction. */
  readonly span: Float64Array;
}

/** Writes [vx, vy, r w] to x[0..2] and f of the surface, or of the ellipsoid, to x[3..5]. */
function evalSurface(surface: LimitSurface, isEllipsoid: boolean, x: Float64Array): void {
  x[2] = surface.r * x[SPIN];
  if (!isEllipsoid) {
    lookUpOrEvaluate(surface, x);
    return;
  }
  const speed = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  const share = speed > 0 ? 1 / speed : 0;
  x[3] = share * x[0];
  x[4] = share * x[1];
  x[5] = share * x[2];
}

/**
 * Writes the friction, span[2] times (26), to out[at..], and span[0] ζ + span[1] ζ̇ to `to`: the rate, or ζ after a
 * step. One function, because passing numbers between functions would cost more than the arithmetic.
 */
function sumRates(
  { law, isEllipsoid, x, span }: Step,
  surface: LimitSurface,
  z: Float64Array,
  to: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, sigma2, elasticLimit } = law;
  evalSurface(surface, isEllipsoid, x);
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
  // 1/|ζ*| without the factor |f|
  let stiff = law.maxStiffness;
  if (square < law.stribeckSpeedSquared) {
    x[FREE] = square;
    stribeckAt(law, x, FREE);
    stiff = sigma0 / x[FREE];
  }
  let yielding = speed * stiff;
  if (elasticLimit > 0) {
    const deflection2 = z1 * z1 + z2 * z2 + z3 * z3;
    const force2 = f1 * f1 + f2 * f2 + f3 * f3;
    // Elastic up to |ζ| = sBa |ζ*|, and at rest, where f is 0.
    if (deflection2 * stiff * stiff <= elasticLimit * elasticLimit * force2 || speed === 0) yielding = 0;
    else {
      const inverse = 1 / Math.sqrt(deflection2 * force2);
      const zeta = deflection2 * stiff * inverse;
      yielding *= 0.5 + 0.5 * (z1 * f1 + z2 * f2 + z3 * f3) * inverse;
      if (zeta < 1) {
        // `yieldShareAt`, inlined: a call costs 4 % of the step.
        const t = (2 * zeta - 1 - elasticLimit) / (1 - elasticLimit);
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
  out[at + 2] = load * (surface.r * (sigma0 * z3 + sigma1 * d3) + sigma2 * surface.u * x[SPIN]);
}

/** Moves z by an implicit step of span[1] and writes the friction at its end, span[2] times (26), to out[at..]. */
function stepImplicit(step: Step, surface: LimitSurface, z: Float64Array, out: Float64Array, at: number): void {
  const { law, isEllipsoid, x, span } = step;
  const { sigma0, sigma1, sigma2, elasticLimit } = law;
  evalSurface(surface, isEllipsoid, x);
  const h = span[1];
  const load = span[2];
  x[FREE] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const move = h * Math.sqrt(x[FREE]);
  stribeckAt(law, x, FREE);
  const stiff = sigma0 / x[FREE];
  let D = 1 + move * stiff;
  if (elasticLimit > 0) {
    const e1 = z[0] + move * x[3];
    const e2 = z[1] + move * x[4];
    const e3 = z[2] + move * x[5];
    const deflection2 = e1 * e1 + e2 * e2 + e3 * e3;
    const force2 = x[3] * x[3] + x[4] * x[4] + x[5] * x[5];
    D = 1;
    if (deflection2 > 0 && force2 > 0) {
      const inverse = 1 / Math.sqrt(deflection2 * force2);
      x[FREE] = deflection2 * stiff * inverse;
      x[FREE + 1] = 0.5 * move * stiff * (1 + (e1 * x[3] + e2 * x[4] + e3 * x[5]) * inverse);
      solveYieldAt(law, x, FREE);
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
  out[at + 2] = surface.r * out[at + 2] + load * sigma2 * surface.u * x[SPIN];
}
