import { adhesive, anisotropic, bristle, coulomb, type FrictionLaw, rolling, stribeck } from '@stiction/friction-core';

/** The laws of the sandbox, with options as integers on a grid, so that a link can hold them. */

export interface LawOption {
  label: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  step: number;
}

export interface SandboxLaw {
  /** One letter, part of links: never change it. */
  letter: string;
  label: string;
  options: readonly LawOption[];
  make(options: readonly number[]): FrictionLaw;
}

/** A law with its options, in the order of `SandboxLaw.options`. */
export interface LawChoice {
  letter: string;
  options: readonly number[];
}

const option = (label: string, value: number, [min, max, step]: readonly number[], unit = ''): LawOption => ({
  label,
  unit,
  value,
  min,
  max,
  step,
});
const MU = [0, 1.5, 0.01];

export const SANDBOX_LAWS: readonly SandboxLaw[] = [
  {
    letter: 'd',
    label: 'Dry',
    options: [option('μ', 0.5, MU)],
    make: ([mu]) => coulomb({ mu }),
  },
  {
    letter: 's',
    label: 'Harder to start than to keep going',
    options: [option('μ at rest', 0.7, MU), option('μ in motion', 0.3, MU)],
    make: ([muS, muC]) => stribeck({ muS: Math.max(muS, muC), muC, vS: 0.05 }),
  },
  {
    letter: 'g',
    label: 'Grain: easy along, hard across',
    options: [option('μ along', 0.1, MU), option('μ across', 0.8, MU)],
    make: (mu) => anisotropic({ mu: [mu[0], mu[1]] }),
  },
  {
    letter: 'b',
    label: 'Bristles that bend first',
    options: [option('μ', 0.6, MU), option('Stiffness', 20, [1, 200, 1], 'kN/m')],
    make: ([mu, stiffness]) => bristle({ mu, stiffness: 1000 * stiffness }),
  },
  {
    letter: 'r',
    label: 'Resists rolling',
    options: [option('μ', 0.5, MU), option('Lever', 5, [0, 50, 1], 'mm')],
    make: ([mu, lever]) => rolling(coulomb({ mu }), { radius: lever / 1000 }),
  },
  {
    letter: 'a',
    label: 'Sticky',
    options: [option('μ', 0.6, MU), option('Attraction', 800, [10, 5000, 10], 'N')],
    make: ([mu, force]) => adhesive(coulomb({ mu }), { force }),
  },
];

export function lawOf(letter: string): SandboxLaw {
  const found = SANDBOX_LAWS.find((law) => law.letter === letter);
  if (!found) throw new RangeError(`law must be one of ${SANDBOX_LAWS.map((law) => law.letter)} (got '${letter}')`);
  return found;
}

export const defaultChoice = (letter: string): LawChoice => ({
  letter,
  options: lawOf(letter).options.map(({ value }) => value),
});

export const makeLaw = ({ letter, options }: LawChoice): FrictionLaw => lawOf(letter).make(options);
