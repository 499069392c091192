import {
  anisotropic,
  asymmetric,
  bristle,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  lugre,
  maxwellSlip,
  polygonCone,
  spinning,
  stribeck,
  viscoElastic,
} from '@stiction/friction-core';
import { disc, ecp, patch, rectangle } from '@stiction/limit-surface';
import type { NumberControl } from '@stiction/scenes/demo';
import {
  discFriction,
  ellipsoidFriction,
  polygonFriction,
  quarterFriction,
  rectangleFriction,
  type Slip,
  stribeckCurve,
  type Wrench,
} from './formulas.js';

type Numbers = Readonly<Record<string, number>>;
type Option = NumberControl & { label: string };

/** A law with its options and its formula for steady sliding. */
export interface LabLaw {
  id: string;
  label: string;
  options: Readonly<Record<string, Option>>;
  make(options: Numbers): FrictionLaw;
  /** Friction per load against a steady slip, by formula. */
  formula(slip: Slip, options: Numbers): Wrench;
}

/** Load of all experiments [N]; radius and torsion radius of the disc [m]. */
export const LOAD = 10;
const RADIUS = 0.05;
export const LEVER = (2 / 3) * RADIUS;

const slider = (label: string, value: number, min: number, max: number, step: number, unit = ''): Option => ({
  kind: 'slider',
  label,
  value,
  min,
  max,
  step,
  unit,
});

const MU = slider('μ', 0.5, 0, 1.2, 0.01);
const MU_S = slider('μS, at rest', 0.6, 0.05, 1.2, 0.01);
const MU_C = slider('μC, fast', 0.4, 0.05, 1.2, 0.01);
const V_S = slider('vS', 0.02, 0.002, 0.08, 0.001, 'm/s');
const SIGMA_0 = slider('σ0', 2000, 1000, 10_000, 100, '1/m');
const SIGMA_1 = slider('σ1', 5, 0, 30, 1, 's/m');
const SIGMA_2 = slider('σ2', 0.4, 0, 2, 0.1, 's/m');
const STIFFNESS = slider('stiffness', 20, 10, 100, 1, 'kN/m');

const isotropic = (mu: (speed: number, options: Numbers) => number): LabLaw['formula'] =>
  function friction(slip, options) {
    const speed = Math.hypot(slip[0], slip[1], LEVER * slip[2]);
    return ellipsoidFriction([1, 1, LEVER], slip).map((f) => mu(speed, options) * f) as unknown as Wrench;
  };
const constant: LabLaw['formula'] = isotropic((_, { mu }) => mu);
const falling: LabLaw['formula'] = isotropic(
  (speed, { muS, muC, vS, sigma2 = 0 }) => stribeckCurve(speed, Math.max(muS, muC), muC, vS) + sigma2 * speed,
);
const lugreOptions = ({ sigma0, sigma1, sigma2, muS, muC, vS }: Numbers) => ({
  sigma0,
  sigma1,
  sigma2,
  muC,
  muS: Math.max(muS, muC),
  vS,
});

