/** What a column measures. */
export type Quantity = 'time' | 'length' | 'angle' | 'velocity' | 'force' | 'torque';

/** Factors to SI units. */
const UNITS: Readonly<Record<Quantity, Readonly<Record<string, number>>>> = {
  time: { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9, min: 60 },
  length: { m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6 },
  angle: { rad: 1, mrad: 1e-3, deg: 0.017453292519943295, '°': 0.017453292519943295 },
  velocity: { 'm/s': 1, 'cm/s': 1e-2, 'mm/s': 1e-3, 'um/s': 1e-6, 'µm/s': 1e-6 },
  force: { N: 1, mN: 1e-3, kN: 1e3, lbf: 4.4482216152605 },
  torque: { Nm: 1, mNm: 1e-3, Nmm: 1e-3, Ncm: 1e-2 },
};

/** Factor of a unit to SI: 'mm' is 1e-3 for a length. '' is the SI unit itself. Spaces and dots are ignored, 'N m' is 'Nm'. */
export function unitFactor(column: string, quantity: Quantity, unit: string): number {
  const bare = unit.replace(/[\s·.*]/g, '');
  if (bare === '') return 1;
  const known = UNITS[quantity];
  if (!Object.hasOwn(known, bare)) {
    throw new RangeError(`column '${column}': its unit must be one of ${Object.keys(known).join(', ')} (got ${unit})`);
  }
  return known[bare];
}
