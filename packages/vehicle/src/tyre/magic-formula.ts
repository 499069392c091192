import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { DEFAULT_RELAXATION } from '../constants.js';
import { type TyreLaw, tyreLaw } from './tyre.js';

export interface MagicFormulaOptions {
  /** Stiffness factor. 10 for a road tyre. */
  B: number;
  /** Shape factor, > 1: 1.3 to 1.9. */
  C: number;
  /** Peak friction per load. */
  D: number;
  /** Curvature factor, <= 1. @default 0 */
  E?: number;
  /** Distance in which the force builds up [m]. @default 0.25 */
  relaxation?: number;
  /** Fraction of the peak that is lost when the load doubles. @default 0 */
  loadSensitivity?: number;
}

/**
 * Slip curve of Pacejka, as an alternative to `tyre`, for combined slip κ:
 *
 *     T / N = D sin(C atan(B κ - E (B κ - atan(B κ))))
 *
 * Up to the peak, κ is the relaxed slip of the bristles, so that the tyre also holds at rest; the step is implicit in it, with the curve's
 * secant. Beyond the peak the curve lowers the limit, by the slip of the last step.
 */
export function magicFormula(options: MagicFormulaOptions): TyreLaw {
  requireKnownOptions('magicFormula', options, ['B', 'C', 'D', 'E', 'relaxation', 'loadSensitivity']);
  const B = requirePositive('magicFormula', 'B', options.B);
  const D = requirePositive('magicFormula', 'D', options.D);
  const { C, E = 0 } = options;
  if (typeof C !== 'number' || !(C > 0 && C <= 2)) {
    throw new RangeError(`magicFormula: C must be a number > 0 and <= 2 (got ${String(C)})`);
  }
  if (typeof E !== 'number' || !(E <= 1 && E > Number.NEGATIVE_INFINITY)) {
    throw new RangeError(`magicFormula: E must be a number <= 1 (got ${String(E)})`);
  }
  const stiffness = B * C * D;
  const shape = (x: number) => Math.sin(C * Math.atan(x - E * (x - Math.atan(x))));
  const peakSlip = findPeak(B, C, E);
  return tyreLaw('magicFormula', {
    muX: D,
    muY: D,
    stiffnessX: stiffness,
    stiffnessY: stiffness,
    relaxation: requirePositive('magicFormula', 'relaxation', options.relaxation ?? DEFAULT_RELAXATION, 'm'),
    falloff: 0,
    loadSensitivity: requireNumber('magicFormula', 'loadSensitivity', options.loadSensitivity ?? 0, 0),
    peakSlip,
    shape: (slip) => shape(B * slip),
  });
}

/** Slip of the peak, where the argument of the sine is π/2; 1 if the curve only rises. */
function findPeak(B: number, C: number, E: number): number {
  if (C <= 1) return 1;
  const target = Math.tan(Math.PI / 2 / C);
  let low = 0;
  let high = B;
  for (let k = 0; k < 60; k++) {
    const x = (low + high) / 2;
    if (x - E * (x - Math.atan(x)) < target) low = x;
    else high = x;
  }
  return high / B;
}
