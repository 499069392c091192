import { addBlockRow, analyseBlocks, type BlockLu, createBlockLu } from '../algebra/block-lu.js';
import { countBits, ensureFloats, ensureInts, listBits } from '../algebra/buffers.js';
import { isDense } from '../algebra/matrix.js';
import type { MlcpCertificate } from '../mlcp/problem.js';
import type { ResultBase } from '../result.js';
import type { ContactProblem } from './problem.js';

/**
 * Buffers of solveContact. Every problem is transformed to the cone |x_t| ≤ x_n with 3x3 blocks of size about 1, so that
 * the methods handle a single case with a single scale:
 *
 *   r = D x,   y = D u,   y = A x + b   with   A = D W D,   b = D q,   D_n = s / max(1, μ),   D_t = s · min(1, μ)
 *
 * The congruence preserves the symmetry and rank of W, and |x_t| ≤ x_n is equivalent to |r_t| ≤ μ r_n. The scale s of a
 * contact makes the largest diagonal entry of its block 1, which removes units and mass ratios. Rows with D = 0 (μ = 0)
 * and the second tangent of a planar problem get a 1 on the diagonal: they read y = x and stay at 0.
 *
 * A is stored in block compressed rows (3x3), on the pattern of W plus its transpose plus the diagonal.
 */
export interface ContactWorkspace {
  problem: ContactProblem;
  /** Number of contacts. */
  nc: number;
  /** Block pattern as a bit matrix, `words` words per row. */
  words: number;
  pattern: Int32Array;
  /** Row c has the blocks p[c] … p[c + 1] - 1 with columns `col`, nine floats each in `A`. */
  p: Int32Array;
  col: Int32Array;
  /** Offset in `A` of the diagonal block of each row. */
  diag: Int32Array;
  A: Float64Array;
  /** Jacobian on the same pattern, and its factors. */
  J: Float64Array;
  lu: BlockLu;
  /** Three floats per contact. */
  D: Float64Array;
  b: Float64Array;
  /** max|b|, or 1. */
  unit: number;
  x: Float64Array;
  y: Float64Array;
  /** Vectors of the methods, three floats per contact each. */
  scratch: Float64Array[];
  /** Offset in `A` of the block in each column of the current row. */
  slot: Int32Array;
  /** Largest diagonal entry of each contact's block of W (1 if none is positive). */
  d: Float64Array;
  /** Current vector in the units of the problem, and the best one so far. */
  r: Float64Array;
  u: Float64Array;
  bestR: Float64Array;
  bestU: Float64Array;
  /** Plain and scaled residual of the vector evaluated last. */
  residuals: Float64Array;
  /** alart-curnier.ts: the last values of |F|. */
  recentNorms: Float64Array;
  /** Residuals of the best vector, and the method that found it. */
  residual: number;
  residualScaled: number;
  method: string;
  iterations: number;
  pivots: number;
  onIteration: ((iteration: number, residualScaled: number) => void) | undefined;
  result: ContactResult;
}

export interface ContactResult extends ResultBase {
  /** Impulses. Belongs to the workspace, whose next solve overwrites it. */
  r: Float64Array;
  /** Relative velocities u = W r + q. Belongs to the workspace as well. */
  u: Float64Array;
  /** Present if the status is 'infeasible': y ≥ 0 on the normal rows, see contact/certificate.ts. */
  certificate?: MlcpCertificate | undefined;
}

/** Number of scratch vectors. */
const SCRATCH = 5;
/** Values of |F| that the line search of alart-curnier.ts remembers. */
const RECENT_NORMS = 5;

/**
 * Creates a workspace for problems with up to n unknowns; it grows for larger ones. Repeated solves of the same size and
 * pattern allocate nothing.
 */
