import { type FrictionCurve, measure } from './input.js';
import { solveSlip } from './slip-speed.js';

/** How the implicit slip force is found: 'exact' solves (16b), 'approximate' is the explicit estimate (18). */
export type SlipSolution = 'exact' | 'approximate';

/**
 * Reads the velocity `free` without friction and c = compliance[0], velocity per force; writes the friction force and the velocity
 * with it, velocity = free + c force. Numbers are passed in arrays, because V8 may allocate them otherwise.
 */
type Slider = (free: Float64Array, compliance: Float64Array, force: Float64Array, velocity: Float64Array) => void;

/**
 * The discontinuous element of [Kikuuwe], Φ* of (16) with c = T/M and Φᶜ of (28) with c = T/C: it sticks if it can,
 *
 *     Φ(a) = -a / c                       if |a| ≤ c |φ(±0)|
 *     Φ(a) = f  with  f = φ(a + c f)      otherwise: s = |a| - c friction(s),  f = -friction(s) a / |a|
 *
 *   a   velocity without friction         m/s
 *   c   velocity per force                m/(s N)
 *   s   slip speed                        m/s
 *
 * The force is opposite to the resulting velocity, which is no faster than a: friction never adds energy.
 *
 * Differs from the paper: a force (18) that would reverse the velocity (curves that rise with c dφ/ds > 1) is capped at the one that
 * stops the object. A stuck object has the velocity 0, free of round-off.
 */
export function createSlider(friction: FrictionCurve, solution: SlipSolution): Slider {
  const slip = new Float64Array(2);
  return (free, compliance, force, velocity) => {
    const c = compliance[0];
    measure(free, slip, 0);
    const size = slip[0];
    const holding = typeof friction === 'number' ? friction : friction(0);
    if (size <= c * holding) {
      for (let i = 0; i < free.length; i++) force[i] = -free[i] / c;
      velocity.fill(0);
      return;
    }
    slip[0] = size - c * holding;
    slip[1] = holding;
    if (typeof friction === 'function') {
      if (solution === 'exact') {
        slip[0] = size;
        slip[1] = c;
        solveSlip(friction, slip);
      } else {
        slip[1] = Math.min(friction(slip[0]), size / c);
        slip[0] = Math.max(0, size - c * slip[1]);
      }
    }
    for (let i = 0; i < free.length; i++) {
      force[i] = -slip[1] * (free[i] / size);
      velocity[i] = slip[0] * (free[i] / size);
    }
  };
}

export function requireSolution(owner: string, solution: unknown = 'exact'): SlipSolution {
  if (solution === 'exact' || solution === 'approximate') return solution;
  throw new RangeError(`${owner}: solution must be 'exact' or 'approximate' (got ${String(solution)})`);
}
