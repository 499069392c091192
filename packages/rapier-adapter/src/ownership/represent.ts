/**
 * Expresses a table of coefficients with Rapier's combine rules. Each collider has one coefficient and one rule; a pair uses the rule with the
 * larger number: Average 0 < Min 1 < Multiply 2 < Max 3.
 */
export const AVERAGE = 0;
export const MIN = 1;
export const MULTIPLY = 2;
export const MAX = 3;

export interface Representation {
  /** Per material. */
  coefficient: number[];
  rule: number[];
  /** Pairs [a, b] whose coefficient cannot be expressed. */
  wrong: [number, number][];
}

/** Rapier's combination of two coefficients. */
export function combined(coefficientA: number, ruleA: number, coefficientB: number, ruleB: number): number {
  switch (Math.max(ruleA, ruleB)) {
    case AVERAGE:
      return 0.5 * (coefficientA + coefficientB);
    case MIN:
      return Math.min(coefficientA, coefficientB);
    case MULTIPLY:
      return coefficientA * coefficientB;
    default:
      return Math.max(coefficientA, coefficientB);
  }
}

/**
 * Finds coefficients and rules that give `mu[a][b]` for every pair; NaN for pairs that do not matter. If none fits, the choice with the fewest wrong
 * pairs. `allowMax` is false if a collider with coefficient 0 must win against all of these.
 */
export function representTable(mu: readonly (readonly number[])[], allowMax: boolean): Representation {
  const size = mu.length;
  let best: Representation | null = null;
  const tryRules = (rule: number[], coefficient: number[]) => {
    const wrong = wrongPairs(mu, coefficient, rule);
    if (!best || wrong.length < best.wrong.length) best = { coefficient, rule, wrong };
  };
  for (const rule of [AVERAGE, MIN, MULTIPLY]) tryRules(Array(size).fill(rule), oneRule(mu, rule));
  // Some materials dominate: their coefficient wins against all others.
  const most = allowMax && size <= MAX_SPLIT ? 1 << size : 1;
  for (let high = 1; high < most && (best as Representation | null)?.wrong.length !== 0; high++) {
    const rule = mu.map((_, m) => ((high >> m) & 1 ? MAX : MIN));
    tryRules(rule, splitCoefficients(mu, rule));
  }
  return best as unknown as Representation;
}

/** With more materials than this, rules are not mixed. */
const MAX_SPLIT = 8;
const TOLERANCE = 1e-6;

function wrongPairs(mu: readonly (readonly number[])[], c: number[], rule: number[]): [number, number][] {
  const wrong: [number, number][] = [];
  for (let a = 0; a < mu.length; a++) {
    for (let b = a; b < mu.length; b++) {
      const wanted = mu[a][b];
      if (isKnown(wanted) && !(Math.abs(combined(c[a], rule[a], c[b], rule[b]) - wanted) <= TOLERANCE * (1 + wanted)))
        wrong.push([a, b]);
    }
  }
  return wrong;
}

/** All materials with the same rule. */
function oneRule(mu: readonly (readonly number[])[], rule: number): number[] {
  if (rule === MIN) return mu.map((row) => Math.max(0, ...row.filter(isKnown)));
  // Average means c_a + c_b = 2 μ, Multiply the same for logarithms.
  const sums = mu.map((row) => row.map((x) => (rule === AVERAGE ? 2 * x : Math.log(x))));
  const c = sums.map((row, m) => (isKnown(row[m]) ? 0.5 * row[m] : 0.5 * firstKnown(row)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (let m = 0; m < c.length; m++) c[m] = fit(sums, c, m);
  return c.map((x) => (rule === AVERAGE ? Math.max(0, x) : Math.exp(x)));
}

const SWEEPS = 400;

/** The value of material m that fits its pairs best, given the others; its own pair determines it directly. */
function fit(sums: readonly (readonly number[])[], c: readonly number[], m: number): number {
  if (isKnown(sums[m][m])) return 0.5 * sums[m][m];
  const wanted = sums[m].flatMap((sum, n) => (isKnown(sum) ? [sum - c[n]] : []));
  const mean = wanted.reduce((a, b) => a + b, 0) / wanted.length;
  return wanted.length > 0 && Number.isFinite(mean) ? mean : c[m];
}

function isKnown(mu: number): boolean {
  return !Number.isNaN(mu);
}

function firstKnown(row: readonly number[]): number {
  return row.find(isKnown) ?? 0;
}

/** Materials with Max take the smallest value they need, those with Min the largest among themselves. */
function splitCoefficients(mu: readonly (readonly number[])[], rule: number[]): number[] {
  return mu.map((row, m) => {
    const known = row.filter((x, n) => isKnown(x) && (rule[m] === MAX || rule[n] !== MAX));
    if (known.length === 0) return 0;
    return rule[m] === MAX ? Math.min(...known) : Math.max(...known);
  });
}
