/**
 * How much wider the intervals of a fit are because neighbouring residuals are correlated: √((1 + ρ)/(1 - ρ)) for a
 * lag-1 correlation ρ, that is √(n/n_eff) of a first-order autoregressive series. 1 if ρ could be chance, |ρ| < 3/√n.
 */
export function correlationFactor(residuals: ArrayLike<number>): number {
  const n = residuals.length;
  let square = 0;
  let product = 0;
  for (let k = 0; k < n; k++) {
    square += residuals[k] * residuals[k];
    if (k > 0) product += residuals[k] * residuals[k - 1];
  }
  const correlation = square > 0 ? product / square : 0;
  if (!(correlation > 3 / Math.sqrt(n))) return 1;
  const bounded = Math.min(correlation, 0.999);
  return Math.sqrt((1 + bounded) / (1 - bounded));
}
