/** A number for the reader: so many digits behind the point, unless it is out of all proportion. */
export function numberText(value: number, digits: number): string {
  if (Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 1e5) return value > 0 ? '∞' : '−∞';
  const text = value.toFixed(digits);
  // No minus before a zero.
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
}

/** How far a number is from the truth; without one, or where that is 0, whether it is right. */
export function errorText(value: number, truth: number, good: boolean): string {
  if (Number.isNaN(truth) || truth === 0 || !Number.isFinite(value)) return good ? 'right' : 'wrong';
  return percent(value / truth - 1);
}

export function percent(share: number): string {
  const size = Math.abs(100 * share);
  if (!Number.isFinite(size)) return '';
  if (size >= 1000) return '> 1000 %';
  const digits = size < 0.005 ? 0 : size < 1 ? 2 : size < 10 ? 1 : 0;
  const sign = Number(size.toFixed(digits)) === 0 ? '' : share > 0 ? '+' : '−';
  return `${sign}${size.toFixed(digits)} %`;
}
