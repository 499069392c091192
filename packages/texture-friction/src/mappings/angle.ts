/** Angles by + - * / and sqrt only, because Math.atan2 may differ in its last bits between JavaScript engines. */

const TERMS = 12;

/** xy[at] = angle of the vector (xy[at], xy[at + 1]) from the first axis, in (-π, π]; 0 for a zero vector. */
export function angleAt(xy: Float64Array, at: number): void {
  const x = Math.abs(xy[at]);
  const y = Math.abs(xy[at + 1]);
  const steep = y > x;
  let t = steep ? x / y : x > 0 ? y / x : 0;
  // arctan t = 2 arctan(t / (1 + √(1 + t²))), twice: t ≤ 0.199.
  t /= 1 + Math.sqrt(1 + t * t);
  t /= 1 + Math.sqrt(1 + t * t);
  const m = -t * t;
  let sum = 0;
  for (let n = TERMS - 1; n >= 0; n--) sum = 1 / (2 * n + 1) + m * sum;
  let angle = 4 * t * sum;
  if (steep) angle = Math.PI / 2 - angle;
  if (xy[at] < 0) angle = Math.PI - angle;
  xy[at] = xy[at + 1] < 0 ? -angle : angle;
}