export function createContactWorkspace(n: number, dim: 2 | 3): ContactWorkspace {
  if (dim !== 2 && dim !== 3) throw new RangeError(`createContactWorkspace: dim must be 2 or 3 (got ${dim})`);
  if (!(n >= 0 && n % dim === 0)) {
    throw new RangeError(`createContactWorkspace: n must be a multiple of dim = ${dim}, >= 0 (got ${n})`);
  }
  const none = new Float64Array(0);
  const noInts = new Int32Array(0);
  const work: ContactWorkspace = {
    problem: { dim, W: none, q: none, mu: none },
    nc: 0,
    words: 0,
    pattern: noInts,
    p: noInts,
    col: noInts,
    diag: noInts,
    A: none,
    J: none,
    lu: createBlockLu(),
    D: none,
    b: none,
    unit: 1,
    x: none,
    y: none,
    scratch: Array.from({ length: SCRATCH }, () => none),
    slot: noInts,
    d: none,
    r: none,
    u: none,
    bestR: none,
    bestU: none,
    residuals: new Float64Array(2),
    recentNorms: new Float64Array(RECENT_NORMS),
    residual: 0,
    residualScaled: 0,
    method: 'start',
    iterations: 0,
    pivots: 0,
    onIteration: undefined,
    result: {
      status: 'inaccurate',
      residual: 0,
      residualScaled: 0,
      iterations: 0,
      pivots: 0,
      method: 'start',
      r: none,
      u: none,
      certificate: undefined,
    },
  };
  resize(work, n / dim, dim);
  return work;
}

function resize(work: ContactWorkspace, nc: number, dim: number): void {
  work.nc = nc;
  work.words = (nc + 31) >> 5;
  work.pattern = ensureInts(work.pattern, nc * work.words);
  work.p = ensureInts(work.p, nc + 1);
  work.diag = ensureInts(work.diag, nc);
  work.slot = ensureInts(work.slot, nc);
  work.d = ensureFloats(work.d, nc);
  work.D = ensureFloats(work.D, 3 * nc);
  work.b = ensureFloats(work.b, 3 * nc);
  work.x = ensureFloats(work.x, 3 * nc);
  work.y = ensureFloats(work.y, 3 * nc);
  for (let k = 0; k < SCRATCH; k++) work.scratch[k] = ensureFloats(work.scratch[k], 3 * nc);
  if (work.r.length !== nc * dim) {
    work.r = new Float64Array(nc * dim);
    work.u = new Float64Array(nc * dim);
    work.bestR = new Float64Array(nc * dim);
    work.bestU = new Float64Array(nc * dim);
  }
}

