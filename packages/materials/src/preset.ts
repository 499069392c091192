import { coulomb, type FrictionLaw, rolling, stribeck } from '@stiction/friction-core';
import { requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';

/** Friction of a pair of materials, in SI units. */
export interface Preset {
  /** For people, e.g. 'Tyre on wet asphalt'. */
  name: string;
  /** First material, e.g. 'tyre'. */
  a: string;
  /** Second material, e.g. 'wet asphalt'. */
  b: string;
  /** Coefficient of friction at rest, >= kinetic. */
  static: number;
  /** Coefficient of friction while sliding. */
  kinetic: number;
  /** Speed at which friction has dropped most of the way from static to kinetic [m/s]. Left out where it is not known. */
  stribeckSpeed?: number;
  /** Rolling resistance: moment against rolling per normal force [m]. Left out where the bodies do not roll, or it is not known. */
  rollingLever?: number;
  /** Smallest and largest coefficient, static or kinetic, that you may meet: a judgement from several tables, not an error bar. */
  range: readonly [min: number, max: number];
  /** Publications on this pair, separated by semicolons. If `note` says estimate, the numbers are rounded typical values and not theirs. */
  source: string;
  /** Conditions, or a warning. */
  note?: string;
}

export interface PresetLawOptions {
  /** World units per metre: 100 for a world in centimetres. @default 1 */
  lengthUnit?: number;
}

/** Speed of the transition from static to kinetic friction if it is not known [m/s]: slower than any motion you can see. */
export const DEFAULT_STRIBECK_SPEED = 0.01;

/**
 * The law of a preset, for a preset chosen at run time, one with changed numbers, or a world that is not in metres:
 *
 *     presetLaw({ ...presets.woodOnWood, kinetic: 0.25 }, { lengthUnit: 100 })
 *
 * It is `coulomb` if static and kinetic friction are equal and `stribeck` otherwise, with `rolling` if there is a lever.
 */
export function presetLaw(
  preset: Pick<Preset, 'static' | 'kinetic' | 'stribeckSpeed' | 'rollingLever'>,
  options: PresetLawOptions = {},
): FrictionLaw {
  requireKnownOptions('presetLaw', options, ['lengthUnit']);
  const lengthUnit = requirePositive('presetLaw', 'lengthUnit', options.lengthUnit ?? 1);
  const { static: muS, kinetic: muC, stribeckSpeed = DEFAULT_STRIBECK_SPEED, rollingLever } = preset;
  const law = muS === muC ? coulomb({ mu: muS }) : stribeck({ muS, muC, vS: stribeckSpeed * lengthUnit });
  return rollingLever === undefined ? law : rolling(law, { radius: rollingLever * lengthUnit });
}
