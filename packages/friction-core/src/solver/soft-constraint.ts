import { MIN_SPRING_SUBSTEP } from '../constants.js';

/**
 * Writes the soft constraint of a spring with frequency f and damping ratio ζ, implicit in h (Catto, box2d v3):
 *
 *     ω = 2πf,  a₁ = 2ζ + hω,  a₂ = hω a₁,   out = [bias rate ω/a₁, mass scale a₂/(1 + a₂), impulse scale 1/(1 + a₂)]
 *
 * `frequencyRatio` is f h, the same for all h: as stiff as a substep can resolve. With softer springs the load lags behind when a
 * body is about to tip.
 */
export function writeSoftConstraint(
  out: Float64Array,
  at: number,
  frequencyRatio: number,
  dampingRatio: number,
  h: number,
): void {
  const angle = 2 * Math.PI * frequencyRatio * Math.min(1, h / MIN_SPRING_SUBSTEP);
  const a1 = 2 * dampingRatio + angle;
  const a2 = angle * a1;
  out[at] = angle / (h * a1);
  out[at + 1] = a2 / (1 + a2);
  out[at + 2] = 1 / (1 + a2);
}
