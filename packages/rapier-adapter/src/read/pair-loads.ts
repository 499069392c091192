/**
 * Normal impulses of the contacts of one pair, from their combined effect on the relative velocity of the two bodies. Contacts are springs of equal
 * stiffness between rigid bodies: a small twist w compresses each by j_k·w. Normal springs only push; friction, also unknown, is a weak spring
 * along the surface:
 *
 *     λ_k = (j_k·w)₊,     min over w  ½ ε wᵀD w + ½ κ Σ |t_k w|² + ½ Σ (j_k·w)₊² - w·A⁻¹u
 *
 *   j_k, t_k   contact k: normal and moment about the origin, and the same for the two tangents
 *   u          change of the relative twist at the origin due to contacts, B against A            m/s, rad/s
 *   A          change of that twist per wrench; D the inverse of its diagonal                     1/kg, 1/(kg m²)
 *
 * At the minimum the wrench A⁻¹u is explained up to ε D w, as far as pushing and friction can. The loads of a face vary linearly, like a pressure, so
 * they do not depend on how the engine splits it into points. Newton steps are halved if φ would rise.
 */
export type PairLoads = ReturnType<typeof createPairLoads>;

export function createPairLoads() {
  const six = (): Float64Array => new Float64Array(6);
  const matrix = (): Float64Array => new Float64Array(36);
  return {
    /** Per contact: position relative to the origin, and j. */
    place: new Float64Array(0),
    j: new Float64Array(0),
    /** A and u, set by the caller. */
    A: matrix(),
    u: six(),
    /** Results: impulses, and the total wrench including friction. */
    lambda: new Float64Array(0),
    wrench: six(),
    /** κ Σ tᵀt, and with ε D; the Hessian; A⁻¹u; w, the trial, the step, the gradient. */
    along: matrix(),
    base: matrix(),
    hessian: matrix(),
    target: six(),
    w: six(),
    trial: six(),
    step: six(),
    gradient: six(),
  };
}

/** ε in units of the mean of j A jᵀ. */
const SOFT = 1e-6;
/**
 * κ. If a floor and a wall share a pair, this is the share of the load that the friction of one may take from the normals of the other. If normals
 * differ by an angle δ, friction is distinguished from normals as long as κ is smaller than δ².
 */
const ALONG = 0.01;
/** Relative to the trace of A: locked axes hardly move. */
const RIDGE = 1e-9;
const STEPS = 40;
const HALVINGS = 30;
/** Relative to A⁻¹u. */
const TOLERANCE = 1e-6;

/** Fills `lambda` and `wrench` for `count` contacts. */
export function solvePairLoads(p: PairLoads, count: number): void {
  const { w, trial, step, gradient, lambda, wrench, along, j } = p;
  w.fill(0);
  wrench.fill(0);
  lambda.fill(0, 0, count);
  if (!prepare(p, count)) return;
  let least = 0;
  for (let e = 0; e < 6; e++) least += TOLERANCE * Math.abs(p.target[e]);
  for (let n = 0; n < STEPS; n++) {
    let size = 0;
    let down = 0;
    for (let e = 0; e < 6; e++) size += Math.abs(gradient[e]);
    if (size <= least) break;
    for (let e = 0; e < 6; e++) step[e] = -gradient[e];
    if (!factor(p.hessian)) break;
    solve(p.hessian, step);
    for (let e = 0; e < 6; e++) down += gradient[e] * step[e];
    for (let k = 0, share = 1; k < HALVINGS; k++, share *= 0.5) {
      for (let e = 0; e < 6; e++) trial[e] = w[e] + share * step[e];
      addSprings(p, trial, count);
      let slope = 0;
      for (let e = 0; e < 6; e++) slope += gradient[e] * step[e];
      if (slope <= -0.9 * down) break;
    }
    w.set(trial);
  }
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) wrench[r] += along[6 * r + c] * w[c];
  for (let k = 0; k < count; k++) {
    let depth = 0;
    for (let e = 0; e < 6; e++) depth += j[6 * k + e] * w[e];
    if (!(depth > 0)) continue;
    lambda[k] = depth;
    for (let e = 0; e < 6; e++) wrench[e] += depth * j[6 * k + e];
  }
}

