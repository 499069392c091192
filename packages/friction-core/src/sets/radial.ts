import { type ConvexSet, ellipsoidSet } from '@stiction/lcp-solver';

/**
 * The same limit as `set` with another flow: friction acts straight against the slip (in the plane; sliding and spinning stay
 * coupled by an ellipsoid), with the magnitude that the set allows in that direction,
 *
 *     (λ1, λ2) = -ρ(d) (v1, v2) / |(v1, v2)| · …,   ρ(d) = 1 / gauge(d),  d = (λ1, λ2) / |(λ1, λ2)|.
 *
 * For a given ρ this is an ellipsoid [ρ, ρ, r3]. ρ is found by substitution and secants; if that has not converged, λ is scaled back
 * onto the set. `torsionIndex` is the index of r3 in the set's shape.
 */
export function radialSet(set: ConvexSet, torsionIndex: number): ConvexSet {
  const unit = new Float64Array(3);
  const radii = new Float64Array(3);
  const free = new Float64Array(3);

  function setRadius(lambda: Float64Array, shape: Float64Array, shapeAt: number): void {
    const length = Math.sqrt(lambda[0] * lambda[0] + lambda[1] * lambda[1]);
    // A set of zero extent in this direction gives λ no direction; keep that of the slip.
    if (length > 0) {
      unit[0] = lambda[0] / length;
      unit[1] = lambda[1] / length;
    }
    const rho = 1 / set.gauge(unit, 0, shape, shapeAt);
    radii[0] = rho;
    radii[1] = rho;
    radii[2] = shape[shapeAt + torsionIndex];
  }

  return {
    name: set.name,

    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      for (let e = 0; e < 3; e++) free[e] = c[e]; // `out` may be `c`
      for (let e = 0; e < 3; e++) out[e] = -free[e];
      unit[0] = 1;
      unit[1] = 0;
      setRadius(out, shape, shapeAt);
      let sliding = false;
      let lastRho = 0;
      let lastError = 0;
      for (let k = 0; k < MAX_ITERATIONS; k++) {
        sliding = ellipsoidSet.minimize(A, aAt, free, scale, scaleAt, radii, 0, out);
        const rho = radii[0];
        setRadius(out, shape, shapeAt);
        const error = radii[0] - rho;
        if (Math.abs(error) <= TOLERANCE * rho) break;
        // Substitution first, then secants.
        const secant = rho - (error * (rho - lastRho)) / (error - lastError);
        if (k > 0 && secant > 0.5 * rho && secant < 2 * rho) {
          radii[0] = secant;
          radii[1] = secant;
        }
        lastRho = rho;
        lastError = error;
      }
      // The last direction may differ from the one that its radius was made for.
      const excess = set.gauge(out, 0, shape, shapeAt) / scale[scaleAt];
      if (!(excess > 1)) return sliding;
      for (let e = 0; e < 3; e++) out[e] /= excess;
      return true;
    },

    support(d, shape, shapeAt, out) {
      setRadius(d, shape, shapeAt);
      ellipsoidSet.support(d, radii, 0, out);
    },

    gauge: set.gauge,
  };
}

const MAX_ITERATIONS = 12;
const TOLERANCE = 1e-9;