export const LAWS: readonly LabLaw[] = [
  { id: 'coulomb', label: 'coulomb', options: { mu: MU }, make: ({ mu }) => coulomb({ mu }), formula: constant },
  {
    id: 'stribeck',
    label: 'stribeck',
    options: { muS: MU_S, muC: MU_C, vS: V_S },
    make: ({ muS, muC, vS }) => stribeck({ muS: Math.max(muS, muC), muC, vS }),
    formula: falling,
  },
  {
    id: 'lugre',
    label: 'lugre',
    options: { muS: MU_S, muC: MU_C, vS: V_S, sigma0: SIGMA_0, sigma1: SIGMA_1, sigma2: SIGMA_2 },
    make: (options) => lugre(lugreOptions(options)),
    formula: falling,
  },
  {
    id: 'elasto-plastic',
    label: 'elastoPlastic',
    options: {
      muS: MU_S,
      muC: MU_C,
      vS: V_S,
      sigma0: SIGMA_0,
      sigma1: SIGMA_1,
      sigma2: SIGMA_2,
      sBa: slider('sBa, elastic share', 0.7, 0.05, 0.95, 0.05),
    },
    make: (options) => elastoPlastic({ ...lugreOptions(options), sBa: options.sBa }),
    formula: falling,
  },
  {
    id: 'dahl',
    label: 'dahl',
    options: { mu: MU, sigma0: SIGMA_0 },
    make: ({ mu, sigma0 }) => dahl({ mu, sigma0 }),
    formula: constant,
  },
  {
    id: 'maxwell-slip',
    label: 'maxwellSlip, four elements',
    options: { mu: MU, stiffness: STIFFNESS },
    make: ({ mu, stiffness }) => maxwellSlip({ elements: elementsOf(mu, stiffness) }),
    formula: constant,
  },
  {
    id: 'visco-elastic',
    label: 'viscoElastic',
    options: { mu: MU, stiffness: STIFFNESS, damping: slider('damping', 50, 0, 400, 10, 'N s/m') },
    make: ({ mu, stiffness, damping }) => viscoElastic({ mu, stiffness: 1000 * stiffness, damping }),
    formula: constant,
  },
  {
    id: 'bristle',
    label: 'bristle',
    options: { mu: MU, stiffness: STIFFNESS },
    make: ({ mu, stiffness }) => bristle({ mu, stiffness: 1000 * stiffness }),
    formula: constant,
  },
  {
    id: 'anisotropic',
    label: 'anisotropic',
    options: { muX: slider('μ along x', 0.7, 0, 1.2, 0.01), muY: slider('μ along y', 0.25, 0, 1.2, 0.01) },
    make: ({ muX, muY }) => anisotropic({ mu: [muX, muY] }),
    formula: (slip, { muX, muY }) => ellipsoidFriction([muX, muY, LEVER * Math.sqrt(muX * muY)], slip),
  },
  {
    id: 'asymmetric',
    label: 'asymmetric',
    options: {
      plusX: slider('μ against +x', 0.25, 0, 1.2, 0.01),
      minusX: slider('μ against −x', 0.8, 0, 1.2, 0.01),
      plusY: slider('μ against +y', 0.4, 0, 1.2, 0.01),
      minusY: slider('μ against −y', 0.4, 0, 1.2, 0.01),
    },
    make: ({ plusX, minusX, plusY, minusY }) => asymmetric({ mu: [plusX, minusX, plusY, minusY] }),
    formula: (slip, { plusX, minusX, plusY, minusY }) => quarterFriction([plusX, minusX, plusY, minusY], LEVER, slip),
  },
  {
    id: 'polygon-cone',
    label: 'polygonCone',
    options: { mu: MU, corners: slider('corners', 4, 3, 12, 1) },
    make: ({ mu, corners }) => polygonCone({ mu: new Array<number>(corners).fill(mu) }),
    formula: (slip, { mu, corners }) => polygonFriction(mu, corners, LEVER, slip),
  },
  {
    id: 'spinning',
    label: 'spinning, on coulomb',
    options: { mu: MU, radius: slider('radius of torsion', 20, 0, 40, 1, 'mm') },
    make: ({ mu, radius }) => spinning(coulomb({ mu }), { radius: radius / 1000 }),
    formula: (slip, { mu, radius }) => ellipsoidFriction([mu, mu, radius / 1000], slip),
  },
  {
    id: 'patch-disc',
    label: 'patch, uniform disc',
    options: { mu: MU },
    make: ({ mu }) => patch({ mu, pressure: disc({ radius: RADIUS }) }),
    formula: (slip, { mu }) => discFriction(mu, RADIUS, slip),
  },
  {
    id: 'patch-rectangle',
    label: 'patch, rectangle',
    options: { mu: MU, slender: slider('length over width', 4, 1, 10, 0.5) },
    make: ({ mu, slender }) =>
      patch({ mu, pressure: rectangle({ width: sidesOf(slender)[0], height: sidesOf(slender)[1] }) }),
    formula: (slip, { mu, slender }) => rectangleFriction(mu, sidesOf(slender), slip),
  },
  {
    id: 'ecp',
    label: 'ecp, ellipsoid',
    options: { mu: MU, et: slider('et, along x', 1, 0.1, 2, 0.1), eo: slider('eo, along y', 0.6, 0.1, 2, 0.1) },
    make: ({ mu, et, eo }) => ecp({ mu, et, eo, er: LEVER }),
    formula: (slip, { mu, et, eo }) => ellipsoidFriction([mu * et, mu * eo, mu * LEVER], slip),
  },
];

/** Four elements that yield one after the other. */
function elementsOf(mu: number, stiffness: number): { mu: number; stiffness: number }[] {
  return [1, 2, 3, 4].map((k) => ({ mu: (k * mu) / 10, stiffness: (1000 * stiffness) / 4 }));
}

/** Sides of a rectangle with the area of the disc. */
function sidesOf(slender: number): [number, number] {
  const width = RADIUS * Math.sqrt(Math.PI * slender);
  return [width, width / slender];
}
