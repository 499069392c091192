/** Quantile of Student's t for two-sided 95 % intervals; Infinity for fewer than 1 degree of freedom. */
export function student95(degrees: number): number {
  if (!(degrees >= 1)) return Number.POSITIVE_INFINITY;
  if (degrees < TABLE.length + 1) return TABLE[Math.floor(degrees) - 1];
  // Cornish-Fisher expansion about the normal quantile (Abramowitz & Stegun 26.7.5), within 1e-6 from 10 degrees on.
  const z = NORMAL95;
  const n = degrees;
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / n + g2 / (n * n) + g3 / (n * n * n);
}

/** Quantile of the normal distribution for two-sided 95 % intervals. */
const NORMAL95 = 1.959963984540054;

/** From 1 degree of freedom on. */
const TABLE = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216];
