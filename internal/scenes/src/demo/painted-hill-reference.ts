import { GRAVITY } from '../cases/box-on-ground.js';

/**
 * A block that slides down a gentle hill from rest, as a point at its middle: with x horizontal, the height z(x), T = v²/2 and N per mass
 *
 *     dT/dx = −g z' − μ N √(1 + z'²),    N = g/√(1 + z'²) + v² z''/(1 + z'²)^(3/2)
 *
 * It starts if −z' > μ. A block that is long compared with the details of the map feels the mean of μ below it.
 */
export interface Hill {
  /** z' and z'' at x. */
  slope(x: number): number;
  bend(x: number): number;
  mu(x: number): number;
}

const STEP = 0.005;

/** Where the block stops: x, at most `end`. Its load is spread evenly over the length 2 `half`. */
export function slideDown(hill: Hill, start: number, end: number, half: number): number {
  const mu = (x: number): number => {
    let sum = 0;
    for (let k = -2; k <= 2; k++) sum += hill.mu(x + 0.4 * k * half);
    return sum / 5;
  };
  let x = start;
  let energy = 0;
  while (x < end) {
    const slope = hill.slope(x);
    const square = 1 + slope * slope;
    const load = GRAVITY + (2 * energy * hill.bend(x)) / square;
    const change = -GRAVITY * slope - mu(x) * load;
    if (energy + STEP * change <= 0) return change < 0 ? x - energy / change : x;
    energy += STEP * change;
    x += STEP;
  }
  return end;
}
