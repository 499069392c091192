import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import { requirePressure } from '../options.js';
import { cellsOf } from '../pressure/grid.js';
import { distributeLoad, type LoadDependentPressure } from '../pressure/load-dependent.js';
import type { Pressure } from '../pressure/pressure.js';
import { disc } from '../pressure/round.js';
import { type BristleLaw, requireBristleLaw, solveYieldAt, stribeckAt } from './bristles.js';
import { createPlanarModel, type PlanarModel, type PlanarModelOptions, type PlanarParams } from './planar-model.js';

export interface DistributedModelOptions extends PlanarModelOptions {
  /** Cells along each side of a shape that is not a grid, 1 to 1001. @default 21 */
  cells?: number;
  /** Largest load of a load-dependent contact, > 0 N. The cells cover its area under that load. */
  maxLoad?: number;
}

/**
 * Planar LuGre and elasto-plastic friction with one bristle per cell of the patch, [Waltersson] (10)-(20):
 *
 *     ż = v - β σ0 |v| z / g(|v|),   v = v_t + w × ρ per cell,   F = -fN Σ p (σ0 z + σ1 ż + σ2 v),   torque with ρ ×
 *     'lugre': β = 1;   'elasto-plastic': β = ½ (1 + cos∠(z, v)) β̄(|z|)
 *
 *   z            bristle deflection of a cell                                     m
 *   p, ρ         load share and position of a cell, from the pressure centre      1, m
 *   σ0, σ1, σ2   stiffness, damping, viscosity per normal force                   1/m, s/m, s/m
 *   g, β̄         steady friction and yielding, see `bristles.ts`                  1
 *
 * Only cells under pressure are stored. The implicit step of a bristle is that of friction-core's bristle laws,
 * z' = (z + h v) / (1 + h β σ0 |v|/g) with β at z', F = -fN (σ0 z' + σ1 (z' - z)/h + σ2 v). Differs from the paper:
 * (18) as corrected; Euler's method as in its fixed-step runs, an implicit method, or `rate`.
 */
export function distributedModel(
  pressure: Pressure | LoadDependentPressure,
  params: PlanarParams,
  options: DistributedModelOptions = {},
): PlanarModel & { readonly cells: number } {
  const owner = 'distributedModel';
  requireKnownOptions(owner, options, ['law', 'method', 'cells', 'maxLoad']);
  const law = requireBristleLaw(owner, params, options);
  const loadDependent = 'radiusAt' in pressure ? pressure : undefined;
  const cells = createCells(owner, pressure, options);
  const { count } = cells;
  let load = Number.NaN;
  const state = new Float64Array(2 * count);
  const span = new Float64Array(2);
  const twist = new Float64Array(3);
  const isImplicit = options.method === 'implicit';

  function updateWeights(fN: number): void {
    if (loadDependent === undefined || fN === load) return;
    load = fN;
    cells.u = distributeLoad(loadDependent, fN, cells.x, cells.y, cells.weight);
  }

  function advance(fN: number, dt: number, out: Float64Array, at: number): void {
    updateWeights(fN);
    if (isImplicit) {
      stepImplicit(law, cells, state, twist, dt, out, at);
    } else {
      span[0] = 1;
      span[1] = dt;
      sumRates(law, cells, state, twist, span, state, out, at);
    }
    for (let k = at; k < at + 3; k++) out[k] *= -fN;
  }

  function rate(z: Float64Array, fN: number, to: Float64Array, out: Float64Array): void {
    updateWeights(fN);
    span[0] = 0;
    span[1] = 1;
    sumRates(law, cells, z, twist, span, to, out, 0);
    for (let k = 0; k < 3; k++) out[k] *= -fN;
  }

  return { cells: count, ...createPlanarModel({ state, twist, spinIndex: 2, advance, rate }) };
}

interface Cells {
  count: number;
  x: Float64Array;
  y: Float64Array;
  weight: Float64Array;
  /** Σ p ρ², (27). */
  u: number;
}

function createCells(
  owner: string,
  pressure: Pressure | LoadDependentPressure,
  options: DistributedModelOptions,
): Cells {
  const shape =
    'radiusAt' in pressure
      ? disc({ radius: pressure.radiusAt(requirePositive(owner, 'maxLoad', options.maxLoad, 'N')) })
      : requirePressure(owner, pressure);
  const { count, data } = cellsOf(shape, options.cells);
  const column = (offset: number) => Float64Array.from({ length: count }, (_, k) => data[1 + 3 * k + offset]);
  return { count, x: column(0), y: column(1), weight: column(2), u: data[0] * data[0] };
}

const scratch = new Float64Array(4);

/**
 * Writes Σ p (σ0 z + σ1 ż + σ2 v) with its torque to out[at..], and span[0] z + span[1] ż of every bristle to `to`: its
 * rate, or z after a step. Both store all x, then all y.
 */
