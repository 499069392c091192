/**
 * A pendulum whose pin has dry friction: I θ″ = -m g l sin θ - T sign(θ′). Friction takes T times the angle of each half swing,
 *
 *     m g l (cos θₙ₊₁ - cos θₙ) = T (θₙ + θₙ₊₁),    for small angles   θₙ₊₁ = θₙ - 2 T / (m g l)
 *
 * and the pendulum stops where m g l sin θₙ ≤ T. Independent of the packages.
 */
export interface Pendulum {
  /** m g l [N m], the inertia about the pin [kg m²], and the friction torque [N m]. */
  weight: number;
  inertia: number;
  torque: number;
}

/** Amplitude after a number of half swings [rad]; negative if it stops before it has passed the lowest point. */
export function amplitudeAfter({ weight, torque }: Pendulum, start: number, halfSwings: number): number {
  let angle = start;
  for (let n = 0; n < halfSwings && weight * Math.sin(Math.abs(angle)) > torque; n++) {
    const from = Math.abs(angle);
    // The energy left at an angle of the other side falls there: bisection.
    let [low, high] = [-from, from];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (weight * (Math.cos(middle) - Math.cos(from)) > torque * (from + middle)) low = middle;
      else high = middle;
    }
    // From the far end of the bracket the energy is 0 at -from too: take the upper root.
    angle = low;
  }
  return angle;
}

/** Angles every 1/100 s, by a fine integration. */
export function integratePendulum(pendulum: Pendulum, start: number, seconds: number): Float64Array {
  const { weight, inertia, torque } = pendulum;
  const h = 1e-4;
  const angles = new Float64Array(Math.round(100 * seconds) + 1);
  let [angle, rate] = [start, 0];
  for (let k = 0; k < angles.length; k++) {
    angles[k] = angle;
    for (let i = 0; i < 100; i++) {
      const pull = -weight * Math.sin(angle);
      if (rate === 0 && Math.abs(pull) <= torque) continue;
      const before = rate;
      rate += (h / inertia) * (pull - torque * Math.sign(rate === 0 ? pull : rate));
      // Friction cannot turn it around.
      if (before * rate < 0) rate = 0;
      angle += h * rate;
    }
  }
  return angles;
}
