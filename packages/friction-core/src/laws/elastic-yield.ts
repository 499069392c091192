import { sineAt } from '../elementary.js';
import { motion, yielding } from './bristle-dynamics.js';

/**
 * D of bristles that give way only when they are bent far and pushed on, [Waltersson] (15)-(18): β = ½ (1 + cos∠(v, z)) β̄(|z|).
 *
 * z' lies along z + h v, and β depends on where along it: with ζ = |z'| in units of the largest deflection and ζ0 = |z + h v|,
 *
 *     (1 + k β̄(ζ)) ζ = ζ0,   k = (D - 1 at β = 1) · ½ (1 + cos∠(v, z'))
 *
 * At the start of the step instead of its end, a fast slip would bend the bristle elastically by h v, thousands of times too far.
 * `share` of the largest deflection is elastic.
 */
export function elasticYield(share: number): (state: Float64Array, z: number) => void {
  const width = 1 - share;
  return (state, z) => {
    const h = motion[4];
    const full = yielding[0] - 1;
    const pace = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    const x = state[z] + h * motion[0];
    const y = state[z + 1] + h * motion[1];
    const w = state[z + 2] + h * motion[2];
    const length = Math.sqrt(x * x + y * y + w * w);
    const start = (length * yielding[2]) / yielding[1];
    yielding[0] = 1;
    if (!(start > share)) return;
    const k = (full * 0.5 * (length * pace + x * motion[0] + y * motion[1] + w * motion[2])) / (length * pace);
    if (start >= 1 + k) {
      yielding[0] = 1 + k;
      return;
    }
    let low = share;
    let high = Math.min(start, 1);
    let zeta = high;
    // Newton on a function that grows with ζ; the bracket catches a step that goes astray.
    for (let round = 0; round < 40 && high - low > 1e-15; round++) {
      // β̄: from 0 to 1 along half a wave, and its slope.
      point[0] = (2 * zeta - 1 - share) / width;
      sineAt(point, 0);
      const wave = point[0];
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

const point = new Float64Array(1);
