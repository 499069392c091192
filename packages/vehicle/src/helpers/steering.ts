import type { Vehicle } from '../vehicle/vehicle.js';

/**
 * Steers as if by one wheel at `angle` in the middle of the front [rad, left is positive]. All wheels turn about one point on the line of
 * the wheels that do not steer, so that none of them scrubs:
 *
 *     tan δᵢ = Lᵢ / (L / tan(angle) + yᵢ),   Lᵢ ahead of that line, yᵢ to the right
 */
export function ackermann(vehicle: Vehicle, angle: number): void {
  let fixed = 0;
  let rear = 0;
  let length = 0;
  for (const { steers, ahead } of vehicle.wheels) {
    if (steers !== 0) continue;
    fixed++;
    rear += ahead;
  }
  rear /= Math.max(fixed, 1);
  for (const { steers, ahead } of vehicle.wheels) if (steers !== 0) length = Math.max(length, ahead - rear);
  const radius = length / Math.tan(angle);
  for (const wheel of vehicle.wheels) {
    if (wheel.steers === 0) continue;
    wheel.steering = angle === 0 ? 0 : Math.atan((wheel.ahead - rear) / (radius + wheel.right));
  }
}
