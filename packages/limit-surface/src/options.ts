import type { Pressure } from './pressure/pressure.js';

/** Option checks shared by the package. Messages name the option, its range and the value. */

export function requireFinite(owner: string, option: string, value: unknown, unit = ''): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    const inUnit = unit === '' ? '' : ` in ${unit}`;
    throw new RangeError(`${owner}: ${option} must be a finite number${inUnit} (got ${String(value)})`);
  }
  return value;
}

export function requirePressure(owner: string, pressure: Pressure | undefined): Pressure {
  if (!Array.isArray(pressure?.parts)) {
    throw new TypeError(`${owner}: pressure must be a pressure, e.g. disc({ radius: 0.1 }) (got ${String(pressure)})`);
  }
  return pressure;
}

/** sBa, the share of the largest deflection up to which a bristle is elastic. */
export function requireElasticLimit(owner: string, sBa: unknown): number {
  if (typeof sBa !== 'number' || !(sBa > 0 && sBa < 1)) {
    throw new RangeError(`${owner}: sBa must lie between 0 and 1 (got ${String(sBa)})`);
  }
  return sBa;
}
