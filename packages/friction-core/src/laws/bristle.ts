import { type ConvexSet, ellipsoidSet, polygonSet } from '@stiction/lcp-solver';
import { type FrictionLaw, makeLaw } from '../contract.js';
import { requireKnownOptions, requireNumber, requireOneOf } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patch-buffers.js';
import { turnedSet } from '../sets/turned.js';
import { moveSpring, restSpring, writeRadii, writeSpring } from './visco-elastic.js';

export interface BristleOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Stiffness k_T of the bristles, per patch: > 0 N/m, Infinity for stiction that does not yield. */
  stiffness: number;
  /** The exact cone, or the box of the paper, aligned with the last force or slip. @default 'exact' */
  cone?: 'exact' | 'box';
  /** Slip speed above which the box is aligned with the slip, and across it friction is viscous, >= 0 m/s. @default 1e-3 */
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
 * Over a (sub)step with impulses: eps = 1/(h² k_T), bias = s/h; k_T = Infinity holds the place where the patch stuck.
 *
 * `cone: 'box'` is the paper's: two independent bounds, in a basis along the last force (13) while it sticks and along the last
 * slip (16) while it slides, where s is replaced by μ N/k_T along the slip and friction across it is viscous (19).
 * Differs from the paper: by default the bounds are the exact cone, whose minimiser is along the slip by itself, so the
 * kinetic regularisation is not needed; with the box, kinetic rows are for patches that have reached their bound (bristles that
 * swing faster than vThreshold would be bent anew in every step, and never come to rest); the bounds follow the normal force of the same step, not of the one before;
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
  const box = requireOneOf('bristle', 'cone', options.cone ?? 'exact', ['exact', 'box']) === 'box';

  /** z = -λ/(h k): the deflection that bears the present impulse. */
  function setFromForce(h: number): void {
    coefficients[0] = 1 / (h * stiffness);
    coefficients[1] = 0;
  }

  return makeLaw({
    name: 'bristle',
    set: box ? alignedBox() : ellipsoidSet,
    stateSize: 3,
    mu,
    torsionIndex: box ? undefined : 2,
    linearize(patches, i, h) {
      coefficients[0] = 1 / (h * h * stiffness);
      coefficients[1] = 1 / h;
      writeSpring(patches, i, coefficients);
      if (box) alignBox(patches, i, mu, vThreshold);
      else writeRadii(patches, i, mu);
    },
    commit(patches, i, h) {
      setFromForce(h);
      moveSpring(patches, i, coefficients);
    },
    initFromImpulse(patches, i, h) {
      setFromForce(h);
      restSpring(patches, i, coefficients);
    },
  });
}

const coefficients = new Float64Array(2);

/** shape = [cos, sin, 1, μ, μ r, e2, b1, b2]: the box in its basis, with eps across it and bias in it (those of the rows are 0 then). */
function alignedBox(): ConvexSet {
  const set = polygonSet([
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]);
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
      c[0] += shape[shapeAt + 3];
      c[1] += shape[shapeAt + 4];
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
  return turnedSet(box);
}

const bounds = new Float64Array(5);
const B = new Float64Array(6);

/** Turns the box along the last force or slip; a patch that slides fast gets the kinetic rows (18), (19). */
function alignBox(patches: PatchBuffers, i: number, mu: number, vThreshold: number): void {
  const { shape, slip, impulse, bias, eps } = patches;
  const at = SHAPE_STRIDE * i;
  const e = 3 * i;
  const speed = Math.sqrt(slip[e] * slip[e] + slip[e + 1] * slip[e + 1]);
  const slides = speed > vThreshold && patches.sliding[i] === 1;
  const load = mu * patches.normalScale[i] * patches.normalImpulse[i];
  // Bristles that bear next to nothing will first bear what comes from the slip.
  const bearing = Math.abs(impulse[e]) + Math.abs(impulse[e + 1]) > 1e-6 * load;
  const x = slides || !bearing ? slip[e] : impulse[e];
  const y = slides || !bearing ? slip[e + 1] : impulse[e + 1];
  const length = Math.sqrt(x * x + y * y);
  const cos = length > 0 ? x / length : 1;
  const sin = length > 0 ? y / length : 0;
  shape[at] = cos;
  shape[at + 1] = sin;
  shape[at + 2] = 1;
  shape[at + 3] = mu;
  shape[at + 4] = mu * patches.torsionRadius[i];
  // (18) holds the bristles bent to their limit along the slip; across it eps is |v|/(μ λN), so what the rows have is made up to that.
  shape[at + 5] = slides && load > 0 ? speed / load - eps[e + 1] : 0;
  shape[at + 6] = slides ? load * eps[e] : cos * bias[e] + sin * bias[e + 1];
  shape[at + 7] = slides ? 0 : cos * bias[e + 1] - sin * bias[e];
  bias[e] = 0;
  bias[e + 1] = 0;
}
