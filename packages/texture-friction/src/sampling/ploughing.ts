import { expAt, logAt } from '@stiction/friction-core/adapter';
import type { NormalMap } from '../maps/normal-map.js';

/**
 * Ploughing friction of a rough surface, [Andrews] (3) to (8), with a power mean in place of the arithmetic mean:
 *
 *     μ_own(d) = 2/π ( mean of max(0, k s·d)^p )^(1/p)            friction of a surface moving along d
 *     μ(d)     = μ_0 + k_A μ_A(-d) + k_B μ_B(d)                   friction of a contact, d = motion of B relative to A
 *
 *   s   slopes of a facet, see `NormalMap`       1        p   `sharpness` ≥ 1; 1 is the paper
 *   k   saliency                                 1        d   unit vector in the contact plane
 *
 * For p = 1 a height field with equal heights at both ends of the window has μ_own(d) = μ_own(-d): the mean of
 * max(0, x) - max(0, -x) = x is the mean slope, 0. So p = 1 is symmetric over whole periods for any profile. p > 1 weights
 * steep facets more: friction is higher against the steep side of a sawtooth.
 *
 * For p ≥ 1, μ is convex and positively homogeneous in the slip velocity (Minkowski's inequality). So it is the support function of a
 * convex set of friction forces: no direction is redundant, and sliding along d dissipates exactly μ(d) per unit of load and distance.
 *
 * Differs from the paper: (5) without its arccos and cosine, since max(0, m·d)/(m·n) is equivalent; the power mean; the signs of
 * (6) for a normal from A to B.
 */
export const PLOUGHING_FACTOR = 0.6366197723675814; // 2/π

/** With a larger p only the steepest facets contribute. */
export const MAX_SHARPNESS = 8;

/** Argument and result of logAt and expAt. */
const work = new Float64Array(1);

/** x[at] = x[at]^exponent[e] for finite x ≥ 0. Exponents 1/2, 1/4, 1/8 and small integers need no logarithm. */
export function powerAt(x: Float64Array, at: number, exponent: Float64Array, e: number): void {
  const p = exponent[e];
  const base = x[at];
  if (p === 1 || !(base > 0)) return;
  if (p === 0.5) x[at] = Math.sqrt(base);
  else if (p === 0.25) x[at] = Math.sqrt(Math.sqrt(base));
  else if (p === 0.125) x[at] = Math.sqrt(Math.sqrt(Math.sqrt(base)));
  else if (p >= 2 && p <= 8 && Math.floor(p) === p) {
    let product = base * base;
    for (let n = 2; n < p; n++) product *= base;
    x[at] = product;
  } else {
    work[0] = base;
    logAt(work, 0);
    const y = p * work[0];
    work[0] = y > 0 ? -y : y;
    expAt(work, 0);
    x[at] = y > 0 ? 1 / work[0] : work[0];
  }
}

const steepnesses = /* @__PURE__ */ new WeakMap<NormalMap, Float64Array>();

/**
 * Slope of the steepest facet of a map, mask included, as [slope, 1 / slope]; both are 0 for a flat map. Slopes are divided by it before
 * they are raised to the power p, to avoid overflow.
 */
export function steepestSlope(map: NormalMap): Float64Array {
  let found = steepnesses.get(map);
  if (found === undefined) {
    let most = 0;
    for (let i = 0; i < map.width * map.height; i++) {
      const sx = map.slopes[2 * i];
      const sy = map.slopes[2 * i + 1];
      const slope = Math.sqrt(sx * sx + sy * sy) * (map.mask === null ? 1 : map.mask[i]);
      if (slope > most) most = slope;
    }
    found = Float64Array.of(most, most > 0 ? 1 / most : 0);
    steepnesses.set(map, found);
  }
  return found;
}
