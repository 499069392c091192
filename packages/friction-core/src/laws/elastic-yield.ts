import { sineAt } from '../math/elementary.js';
import type { BristleDynamics } from './bristle-dynamics.js';

/**
 * D of bristles that yield only when they are bent far and pushed further, [Waltersson] (15)-(18): β = ½ (1 + cos∠(v, z)) β̄(|z|).
 *
 * z' lies along z + h v, and β depends on its length: with ζ = |z'| in units of the largest deflection and ζ0 = |z + h v|,
 *
 *     (1 + k β̄(ζ)) ζ = ζ0,   k = (D - 1 at β = 1) · ½ (1 + cos∠(v, z'))
 *
 * With β of the start of the step, a fast slip would bend the bristle elastically by h v, thousands of times too far.
 * `elasticFraction` of the largest deflection is elastic.
 */
export function elasticYield(elasticFraction: number): NonNullable<BristleDynamics['findYield']> {
  const width = 1 - elasticFraction;
  const wavePoint = new Float64Array(1);
  return (state, z, { motion, yielding }) => {
    const h = motion[4];
    const full = yielding[0] - 1;
    const bendingSpeed = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    const x = state[z] + h * motion[0];
    const y = state[z + 1] + h * motion[1];
    const w = state[z + 2] + h * motion[2];
    const length = Math.sqrt(x * x + y * y + w * w);
    const start = (length * yielding[2]) / yielding[1];
    yielding[0] = 1;
    if (!(start > elasticFraction)) return;
    const k =
      (full * 0.5 * (length * bendingSpeed + x * motion[0] + y * motion[1] + w * motion[2])) / (length * bendingSpeed);
    if (start >= 1 + k) {
      yielding[0] = 1 + k;
      return;
    }
    let low = elasticFraction;
    let high = Math.min(start, 1);
    let zeta = high;
    // Newton on a function that increases with ζ; the bracket catches steps that leave it.
    for (let iteration = 0; iteration < 40 && high - low > 1e-15; iteration++) {
      // β̄ rises from 0 to 1 along half a wave; and its slope.
      wavePoint[0] = (2 * zeta - 1 - elasticFraction) / width;
      sineAt(wavePoint, 0);
      const wave = wavePoint[0];
      const beta = 0.5 + 0.5 * wave;
      const slope = (0.5 * Math.PI * Math.sqrt(Math.max(0, 1 - wave * wave))) / width;
      const error = zeta * (1 + k * beta) - start;
      if (error > 0) high = zeta;
      else low = zeta;
      const next = zeta - error / (1 + k * (beta + zeta * slope));
      if (Math.abs(next - zeta) <= 1e-15) break;
      zeta = next > low && next < high ? next : 0.5 * (low + high);
    }
    yielding[0] = start / zeta;
  };
}
