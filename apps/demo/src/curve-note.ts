import { numberText, percent } from './panel/format.js';
import type { Run } from './run.js';
import { SIDE_LABELS, SIDES } from './sides.js';

/** The line below the chart: the values at the pointer, or how far the curves are from the reference now. */
export function curveNote(run: Run, hovered: number | null): string {
  return hovered === null ? curveErrors(run) : valuesAt(run, hovered);
}

function valuesAt({ history, demo, isComparable }: Run, k: number): string {
  const { times, theory } = history;
  const columns: [string, number | null | undefined][] = SIDES.map((side) => [SIDE_LABELS[side], history[side][k]]);
  if (isComparable) columns.push(['reference', theory[k]]);
  const digits = digitsOf(columns.map(([, value]) => value ?? 0));
  const values = columns.flatMap(([label, value]) => (value == null ? [] : `${label} ${numberText(value, digits)}`));
  if (values.length === 0) return `At ${times[k].toFixed(2)} s: no value`;
  return `At ${times[k].toFixed(2)} s: ${values.join(', ')} ${demo.curve.unit}`.trimEnd();
}

/** Decimals that leave three digits of the largest number. */
function digitsOf(values: readonly number[]): number {
  const largest = Math.max(...values.map(Math.abs), 1e-6);
  return Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(largest))));
}

/** Current distance of the curves from the reference, as a share of the largest reference value so far. */
function curveErrors({ history, isComparable, demo }: Run): string {
  if (!isComparable) return '';
  const { latest, theory } = history;
  const reference = theory[latest] ?? null;
  let largest = 0;
  for (let k = 0; k <= latest; k++) largest = Math.max(largest, Math.abs(theory[k] ?? 0));
  if (reference === null || largest < 1e-9) return '';
  const errors = SIDES.flatMap((side) => {
    const value = history[side][latest] ?? null;
    if (value === null || (side === 'stock' && demo.stockLacks)) return [];
    return `${SIDE_LABELS[side]} ${percent((value - reference) / largest)}`;
  });
  return errors.length > 0 ? `Error now: ${errors.join(', ')}` : '';
}
