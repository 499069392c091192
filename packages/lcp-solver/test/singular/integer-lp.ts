/**
 * Exact linear feasibility with small integers: is there an x ≥ 0 with A x = b?
 *
 * Phase 1 of the simplex method with Bland's rule, on a tableau of integers over one common denominator (J. Edmonds'
 * fraction-free pivoting: every division below is exact). Doubles represent integers exactly up to 2^53; a larger number
 * throws `TooLarge`, and the caller draws another problem.
 */
export class TooLarge extends Error {}

/** Rows [a₁ … aₙ, b]. */
export function hasNonNegativeSolution(rows: readonly (readonly number[])[]): boolean {
  const m = rows.length;
  const columns = m > 0 ? rows[0].length - 1 : 0;
  const table = rows.map((row) => (row[columns] < 0 ? row.map((value) => -value) : row.slice()));
  // The last row is the sum of the artificial variables: rhs - Σ cost x.
  const cost = new Array<number>(columns + 1).fill(0);
  for (const row of table) for (let j = 0; j <= columns; j++) cost[j] += row[j];
  table.push(cost);
  const basis = Array.from({ length: m }, (_, i) => columns + i);
  let denominator = 1;
  for (;;) {
    if (cost[columns] === 0) return true;
    let enter = 0;
    while (enter < columns && !(cost[enter] > 0)) enter++;
    if (enter === columns) return false;
    let leave = -1;
    for (let i = 0; i < m; i++) {
      if (!(table[i][enter] > 0)) continue;
      if (leave >= 0) {
        const mine = product(table[i][columns], table[leave][enter]);
        const least = product(table[leave][columns], table[i][enter]);
        if (mine > least || (mine === least && basis[i] > basis[leave])) continue;
      }
      leave = i;
    }
    const pivotRow = table[leave];
    const pivot = pivotRow[enter];
    for (let i = 0; i <= m; i++) {
      if (i === leave) continue;
      const row = table[i];
      const factor = row[enter];
      for (let j = 0; j <= columns; j++) row[j] = (product(row[j], pivot) - product(factor, pivotRow[j])) / denominator;
    }
    basis[leave] = enter;
    denominator = pivot;
  }
}

function product(a: number, b: number): number {
  const value = a * b;
  if (value > 4e15 || value < -4e15) throw new TooLarge();
  return value;
}
