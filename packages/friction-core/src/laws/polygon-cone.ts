import { type ConvexSet, polygonSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumbers } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type DirectionOptions, requireDirection, writeAxis } from './direction.js';
import { type FlowOptions, withFlow } from './flow.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface PolygonConeOptions extends DirectionOptions, FlowOptions {
  /** Coefficients of friction against motion in k >= 3 directions, evenly spaced from the law's x towards its y; each >= 0. */
  mu: readonly number[];
}

/**
 * A rigid polyhedral cone with k directions: [Andrews] (7), and the friction pyramid of many engines (k = 4),
 *
 *     K = { λ : -d_j·(λx, λy) ≤ μ_j,  |λ3| ≤ μ r },   d_j = (cos 2πj/k, sin 2πj/k),   μ = mean of μ_j,   eps = bias = 0
 *
 *   μ_j   coefficient against motion along d_j            1
 *   r     as in `coulomb`                                 m
 *
 * A face that its neighbours cut off has no effect. Torsion has its own bound and is not coupled to sliding. `flow` as in
 * `anisotropic`: with 'associated' the friction of a polygon is at a corner for most slips, as in friction pyramids.
 * Differs from the paper: exact block steps instead of a linearised complementarity problem.
 */
export function polygonCone(options: PolygonConeOptions): FrictionLaw {
  requireKnownOptions('polygonCone', options, ['mu', 'direction', 'frame', 'flow']);
  const mus = requireNumbers('polygonCone', 'mu', options.mu, 0, 3, 64);
  const direction = requireDirection('polygonCone', options);
  const mu = mus.reduce((sum, one) => sum + one, 0) / mus.length;
  return makeLaw({
    name: 'polygonCone',
    set: withFlow('polygonCone', fixedPolygon(mus), 0, options),
    stateSize: 0,
    mu,
    innerMu: Math.min(...mus),
    torsionIndex: 3,
    linearize(patches, i) {
      writeAxis(patches, i, direction);
      patches.shape[SHAPE_STRIDE * i + 3] = mu * patches.torsionRadius[i];
    },
  });
}

/** A polygon with constant bounds. Only the torsion radius differs between patches: shape = [r]. */
function fixedPolygon(mus: Float64Array): ConvexSet {
  const k = mus.length;
  const set = polygonSet(
    Array.from(mus, (_, j) => [-Math.cos((2 * Math.PI * j) / k), -Math.sin((2 * Math.PI * j) / k)]),
  );
  const bounds = new Float64Array(k + 1);
  bounds.set(mus);
  return {
    name: set.name,
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      bounds[k] = shape[shapeAt];
      return set.minimize(A, aAt, c, scale, scaleAt, bounds, 0, out);
    },
    support(d, shape, shapeAt, out) {
      bounds[k] = shape[shapeAt];
      set.support(d, bounds, 0, out);
    },
    gauge(lambda, lambdaAt, shape, shapeAt) {
      bounds[k] = shape[shapeAt];
      return set.gauge(lambda, lambdaAt, bounds, 0);
    },
  };
}
