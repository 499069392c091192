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

export function requireVector(owner: string, option: string, value: unknown, unit = ''): Float64Array {
  const v = value as ArrayLike<unknown> | null | undefined;
  if (v?.length !== 3 || ![v[0], v[1], v[2]].every((x) => Number.isFinite(x))) {
    const of = unit === '' ? '' : ` in ${unit}`;
    throw new RangeError(`${owner}: ${option} must be three finite numbers${of} (got ${String(value)})`);
  }
  return Float64Array.from(v as ArrayLike<number>);
}

export function requireOneOf<T extends string>(owner: string, option: string, value: T, known: readonly T[]): T {
  if (!known.includes(value)) {
    throw new RangeError(`${owner}: ${option} must be one of ${known.join(', ')} (got ${String(value)})`);
  }
  return value;
}

/** Some numbers, e.g. coefficients of friction per direction. */
export function requireNumbers(
  owner: string,
  option: string,
  value: unknown,
  min: number,
  fewest: number,
  most = fewest,
): Float64Array {
  const v = value as ArrayLike<unknown> | null | undefined;
  const count = typeof v === 'object' && v !== null ? v.length : -1;
  if (!(count >= fewest && count <= most)) {
    const many = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
    throw new RangeError(`${owner}: ${option} must be ${many} numbers (got ${String(value)})`);
  }
  return Float64Array.from({ length: count }, (_, k) => requireNumber(owner, `${option}[${k}]`, v?.[k], min));
}
