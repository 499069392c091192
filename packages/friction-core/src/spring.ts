/** Springs get no stiffer than for substeps of this length [s]: shorter ones would kick. */
const STIFFEST_SUBSTEP = 1e-4;

/**
 * A spring of frequency f and damping ratio ζ as a velocity constraint, implicit in h:
 * ω = 2πf, a₁ = 2ζ + hω, a₂ = hω a₁; out = [rate ω/a₁, mass scale a₂/(1+a₂), impulse scale 1/(1+a₂)]. `swings` f h is the same for
 * all h: as stiff as a substep can resolve. Softer springs would let the load lag behind when a body is about to tip.
 */
export function fillSpring(out: Float64Array, at: number, swings: number, damping: number, h: number): void {
  const angle = 2 * Math.PI * swings * Math.min(1, h / STIFFEST_SUBSTEP);
  const a1 = 2 * damping + angle;
  const a2 = angle * a1;
  out[at] = angle / (h * a1);
  out[at + 1] = a2 / (1 + a2);
  out[at + 2] = 1 / (1 + a2);
}
