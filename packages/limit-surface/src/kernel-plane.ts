/**
 * The linear pressure (a + b·ρ)₊ on an outline that has unit load and a given pressure centre e, clipped where it would pull.
 * It is the minimiser of the convex φ(a, b) = ½ ∫ (a + b·ρ)₊² dA - (a + b·e), whose gradient is load - 1 and the first moment
 * minus e, and whose Hessian is the moment matrix J of the part that is pressed: a few Newton steps with halving. While nothing
 * is clipped, φ is quadratic and one step is exact.
 *
 *   ρ, e      positions                                                        R
 *   a, b      pressure at the origin and gradient, for unit load               1/R², 1/R³
 */

/** Newton steps. Each halves at worst; a pressure centre at 98 % of the way to the outline takes about ten. */
const STEPS = 60;

/** ∫ 1, x, y, xx, xy, yy dA over outlines. */
const MATRIX = 6;
const moments = new Float64Array(MATRIX);
const trial = new Float64Array(3);
const step = new Float64Array(3);
const gradient = new Float64Array(3);
/** φ, where a number that crosses a call might be allocated. */
const energy = new Float64Array(1);

/** Room for a clipped outline: every vertex, and one more per edge. */
let clipped = new Float64Array(64);

/** Adds the moments of a closed outline, `count` vertices from number `from` on in xy, to sum. */
export function addMoments(xy: Float64Array, from: number, count: number, sum: Float64Array): void {
  let x1 = xy[2 * (from + count - 1)];
  let y1 = xy[2 * (from + count - 1) + 1];
  for (let k = from; k < from + count; k++) {
    const x2 = xy[2 * k];
    const y2 = xy[2 * k + 1];
    const c = x1 * y2 - x2 * y1;
    sum[0] += 0.5 * c;
    sum[1] += (c * (x1 + x2)) / 6;
    sum[2] += (c * (y1 + y2)) / 6;
    sum[3] += (c * (x1 * x1 + x1 * x2 + x2 * x2)) / 12;
    sum[4] += (c * (2 * (x1 * y1 + x2 * y2) + x1 * y2 + x2 * y1)) / 24;
    sum[5] += (c * (y1 * y1 + y1 * y2 + y2 * y2)) / 12;
    x1 = x2;
    y1 = y2;
  }
}

/**
 * The part of an outline where plane[0] + plane[1] x + plane[2] y ≥ 0, into `to` from vertex `at` on; returns its number of
 * vertices. Parts of an outline that is not convex stay joined along the cut, there and back: integrals do not mind.
 */
export function clipOutline(
  xy: Float64Array,
  from: number,
  count: number,
  plane: Float64Array,
  to: Float64Array,
  at: number,
): number {
  let n = 2 * at;
  let x1 = xy[2 * (from + count - 1)];
  let y1 = xy[2 * (from + count - 1) + 1];
  let p1 = plane[0] + plane[1] * x1 + plane[2] * y1;
  for (let k = from; k < from + count; k++) {
    const x2 = xy[2 * k];
    const y2 = xy[2 * k + 1];
    const p2 = plane[0] + plane[1] * x2 + plane[2] * y2;
    if (p1 >= 0 !== p2 >= 0) {
      const share = p1 / (p1 - p2);
      to[n++] = x1 + share * (x2 - x1);
      to[n++] = y1 + share * (y2 - y1);
    }
    if (p2 >= 0) {
      to[n++] = x2;
      to[n++] = y2;
    }
    x1 = x2;
    y1 = y2;
    p1 = p2;
  }
  return n / 2 - at;
}

