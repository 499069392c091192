import {
  anisotropic,
  asymmetric,
  bristle,
  custom,
  elastoPlastic,
  type FrictionLaw,
  fixedStep,
  frictionTensor,
  lugre,
  maxwellSlip,
  polygonCone,
  rolling,
  SHAPE_STRIDE,
  scaled,
  spinning,
  stribeck,
  surfaceVelocity,
  viscoElastic,
} from '@stiction/friction-core';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { disc, ecp, lugrePatch, patch, rectangle } from '@stiction/limit-surface';
import { gaussianRoughness, planeMapping, sawtooth, surface, textured } from '@stiction/texture-friction';
import { CATALOGUE, ELEMENTS, falling, LUGRE, STRIBECK } from './catalogue.js';

const ALONG: readonly [number, number, number] = [1, 1, 0];

/** A law of the user's: half of the friction along the patch's second tangent. */
const own = (mu: number): FrictionLaw =>
  custom({
    name: 'own',
    set: ellipsoidSet,
    mu,
    linearize({ shape, torsionRadius }, i) {
      shape[SHAPE_STRIDE * i] = mu;
      shape[SHAPE_STRIDE * i + 1] = 0.5 * mu;
      shape[SHAPE_STRIDE * i + 2] = mu * torsionRadius[i];
    },
  });

const teeth = () =>
  surface({
    map: sawtooth({ width: 40, height: 40, depth: 4e-4, pixel: 2e-4, period: 10, steepFraction: 0.2 }),
    mapping: planeMapping({ tile: 0.008 }),
    saliency: 2,
  });
export const rough = () =>
  surface({
    map: gaussianRoughness({ width: 64, height: 64, sigmaX: 0.5, sigmaY: 0.2, seed: 5 }),
    mapping: planeMapping({ tile: 0.1 }),
  });

/** Every law and modifier: those of the catalogue, and their other options. A new one for each world. */
export const LAWS: Readonly<Record<string, () => FrictionLaw>> = {
  ...Object.fromEntries(Object.entries(CATALOGUE).map(([name, { make }]) => [name, make])),
  'stribeck, gamma 1.5': () => stribeck({ ...STRIBECK, gamma: 1.5 }),
  'fixedStep, approximate': () => fixedStep({ mu: falling, solve: 'approximate' }),
  'anisotropic, turned, in b': () => anisotropic({ mu: [0.6, 0.2], direction: ALONG, frame: 'b' }),
  'asymmetric, radial, in the world': () =>
    asymmetric({ mu: [0.2, 0.8, 0.4, 0.5], flow: 'radial', direction: ALONG, frame: 'world' }),
  'polygonCone, radial': () => polygonCone({ mu: [0.6, 0.5, 0.4, 0.5, 0.6], flow: 'radial', direction: ALONG }),
  'frictionTensor, average': () =>
    frictionTensor({ a: { mu: [0.8, 0.3] }, b: { mu: [0.6, 0.2], direction: ALONG }, combine: 'average' }),
  'bristle, rigid': () => bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY }),
  'lugre, gamma 1': () => lugre({ ...LUGRE, gamma: 1 }),
  custom: () => own(0.5),
  patch: () => patch({ mu: 0.5 }),
  'patch, given disc': () => patch({ mu: 0.5, pressure: disc({ radius: 0.2 }) }),
  'patch, given rectangle': () =>
    patch({ mu: 0.5, pressure: rectangle({ width: 0.4, height: 0.2 }), direction: ALONG, frame: 'b' }),
  ecp: () => ecp({ mu: 0.5, er: 0.1 }),
  'ecp, ellipse': () => ecp({ mu: 0.5, et: 1.2, eo: 0.6, er: 0.1, direction: ALONG }),
  lugrePatch: () => lugrePatch(LUGRE),
  'lugrePatch, given disc': () => lugrePatch({ ...LUGRE, pressure: disc({ radius: 0.2 }) }),
  'textured, smooth': () => textured({ mu0: 0.2, a: teeth(), sharpness: 3 }),
  'textured, polygon': () => textured({ mu0: 0.2, a: rough(), cone: 'polygon', directions: 8 }),
  'textured, box': () => textured({ mu0: 0.2, a: teeth(), cone: 'box', align: 'slip' }),
  'textured, exact, one window': () =>
    textured({ mu0: 0.2, a: rough(), b: rough(), windows: 'patch', method: 'exact', pixels: 8 }),
  'rolling(spinning(stribeck))': () => rolling(spinning(stribeck(STRIBECK), { radius: 0.02 }), { radius: 0.01 }),
  'rolling(bristle)': () => rolling(bristle({ mu: 0.5, stiffness: 1e5 }), { radius: 0.01 }),
  'spinning(lugre)': () => spinning(lugre(LUGRE), { radius: 0.02 }),
  'spinning(anisotropic)': () => spinning(anisotropic({ mu: [0.6, 0.2] }), { radius: 0.02 }),
  'surfaceVelocity(patch)': () => surfaceVelocity(patch({ mu: 0.5 }), [0.5, 0.2, 0]),
  'surfaceVelocity(elastoPlastic)': () => surfaceVelocity(elastoPlastic(LUGRE), [0.5, 0.2, 0]),
  'scaled(patch)': () => scaled(patch({ mu: 0.5 }), 0.5),
  'scaled(maxwellSlip)': () => scaled(maxwellSlip({ elements: ELEMENTS }), 1.5),
  'scaled(surfaceVelocity(rolling(viscoElastic)))': () =>
    scaled(surfaceVelocity(rolling(viscoElastic({ mu: 0.5, stiffness: 1e4 }), { radius: 0.01 }), [0, 0.3, 0]), 0.8),
};
