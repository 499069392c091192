/** A number for display: with some decimals, unless it is very large. */
export function numberText(value: number, digits: number): string {
  if (Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 1e5) return value > 0 ? '∞' : '−∞';
  const text = value.toFixed(digits);
  // No negative zero.
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
}

/** Relative error of a number; 'right' or 'wrong' without a reference or if it is 0. */
export function errorText(value: number, reference: number, good: boolean): string {
  if (Number.isNaN(reference) || reference === 0 || !Number.isFinite(value)) return good ? 'right' : 'wrong';
  return percent(value / reference - 1);
}

export function percent(share: number): string {
  const size = Math.abs(100 * share);
  if (!Number.isFinite(size)) return '';
  if (size >= 1000) return '> 1000 %';
  const digits = size < 0.005 ? 0 : size < 1 ? 2 : size < 10 ? 1 : 0;
  const sign = Number(size.toFixed(digits)) === 0 ? '' : share > 0 ? '+' : '−';
  return `${sign}${size.toFixed(digits)} %`;
}

/** Two digits, in N or kN. */
export function forceText(newtons: number): string {
  const [value, unit] = newtons >= 1000 ? [newtons / 1000, 'kN'] : [newtons, 'N'];
  return `${Number(value.toPrecision(2))} ${unit}`;
}
