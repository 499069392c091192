/**
 * A glass on a cloth that is pulled away, seen from the side: a rectangle of width 2 r with its centre h above its base, in the
 * plane. Semi-implicit steps of 20 µs; the supports are stiff spring-dampers. Independent of the packages.
 *
 *     m x″ = Σ F,   m z″ = Σ N - m g,   I θ″ = Σ (p_x N - p_z F),   F = -μ N s/√(s² + ε²),   N = max(0, k δ + c δ′)
 *
 *   p   position of a support relative to the centre [m]     δ   its depth [m]      s   its slip along x [m/s],  ε 1 mm/s
 *   k   m (2π · 400 Hz)²     c   critical damping     I   m (3 r² + (2 h)²)/12, a cylinder's
 *
 * Supports: the two ends of the base, on the cloth while it is there and on the table afterwards, and the cloth's rear edge.
 */
export interface Glass {
  /** Half width, height of the centre, thickness of the cloth [m]. */
  r: number;
  h: number;
  thick: number;
  /** From the middle of the glass to the rear edge of the cloth [m]. */
  toEdge: number;
  /** Acceleration of the cloth [m/s²]. */
  pull: number;
  mu: number;
  muTable: number;
  gravity: number;
}

const STEP = 2e-5;
/** One position is kept per millisecond. */
const KEEP = 50;

/** Position of the glass along the pull, once per millisecond since the pull began [m]; ends at `end`. */
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
    // A point (px, pz) of the glass, δ deep in a support that moves at `speed`.
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
    // The base of the glass against the cloth's rear edge.
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
