import type { AnswerBase } from '../answer.js';
import { isDense } from '../matrix.js';
import type { MlcpCertificate } from '../problem.js';
import { analyse, type BlockLu, createBlockLu } from './block-lu.js';
import { countBits, growFloat, growInt, listBits } from './buffers.js';
import type { ContactProblem } from './problem.js';

/**
 * Every contact problem becomes one with the cone |x_t| ≤ x_n and 3x3 blocks of size about 1, so that each method has
 * one case to care for and one meaning of "small":
 *
 *   r = D x,   y = D u,   y = A x + b   with   A = D W D,   b = D q,   D_n = s / max(1, μ),   D_t = s · min(1, μ)
 *
 * A congruence leaves A as symmetric and as singular as W is, and |x_t| ≤ x_n means |r_t| ≤ μ r_n. The scale s of each
 * contact makes the largest diagonal entry of its block 1: units and mass ratios go away. Rows that D wipes out (μ = 0)
 * and the second tangent of a planar problem get a 1 on the diagonal: they read y = x and stay at 0.
 *
 * A is kept as rows of 3x3 blocks, on the pattern of W plus its transpose plus the diagonal.
 */
export interface ContactWorkspace {
  problem: ContactProblem;
  /** Contacts of the problem. */
  nc: number;
  /** Which blocks are there, one bit each: `words` words per row. */
  words: number;
  bits: Int32Array;
  /** Row c has blocks p[c] … p[c + 1] - 1 with columns `col`, nine numbers each in `A`; diag[c] is where its own starts. */
  p: Int32Array;
  col: Int32Array;
  diag: Int32Array;
  A: Float64Array;
  /** A matrix on the same pattern, for the methods that factor one, and its factors. */
  J: Float64Array;
  lu: BlockLu;
  /** Three numbers per contact. */
  D: Float64Array;
  b: Float64Array;
  /** max|b|, or 1. */
  unit: number;
  x: Float64Array;
  y: Float64Array;
  /** Scratch of the methods, three numbers per contact each. */
  v: Float64Array[];
  /** Scratch, one number per contact. */
  slot: Int32Array;
  /** Of each contact: largest diagonal entry of its block of W (1 where none is positive). */
  d: Float64Array;
  /** The present vector in the units of the problem, and the best one so far. */
  r: Float64Array;
  u: Float64Array;
  bestR: Float64Array;
  bestU: Float64Array;
  /** Residuals of the best vector, and which method found it. */
  residual: number;
  residualScaled: number;
  method: string;
  iterations: number;
  pivots: number;
  onIteration: ((iteration: number, residualScaled: number) => void) | undefined;
  answer: ContactAnswer;
}

export interface ContactAnswer extends AnswerBase {
  /** Impulses, and relative velocities u = W r + q. They belong to the workspace: its next solve writes over them. */
  r: Float64Array;
  u: Float64Array;
  /** Set where the status is 'infeasible': y ≥ 0 on the normal rows, see contact/certificate.ts. */
  certificate?: MlcpCertificate | undefined;
}

const SCRATCH = 5;

/**
 * Buffers for problems with up to n unknowns; larger ones make them grow. Solving again with the same size and pattern
 * allocates nothing.
 */