function sumRates(
  law: BristleLaw,
  cells: Cells,
  z: Float64Array,
  twist: Float64Array,
  span: Float64Array,
  to: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, muC, muDrop, elasticLimit, exponentials, stribeckSpeedSquared, maxStiffness } = law;
  const { count, x, y, weight } = cells;
  const V1 = twist[0];
  const V2 = twist[1];
  const w = twist[2];
  const keep = span[0];
  const length = span[1];
  const hasGeneralExponent = law.gamma !== 2;
  const perSquare = 1 / (law.vS * law.vS);
  const elastic2 = elasticLimit * elasticLimit;
  const elasticDeflection2 = elasticLimit > 0 ? elastic2 / (maxStiffness * maxStiffness) : -1;
  const scale = 1 / (1 - elasticLimit);
  let f1 = 0;
  let f2 = 0;
  let torque = 0;
  for (let k = 0; k < count; k++) {
    const px = x[k];
    const py = y[k];
    const vx = V1 - w * py;
    const vy = V2 + w * px;
    const zx = z[k];
    const zy = z[count + k];
    const deflection2 = zx * zx + zy * zy;
    let yielding = 0;
    // Deflected so little that the bristle is elastic for any g.
    if (deflection2 > elasticDeflection2) {
      const square = vx * vx + vy * vy;
      // 1/z_max
      let stiff = maxStiffness;
      if (square < stribeckSpeedSquared) {
        if (hasGeneralExponent) {
          scratch[0] = square;
          stribeckAt(law, scratch, 0);
          stiff = sigma0 / scratch[0];
        } else {
          // `stribeckAt`, inlined.
          const q = square * perSquare;
          const n = (16 * q + 0.5) | 0;
          const r = n * 0.0625 - q;
          const high = 1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040)));
          const series = 1 + r + r * r * (1 / 2 + r * (1 / 6) + r * r * high);
          stiff = sigma0 / (muC + muDrop * exponentials[n] * series);
        }
      }
      const zeta2 = deflection2 * stiff * stiff;
      if (elasticLimit === 0) yielding = Math.sqrt(square) * stiff;
      else if (zeta2 > elastic2) {
        const zeta = Math.sqrt(zeta2);
        // ½ (1 + cos) |v| σ0/g
        yielding = 0.5 * stiff * (Math.sqrt(square) + ((vx * zx + vy * zy) * stiff) / zeta);
        if (zeta < 1) {
          const t = (2 * zeta - 1 - elasticLimit) * scale;
          const a = t * t;
          const b = a * a;
          const low =
            1.5707963267948963 - a * 0.6459640975062232 + b * (0.07969262624568337 - a * 0.004681754131447062);
          const high =
            0.0001604411695631063 - a * 3.5988107063136794e-6 + b * (5.688318064017795e-8 - a * 6.449471237809134e-10);
          yielding *= 0.5 + 0.5 * t * (low + b * b * high);
        }
      }
    }
    const dx = vx - yielding * zx;
    const dy = vy - yielding * zy;
    to[k] = keep * zx + length * dx;
    to[count + k] = keep * zy + length * dy;
    const p = weight[k];
    const lx = p * (sigma0 * zx + sigma1 * dx);
    const ly = p * (sigma0 * zy + sigma1 * dy);
    f1 += lx;
    f2 += ly;
    torque += px * ly - py * lx;
  }
  out[at] = f1;
  out[at + 1] = f2;
  out[at + 2] = torque;
  addViscosity(law, cells, twist, out, at);
}

/** Adds σ2 times Σ p v and Σ p ρ × v about the pressure centre. */
function addViscosity({ sigma2 }: BristleLaw, { u }: Cells, twist: Float64Array, out: Float64Array, at: number): void {
  out[at] += sigma2 * twist[0];
  out[at + 1] += sigma2 * twist[1];
  out[at + 2] += sigma2 * u * twist[2];
}

/** Moves z by an implicit step of h and writes the friction at its end to out[at..]. */
function stepImplicit(
  law: BristleLaw,
  cells: Cells,
  z: Float64Array,
  twist: Float64Array,
  h: number,
  out: Float64Array,
  at: number,
): void {
  const { sigma0, sigma1, elasticLimit } = law;
  const { count, x, y, weight } = cells;
  let f1 = 0;
  let f2 = 0;
  let torque = 0;
  for (let k = 0; k < count; k++) {
    const vx = twist[0] - twist[2] * y[k];
    const vy = twist[1] + twist[2] * x[k];
    const zx = z[k];
    const zy = z[count + k];
    const square = vx * vx + vy * vy;
    scratch[0] = square;
    stribeckAt(law, scratch, 0);
    const stiff = sigma0 / scratch[0];
    const speed = Math.sqrt(square);
    const ex = zx + h * vx;
    const ey = zy + h * vy;
    let D = 1 + h * stiff * speed;
    if (elasticLimit > 0) {
      const length = Math.sqrt(ex * ex + ey * ey);
      scratch[0] = length * stiff;
      scratch[1] = length > 0 ? 0.5 * h * stiff * (speed + (vx * ex + vy * ey) / length) : 0;
      solveYieldAt(law, scratch, 0);
      D = scratch[0];
    }
    const nx = ex / D;
    const ny = ey / D;
    z[k] = nx;
    z[count + k] = ny;
    const p = weight[k];
    const lx = p * (sigma0 * nx + (sigma1 * (nx - zx)) / h);
    const ly = p * (sigma0 * ny + (sigma1 * (ny - zy)) / h);
    f1 += lx;
    f2 += ly;
    torque += x[k] * ly - y[k] * lx;
  }
  out[at] = f1;
  out[at + 1] = f2;
  out[at + 2] = torque;
  addViscosity(law, cells, twist, out, at);
}
