/**
 * The slip speed s of an object that would have the speed a without friction: [Kikuuwe] (16b) and (28b),
 *
 *     s = a - c friction(s),   0 < s ≤ a
 *
 *   c   T / M of (16b), T / C of (28b): velocity per force    m/(s N)
 *
 * Requires a > c friction(0). A solution exists, since the residual r(s) = s - a + c friction(s) has r(0) < 0 ≤ r(a). There can be
 * several if c friction(s) falls more steeply than s rises: the step is too long for that curve. All of them dissipate; this takes
 * the largest, which continues the slip from high speed, as far as a scan down from a in SCAN_STEPS equal steps can tell them apart. At
 * high speed the scan ends after one step.
 *
 * Within the step of the scan, Chandrupatla's method (1997): inverse quadratic interpolation if it is safe, bisection if not, until
 * the bracket is as narrow as the round-off of s.
 *
 * Differs from the paper: it gives no method and does not mention several solutions.
 */
export function solveSlip(friction: (speed: number) => number, problem: Float64Array): void {
  const a = problem[0];
  const c = problem[1];
  // x1 and x2 bracket the solution, x1 is the newer one; x3, below, is the point dropped last.
  let x1 = a;
  let force1 = friction(a);
  let r1 = c * force1;
  let x2 = 0;
  let force2 = 0;
  let r2 = -a;
  for (let k = SCAN_STEPS - 1; k >= 0; k--) {
    x2 = (a * k) / SCAN_STEPS;
    force2 = friction(x2);
    r2 = x2 - a + c * force2;
    if (!(r2 > 0)) break;
    x1 = x2;
    force1 = force2;
    r1 = r2;
  }
  let width = Number.EPSILON * x1;
  let t = r1 / (r1 - r2);
  for (let k = 0; k < MAX_STEPS && r1 !== 0 && r2 !== 0 && Math.abs(x1 - x2) > width; k++) {
    const nearest = (0.5 * width) / Math.abs(x2 - x1);
    const x = x1 + Math.min(1 - nearest, Math.max(nearest, t)) * (x2 - x1);
    const force = friction(x);
    const r = x - a + c * force;
    let x3 = x1;
    let r3 = r1;
    if (r > 0 !== r1 > 0) {
      x3 = x2;
      r3 = r2;
      x2 = x1;
      force2 = force1;
      r2 = r1;
    }
    x1 = x;
    force1 = force;
    r1 = r;
    width = Number.EPSILON * Math.max(x1, x2);
    const xi = (x1 - x2) / (x3 - x2);
    const phi = (r1 - r2) / (r3 - r2);
    t = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
      t = (r1 / (r2 - r1)) * (r3 / (r2 - r3)) + ((x3 - x1) / (x2 - x1)) * (r1 / (r3 - r1)) * (r2 / (r3 - r2));
    }
  }
  const first = Math.abs(r1) <= Math.abs(r2);
  const s = first ? x1 : x2;
  problem[0] = s;
  problem[1] = first ? force1 : force2;
  if (r1 === 0 || r2 === 0) return;
  // Both ends agree up to round-off, unless the curve jumps up between them; then the force lies within the jump.
  problem[1] = Math.min(Math.max(force1, force2), Math.max(Math.min(force1, force2), (a - s) / c));
}

const SCAN_STEPS = 16;
/** Smooth curves need about 5, the steepest 35. The limit also ends curves that return NaN. */
const MAX_STEPS = 150;
