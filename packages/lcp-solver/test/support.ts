/** mulberry32: a small seeded generator, uniform in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random symmetric positive definite matrix [a11, a12, a13, a22, a23, a33] of the given size. */
export function randomSpd(random: () => number, size: number): Float64Array {
  const g = Array.from({ length: 9 }, () => random() - 0.5);
  const entry = (i: number, j: number) =>
    size * (g[i] * g[j] + g[3 + i] * g[3 + j] + g[6 + i] * g[6 + j] + (i === j ? 0.05 : 0));
  return Float64Array.from([entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)]);
}

/**
 * min ½ xᵀAx + cᵀx over an ellipsoid with the given radii, by accelerated projected gradient in scaled coordinates:
 * slow, and shares no idea with the code under test.
 */
export function minimizeByProjectedGradient(A: Float64Array, c: ArrayLike<number>, radii: number[]): Float64Array {
  const full = [A[0], A[1], A[2], A[1], A[3], A[4], A[2], A[4], A[5]];
  const B = full.map((value, k) => value * radii[Math.floor(k / 3)] * radii[k % 3]);
  const b = [0, 1, 2].map((i) => c[i] * radii[i]);
  const step = 1 / (B[0] + B[4] + B[8] + 1e-300);
  let y = [0, 0, 0];
  let x = y;
  let t = 1;
  for (let iteration = 0; iteration < 20000; iteration++) {
    const moved = [0, 1, 2].map(
      (i) => x[i] - step * (B[3 * i] * x[0] + B[3 * i + 1] * x[1] + B[3 * i + 2] * x[2] + b[i]),
    );
    const length = Math.hypot(...moved);
    const next = length > 1 ? moved.map((value) => value / length) : moved;
    const tNext = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
    x = next.map((value, i) => value + ((t - 1) / tNext) * (value - y[i]));
    if (Math.hypot(...next.map((value, i) => value - y[i])) < 1e-15 && iteration > 50) return scaled(next, radii);
    y = next;
    t = tNext;
  }
  return scaled(y, radii);
}

function scaled(y: number[], radii: number[]): Float64Array {
  return Float64Array.from(y.map((value, i) => value * radii[i]));
}