export function createContactWorkspace(n: number, dim: 2 | 3): ContactWorkspace {
  if (dim !== 2 && dim !== 3) throw new RangeError(`createContactWorkspace: dim must be 2 or 3 (got ${dim})`);
  if (!(n >= 0 && n % dim === 0)) {
    throw new RangeError(`createContactWorkspace: n must be a multiple of dim = ${dim}, >= 0 (got ${n})`);
  }
  const none = new Float64Array(0);
  const noInts = new Int32Array(0);
  const ws: ContactWorkspace = {
    problem: { dim, W: none, q: none, mu: none },
    nc: 0,
    words: 0,
    bits: noInts,
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
    v: Array.from({ length: SCRATCH }, () => none),
    slot: noInts,
    d: none,
    r: none,
    u: none,
    bestR: none,
    bestU: none,
    residual: 0,
    residualScaled: 0,
    method: 'start',
    iterations: 0,
    pivots: 0,
    onIteration: undefined,
    answer: {
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
  resize(ws, n / dim, dim);
  return ws;
}

function resize(ws: ContactWorkspace, nc: number, dim: number): void {
  ws.nc = nc;
  ws.words = (nc + 31) >> 5;
  ws.bits = growInt(ws.bits, nc * ws.words);
  ws.p = growInt(ws.p, nc + 1);
  ws.diag = growInt(ws.diag, nc);
  ws.slot = growInt(ws.slot, nc);
  ws.d = growFloat(ws.d, nc);
  ws.D = growFloat(ws.D, 3 * nc);
  ws.b = growFloat(ws.b, 3 * nc);
  ws.x = growFloat(ws.x, 3 * nc);
  ws.y = growFloat(ws.y, 3 * nc);
  for (let k = 0; k < SCRATCH; k++) ws.v[k] = growFloat(ws.v[k], 3 * nc);
  if (ws.r.length !== nc * dim) {
    ws.r = new Float64Array(nc * dim);
    ws.u = new Float64Array(nc * dim);
    ws.bestR = new Float64Array(nc * dim);
    ws.bestU = new Float64Array(nc * dim);
  }
}

/** Fills the workspace with a (valid) problem and forgets what was there; x = 0. */
export function load(ws: ContactWorkspace, problem: ContactProblem): void {
  const { dim, W, q, mu } = problem;
  const n = q.length;
  resize(ws, n / dim, dim);
  ws.problem = problem;
  const { nc, words, bits, p, diag, D, b, d, slot } = ws;
  const value = isDense(W) ? W : W.x;
  const column = isDense(W) ? undefined : W.i;
  const starts = isDense(W) ? undefined : W.p;

  // Pattern and diagonal.
  bits.fill(0, 0, nc * words);
  D.fill(0, 0, 3 * nc);
  for (let row = 0; row < n; row++) {
    const first = starts ? starts[row] : row * n;
    const end = starts ? starts[row + 1] : first + n;
    const i = Math.floor(row / dim);
    for (let at = first; at < end; at++) {
      if (value[at] === 0) continue;
      const c = column ? column[at] : at - first;
      const j = Math.floor(c / dim);
      bits[i * words + (j >> 5)] |= 1 << (j & 31);
      bits[j * words + (i >> 5)] |= 1 << (i & 31);
      if (c === row) D[3 * i + row - dim * i] += value[at];
    }
  }
  let blocks = 0;
  for (let i = 0; i < nc; i++) {
    bits[i * words + (i >> 5)] |= 1 << (i & 31);
    p[i] = blocks;
    blocks += countBits(bits, i * words, words);
  }
  p[nc] = blocks;
  ws.col = growInt(ws.col, blocks);
  ws.A = growFloat(ws.A, 9 * blocks);
  const { col, A } = ws;
  for (let i = 0; i < nc; i++) listBits(bits, i * words, words, col, p[i]);

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
  ws.unit = unit > 0 ? unit : 1;

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
  ws.x.fill(0, 0, 3 * nc);
  ws.bestR.fill(0);
  for (let k = 0; k < n; k++) ws.bestU[k] = q[k];
  ws.lu.analysed = false;
  ws.residual = Number.POSITIVE_INFINITY;
  ws.residualScaled = Number.POSITIVE_INFINITY;
  ws.method = 'start';
  ws.iterations = 0;
  ws.pivots = 0;
}

/** Lays out the factors for the pattern of A, once per problem. */
export function prepareFactors(ws: ContactWorkspace): void {
  if (ws.lu.analysed) return;
  analyse(ws.lu, ws.bits, ws.words, ws.nc);
  ws.J = growFloat(ws.J, 9 * ws.p[ws.nc]);
}

/** Sets x from an impulse in the units of the problem. */
export function setImpulse(ws: ContactWorkspace, r: ArrayLike<number>): void {
  const { nc, D, x, problem } = ws;
  const { dim } = problem;
  for (let i = 0; i < nc; i++) {
    for (let k = 0; k < 3; k++) x[3 * i + k] = k < dim && D[3 * i + k] > 0 ? r[dim * i + k] / D[3 * i + k] : 0;
  }
}

/** out = A x + b, or just A x with b left out. */
export function velocity(ws: ContactWorkspace, x: Float64Array, out: Float64Array, b?: Float64Array): void {
  const { nc, p, col, A } = ws;
  for (let i = 0; i < nc; i++) {
    let s0 = b ? b[3 * i] : 0;
    let s1 = b ? b[3 * i + 1] : 0;
    let s2 = b ? b[3 * i + 2] : 0;
    for (let k = p[i]; k < p[i + 1]; k++) {
      const a = 9 * k;
      const j = 3 * col[k];
      const x0 = x[j];
      const x1 = x[j + 1];
      const x2 = x[j + 2];
      s0 += A[a] * x0 + A[a + 1] * x1 + A[a + 2] * x2;
      s1 += A[a + 3] * x0 + A[a + 4] * x1 + A[a + 5] * x2;
      s2 += A[a + 6] * x0 + A[a + 7] * x1 + A[a + 8] * x2;
    }
    out[3 * i] = s0;
    out[3 * i + 1] = s1;
    out[3 * i + 2] = s2;
  }
}
