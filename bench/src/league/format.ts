import { isMiss, type Result, type RowInfo } from './results.js';
import { DEGREE } from './row.js';

/** A stack whose cubes are so far from their places has fallen [m]. */
const FALLEN = 0.5;

/** Errors in words. */
export function showError(error: number, unit: RowInfo['unit']): string {
  if (unit === 'rad') return `${Number((error / DEGREE).toPrecision(2))}°`;
  if (unit === 'm') return showMetres(error);
  const size = Math.abs(100 * error);
  if (size > 1e4) return '> 10000 %';
  if (size < 5e-4) return '0.000 %';
  return `${(100 * error).toFixed(size < 0.1 ? 3 : size < 100 ? 2 : 0)} %`;
}

function showMetres(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0 m';
  if (size > 100) return '> 100 m';
  if (size >= 1) return `${value.toFixed(1)} m`;
  return size < 1e-4 ? `${value.toExponential(1)} m` : `${(1e3 * value).toFixed(2)} mm`;
}

/** A cell of a table: an error, marked where Stiction misses its goal; why there is none; or a dagger, explained below the table. */
export function showResult(result: Result | undefined, { id, unit }: Pick<RowInfo, 'id' | 'unit'>): string {
  if (!result) return '';
  if (result.none !== undefined) return result.none;
  if (result.error === undefined) return '†';
  const text = id.startsWith('12-') && result.error > FALLEN ? 'falls' : showError(result.error, unit);
  return isMiss(result) ? `${text} ✗` : text;
}

/** What has no number is 0, or relative to something that takes more than a number to say. */
export function showTruth({ truth, unit: of }: Pick<RowInfo, 'truth' | 'unit'>): string {
  if (!truth) return of === 'share' ? '-' : '0';
  const { value, unit } = truth;
  return `${Number(value.toPrecision(4))}${unit === '°' ? '' : ' '}${unit}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
