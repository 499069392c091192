import { expAt } from '@stiction/friction-core/adapter';

/**
 * Tanh-sinh quadrature on [0, 1], ∫ f dx ≈ Σ wₖ f(xₖ), xₖ = 1/(1 + exp(-π sinh τₖ)), τₖ = k h. It tolerates integrable
 * singularities at the ends. Nodes come in pairs; `left` is the distance of a node from the nearer end, which x or
 * 1 - x would lose to rounding.
 */
export interface Quadrature {
  /** Distance from 0 of the nodes in the left half; the right half mirrors it. */
  left: Float64Array;
  weights: Float64Array;
}

/** Nodes in one half, without the middle, and the spacing h. Chosen for 1e-11 on the integrands of `power-law.ts`. */
const HALF = 22;
const SPACING = 0.155;

export function tanhSinh(): Quadrature {
  const left = new Float64Array(HALF + 1);
  const weights = new Float64Array(HALF + 1);
  const scratch = new Float64Array(2);
  for (let k = 0; k <= HALF; k++) {
    const tau = k * SPACING;
    scratch[0] = -tau;
    expAt(scratch, 0);
    const decay = scratch[0];
    const sinh = 0.5 * (1 / decay - decay);
    const cosh = 0.5 * (1 / decay + decay);
    scratch[0] = -Math.PI * sinh;
    expAt(scratch, 0);
    const q = scratch[0];
    left[k] = q / (1 + q);
    weights[k] = (SPACING * Math.PI * cosh * q) / ((1 + q) * (1 + q));
  }
  return { left, weights };
}