/** Finds plane = [a, bx, by] for the outlines that end before vertices ends[0..loops-1]. Whether it is exact. */
export function fitPlane(
  xy: Float64Array,
  ends: Int32Array,
  loops: number,
  e: Float64Array,
  plane: Float64Array,
): boolean {
  const most = 4 * ends[loops - 1];
  if (clipped.length < most) clipped = new Float64Array(2 * most);
  moments.fill(0);
  for (let k = 0, from = 0; k < loops; from = ends[k++]) addMoments(xy, from, ends[k] - from, moments);
  plane.fill(0);
  findGradient(plane, e);
  solveStep();
  for (let k = 0; k < 3; k++) plane[k] = step[k];
  if (!pullsAnywhere(xy, ends[loops - 1], plane)) return true;
  findEnergy(xy, ends, loops, e, plane);
  let value = energy[0];
  for (let round = 0; round < STEPS; round++) {
    findGradient(plane, e);
    if (Math.abs(gradient[0]) + Math.abs(gradient[1]) + Math.abs(gradient[2]) < 1e-13) return true;
    solveStep();
    let slope = 0;
    for (let k = 0; k < 3; k++) slope += gradient[k] * step[k];
    let length = 1;
    let next = value;
    for (let halving = 0; halving < 40; halving++, length *= 0.5) {
      for (let k = 0; k < 3; k++) trial[k] = plane[k] + length * step[k];
      findEnergy(xy, ends, loops, e, trial);
      next = energy[0];
      if (moments[0] > 0 && next <= value + 1e-4 * length * slope + 1e-15 * Math.abs(value)) break;
    }
    for (let k = 0; k < 3; k++) plane[k] = trial[k];
    value = next;
  }
  findGradient(plane, e);
  return Math.abs(gradient[0]) + Math.abs(gradient[1]) + Math.abs(gradient[2]) < 1e-9;
}

function pullsAnywhere(xy: Float64Array, count: number, plane: Float64Array): boolean {
  for (let k = 0; k < count; k++) {
    if (plane[0] + plane[1] * xy[2 * k] + plane[2] * xy[2 * k + 1] < -1e-12 * plane[0]) return true;
  }
  return false;
}

/** φ into `energy`, and into `moments` the matrix J of the part that is pressed. */
function findEnergy(xy: Float64Array, ends: Int32Array, loops: number, e: Float64Array, plane: Float64Array): void {
  moments.fill(0);
  for (let k = 0, from = 0; k < loops; from = ends[k++]) {
    const count = clipOutline(xy, from, ends[k] - from, plane, clipped, 0);
    if (count > 2) addMoments(clipped, 0, count, moments);
  }
  const a = plane[0];
  const bx = plane[1];
  const by = plane[2];
  const quadratic =
    a * (a * moments[0] + 2 * (bx * moments[1] + by * moments[2])) +
    bx * (bx * moments[3] + 2 * by * moments[4]) +
    by * by * moments[5];
  energy[0] = 0.5 * quadratic - (a + bx * e[0] + by * e[1]);
}

/** J (a, b) - (1, e). */
function findGradient(plane: Float64Array, e: Float64Array): void {
  const a = plane[0];
  const bx = plane[1];
  const by = plane[2];
  gradient[0] = a * moments[0] + bx * moments[1] + by * moments[2] - 1;
  gradient[1] = a * moments[1] + bx * moments[3] + by * moments[4] - e[0];
  gradient[2] = a * moments[2] + bx * moments[4] + by * moments[5] - e[1];
}

/** step = -J⁻¹ gradient, by Cholesky. */
function solveStep(): void {
  const l11 = Math.sqrt(moments[0]);
  const l21 = moments[1] / l11;
  const l31 = moments[2] / l11;
  const l22 = Math.sqrt(Math.max(moments[3] - l21 * l21, 1e-14 * moments[3] + 1e-300));
  const l32 = (moments[4] - l31 * l21) / l22;
  const l33 = Math.sqrt(Math.max(moments[5] - l31 * l31 - l32 * l32, 1e-14 * moments[5] + 1e-300));
  const y1 = -gradient[0] / l11;
  const y2 = (-gradient[1] - l21 * y1) / l22;
  const y3 = (-gradient[2] - l31 * y1 - l32 * y2) / l33;
  step[2] = y3 / l33;
  step[1] = (y2 - l32 * step[2]) / l22;
  step[0] = (y1 - l21 * step[1] - l31 * step[2]) / l11;
}
