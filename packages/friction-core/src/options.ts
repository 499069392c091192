/** Checks of options. Messages name the owner, the option, its range, the value and, where it is not a number, its type. */

/** A value as messages show it: `'0.5', a string` is not taken for a number. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}', a string`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)) {
    const name = value.constructor?.name ?? '';
    // Minifiers leave one or two letters.
    return name.length > 2 && name !== 'Object' ? `a ${name}` : 'an object';
  }
  return String(value);
}

export function requireNumber(owner: string, option: string, value: unknown, min: number, unit = ''): number {
  if (typeof value !== 'number' || !(value >= min) || value === Number.POSITIVE_INFINITY) {
    const suffix = unit === '' ? '' : ` ${unit}`;
    throw new RangeError(`${owner}: ${option} must be a finite number >= ${min}${suffix} (got ${describe(value)})`);
  }
  return value;
}

export function requirePositive(owner: string, option: string, value: unknown, unit = ''): number {
  if (typeof value !== 'number' || !(value > 0) || value === Number.POSITIVE_INFINITY) {
    const suffix = unit === '' ? '' : ` ${unit}`;
    throw new RangeError(`${owner}: ${option} must be a finite number > 0${suffix} (got ${describe(value)})`);
  }
  return value;
}

export function requireInteger(owner: string, option: string, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${owner}: ${option} must be an integer from ${min} to ${max} (got ${describe(value)})`);
  }
  return value;
}

/** Throws if an option is unknown. A misspelt one would otherwise be ignored silently. */
export function requireKnownOptions(owner: string, options: unknown, known: readonly string[]): void {
  if (options === null || typeof options !== 'object') {
    throw new TypeError(`${owner}: options must be an object with ${known.join(', ')} (got ${describe(options)})`);
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
    const suffix = unit === '' ? '' : ` in ${unit}`;
    throw new RangeError(`${owner}: ${option} must be three finite numbers${suffix} (got ${describe(value)})`);
  }
  return Float64Array.from(v as ArrayLike<number>);
}

export function requireOneOf<T extends string>(owner: string, option: string, value: T, known: readonly T[]): T {
  if (!known.includes(value)) {
    throw new RangeError(`${owner}: ${option} must be one of ${known.join(', ')} (got ${String(value)})`);
  }
  return value;
}

/** A list of `min` to `max` numbers, each >= `lowest`, such as coefficients of friction per direction. */
export function requireNumbers(
  owner: string,
  option: string,
  value: unknown,
  lowest: number,
  min: number,
  max = min,
): Float64Array {
  const v = value as ArrayLike<unknown> | null | undefined;
  const count = typeof v === 'object' && v !== null ? v.length : -1;
  if (!(count >= min && count <= max)) {
    const range = min === max ? `${min}` : `${min} to ${max}`;
    throw new RangeError(`${owner}: ${option} must be ${range} numbers (got ${describe(value)})`);
  }
  return Float64Array.from({ length: count }, (_, k) => requireNumber(owner, `${option}[${k}]`, v?.[k], lowest));
}
