/** Checks of numbers that `requireNumber` has no range for. Messages name the option, its range and the value. */

export function requirePositive(owner: string, option: string, value: unknown, unit = ''): number {
  if (typeof value !== 'number' || !(value > 0) || value === Number.POSITIVE_INFINITY) {
    throw new RangeError(`${owner}: ${option} must be a finite number > 0${of(unit)} (got ${String(value)})`);
  }
  return value;
}

export function requireFinite(owner: string, option: string, value: unknown, unit = ''): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new RangeError(`${owner}: ${option} must be a finite number${of(unit)} (got ${String(value)})`);
  }
  return value;
}

function of(unit: string): string {
  return unit === '' ? '' : ` ${unit}`;
}
