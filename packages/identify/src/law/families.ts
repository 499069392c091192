import { coulomb, elastoPlastic, type FrictionLaw, lugre, stribeck } from '@stiction/friction-core';
import { type Bristle, bristleFriction, type Curve, curveAt, type LawSeries } from './friction-models.js';

export type LawFamily = 'coulomb' | 'stribeck' | 'lugre' | 'elastoPlastic';

/** A parameter of a law. `log`: positive, its logarithm is fitted. */
interface Parameter {
  readonly name: string;
  readonly unit: string;
  readonly log: boolean;
}

export interface Family {
  readonly name: LawFamily;
  readonly parameters: readonly Parameter[];
  /** Whether the friction at rest says something: otherwise samples near v = 0 are left out. */
  readonly isDynamic: boolean;
  /** Writes f/N for every sample; `values` in the order of the parameters, then the preload if dynamic. */
  friction(values: ArrayLike<number>, series: LawSeries, out: Float64Array): void;
  /** The law with these values. */
  law(values: Readonly<Record<string, number>>): FrictionLaw;
}

export interface FamilyOptions {
  /** γ. */
  readonly gamma: number;
  readonly sBa: number;
}

const MU: Parameter = { name: 'mu', unit: '1', log: true };
const CURVE: readonly Parameter[] = [
  { name: 'muC', unit: '1', log: true },
  { name: 'muS', unit: '1', log: true },
  { name: 'vS', unit: 'm/s', log: true },
];
const BRISTLE: readonly Parameter[] = [
  { name: 'sigma0', unit: '1/m', log: true },
  { name: 'sigma1', unit: 's/m', log: false },
  { name: 'sigma2', unit: 's/m', log: false },
];

export function createFamily(name: LawFamily, { gamma, sBa }: FamilyOptions): Family {
  const curve = (p: ArrayLike<number>): Curve => ({ muC: p[0], muS: p[1], vS: p[2], gamma });
  if (name === 'coulomb') {
    return {
      name,
      parameters: [MU],
      isDynamic: false,
      friction(p, { v }, out) {
        for (let k = 0; k < v.length; k++) out[k] = p[0] * Math.sign(v[k]);
      },
      law: ({ mu }) => coulomb({ mu }),
    };
  }
  if (name === 'stribeck') {
    return {
      name,
      parameters: [...CURVE, { name: 'viscous', unit: 's/m', log: false }],
      isDynamic: false,
      friction(p, { v }, out) {
        const g = curve(p);
        for (let k = 0; k < v.length; k++) {
          const speed = Math.abs(v[k]);
          out[k] = Math.sign(v[k]) * (curveAt(g, speed) + p[3] * speed);
        }
      },
      law: ({ muC, muS, vS, viscous }) => stribeck({ muC, muS: Math.max(muS, muC), vS, gamma, viscous }),
    };
  }
  const fraction = name === 'elastoPlastic' ? sBa : undefined;
  return {
    name,
    parameters: [...CURVE, ...BRISTLE],
    isDynamic: true,
    friction(p, series, out) {
      const bristle: Bristle = {
        ...curve(p),
        sigma0: p[3],
        sigma1: p[4],
        sigma2: p[5],
        preload: p[6],
        sBa: fraction,
      };
      bristleFriction(bristle, series, out);
    },
    law: ({ muC, muS, vS, sigma0, sigma1, sigma2 }) => {
      const options = { muC, muS: Math.max(muS, muC), vS, gamma, sigma0, sigma1, sigma2 };
      return fraction === undefined ? lugre(options) : elastoPlastic({ ...options, sBa: fraction });
    },
  };
}
