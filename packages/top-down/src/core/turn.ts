const TWO_OVER_PI = 2 / Math.PI;
const HALF_PI = Math.PI / 2;

/**
 * x[0] = cos(x[0]), x[1] = sin(x[0]) of an angle in radians; (1, 0) for 0 exactly. The same bits on every machine, which `Math.sin` does
 * not promise. Taylor series up to the 17th power on ±π/4, where they end below the rounding error.
 */
export function turn(x: Float64Array): void {
  const quarters = x[0] * TWO_OVER_PI;
  const k = Math.round(quarters);
  const r = (quarters - k) * HALF_PI;
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
    x[0] = cos;
    x[1] = sin;
  } else if (quarter === 1) {
    x[0] = -sin;
    x[1] = cos;
  } else if (quarter === 2) {
    x[0] = -cos;
    x[1] = -sin;
  } else {
    x[0] = sin;
    x[1] = -cos;
  }
}