/** Writes a (valid) problem into the workspace and resets it; x = 0. */
export function loadContactProblem(work: ContactWorkspace, problem: ContactProblem): void {
  const { dim, W, q, mu } = problem;
  const n = q.length;
  resize(work, n / dim, dim);
  work.problem = problem;
  const { nc, words, pattern, p, diag, D, b, d, slot } = work;
  const value = isDense(W) ? W : W.x;
  const column = isDense(W) ? undefined : W.i;
  const starts = isDense(W) ? undefined : W.p;

  // Pattern and diagonal.
  pattern.fill(0, 0, nc * words);
  D.fill(0, 0, 3 * nc);
  for (let row = 0; row < n; row++) {
    const first = starts ? starts[row] : row * n;
    const end = starts ? starts[row + 1] : first + n;
    const i = Math.floor(row / dim);
    for (let at = first; at < end; at++) {
      if (value[at] === 0) continue;
      const c = column ? column[at] : at - first;
      const j = Math.floor(c / dim);
      pattern[i * words + (j >> 5)] |= 1 << (j & 31);
      pattern[j * words + (i >> 5)] |= 1 << (i & 31);
      if (c === row) D[3 * i + row - dim * i] += value[at];
    }
  }
  let blocks = 0;
  for (let i = 0; i < nc; i++) {
    pattern[i * words + (i >> 5)] |= 1 << (i & 31);
    p[i] = blocks;
    blocks += countBits(pattern, i * words, words);
  }
  p[nc] = blocks;
  work.col = ensureInts(work.col, blocks);
  work.A = ensureFloats(work.A, 9 * blocks);
  const { col, A } = work;
  for (let i = 0; i < nc; i++) listBits(pattern, i * words, words, col, p[i]);

  // Scales.
  let unit = 0;
  for (let i = 0; i < nc; i++) {
    const t = Math.max(D[3 * i + 1], D[3 * i + 2]);
    d[i] = Math.max(D[3 * i], t);
    if (!(d[i] > 0)) d[i] = 1;
    const normal = 1 / Math.max(1, mu[i]);
    const tangent = Math.min(1, mu[i]);
    const size = Math.max(normal * normal * D[3 * i], tangent * tangent * t);
    const s = size > 0 ? 1 / Math.sqrt(size) : 1;
    D[3 * i] = s * normal;
    D[3 * i + 1] = s * tangent;
    D[3 * i + 2] = dim === 3 ? s * tangent : 0;
    for (let k = 0; k < 3; k++) {
      b[3 * i + k] = k < dim ? D[3 * i + k] * q[dim * i + k] : 0;
      unit = Math.max(unit, Math.abs(b[3 * i + k]));
    }
  }
  work.unit = unit > 0 ? unit : 1;

  // Values.
  A.fill(0, 0, 9 * blocks);
  for (let i = 0; i < nc; i++) {
    for (let k = p[i]; k < p[i + 1]; k++) slot[col[k]] = 9 * k;
    diag[i] = slot[i];
    for (let a = 0; a < dim; a++) {
      const first = starts ? starts[dim * i + a] : (dim * i + a) * n;
      const end = starts ? starts[dim * i + a + 1] : first + n;
      for (let at = first; at < end; at++) {
        if (value[at] === 0) continue;
        const c = column ? column[at] : at - first;
        const j = Math.floor(c / dim);
        const e = c - dim * j;
        A[slot[j] + 3 * a + e] += D[3 * i + a] * value[at] * D[3 * j + e];
      }
    }
    for (let a = 0; a < 3; a++) if (D[3 * i + a] === 0) A[slot[i] + 4 * a] = 1;
  }
  work.x.fill(0, 0, 3 * nc);
  work.bestR.fill(0);
  for (let k = 0; k < n; k++) work.bestU[k] = q[k];
  work.lu.analysed = false;
  work.residual = Number.POSITIVE_INFINITY;
  work.residualScaled = Number.POSITIVE_INFINITY;
  work.method = 'start';
  work.iterations = 0;
  work.pivots = 0;
}

/** Analyses the pattern of A for the factorisation, once per problem. */
export function prepareFactors(work: ContactWorkspace): void {
  if (work.lu.analysed) return;
  analyseBlocks(work.lu, work.pattern, work.words, work.nc);
  work.J = ensureFloats(work.J, 9 * work.p[work.nc]);
}

/** Sets x from an impulse in the units of the problem. */
export function setImpulse(work: ContactWorkspace, r: ArrayLike<number>): void {
  const { nc, D, x, problem } = work;
  const { dim } = problem;
  for (let i = 0; i < nc; i++) {
    for (let k = 0; k < 3; k++) x[3 * i + k] = k < dim && D[3 * i + k] > 0 ? r[dim * i + k] / D[3 * i + k] : 0;
  }
}

/** out = A x + b, or A x without b. */
export function computeVelocity(work: ContactWorkspace, x: Float64Array, out: Float64Array, b?: Float64Array): void {
  const { nc, p, col, A } = work;
  for (let i = 0; i < nc; i++) {
    for (let k = 3 * i; k < 3 * i + 3; k++) out[k] = b ? b[k] : 0;
    addBlockRow(A, col, p[i], p[i + 1], x, 1, out, 3 * i);
  }
}
