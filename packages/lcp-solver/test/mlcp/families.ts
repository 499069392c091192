import type { MlcpProblem } from '../../src/mlcp/problem.js';

/**
 * Random families of mixed LCPs with 2 to 20 unknowns. Each problem is solvable by construction: complementary z and w
 * are drawn first, then q = w - M z.
 */
export const families: Record<string, (random: () => number) => MlcpProblem> = {
  'positive definite': (random) => {
    const n = sizeOf(random);
    return solvable(random, gram(random, n, n, 0.05), orthant(n), 0);
  },
  'positive semi-definite': (random) => {
    const n = sizeOf(random);
    return solvable(random, gram(random, n, 1 + Math.floor(random() * (n - 1)), 0), orthant(n), 0);
  },
  'degenerate semi-definite': (random) => {
    const n = sizeOf(random);
    return solvable(random, gram(random, n, 1 + Math.floor(random() * (n - 1)), 0), orthant(n), 0.2 + 0.6 * random());
  },
  'duplicated rows': (random) => {
    const n = sizeOf(random);
    const distinct = 1 + Math.floor(random() * (n - 1));
    const G = randomRows(random, distinct, 1 + Math.floor(random() * distinct));
    const rows = Array.from({ length: n }, (_, i) => G[i < distinct ? i : Math.floor(random() * distinct)]);
    return solvable(random, gramOf(rows), orthant(n), 0.5 * random());
  },
  boxed: (random) => {
    const n = sizeOf(random);
    const bounds = orthant(n);
    for (let i = 0; i < n; i++) {
      const kind = random();
      if (kind < 0.6) bounds.lo[i] = -random();
      if (kind < 0.8) bounds.hi[i] = bounds.lo[i] + (random() < 0.05 ? 0 : random());
      else if (kind < 0.9) {
        bounds.lo[i] = Number.NEGATIVE_INFINITY;
        bounds.hi[i] = random();
      }
    }
    return solvable(random, gram(random, n, 1 + Math.floor(random() * n), 0), bounds, 0.3 * random());
  },
  'mixed free': (random) => {
    const n = sizeOf(random);
    const bounds = orthant(n);
    for (let i = 0; i < n; i++) if (random() < 0.4) bounds.lo[i] = Number.NEGATIVE_INFINITY;
    return solvable(random, gram(random, n, 1 + Math.floor(random() * n), 0), bounds, 0.3 * random());
  },
  'mass ratio 1e6': (random) => {
    const n = sizeOf(random);
    const bodies = 2 + Math.floor(random() * 6);
    const mass = Array.from({ length: bodies }, () => 10 ** (6 * random() - 3));
    mass[0] = 1e-3;
    mass[1] = 1e3;
    // Contacts between two bodies, or a body and the ground, with three velocities per body: often more contacts than
    // velocities.
    const rows = Array.from({ length: n }, () => {
      const row = new Array<number>(3 * bodies).fill(0);
      const a = Math.floor(random() * bodies);
      const b = Math.floor(random() * (bodies + 1));
      for (let k = 0; k < 3; k++) {
        const direction = 2 * random() - 1;
        row[3 * a + k] += direction / Math.sqrt(mass[a]);
        if (b < bodies && b !== a) row[3 * b + k] -= direction / Math.sqrt(mass[b]);
      }
      return row;
    });
    const M = gramOf(rows);
    const impulse = M.map((row, i) => 1 / row[i]);
    return solvable(random, M, orthant(n), 0.3 * random(), impulse);
  },
  'P, not symmetric': (random) => {
    const n = sizeOf(random);
    const M = randomRows(random, n, n);
    const triangular = random() < 0.5;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) {
        if (triangular && j > i) M[i][j] = 0;
        if (j !== i) sum += Math.abs(M[i][j]);
      }
      // A triangular matrix with a positive diagonal is P, and so is a row-dominant one.
      M[i][i] = triangular ? 0.2 + random() : sum * (1 + 0.1 * random()) + 0.01;
    }
    return solvable(random, shuffled(random, M), orthant(n), 0.3 * random());
  },
  'semi-definite plus skew': (random) => {
    const n = sizeOf(random);
    const M = gram(random, n, Math.floor(random() * n), 0);
    addSkew(random, M, 0, n);
    return solvable(random, M, orthant(n), 0.3 * random());
  },
  'copositive-plus': (random) => {
    const n = sizeOf(random);
    const first = Math.floor(random() * n);
    // A semi-definite block and a positive one, coupled by a skew block.
    const M = randomRows(random, n, n);
    const S = gram(random, first, 1 + Math.floor(random() * n), 0);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (i < first && j < first) M[i][j] = S[i][j];
        else if (i >= first && j >= first) M[i][j] = 0.01 + random();
        else if (i > j) M[i][j] = -M[j][i];
      }
    }
    return solvable(random, shuffled(random, M), orthant(n), 0.3 * random());
  },
};

interface Bounds {
  lo: Float64Array;
  hi: Float64Array;
}

function sizeOf(random: () => number): number {
  return 2 + Math.floor(random() * 19);
}

function orthant(n: number): Bounds {
  return { lo: new Float64Array(n), hi: new Float64Array(n).fill(Number.POSITIVE_INFINITY) };
}

function randomRows(random: () => number, rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => 2 * random() - 1));
}

function gram(random: () => number, n: number, rank: number, shift: number): number[][] {
  const M = gramOf(randomRows(random, n, rank));
  for (let i = 0; i < n; i++) M[i][i] += shift;
  return M;
}

function gramOf(rows: number[][]): number[][] {
  return rows.map((a) => rows.map((b) => a.reduce((sum, value, k) => sum + value * b[k], 0)));
}

function addSkew(random: () => number, M: number[][], from: number, to: number): void {
  for (let i = from; i < to; i++) {
    for (let j = from; j < i; j++) {
      const value = 2 * random() - 1;
      M[i][j] += value;
      M[j][i] -= value;
    }
  }
}

function shuffled(random: () => number, M: number[][]): number[][] {
  const order = M.map((_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key);
  return order.map((a) => order.map((b) => M[a.i][b.i]));
}

/**
 * A problem with this matrix and a known solution; a fraction `degenerate` of the unknowns at a bound has w = 0.
 */
function solvable(
  random: () => number,
  rows: number[][],
  { lo, hi }: Bounds,
  degenerate: number,
  impulse?: number[],
): MlcpProblem {
  const n = rows.length;
  const z = new Float64Array(n);
  const w = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const unit = impulse ? impulse[i] : 1;
    const below = lo[i] > Number.NEGATIVE_INFINITY;
    const above = hi[i] < Number.POSITIVE_INFINITY;
    const at = random();
    const force = random() < degenerate ? 0 : random();
    if (below && (at < 0.35 || (!above && at < 0.5))) {
      z[i] = lo[i];
      w[i] = force;
    } else if (above && (at < 0.7 || !below)) {
      z[i] = hi[i];
      w[i] = -force;
    } else if (below && above) {
      z[i] = lo[i] + (hi[i] - lo[i]) * random();
    } else if (below) z[i] = lo[i] + unit * random();
    else if (above) z[i] = hi[i] - unit * random();
    else z[i] = unit * (2 * random() - 1);
  }
  const q = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    q[i] = w[i];
    for (let j = 0; j < n; j++) q[i] -= rows[i][j] * z[j];
  }
  return { n, M: Float64Array.from(rows.flat()), q, lo, hi };
}
