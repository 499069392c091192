/**
 * Fits the linear pressure (a + b·ρ)₊ on an outline to unit load and a given pressure centre e, clipped where it would
 * be negative. It minimises the convex φ(a, b) = ½ ∫ (a + b·ρ)₊² dA - (a + b·e), whose gradient is (load - 1, first
 * moment - e), and whose Hessian is the moment matrix J of the part under pressure, by a few Newton steps with step
 * halving. Without clipping φ is quadratic and one step is exact.
 *
 *   ρ, e      positions                                                        R
 *   a, b      pressure at the origin and gradient, for unit load               1/R², 1/R³
 */

/** Most Newton steps. A pressure centre at 98 % of the distance to the outline takes about ten. */
const MAX_STEPS = 60;
/** Gradient of φ at which a fit is exact, and at which it is accepted if rounding prevents better. */
const EXACT = 1e-13;
const GOOD = 1e-9;
/** A step is halved while φ would rise at its end by more than this share of the slope at its start. */
const OVERSHOOT = 0.9;
const MIN_STEP = 1e-12;

/** Number of moments of an outline: ∫ 1, x, y, xx, xy, yy dA. */
const MOMENT_COUNT = 6;
/** Moments of the part under pressure. */
const moments = new Float64Array(MOMENT_COUNT);
const trial = new Float64Array(3);
const step = new Float64Array(3);
const gradient = new Float64Array(3);
/** NORM: L1 norm of the gradient of φ, SLOPE: slope of φ along `step`. An array, because V8 may box returned numbers. */
const gradientInfo = new Float64Array(2);
const NORM = 0;
const SLOPE = 1;

/** Adds the moments of a closed outline, `count` vertices starting at vertex `from` of xy, to sum. */
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
 * Writes the part of an outline where plane[0] + plane[1] x + plane[2] y ≥ 0 to `to`, starting at vertex `at`. Returns
 * its number of vertices. Parts of a concave outline stay joined by a double edge along the cut, which integrates to 0.
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

/**
 * Finds plane = [a, bx, by] for the outlines that end before vertices ends[0..loops-1]. Returns false if it did not
 * converge. `clipped` is scratch for a clipped outline, 4 floats per vertex.
 */
export function fitPlane(
  xy: Float64Array,
  ends: Int32Array,
  loops: number,
  e: Float64Array,
  plane: Float64Array,
  clipped: Float64Array,
): boolean {
  moments.fill(0);
  for (let k = 0, from = 0; k < loops; from = ends[k++]) addMoments(xy, from, ends[k] - from, moments);
  plane.fill(0);
  evalGradient(plane, e);
  solveStep();
  for (let k = 0; k < 3; k++) plane[k] = step[k];
  if (!hasTension(xy, ends[loops - 1], plane)) return true;
  momentsOfPressed(xy, ends, loops, plane, clipped);
  evalGradient(plane, e);
  let error = gradientInfo[NORM];
  for (let iteration = 0; iteration < MAX_STEPS && error > EXACT; iteration++) {
    solveStep();
    const slopeAtStart = gradient[0] * step[0] + gradient[1] * step[1] + gradient[2] * step[2];
    // Compares slopes of φ: near the minimum its values differ only by rounding.
    for (let length = 1; length > MIN_STEP; length *= 0.5) {
      for (let k = 0; k < 3; k++) trial[k] = plane[k] + length * step[k];
      momentsOfPressed(xy, ends, loops, trial, clipped);
      evalGradient(trial, e);
      if (moments[0] > 0 && gradientInfo[SLOPE] <= -OVERSHOOT * slopeAtStart) break;
    }
    if (error < GOOD && !(gradientInfo[NORM] < error)) break;
    error = gradientInfo[NORM];
    for (let k = 0; k < 3; k++) plane[k] = trial[k];
  }
  return error < GOOD;
}

function hasTension(xy: Float64Array, count: number, plane: Float64Array): boolean {
  for (let k = 0; k < count; k++) {
    if (plane[0] + plane[1] * xy[2 * k] + plane[2] * xy[2 * k + 1] < -1e-12 * plane[0]) return true;
  }
  return false;
}

/** Writes the moments of the part under pressure, the matrix J, to `moments`. */
function momentsOfPressed(
  xy: Float64Array,
  ends: Int32Array,
  loops: number,
  plane: Float64Array,
  clipped: Float64Array,
): void {
  moments.fill(0);
  for (let k = 0, from = 0; k < loops; from = ends[k++]) {
    const count = clipOutline(xy, from, ends[k] - from, plane, clipped, 0);
    if (count > 2) addMoments(clipped, 0, count, moments);
  }
}

/** gradient = J (a, b) - (1, e); writes its norm and its slope along `step` to `gradientInfo`. */
function evalGradient(plane: Float64Array, e: Float64Array): void {
  const a = plane[0];
  const bx = plane[1];
  const by = plane[2];
  gradient[0] = a * moments[0] + bx * moments[1] + by * moments[2] - 1;
  gradient[1] = a * moments[1] + bx * moments[3] + by * moments[4] - e[0];
  gradient[2] = a * moments[2] + bx * moments[4] + by * moments[5] - e[1];
  gradientInfo[NORM] = Math.abs(gradient[0]) + Math.abs(gradient[1]) + Math.abs(gradient[2]);
  gradientInfo[SLOPE] = gradient[0] * step[0] + gradient[1] * step[1] + gradient[2] * step[2];
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
