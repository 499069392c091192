import {
  anisotropic,
  asymmetric,
  bristle,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  fixedStep,
  frictionTensor,
  lugre,
  maxwellSlip,
  polygonCone,
  rolling,
  scaled,
  spinning,
  stribeck,
  surfaceVelocity,
  viscoElastic,
} from '@stiction/friction-core';

/** Every law and modifier, with the options used for pictures, convergence and cost. */

/** The body of all pictures and runs: 1 kg under its own weight, so λ/λN reads as m/s² / 9.81. */
export const MASS = 1;
export const LOAD = 9.81;

export const STRIBECK = { muS: 0.6, muC: 0.4, vS: 0.05, viscous: 0.1 };
export const LUGRE = { sigma0: 1e4, sigma1: 20, sigma2: 0.1, muC: 0.4, muS: 0.6, vS: 0.05 };
export const ELEMENTS = [
  { mu: 0.1, stiffness: 4e4 },
  { mu: 0.15, stiffness: 2e4 },
  { mu: 0.25, stiffness: 1e4 },
];

/** A hyperbola from 0.5 at rest down to 0.3. */
export const falling = (speed: number): number => 0.3 + 0.2 / (1 + 20 * speed);

/** Laws without state, laws with state, and modifiers. */
export type Kind = 'rigid' | 'memory' | 'modifier';

export interface Entry {
  kind: Kind;
  make(): FrictionLaw;
}

export const CATALOGUE: Readonly<Record<string, Entry>> = {
  coulomb: { kind: 'rigid', make: () => coulomb({ mu: 0.5 }) },
  stribeck: { kind: 'rigid', make: () => stribeck(STRIBECK) },
  fixedStep: { kind: 'rigid', make: () => fixedStep({ mu: falling }) },
  anisotropic: { kind: 'rigid', make: () => anisotropic({ mu: [0.6, 0.2] }) },
  'anisotropic, radial': { kind: 'rigid', make: () => anisotropic({ mu: [0.6, 0.2], flow: 'radial' }) },
  asymmetric: { kind: 'rigid', make: () => asymmetric({ mu: [0.2, 0.8, 0.4, 0.5] }) },
  polygonCone: { kind: 'rigid', make: () => polygonCone({ mu: [0.6, 0.5, 0.4, 0.5, 0.6, 0.5] }) },
  frictionTensor: {
    kind: 'rigid',
    make: () => frictionTensor({ a: { mu: [0.8, 0.3] }, b: { mu: [0.6, 0.2], direction: [1, 1, 0] } }),
  },
  viscoElastic: { kind: 'memory', make: () => viscoElastic({ mu: 0.5, stiffness: 1e5, damping: 20 }) },
  bristle: { kind: 'memory', make: () => bristle({ mu: 0.5, stiffness: 1e5 }) },
  'bristle, box': { kind: 'memory', make: () => bristle({ mu: 0.5, stiffness: 1e5, cone: 'box' }) },
  maxwellSlip: { kind: 'memory', make: () => maxwellSlip({ elements: ELEMENTS }) },
  dahl: { kind: 'memory', make: () => dahl({ mu: 0.5, sigma0: 1e4 }) },
  lugre: { kind: 'memory', make: () => lugre(LUGRE) },
  elastoPlastic: { kind: 'memory', make: () => elastoPlastic({ ...LUGRE, sBa: 0.9 }) },
  'rolling(coulomb)': { kind: 'modifier', make: () => rolling(coulomb({ mu: 0.5 }), { radius: 1e-3 }) },
  'spinning(coulomb)': { kind: 'modifier', make: () => spinning(coulomb({ mu: 0.5 }), { radius: 0.05 }) },
  'surfaceVelocity(coulomb)': { kind: 'modifier', make: () => surfaceVelocity(coulomb({ mu: 0.5 }), [0.1, 0, 0]) },
  'scaled(coulomb)': { kind: 'modifier', make: () => scaled(coulomb({ mu: 0.5 }), 0.8) },
};
