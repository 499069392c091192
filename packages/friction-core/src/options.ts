/** Checks of options where they enter. Messages name the option, its range and the value. */

export function requireNumber(owner: string, option: string, value: unknown, min: number, unit = ''): number {
  if (typeof value !== 'number' || !(value >= min) || value === Number.POSITIVE_INFINITY) {
    const of = unit === '' ? '' : ` ${unit}`;
    throw new RangeError(`${owner}: ${option} must be a finite number >= ${min}${of} (got ${String(value)})`);
  }
  return value;
}

export function requireInteger(owner: string, option: string, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${owner}: ${option} must be an integer from ${min} to ${max} (got ${String(value)})`);
  }
  return value;
}

/** A misspelt option would otherwise be ignored in silence. */
export function requireKnownOptions(owner: string, options: unknown, known: readonly string[]): void {
  if (options === null || typeof options !== 'object') {
    throw new TypeError(`${owner}: options must be an object with ${known.join(', ')} (got ${String(options)})`);
  }
  for (const option of Object.keys(options)) {
    if (!known.includes(option)) {
      throw new TypeError(`${owner}: unknown option '${option}', known are ${known.join(', ')}`);
    }
  }
}
