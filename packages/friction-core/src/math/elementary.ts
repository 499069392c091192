/**
 * exp, log and sine made of + - * / only. `Math.exp` and the others may differ in the last bits between JavaScript engines, and a
 * step must not. They work in place on an array, because V8 may allocate a number that is passed to a function.
 */

/** ln 2 in two parts. The first has so few bits that its integer multiples are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const TERMS = 14;
const INVERSE_FACTORIALS = /* @__PURE__ */ inverseFactorials();

function inverseFactorials(): Float64Array {
  const values = new Float64Array(TERMS + 1);
  let product = 1;
  for (let n = 0; n <= TERMS; n++) {
    if (n > 0) product *= n;
    values[n] = 1 / product;
  }
  return values;
}

/** x[at] = exp(x[at]) for x ≤ 0, to 2e-16 relative; 0 below -700. */
export function expAt(x: Float64Array, at: number): void {
  const value = x[at];
  if (!(value > -700)) {
    x[at] = 0;
    return;
  }
  // exp(k ln 2 + r) = 2^k exp(r), |r| ≤ ln 2 / 2.
  const k = Math.round(value / Math.LN2);
  const r = value - k * LN2_HIGH - k * LN2_LOW;
  let sum = INVERSE_FACTORIALS[TERMS];
  for (let n = TERMS - 1; n >= 0; n--) sum = INVERSE_FACTORIALS[n] + r * sum;
  let n = -k;
  for (; n >= 30; n -= 30) sum *= 2 ** -30;
  for (; n > 0; n--) sum *= 0.5;
  x[at] = sum;
}

/** x[at] = ln(x[at]) for x > 0. */
export function logAt(x: Float64Array, at: number): void {
  let m = x[at];
  let k = 0;
  for (; m > Math.SQRT2; m *= 0.5) k++;
  for (; m < Math.SQRT1_2; m *= 2) k--;
  // ln m = 2 artanh(t), t = (m - 1)/(m + 1), |t| ≤ 0.172.
  const t = (m - 1) / (m + 1);
  const t2 = t * t;
  let sum = 0;
  for (let n = 21; n > 0; n -= 2) sum = 1 / n + t2 * sum;
  x[at] = k * LN2_HIGH + (2 * t * sum + k * LN2_LOW);
}

/** x[at] = sin(π x[at] / 2) for |x| ≤ 1. */
export function sineAt(x: Float64Array, at: number): void {
  const t = (Math.PI / 2) * x[at];
  const t2 = t * t;
  let sum = 1;
  for (let n = 22; n > 0; n -= 2) sum = 1 - (t2 * sum) / (n * (n + 1));
  x[at] = t * sum;
}

/**
 * x[at] = cos(x[at]), x[at + 1] = sin(x[at]) of an angle in radians; (1, 0) for 0 exactly. Taylor series up to the 17th power on ±π/4, where
 * they end below the rounding error.
 */
export function turnAt(x: Float64Array, at: number): void {
  const quarters = x[at] / (Math.PI / 2);
  const k = Math.round(quarters);
  const r = (quarters - k) * (Math.PI / 2);
  const z = r * r;
  const z2 = z * z;
  const z4 = z2 * z2;
  const sin =
    r +
    r *
      z *
      (-1 / 6 +
        z * (1 / 120) +
        z2 * (-1 / 5040 + z * (1 / 362880)) +
        z4 * (-1 / 39916800 + z * (1 / 6227020800) + z2 * (-1 / 1307674368000 + z * (1 / 355687428096000))));
  const cos =
    1 +
    z *
      (-1 / 2 +
        z * (1 / 24) +
        z2 * (-1 / 720 + z * (1 / 40320)) +
        z4 * (-1 / 3628800 + z * (1 / 479001600) + z2 * (-1 / 87178291200 + z * (1 / 20922789888000))));
  const quarter = k - 4 * Math.floor(0.25 * k);
  if (quarter === 0) {
    x[at] = cos;
    x[at + 1] = sin;
  } else if (quarter === 1) {
    x[at] = -sin;
    x[at + 1] = cos;
  } else if (quarter === 2) {
    x[at] = -cos;
    x[at + 1] = -sin;
  } else {
    x[at] = sin;
    x[at + 1] = -cos;
  }
}
