/**
 * Root of a function that rises, with jumps: `evaluate` writes its value at `x` to out[0], and more numbers behind it. The result is
 * the mean of `out` on both sides of the root, weighted so that out[0] is 0: inside a jump it is the value that balances.
 *
 * Illinois variant of false position, with a bisection in every fourth step. Returns the root, or NaN if there is none.
 */
export function findRoot(
  evaluate: (x: number, out: Float64Array) => void,
  start: number,
  step: number,
  out: Float64Array,
): number {
  const low = new Float64Array(out.length);
  const high = new Float64Array(out.length);
  let a = start;
  evaluate(a, low);
  if (low[0] === 0) {
    out.set(low);
    return a;
  }
  let b = a;
  high.set(low);
  // Away from the start in the direction of the root, in growing steps.
  const direction = low[0] > 0 ? -1 : 1;
  let width = step;
  for (let n = 0; ; n++, width *= 4) {
    if (n > 60) return Number.NaN;
    if (direction > 0) {
      a = b;
      low.set(high);
      b = a + width;
      evaluate(b, high);
      if (high[0] >= 0) break;
    } else {
      b = a;
      high.set(low);
      a = b - width;
      evaluate(a, low);
      if (low[0] <= 0) break;
    }
  }
  const middle = new Float64Array(out.length);
  const nought = ZERO * Math.max(-low[0], high[0]);
  let wLow = low[0];
  let wHigh = high[0];
  let side = 0;
  for (let n = 0; n < MAX_STEPS && b - a > WIDTH * Math.max(Math.abs(a), Math.abs(b), 1e-3 * step); n++) {
    let x = a - (wLow * (b - a)) / (wHigh - wLow);
    if (n % 4 === 3 || !(x > a && x < b)) x = 0.5 * (a + b);
    if (!(x > a && x < b)) break;
    evaluate(x, middle);
    if (Math.abs(middle[0]) <= nought) {
      out.set(middle);
      return x;
    }
    if (middle[0] < 0) {
      a = x;
      low.set(middle);
      wLow = middle[0];
      if (side < 0) wHigh *= 0.5;
      side = -1;
    } else {
      b = x;
      high.set(middle);
      wHigh = middle[0];
      if (side > 0) wLow *= 0.5;
      side = 1;
    }
  }
  const part = high[0] > low[0] ? -low[0] / (high[0] - low[0]) : 0;
  for (let k = 0; k < out.length; k++) out[k] = low[k] + part * (high[k] - low[k]);
  return a + part * (b - a);
}

const MAX_STEPS = 200;
/** A value so small beside those at the ends of the first bracket is 0. */
const ZERO = 1e-14;
/** Relative width of the last bracket. */
const WIDTH = 1e-14;
