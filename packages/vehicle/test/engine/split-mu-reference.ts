import { G, HEIGHT, MASS, TRACK, WHEELBASE } from './support.js';

/**
 * Fine integration of a braked car on ground with two coefficients, independent of the solver: a rigid body with small roll and pitch on four
 * springs and dampers, whose locked wheels slide with μ N against their velocity. Returns the yaw rate [rad/s], left is positive.
 */
export function splitMuYaw(left: number, right: number, speed: number, seconds: number): number {
  const k = 25_000;
  const c = 2500;
  const dt = 1e-4;
  const [w, h, l] = [1.6, 0.5, 4];
  const yawInertia = (MASS / 12) * (w * w + l * l);
  const rollInertia = (MASS / 12) * (w * w + h * h);
  const pitchInertia = (MASS / 12) * (h * h + l * l);
  // Ahead, to the left, up; roll to the right and pitch nose down are positive.
  let [vx, vy, yaw, rate, heave, heaveRate, roll, rollRate, pitch, pitchRate] = [speed, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let t = 0; t < seconds; t += dt) {
    const cos = Math.cos(yaw);
    const sin = Math.sin(yaw);
    let [fx, fy, fz, mx, my, mz] = [0, 0, -MASS * G, 0, 0, 0];
    for (const a of [WHEELBASE / 2, -WHEELBASE / 2]) {
      for (const b of [TRACK / 2, -TRACK / 2]) {
        const compression = (MASS * G) / 4 / k - heave - b * roll + a * pitch;
        const closing = -heaveRate - b * rollRate + a * pitchRate;
        const load = Math.max(0, k * compression + c * closing);
        const mu = b > 0 ? left : right;
        // Velocity of the contact point, in axes that do not turn with the car.
        const x = a * cos - b * sin;
        const y = a * sin + b * cos;
        const px = vx - rate * y - HEIGHT * (pitchRate * cos + rollRate * sin);
        const py = vy + rate * x - HEIGHT * (pitchRate * sin - rollRate * cos);
        const length = Math.hypot(px, py);
        const tx = (-mu * load * px) / length;
        const ty = (-mu * load * py) / length;
        const along = tx * cos + ty * sin;
        const across = -tx * sin + ty * cos;
        fx += tx;
        fy += ty;
        fz += load;
        mz += x * ty - y * tx;
        mx += b * load + HEIGHT * across;
        my -= a * load + HEIGHT * along;
      }
    }
    vx += (dt * fx) / MASS;
    vy += (dt * fy) / MASS;
    rate += (dt * mz) / yawInertia;
    yaw += dt * rate;
    heaveRate += (dt * fz) / MASS;
    heave += dt * heaveRate;
    rollRate += (dt * mx) / rollInertia;
    roll += dt * rollRate;
    pitchRate += (dt * my) / pitchInertia;
    pitch += dt * pitchRate;
  }
  return rate;
}
