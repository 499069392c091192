import { arctanAt } from './arctan.js';
import { addRadial, locateRotation, NEAR, REST } from './disc.js';
import { binomialHalf, F, F1, F2, INPUT, RADIAL_SIZE, seriesAt } from './disc-radial.js';

/**
 * psi, f and H (see `kernel.ts`) of a Hertzian contact, p = 3/(2 π a²) √(1 - (ρ/a)²). Because Δ|ρ - c| = 1/|ρ - c|, M
 * is twice the integral of Hertz's displacement. With A = arcsin(1/e), S = √(e² - 1), both at radius 1:
 *
 *     e ≤ 1:  M = 3π/16 (1 + e² - e⁴/8)
 *     e > 1:  M = 3/16 [(2 + 2e² - e⁴/4) A + (7/2 + e²/4) S],   e M' = 3/16 [(4e² - e⁴) A + (2 + e²) S],
 *             M″ = 3/4 [(2 - e²) A + S] - M'/e
 *
 * Beyond e = 5 it uses the series Σ bₙ² hₙ t²ⁿ of t M(1/t), with the moments hₙ of the pressure, as in
 * `disc-radial.ts`.
 */

const SERIES = 0.2;
const FAR_EVEN = /* @__PURE__ */ farSeries();
const NONE = new Float64Array(0);

function farSeries(): Float64Array {
  const terms = new Float64Array(11);
  let moment = 1;
  for (let n = 0; n < terms.length; n++) {
    if (n > 0) moment *= n / (n + 1.5);
    terms[n] = binomialHalf(n) * binomialHalf(n) * moment;
  }
  return terms;
}

const radial = new Float64Array(RADIAL_SIZE);

/** Adds weight × the output for `input` = [vx, vy, w, 0, 0, a, weight], with the twist at the contact's centre. */
export function addHertz(input: Float64Array, out: Float64Array): void {
  const region = locateRotation(input, radial);
  if (region === REST) return;
  if (region === NEAR) hertzNear(radial);
  else hertzFar(radial);
  addRadial(input, radial, region === NEAR, false, out);
}

function hertzNear(y: Float64Array): void {
  const m = y[INPUT] * y[INPUT];
  const c = (3 * Math.PI) / 16;
  y[F] = c * (1 + m - (m * m) / 8);
  y[F1] = c * (2 - 0.5 * m);
  y[F2] = c * (2 - 1.5 * m);
}

function hertzFar(y: Float64Array): void {
  const t = y[INPUT];
  if (t < SERIES) {
    seriesAt(FAR_EVEN, NONE, y, false);
    return;
  }
  const root = Math.sqrt((1 - t) * (1 + t));
  y[F] = t / (1 + root);
  arctanAt(y, F);
  const A = 2 * y[F];
  const e = 1 / t;
  const m = e * e;
  const S = root * e;
  const M = (3 / 16) * ((2 + 2 * m - (m * m) / 4) * A + (3.5 + m / 4) * S);
  const dM = (3 / 16) * t * ((4 * m - m * m) * A + (2 + m) * S);
  const ddM = 0.75 * ((2 - m) * A + S) - dM * t;
  y[F] = t * M;
  y[F1] = (M - e * dM) * e;
  y[F2] = m * e * ddM;
}
