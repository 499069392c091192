/** One parameter of a fit. */
export interface Estimate {
  /** `NaN` if the data say nothing about it. */
  value: number;
  unit: string;
  /** 0 if given, `Infinity` if not identifiable. */
  standardError: number;
  /** 95 % confidence interval. */
  interval: [number, number];
  /** `unidentifiable`: the data do not determine it; a message says what is missing. */
  status: 'fitted' | 'given' | 'unidentifiable';
}

/**
 * A parameter whose logarithm was fitted counts as unidentifiable from this standard error of the logarithm on: its
 * interval spans a factor of seven.
 */
const LOST = 0.5;

export function givenEstimate(value: number, unit: string): Estimate {
  return { value, unit, standardError: 0, interval: [value, value], status: 'given' };
}

export function lostEstimate(unit: string, low = 0): Estimate {
  const interval: [number, number] = [low, Number.POSITIVE_INFINITY];
  return { value: Number.NaN, unit, standardError: Number.POSITIVE_INFINITY, interval, status: 'unidentifiable' };
}

/** A positive parameter from its logarithm and the standard error of that. */
export function positiveEstimate(logarithm: number, error: number, quantile: number, unit: string): Estimate {
  if (!(error < LOST)) return lostEstimate(unit);
  const value = Math.exp(logarithm);
  const factor = Math.exp(quantile * error);
  return { value, unit, standardError: value * error, interval: [value / factor, value * factor], status: 'fitted' };
}

export function plainEstimate(value: number, error: number, quantile: number, unit: string): Estimate {
  if (!Number.isFinite(error)) return lostEstimate(unit, Number.NEGATIVE_INFINITY);
  const half = quantile * error;
  return { value, unit, standardError: error, interval: [value - half, value + half], status: 'fitted' };
}
