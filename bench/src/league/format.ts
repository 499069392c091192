import { DEGREE } from './case.js';
import { type CaseInfo, isMiss, type Result } from './results.js';

/** A stack has fallen if a cube is displaced by more than this [m]. */
const FALLEN = 0.5;

/** Error as text. */
export function showError(error: number, unit: CaseInfo['unit']): string {
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

/** A table cell: the error (✗ marks a missed goal of Stiction), the reason why there is none, or a dagger explained below the table. */
export function showResult(result: Result | undefined, { id, unit }: Pick<CaseInfo, 'id' | 'unit'>): string {
  if (!result) return '';
  if (result.none !== undefined) return result.none;
  if (result.error === undefined) return '†';
  const text = id.startsWith('12-') && result.error > FALLEN ? 'falls' : showError(result.error, unit);
  return isMiss(result) ? `${text} ✗` : text;
}

/** '-' for errors relative to more than one number, '0' for absolute errors. */
export function showReference({ reference, unit: of }: Pick<CaseInfo, 'reference' | 'unit'>): string {
  if (!reference) return of === 'share' ? '-' : '0';
  const { value, unit } = reference;
  return `${Number(value.toPrecision(4))}${unit === '°' ? '' : ' '}${unit}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
