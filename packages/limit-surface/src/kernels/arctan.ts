/** Arctangent with + - * / and sqrt only, in place, for the reasons given in friction-core's `elementary.ts`. */

const TERMS = 12;

/** x[at] = arctan(x[at]) for x ≥ 0, to 2e-16. */
export function arctanAt(x: Float64Array, at: number): void {
  let t = x[at];
  const inverted = t > 1;
  if (inverted) t = 1 / t;
  // arctan t = 2 arctan(t / (1 + √(1 + t²))), twice: t ≤ 0.199.
  t /= 1 + Math.sqrt(1 + t * t);
  t /= 1 + Math.sqrt(1 + t * t);
  const m = -t * t;
  let sum = 0;
  for (let n = TERMS - 1; n >= 0; n--) sum = 1 / (2 * n + 1) + m * sum;
  const angle = 4 * t * sum;
  x[at] = inverted ? 0.5 * Math.PI - angle : angle;
}

/** xy[at] = angle of the vector (xy[at], xy[at + 1]) from the first axis, in [0, 2π). */
export function angleAt(xy: Float64Array, at: number): void {
  const x = xy[at];
  const y = xy[at + 1];
  const width = Math.abs(x);
  const height = Math.abs(y);
  if (width === 0 && height === 0) {
    xy[at] = 0;
    return;
  }
  xy[at] = height / width;
  arctanAt(xy, at);
  if (x < 0) xy[at] = Math.PI - xy[at];
  if (y < 0) xy[at] = xy[at] > 0 ? 2 * Math.PI - xy[at] : 0;
}
