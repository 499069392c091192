import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumbers, requireOneOf } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type Direction, findAxis, requireDirection } from './direction.js';
import { type FlowOptions, withFlow } from './flow.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

/** One of the two surfaces: coefficients along and across a direction fixed in its body. */
export interface SurfaceOptions {
  /** Coefficients of friction along the direction and across it, each > 0. */
  mu: readonly [number, number];
  /** In the frame of the body. @default [1, 0, 0] */
  direction?: readonly [number, number, number];
}

export interface FrictionTensorOptions extends FlowOptions {
  /** The body with the first material of `setPair`. */
  a: SurfaceOptions;
  /** The body with the second one. */
  b: SurfaceOptions;
  /** How the two tensors are combined. @default 'geometric' */
  combine?: 'geometric' | 'average';
}

/**
 * Two surfaces that each have a grain. The friction of the pair depends on their relative orientation,
 *
 *     K = F · unit ball,   F = F_a # F_b  (or ½ (F_a + F_b)),   F_s = μ1 d dᵀ + μ2 (n×d)(n×d)ᵀ,   torsion μ r with μ = √det F
 *
 *   F_s     friction tensor of one surface (Zmitrowicz 1981), d its direction in the contact plane      1
 *   F_a#F_b geometric mean of two symmetric matrices, √(αβ)/√det(F_a/α + F_b/β) · (F_a/α + F_b/β),
 *           α = √det F_a, β = √det F_b: √(μa μb) for isotropic surfaces                                1
 *   r       as in `coulomb`                                                                             m
 *
 * Rigid: eps = bias = 0. `flow` as in `anisotropic`.
 */
export function frictionTensor(options: FrictionTensorOptions): FrictionLaw {
  const owner = 'frictionTensor';
  requireKnownOptions(owner, options, ['a', 'b', 'combine', 'flow']);
  const a = requireSurface(`${owner}: a`, options.a, 'a');
  const b = requireSurface(`${owner}: b`, options.b, 'b');
  const average =
    requireOneOf(owner, 'combine', options.combine ?? 'geometric', ['geometric', 'average']) === 'average';
  const alpha = Math.sqrt(a.mu[0] * a.mu[1]);
  const beta = Math.sqrt(b.mu[0] * b.mu[1]);
  /** [f11, f12, f22] in the patch's tangent frame. */
  const tensor = new Float64Array(3);
  return makeLaw({
    name: owner,
    set: withFlow(owner, ellipsoidSet, 2, options),
    stateSize: 0,
    mu: average ? (alpha + beta) / 2 : Math.sqrt(alpha * beta),
    innerMu: average ? (smallerMu(a) + smallerMu(b)) / 2 : Math.sqrt(smallerMu(a) * smallerMu(b)),
    torsionIndex: 5,
    linearize(patches, i) {
      tensor.fill(0);
      addTensor(tensor, patches, i, a, average ? 0.5 : 1 / alpha);
      addTensor(tensor, patches, i, b, average ? 0.5 : 1 / beta);
      if (!average) {
        const scale = Math.sqrt((alpha * beta) / (tensor[0] * tensor[2] - tensor[1] * tensor[1]));
        for (let e = 0; e < 3; e++) tensor[e] *= scale;
      }
      writePrincipal(tensor, patches.shape, SHAPE_STRIDE * i, patches.torsionRadius, i);
    },
  });
}

function smallerMu({ mu }: Surface): number {
  return Math.min(mu[0], mu[1]);
}

interface Surface {
  mu: Float64Array;
  direction: Direction;
}

function requireSurface(owner: string, options: SurfaceOptions, frame: 'a' | 'b'): Surface {
  requireKnownOptions(owner, options, ['mu', 'direction']);
  const mu = requireNumbers(owner, 'mu', options.mu, 0, 2);
  if (!(mu[0] > 0 && mu[1] > 0))
    throw new RangeError(`${owner}: mu must be two numbers > 0 (got ${String(options.mu)})`);
  return { mu, direction: requireDirection(owner, { direction: options.direction ?? [1, 0, 0], frame }) };
}

function addTensor(
  tensor: Float64Array,
  patches: PatchBuffers,
  i: number,
  { mu, direction }: Surface,
  weight: number,
): void {
  const { axis } = direction;
  findAxis(patches, i, direction);
  const x = axis[0];
  const y = axis[1];
  tensor[0] += weight * (mu[0] * x * x + mu[1] * y * y);
  tensor[1] += weight * (mu[0] - mu[1]) * x * y;
  tensor[2] += weight * (mu[0] * y * y + mu[1] * x * x);
}

/** Writes the tensor's principal axes as a rotated ellipsoid. */
function writePrincipal(
  tensor: Float64Array,
  shape: Float64Array,
  at: number,
  torsionRadius: Float64Array,
  i: number,
): void {
  const mean = 0.5 * (tensor[0] + tensor[2]);
  const half = 0.5 * (tensor[0] - tensor[2]);
  const spread = Math.sqrt(half * half + tensor[1] * tensor[1]);
  // Axis of the larger value: (f12, f1 - f11) or, if that cancels, (f1 - f22, f12).
  const x = half >= 0 ? spread + half : Math.abs(tensor[1]);
  const y = half >= 0 ? tensor[1] : (spread - half) * (tensor[1] < 0 ? -1 : 1);
  const length = Math.sqrt(x * x + y * y);
  shape[at] = length > 0 ? x / length : 1;
  shape[at + 1] = length > 0 ? y / length : 0;
  shape[at + 2] = 1;
  shape[at + 3] = mean + spread;
  shape[at + 4] = Math.max(0, mean - spread);
  shape[at + 5] = Math.sqrt(shape[at + 3] * shape[at + 4]) * torsionRadius[i];
}
