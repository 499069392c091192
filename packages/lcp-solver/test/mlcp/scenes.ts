import type { MlcpProblem } from '../../src/mlcp/problem.js';

/**
 * One time step of planar boxes as a mixed LCP: normal and tangent row per contact point, M = J W Jᵀ, q the velocities
 * without contact impulses. Two points per pair of touching faces, so M is singular if a box rests on two others.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  mass: number;
  /** Horizontal velocity before the step [m/s]. */
  push?: number;
}

/** A tower whose masses grow from 1 at the bottom to `ratio` at the top, pushed horizontally. */
export function stackOf(count: number, ratio: number): Box[] {
  return Array.from({ length: count }, (_, k) => ({
    x: 0.03 * ((k * 7) % 3),
    y: k + 0.5,
    width: 1,
    height: 1,
    mass: ratio ** (count > 1 ? k / (count - 1) : 0),
    push: k % 2 === 0 ? 0.02 : -0.05,
  }));
}

/** A tower with alternating masses 1 and `ratio`. */
export function alternatingStackOf(count: number, ratio: number, lightFirst: boolean): Box[] {
  return stackOf(count, 1).map((box, k) => ({ ...box, mass: (k % 2 === 0) === lightFirst ? 1 : ratio }));
}

/** A wall in running bond; every second brick is `ratio` times heavier, one brick is pushed. */
export function wallOf(rows: number, columns: number, ratio: number): Box[] {
  const bricks: Box[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const heavy = (r + c) % 2 === 1;
      bricks.push({ x: c + (r % 2) * 0.5, y: r * 0.5 + 0.25, width: 1, height: 0.5, mass: heavy ? ratio : 1 });
    }
  }
  bricks[Math.floor(bricks.length / 2)].push = 0.3;
  return bricks;
}

const GRAVITY = 9.81;
const DT = 1 / 60;
const MU = 0.5;

/**
 * friction 'box': tangent bounds ± MU times the estimated load of the contact; 'findex': ± MU times the normal impulse.
 */
export function contactProblem(boxes: Box[], friction: 'box' | 'findex'): MlcpProblem {
  const contacts: { upper: number; lower: number; x: number; y: number }[] = [];
  boxes.forEach((box, i) => {
    const bottom = box.y - box.height / 2;
    const left = box.x - box.width / 2;
    const right = box.x + box.width / 2;
    if (Math.abs(bottom) < 1e-9) {
      contacts.push({ upper: i, lower: -1, x: left, y: 0 }, { upper: i, lower: -1, x: right, y: 0 });
    }
    boxes.forEach((below, j) => {
      if (Math.abs(below.y + below.height / 2 - bottom) > 1e-9) return;
      const from = Math.max(left, below.x - below.width / 2);
      const to = Math.min(right, below.x + below.width / 2);
      if (to - from < 1e-6) return;
      contacts.push({ upper: i, lower: j, x: from, y: bottom }, { upper: i, lower: j, x: to, y: bottom });
    });
  });
  const n = 2 * contacts.length;
  const velocity = new Float64Array(3 * boxes.length);
  const inverse = new Float64Array(3 * boxes.length);
  let weight = 0;
  boxes.forEach((box, i) => {
    velocity[3 * i] = box.push ?? 0;
    velocity[3 * i + 1] = -GRAVITY * DT;
    inverse[3 * i] = 1 / box.mass;
    inverse[3 * i + 1] = 1 / box.mass;
    inverse[3 * i + 2] = 12 / (box.mass * (box.width ** 2 + box.height ** 2));
    weight += box.mass * GRAVITY * DT;
  });
  const J = contacts.flatMap(({ upper, lower, x, y }) =>
    [
      [0, 1],
      [1, 0],
    ].map(([nx, ny]) => {
      const row = new Float64Array(3 * boxes.length);
      for (const [body, sign] of [
        [upper, 1],
        [lower, -1],
      ]) {
        if (body < 0) continue;
        row[3 * body] = sign * nx;
        row[3 * body + 1] = sign * ny;
        row[3 * body + 2] = sign * ((x - boxes[body].x) * ny - (y - boxes[body].y) * nx);
      }
      return row;
    }),
  );
  const M = new Float64Array(n * n);
  const q = new Float64Array(n);
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) for (let k = 0; k < inverse.length; k++) M[r * n + c] += J[r][k] * inverse[k] * J[c][k];
    for (let k = 0; k < inverse.length; k++) q[r] += J[r][k] * velocity[k];
  }
  const lo = new Float64Array(n);
  const hi = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const findex = new Int32Array(n).fill(-1);
  const mu = new Float64Array(n);
  for (let c = 0; c < contacts.length; c++) {
    hi[2 * c + 1] = (MU * weight) / contacts.length;
    lo[2 * c + 1] = -hi[2 * c + 1];
    findex[2 * c + 1] = 2 * c;
    mu[2 * c + 1] = MU;
  }
  return friction === 'box' ? { n, M, q, lo, hi } : { n, M, q, lo, hi, findex, mu };
}
