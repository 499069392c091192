import { type ConvexSet, ellipsoidSet, polygonSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber, requireOneOf } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { rotatedSet } from '../sets/rotated.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';
import { moveSpring, setSpringFromForce, writeRadii, writeSpring } from './visco-elastic.js';

export interface BristleOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Stiffness k_T of the bristles, per patch: > 0 N/m, Infinity for rigid stiction. */
  stiffness: number;
  /** The exact cone, or the paper's box, aligned with the last force or slip. @default 'exact' */
  cone?: 'exact' | 'box';
  /** Slip speed above which the box is aligned with the slip and friction across it is viscous, >= 0 m/s. @default 1e-3 */
  vThreshold?: number;
}

/**
 * Bristles that bend before they slide, [Peiret]:
 *
 *     static   λ = -k_T s,  s' = s + h v,  |λ| ≤ μ N                                             (9)-(12)
 *     kinetic  along the slip λ = -μ N - h k_T v (bounded),  across it λ = -(μ N/|v|) v            (18)-(20)
 *
 *   s    deflection of the bristles                 m
 *   k_T  stiffness                                  N/m
 *   v    slip                                       m/s
 *
 * Over a (sub)step with impulses: eps = 1/(h² k_T), bias = s/h. k_T = Infinity holds the position at which the patch stuck.
 *
 * `cone: 'box'` is that of the paper: two independent bounds, in a basis along the last force (13) while the patch sticks and along
 * the last slip (16) while it slides, with s replaced by μ N/k_T along the slip and viscous friction across it (19).
 * Differs from the paper: by default the bounds are the exact cone, whose minimiser is along the slip, so the kinetic regularisation
 * is not needed; with the box, only patches at their bound get the kinetic rows (bristles that oscillate faster than vThreshold would
 * be bent again in every step and never come to rest); the bounds use the normal force of the same step, not of the previous one;
 * spinning has bristles too, with the lever r of `coulomb`.
 */
export function bristle(options: BristleOptions): FrictionLaw {
  requireKnownOptions('bristle', options, ['mu', 'stiffness', 'cone', 'vThreshold']);
  const mu = requireNumber('bristle', 'mu', options.mu, 0);
  const { stiffness } = options;
  if (typeof stiffness !== 'number' || !(stiffness > 0)) {
    throw new RangeError(`bristle: stiffness must be a number > 0 N/m, or Infinity (got ${String(stiffness)})`);
  }
  const vThreshold = requireNumber('bristle', 'vThreshold', options.vThreshold ?? 1e-3, 0, 'm/s');
  const isBox = requireOneOf('bristle', 'cone', options.cone ?? 'exact', ['exact', 'box']) === 'box';
  const coefficients = new Float64Array(2);

  /** z = -λ/(h k): the deflection that carries the current impulse. */
  function setFromForce(h: number): void {
    coefficients[0] = 1 / (h * stiffness);
    coefficients[1] = 0;
  }

  return makeLaw({
    name: 'bristle',
    set: isBox ? alignedBox() : ellipsoidSet,
    stateSize: 3,
    mu,
    torsionIndex: isBox ? undefined : 2,
    linearize(patches, i, h) {
      coefficients[0] = 1 / (h * h * stiffness);
      coefficients[1] = 1 / h;
      writeSpring(patches, i, coefficients);
      if (isBox) alignBox(patches, i, mu, vThreshold);
      else writeRadii(patches, i, mu);
    },
    commit(patches, i, h) {
      setFromForce(h);
      moveSpring(patches, i, coefficients);
    },
    initFromImpulse(patches, i, h) {
      setFromForce(h);
      setSpringFromForce(patches, i, coefficients);
    },
  });
}

/** shape = [cos, sin, 1, μ, μ r, e2]: the box in its basis, with additional eps across it. */
function alignedBox(): ConvexSet {
  const set = polygonSet([
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]);
  const bounds = new Float64Array(5);
  const B = new Float64Array(6);
  const copyBounds = (shape: Float64Array, at: number) => {
    for (let e = 0; e < 4; e++) bounds[e] = shape[at];
    bounds[4] = shape[at + 1];
  };
  const box: ConvexSet = {
    name: 'box',
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      copyBounds(shape, shapeAt);
      for (let e = 0; e < 6; e++) B[e] = A[aAt + e];
      B[3] += shape[shapeAt + 2];
      return set.minimize(B, 0, c, scale, scaleAt, bounds, 0, out);
    },
    support(d, shape, shapeAt, out) {
      copyBounds(shape, shapeAt);
      set.support(d, bounds, 0, out);
    },
    gauge(lambda, lambdaAt, shape, shapeAt) {
      copyBounds(shape, shapeAt);
      return set.gauge(lambda, lambdaAt, bounds, 0);
    },
  };
  return rotatedSet(box);
}

/** Bristles that carry less than this fraction of the limit count as unloaded. */
const MIN_LOAD = 1e-6;

/** Aligns the box with the last force or slip. A patch that slides fast gets the kinetic rows (18), (19). */
function alignBox(patches: PatchBuffers, i: number, mu: number, vThreshold: number): void {
  const { shape, slip, impulse, bias, eps } = patches;
  const at = SHAPE_STRIDE * i;
  const e = 3 * i;
  const speed = Math.sqrt(slip[e] * slip[e] + slip[e + 1] * slip[e + 1]);
  const slides = speed > vThreshold && patches.sliding[i] === 1;
  const load = mu * patches.normalScale[i] * patches.normalImpulse[i];
  // Bristles that carry almost nothing are first loaded along the slip.
  const isLoaded = Math.abs(impulse[e]) + Math.abs(impulse[e + 1]) > MIN_LOAD * load;
  const x = slides || !isLoaded ? slip[e] : impulse[e];
  const y = slides || !isLoaded ? slip[e + 1] : impulse[e + 1];
  const length = Math.sqrt(x * x + y * y);
  const cos = length > 0 ? x / length : 1;
  const sin = length > 0 ? y / length : 0;
  shape[at] = cos;
  shape[at + 1] = sin;
  shape[at + 2] = 1;
  shape[at + 3] = mu;
  shape[at + 4] = mu * patches.torsionRadius[i];
  // (18) keeps the bristles bent to their limit along the slip; across it eps is |v|/(μ λN), so e2 is the difference to that.
  shape[at + 5] = slides && load > 0 ? speed / load - eps[e + 1] : 0;
  if (!slides) return;
  bias[e] = cos * load * eps[e];
  bias[e + 1] = sin * load * eps[e];
}
