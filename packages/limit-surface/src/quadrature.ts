import { expAt } from '@stiction/friction-core';

/**
 * Tanh-sinh quadrature on [0, 1], ∫ f dx ≈ Σ wₖ f(xₖ), xₖ = 1/(1 + exp(-π sinh τₖ)), τₖ = k h: end points may be singular, as
 * long as f is integrable. Nodes come in pairs; `left` is the distance of a node from the nearer end, which x or 1 - x has lost
 * to rounding.
 */
export interface Quadrature {
  /** Distance of a node from 0, for nodes in the left half; the right half mirrors it. */
  left: Float64Array;
  weights: Float64Array;
}

/** Nodes in one half, not counting the middle; spacing h. Chosen for 1e-11 on the integrands of `pressure-radial.ts`. */
const HALF = 22;
const SPACING = 0.155;

export function tanhSinh(): Quadrature {
  const left = new Float64Array(HALF + 1);
  const weights = new Float64Array(HALF + 1);
  const work = new Float64Array(2);
  for (let k = 0; k <= HALF; k++) {
    const tau = k * SPACING;
    work[0] = -tau;
    expAt(work, 0);
    const down = work[0];
    const sinh = 0.5 * (1 / down - down);
    const cosh = 0.5 * (1 / down + down);
    work[0] = -Math.PI * sinh;
    expAt(work, 0);
    const q = work[0];
    left[k] = q / (1 + q);
    weights[k] = (SPACING * Math.PI * cosh * q) / ((1 + q) * (1 + q));
  }
  return { left, weights };
}
