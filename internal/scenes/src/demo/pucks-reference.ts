/**
 * A disc with uniform pressure that slides and spins on a plane, by brute force. Independent of the packages.
 *
 *     m v̇ = -μ m g ⟨uₓ/|u|⟩,    (m R²/2) ω̇ = -μ m g ⟨(x u_y - y uₓ)/|u|⟩,    u = (v - ω y, ω x)   averaged over the disc
 *
 * Sliding and spinning end together, and at the end v/(R ω) is 0.653 for every start with both (Farkas et al., 2003).
 */
export interface PuckSlide {
  /** Sliding speed and surface speed R ω, once per `SLIDE_STEP` [m/s]. */
  speeds: Float64Array;
  rims: Float64Array;
  distance: number;
  /** Duration [s]. */
  time: number;
}

/** v/(R ω) at the end. */
export const END_RATIO = 0.653;
/** [s] */
export const SLIDE_STEP = 1 / 500;
const RINGS = 16;
const ANGLES = 24;
/** Points of half the disc on rings of equal area, per R: x and y. */
const POINTS = Float64Array.from(
  Array.from({ length: RINGS * ANGLES }, (_, at) => {
    const r = Math.sqrt((Math.floor(at / ANGLES) + 0.5) / RINGS);
    const angle = Math.PI * (((at % ANGLES) + 0.5) / ANGLES - 0.5);
    return [r * Math.cos(angle), r * Math.sin(angle)];
  }).flat(),
);

/** `speed` v and `rim` R ω at the start [m/s]; `grip` is μ g [m/s²]. */
export function integratePuck(speed: number, rim: number, grip: number): PuckSlide {
  const speeds = [speed];
  const rims = [rim];
  let [v, w, distance] = [speed, rim, 0];
  // Explicit midpoint steps, until the next one would reverse the motion.
  for (;;) {
    const [a, b] = pull(v, w);
    if (!(v > SLIDE_STEP * grip * a)) break;
    const [c, d] = pull(v - 0.5 * SLIDE_STEP * grip * a, w - SLIDE_STEP * grip * b);
    const next = v - SLIDE_STEP * grip * c;
    if (!(next > 0)) break;
    distance += 0.5 * SLIDE_STEP * (v + next);
    v = next;
    w = Math.max(0, w - 2 * SLIDE_STEP * grip * d);
    speeds.push(v);
    rims.push(w);
  }
  return {
    speeds: Float64Array.from(speeds),
    rims: Float64Array.from(rims),
    distance: distance + v ** 2 / (2 * grip),
    time: SLIDE_STEP * speeds.length,
  };
}

/** Averages of uₓ/|u| and of the moment per R, over half the disc: the other half is its mirror image. */
function pull(v: number, w: number): [number, number] {
  let [force, moment] = [0, 0];
  for (let at = 0; at < POINTS.length; at += 2) {
    const x = POINTS[at];
    const y = POINTS[at + 1];
    const ux = v - w * y;
    const uy = w * x;
    const speed = Math.sqrt(ux * ux + uy * uy);
    if (speed === 0) continue;
    force += ux / speed;
    moment += (x * uy - y * ux) / speed;
  }
  return [force / (RINGS * ANGLES), moment / (RINGS * ANGLES)];
}
