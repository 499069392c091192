/** Reference formulas of the laboratory: steady sliding friction per load, independent of the packages. */

/** Velocity along x and y [m/s] and spin [rad/s] of the body relative to the ground. */
export type Slip = readonly [number, number, number];
/** Friction on the body per load, along x and y, and torsion [m]. */
export type Wrench = readonly [number, number, number];

/** muC + (muS - muC) exp(-(v/vS)²). */
export function stribeckCurve(speed: number, muS: number, muC: number, vS: number): number {
  return muC + (muS - muC) * Math.exp(-((speed / vS) ** 2));
}

/** Maximum dissipation on an ellipsoid with semi-axes a: f = -(a² s)/√Σ(a s)². */
export function ellipsoidFriction(axes: readonly number[], slip: Slip): Wrench {
  const length = Math.hypot(...slip.map((s, e) => axes[e] * s));
  return slip.map((s, e) => (length > 0 ? (-axes[e] * axes[e] * s) / length : 0)) as unknown as Wrench;
}

/** Quarter ellipses, with coefficients against motion along +x, -x, +y, -y. */
export function quarterFriction(mu: readonly number[], lever: number, slip: Slip): Wrench {
  const mean = (mu[0] + mu[1] + mu[2] + mu[3]) / 4;
  return ellipsoidFriction([slip[0] > 0 ? mu[0] : mu[1], slip[1] > 0 ? mu[2] : mu[3], mean * lever], slip);
}

/** A prism: the corner of the polygon -d_j·f ≤ μ with the highest dissipation, and torsion up to μ times the radius. */
export function polygonFriction(mu: number, corners: number, lever: number, slip: Slip): Wrench {
  const angle = (2 * Math.PI) / corners;
  let best: Wrench = [0, 0, 0];
  let most = 0;
  for (let k = 0; k < corners; k++) {
    const at = (k + 0.5) * angle;
    const f = mu / Math.cos(angle / 2);
    const point: Wrench = [-f * Math.cos(at), -f * Math.sin(at), 0];
    const power = -(point[0] * slip[0] + point[1] * slip[1]);
    if (power > most) [best, most] = [point, power];
  }
  return [best[0], best[1], -mu * lever * Math.sign(slip[2])];
}

const RINGS = 60;
const SECTORS = 120;

/** The integral of -μ p v/|v| over a disc of uniform pressure, in rings and sectors. */
export function discFriction(mu: number, radius: number, slip: Slip): Wrench {
  const sum: [number, number, number] = [0, 0, 0];
  for (let ring = 0; ring < RINGS; ring++) {
    const r = radius * Math.sqrt((ring + 0.5) / RINGS); // rings of equal area
    for (let k = 0; k < SECTORS; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / SECTORS;
      addFriction(sum, mu / (RINGS * SECTORS), r * Math.cos(angle), r * Math.sin(angle), slip);
    }
  }
  return sum;
}

const CELLS = 90;

export function rectangleFriction(mu: number, [width, height]: readonly number[], slip: Slip): Wrench {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < CELLS; i++) {
    for (let k = 0; k < CELLS; k++) {
      const x = width * ((i + 0.5) / CELLS - 0.5);
      const y = height * ((k + 0.5) / CELLS - 0.5);
      addFriction(sum, mu / CELLS ** 2, x, y, slip);
    }
  }
  return sum;
}

/** Friction of one small element at (x, y). */
function addFriction(sum: [number, number, number], mu: number, x: number, y: number, [vx, vy, w]: Slip): void {
  const ux = vx - w * y;
  const uy = vy + w * x;
  const speed = Math.hypot(ux, uy);
  if (speed === 0) return;
  const fx = (-mu * ux) / speed;
  const fy = (-mu * uy) / speed;
  sum[0] += fx;
  sum[1] += fy;
  sum[2] += x * fy - y * fx;
}