/** Fills `along`, `base` and A⁻¹u; gradient and Hessian at w = 0 with all contacts active. Returns false if nothing can move. */
function prepare(p: PairLoads, count: number): boolean {
  const { A, base, along, u, target, hessian, gradient, j, place } = p;
  let mean = 0;
  for (let k = 0; k < 6 * count; k++) mean += (j[k] * j[k] * A[7 * (k % 6)]) / count;
  const moves = A[0] + A[7] + A[14];
  const turns = A[21] + A[28] + A[35];
  hessian.set(A);
  for (let e = 0; e < 6; e++) hessian[7 * e] += RIDGE * ((e < 3 ? moves : turns) || moves + turns);
  if (!(mean > 0)) return false;
  along.fill(0);
  base.fill(0);
  for (let e = 0; e < 6; e++) base[7 * e] = (SOFT * mean) / hessian[7 * e];
  target.set(u);
  if (!factor(hessian)) return false;
  solve(hessian, target);
  hessian.fill(0);
  for (let k = 0; k < count; k++) {
    addNormal(hessian, j, 6 * k);
    addPlace(along, place, 3 * k);
  }
  // κ Σ tᵀt = κ Σ (sᵀs - jᵀj), s all three directions.
  for (let r = 0; r < 6; r++) {
    gradient[r] = -target[r];
    for (let c = 0; c <= r; c++) {
      const at = 6 * r + c;
      along[at] = ALONG * (along[at] - hessian[at]);
      along[6 * c + r] = along[at];
      base[at] += along[at];
      base[6 * c + r] = base[at];
      hessian[at] += base[at];
    }
  }
  return true;
}

/** m += jᵀj, lower half; written out because most of the time is spent here. */
function addNormal(m: Float64Array, j: Float64Array, at: number): void {
  const a = j[at];
  const b = j[at + 1];
  const c = j[at + 2];
  const d = j[at + 3];
  const e = j[at + 4];
  const f = j[at + 5];
  m[0] += a * a;
  m[6] += b * a;
  m[7] += b * b;
  m[12] += c * a;
  m[13] += c * b;
  m[14] += c * c;
  m[18] += d * a;
  m[19] += d * b;
  m[20] += d * c;
  m[21] += d * d;
  m[24] += e * a;
  m[25] += e * b;
  m[26] += e * c;
  m[27] += e * d;
  m[28] += e * e;
  m[30] += f * a;
  m[31] += f * b;
  m[32] += f * c;
  m[33] += f * d;
  m[34] += f * e;
  m[35] += f * f;
}

/** m += sᵀs, s = [1, ρ×] at position ρ, lower half. */
function addPlace(m: Float64Array, place: Float64Array, at: number): void {
  const x = place[at];
  const y = place[at + 1];
  const z = place[at + 2];
  m[0]++;
  m[7]++;
  m[14]++;
  m[19] -= z;
  m[20] += y;
  m[24] += z;
  m[26] -= x;
  m[30] -= y;
  m[31] += x;
  m[21] += y * y + z * z;
  m[27] -= x * y;
  m[28] += x * x + z * z;
  m[33] -= x * z;
  m[34] -= y * z;
  m[35] += x * x + y * y;
}

/** Gradient at w, and the lower half of the Hessian. */
function addSprings(p: PairLoads, w: Float64Array, count: number): void {
  const { gradient, hessian, base, target, j } = p;
  hessian.set(base);
  for (let r = 0; r < 6; r++) {
    gradient[r] = -target[r];
    for (let c = 0; c < 6; c++) gradient[r] += base[6 * r + c] * w[c];
  }
  for (let at = 0; at < 6 * count; at += 6) {
    let depth = 0;
    for (let e = 0; e < 6; e++) depth += j[at + e] * w[e];
    if (!(depth > 0)) continue;
    for (let e = 0; e < 6; e++) gradient[e] += depth * j[at + e];
    addNormal(hessian, j, at);
  }
}

/** Cholesky factor in the lower half. */
function factor(m: Float64Array): boolean {
  for (let c = 0; c < 6; c++) {
    let d = m[7 * c];
    for (let k = 0; k < c; k++) d -= m[6 * c + k] * m[6 * c + k];
    if (!(d > 0)) return false;
    const root = Math.sqrt(d);
    m[7 * c] = root;
    for (let r = c + 1; r < 6; r++) {
      let sum = m[6 * r + c];
      for (let k = 0; k < c; k++) sum -= m[6 * r + k] * m[6 * c + k];
      m[6 * r + c] = sum / root;
    }
  }
  return true;
}

function solve(m: Float64Array, x: Float64Array): void {
  for (let r = 0; r < 6; r++) {
    for (let k = 0; k < r; k++) x[r] -= m[6 * r + k] * x[k];
    x[r] /= m[7 * r];
  }
  for (let r = 5; r >= 0; r--) {
    for (let k = r + 1; k < 6; k++) x[r] -= m[6 * k + r] * x[k];
    x[r] /= m[7 * r];
  }
}
