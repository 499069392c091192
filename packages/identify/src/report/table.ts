import type { Estimate } from '../estimate.js';

/** `0.3021 (95 %: 0.2995 to 0.3047)`, with as many digits as the interval allows. */
export function formatEstimate({ value, unit, interval, status }: Estimate): string {
  const suffix = unit === '1' ? '' : ` ${unit}`;
  if (status === 'unidentifiable') return 'not determined by the data';
  if (status === 'given') return `${round(value, 4)}${suffix} (given)`;
  const [low, high] = interval;
  const half = 0.5 * (high - low);
  const digits = half > 0 ? Math.min(Math.max(Math.ceil(Math.log10(Math.abs(value) / half)) + 1, 2), 7) : 7;
  return `${round(value, digits)}${suffix} (95 %: ${round(low, digits)} to ${round(high, digits)})`;
}

function round(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** Lines with the names in a column. */
export function formatTable(parameters: Readonly<Record<string, Estimate>>): string {
  const width = Math.max(...Object.keys(parameters).map((name) => name.length));
  return Object.entries(parameters)
    .map(([name, estimate]) => `  ${name.padEnd(width)}  ${formatEstimate(estimate)}`)
    .join('\n');
}
