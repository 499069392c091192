import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface ViscoElasticOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Stiffness of the patch before it slides, > 0 N/m. */
  stiffness: number;
  /** Damping of the same spring, >= 0 N s/m. @default 0 */
  damping?: number;
}

/**
 * Coulomb friction in series with a spring and a damper: [Kikuuwe] (29) with M = 0,
 *
 *     f = -K z - B ż,   |f| ≤ μ N,   ż = v while f is inside
 *
 *   z   deflection of the spring, (t1, t2, r · angle about the normal)      m
 *   K   stiffness, per patch                                              N/m
 *   B   damping, per patch                                                N s/m
 *   r   mean distance of the load from the pressure centre                 m
 *
 * Implicit over h: λ = -h K (z + h v) - h B v, so eps = 1/(h (h K + B)) and bias = K z/(h K + B). At the limit, z' follows from the
 * limited λ: K z' + B (z' - z)/h = -λ/h.
 * Differs from the paper: massless; three components, spinning included, bounded together by the ellipsoid of `coulomb`.
 */
export function viscoElastic(options: ViscoElasticOptions): FrictionLaw {
  requireKnownOptions('viscoElastic', options, ['mu', 'stiffness', 'damping']);
  const mu = requireNumber('viscoElastic', 'mu', options.mu, 0);
  const stiffness = requirePositive('viscoElastic', 'stiffness', options.stiffness, 'N/m');
  const damping = requireNumber('viscoElastic', 'damping', options.damping ?? 0, 0, 'N s/m');
  const coefficients = new Float64Array(2);
  return makeLaw({
    name: 'viscoElastic',
    set: ellipsoidSet,
    stateSize: 3,
    mu,
    torsionIndex: 2,
    linearize(patches, i, h) {
      writeRadii(patches, i, mu);
      const c = h * stiffness + damping;
      coefficients[0] = 1 / (h * c);
      coefficients[1] = stiffness / c;
      writeSpring(patches, i, coefficients);
    },
    commit(patches, i, h) {
      coefficients[0] = 1 / (h * stiffness + damping);
      coefficients[1] = damping * coefficients[0];
      moveSpring(patches, i, coefficients);
    },
    initFromImpulse(patches, i, h) {
      coefficients[0] = 1 / (h * stiffness);
      coefficients[1] = 0;
      setSpringFromForce(patches, i, coefficients);
    },
  });
}

/** The radii of `coulomb`: [μ, μ, μ r]. */
export function writeRadii(patches: PatchBuffers, i: number, mu: number): void {
  const at = SHAPE_STRIDE * i;
  patches.shape[at] = mu;
  patches.shape[at + 1] = mu;
  patches.shape[at + 2] = mu * patches.torsionRadius[i];
}

/** eps = c[0] and bias = c[1] z for the three rows, the third with its lever r. */
export function writeSpring(patches: PatchBuffers, i: number, c: Float64Array): void {
  const { eps, bias, state } = patches;
  const at = 3 * i;
  const z = patches.stateStride * i;
  const r = patches.torsionRadius[i];
  eps[at] = c[0];
  eps[at + 1] = c[0];
  bias[at] = c[1] * state[z];
  bias[at + 1] = c[1] * state[z + 1];
  // Without a lever there is no torsion.
  eps[at + 2] = r > 0 ? c[0] / (r * r) : 0;
  bias[at + 2] = r > 0 ? (c[1] * state[z + 2]) / r : 0;
}

/** z moves with the surfaces. If the patch slides or has no load, z follows from the force: z = -c[0] λ + c[1] z. */
export function moveSpring(patches: PatchBuffers, i: number, c: Float64Array): void {
  if (patches.sliding[i] === 1 || !(patches.normalImpulse[i] > 0)) {
    setSpringFromForce(patches, i, c);
    return;
  }
  const { state, slipDisplacement } = patches;
  const z = patches.stateStride * i;
  state[z] += slipDisplacement[3 * i];
  state[z + 1] += slipDisplacement[3 * i + 1];
  state[z + 2] += patches.torsionRadius[i] * slipDisplacement[3 * i + 2];
}

/** z = c[1] z - c[0] λ. */
export function setSpringFromForce(patches: PatchBuffers, i: number, c: Float64Array): void {
  const { state, impulse } = patches;
  const z = patches.stateStride * i;
  const r = patches.torsionRadius[i];
  state[z] = c[1] * state[z] - c[0] * impulse[3 * i];
  state[z + 1] = c[1] * state[z + 1] - c[0] * impulse[3 * i + 1];
  state[z + 2] = r > 0 ? c[1] * state[z + 2] - (c[0] * impulse[3 * i + 2]) / r : 0;
}
