import { requireKnownOptions } from '@stiction/friction-core/adapter';

/** Copies a series of finite numbers; `count` is the length it must have. */
export function readSeries(owner: string, name: string, values: unknown, count?: number): Float64Array {
  const list = values as ArrayLike<unknown> | null | undefined;
  if (typeof list !== 'object' || list === null || typeof list.length !== 'number') {
    throw new TypeError(`${owner}: ${name} must be an array of numbers (got ${typeof values})`);
  }
  if (count !== undefined && list.length !== count) {
    throw new RangeError(`${owner}: ${name} must have ${count} numbers, as many as t (got ${list.length})`);
  }
  return Float64Array.from({ length: list.length }, (_, k) => {
    const value = list[k];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new RangeError(`${owner}: ${name}[${k}] must be a finite number (got ${String(value)})`);
    }
    return value;
  });
}

/** Reads the times: at least `least` of them, strictly rising. */
export function readTimes(owner: string, values: unknown, least: number): Float64Array {
  const t = readSeries(owner, 't', values);
  if (t.length < least) throw new RangeError(`${owner}: t must have ${least} or more times (got ${t.length})`);
  for (let k = 1; k < t.length; k++) {
    if (!(t[k] > t[k - 1])) {
      throw new RangeError(`${owner}: t[${k}] must be later than t[${k - 1}] = ${t[k - 1]} s (got ${t[k]})`);
    }
  }
  return t;
}

/** Given noise: each known name a standard deviation > 0, or undefined. */
export function readNoise<Name extends string>(
  owner: string,
  noise: unknown,
  known: readonly Name[],
): Partial<Record<Name, number>> {
  if (noise === undefined) return {};
  requireKnownOptions(`${owner}: noise`, noise, known);
  const found: Partial<Record<Name, number>> = {};
  for (const name of known) {
    const value = (noise as Partial<Record<Name, unknown>>)[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(
        `${owner}: noise.${name} must be a finite number > 0, a standard deviation (got ${String(value)})`,
      );
    }
    found[name] = value;
  }
  return found;
}

/**
 * Standard deviation of white noise on a smooth series: each value against the cubic through its two neighbours on
 * either side. The median ignores kinks, such as a stop. 0 for fewer than 5 values.
 */
export function whiteNoise(t: Float64Array, values: Float64Array): number {
  const sizes: number[] = [];
  for (let k = 2; k + 2 < t.length; k++) {
    let error = values[k];
    let variance = 1;
    for (const i of NEIGHBOURS) {
      let weight = 1;
      for (const j of NEIGHBOURS) if (j !== i) weight *= (t[k] - t[k + j]) / (t[k + i] - t[k + j]);
      error -= weight * values[k + i];
      variance += weight * weight;
    }
    sizes.push(Math.abs(error) / Math.sqrt(variance));
  }
  return sizes.length === 0 ? 0 : median(sizes) / 0.6744897501960817;
}

const NEIGHBOURS: readonly number[] = [-2, -1, 1, 2];

function median(values: readonly number[] | Float64Array): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}
