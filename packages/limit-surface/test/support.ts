/** Kernel under test: writes [psi, f, H] for a twist. */
export type Kernel = (twist: Float64Array, out: Float64Array) => void;

/** Gauss-Legendre nodes and weights on [0, 1]. */
export function gaussLegendre(n: number): [x: number, weight: number][] {
  return Array.from({ length: n }, (_, i): [number, number] => {
    let z = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let iteration = 0; iteration < 100; iteration++) {
      let p = 1;
      let before = 0;
      for (let j = 0; j < n; j++) {
        const older = before;
        before = p;
        p = ((2 * j + 1) * z * before - j * older) / (j + 1);
      }
      slope = (n * (z * p - before)) / (z * z - 1);
      const step = p / slope;
      z -= step;
      if (Math.abs(step) < 1e-16) break;
    }
    return [0.5 + 0.5 * z, 1 / ((1 - z * z) * slope * slope)];
  });
}

/** Adds weight × [psi, f, H] of a point at (x, y) from the pressure centre. */
export function addPoint(twist: ArrayLike<number>, x: number, y: number, weight: number, out: Float64Array): void {
  const vx = twist[0] - twist[2] * y;
  const vy = twist[1] + twist[2] * x;
  const speed = Math.hypot(vx, vy);
  if (speed === 0) return;
  const [ux, uy] = [vx / speed, vy / speed];
  const across = [-uy, ux, x * ux + y * uy];
  const h = weight / speed;
  const terms = [
    weight * speed,
    weight * ux,
    weight * uy,
    weight * (x * uy - y * ux),
    h * across[0] * across[0],
    h * across[0] * across[1],
    h * across[0] * across[2],
    h * across[1] * across[1],
    h * across[1] * across[2],
    h * across[2] * across[2],
  ];
  for (let k = 0; k < 10; k++) out[k] += terms[k];
}

/** Largest difference between a kernel's f, H and central differences of its psi, f. */
export function differenceError(kernel: Kernel, twist: readonly number[], step = 1e-5): [f: number, H: number] {
  const at = new Float64Array(10);
  const plus = new Float64Array(10);
  const minus = new Float64Array(10);
  kernel(Float64Array.from(twist), at);
  const rows = [
    [4, 5, 6],
    [5, 7, 8],
    [6, 8, 9],
  ];
  let worstF = 0;
  let worstH = 0;
  for (let k = 0; k < 3; k++) {
    const moved = Float64Array.from(twist);
    moved[k] += step;
    kernel(moved, plus);
    moved[k] -= 2 * step;
    kernel(moved, minus);
    worstF = Math.max(worstF, Math.abs((plus[0] - minus[0]) / (2 * step) - at[1 + k]));
    for (let j = 0; j < 3; j++) {
      worstH = Math.max(worstH, Math.abs((plus[1 + j] - minus[1 + j]) / (2 * step) - at[rows[k][j]]));
    }
  }
  return [worstF, worstH];
}

export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>, from = 0, to = a.length): number {
  let worst = 0;
  for (let k = from; k < to; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

/** Random direction, uniform on the sphere. */
export function randomTwist(random: () => number): number[] {
  const w = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const v = Math.sqrt(1 - w * w);
  return [v * Math.cos(angle), v * Math.sin(angle), w];
}
