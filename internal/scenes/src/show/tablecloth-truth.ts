/**
 * A glass on a cloth that is pulled away, seen from the side: a rectangle of width 2 r with its centre h above its base, in the
 * plane. Own integration, semi-implicit steps of 20 µs; the supports are stiff dampers and springs.
 *
 *     m x″ = Σ F,   m z″ = Σ N - m g,   I θ″ = Σ (p_x N - p_z F),   F = -μ N s/√(s² + ε²),   N = max(0, k δ + c δ′)
 *
 *   p   place of a support against the centre [m]     δ   how deep it is [m]      s   its slip along x [m/s],  ε 1 mm/s
 *   k   m (2π · 400 Hz)²     c   as for critical damping     I   m (3 r² + (2 h)²)/12, a cylinder's
 *
 * Supports: the two ends of the base, on the cloth where it still is and on the table else, and the cloth's rear edge.
 */
export interface Glass {
  /** Half width, height of the centre, thickness of the cloth [m]. */
  r: number;
  h: number;
  thick: number;
  /** From its middle to the rear edge of the cloth [m]. */
  toEdge: number;
  /** Acceleration of the cloth [m/s²]. */
  pull: number;
  mu: number;
  muTable: number;
  gravity: number;
}

const STEP = 2e-5;
/** One place is kept per millisecond. */
const KEEP = 50;

/** Where the glass is, along the pull, once per millisecond since the pull began [m]; not followed beyond `end`. */
export function integrateGlass(glass: Glass, seconds: number, end = Number.POSITIVE_INFINITY): Float64Array {
  const { r, h, thick, toEdge, pull, mu, muTable, gravity: g } = glass;
  const k = (2 * Math.PI * 400) ** 2;
  const c = 2 * Math.sqrt(k);
  const gyration = (3 * r * r + 4 * h * h) / 12;
  const sink = g / (2 * k);
  let [x, z, tilt, vx, vz, spin] = [0, thick + h - sink, 0, 0, 0, 0];
  const steps = Math.round(seconds / STEP);
  const ways = new Float64Array(Math.floor(steps / KEEP) + 1);
  for (let n = 0; n <= steps; n++) {
    if (n % KEEP === 0) ways[n / KEEP] = x;
    const t = n * STEP;
    const edge = 0.5 * pull * t * t - toEdge;
    if (x > end || (edge > x + r && Math.abs(vx) < 1e-6)) {
      ways.fill(x, Math.ceil(n / KEEP));
      break;
    }
    const cos = Math.cos(tilt);
    const sin = Math.sin(tilt);
    let [fx, fz, turn] = [0, -g, 0];
    // A point (px, pz) of the glass, δ deep in what moves at `speed`.
    const support = (px: number, pz: number, depth: number, friction: number, speed: number): void => {
      const rate = -(vz + spin * px);
      const load = Math.max(0, k * depth + c * rate);
      if (!(depth > 0) || load === 0) return;
      const slip = vx - spin * pz - speed;
      const force = (-friction * load * slip) / Math.hypot(slip, 1e-3);
      fx += force;
      fz += load;
      turn += px * load - pz * force;
    };
    for (const end of [-r, r]) {
      const px = end * cos + h * sin;
      const pz = end * sin - h * cos;
      const onCloth = x + px > edge;
      support(px, pz, (onCloth ? thick : 0) - (z + pz), onCloth ? mu : muTable, onCloth ? pull * t : 0);
    }
    // The base above the cloth's edge.
    const along = (edge - x - h * sin) / cos;
    if (Math.abs(along) < r) {
      const pz = along * sin - h * cos;
      support(edge - x, pz, thick - (z + pz), mu, pull * t);
    }
    vx += STEP * fx;
    vz += STEP * fz;
    spin += (STEP * turn) / gyration;
    x += STEP * vx;
    z += STEP * vz;
    tilt += STEP * spin;
  }
  return ways;
}
