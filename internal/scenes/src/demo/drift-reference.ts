/**
 * A car in the plane, on four tyres with anisotropic Coulomb friction. Semi-implicit steps of 0.1 ms. Independent of the packages.
 *
 *     m a = Σ Fᵢ,    I ψ″ = Σ (pᵢ × Fᵢ)_z,    Fᵢ = -Nᵢ (μa² sa, μc² sc) / √(μa² sa² + μc² sc² + (μc ε)²)   along and across the tyre
 *     sᵢ = v + ψ′ ẑ × pᵢ - uᵢ,    Nᵢ = m (g/4 ∓ h aₓ/(2 · wheelbase) ∓ h a_y/(2 · track))
 *
 *   pᵢ  position of a tyre     uᵢ  its rolling speed, along the tyre [m/s]     h  height of the centre of mass [m]     ε  5 mm/s
 *   aₓ, a_y  acceleration along and across the car, of the previous step. Negative loads count as 0.
 */
export interface Tyre {
  /** Friction along and across the tyre. */
  along: number;
  across: number;
  /** Rolling speed, along the tyre [m/s]. */
  surface: number;
  /** Angle relative to the car [rad]. */
  angle: number;
}

export interface Car {
  mass: number;
  /** About the vertical [kg m²]. */
  inertia: number;
  /** Half the wheelbase, half the track, height of the centre of mass [m]. */
  halfBase: number;
  halfTrack: number;
  height: number;
  gravity: number;
}

const STEP = 1e-4;
const SOFT = 5e-3;

/** Heading, once per 10 ms [rad]. `tyres` returns the state of the two axles at a time. */
export function integrateCar(
  car: Car,
  speed: number,
  tyres: (time: number) => { front: Tyre; rear: Tyre },
  seconds: number,
): Float64Array {
  const { mass, inertia, halfBase, halfTrack, height, gravity } = car;
  let [vx, vy, heading, spin] = [speed, 0, 0, 0];
  let [ax, ay] = [0, 0];
  const every = Math.round(1e-2 / STEP);
  const count = Math.round(seconds / 1e-2);
  const headings = new Float64Array(count + 1);
  for (let n = 0; n <= count * every; n++) {
    if (n % every === 0) headings[n / every] = heading;
    const { front, rear } = tyres(n * STEP);
    const cos = Math.cos(heading);
    const sin = Math.sin(heading);
    // In the frame of the car.
    const [vf, vl] = [cos * vx + sin * vy, cos * vy - sin * vx];
    let [fx, fy, moment] = [0, 0, 0];
    for (const end of [1, -1]) {
      const { along, across, surface, angle } = end > 0 ? front : rear;
      const [ca, sa] = [Math.cos(angle), Math.sin(angle)];
      for (const side of [1, -1]) {
        const [px, py] = [end * halfBase, side * halfTrack];
        const shift = (end * ax) / halfBase + (side * ay) / halfTrack;
        const load = Math.max(0, (mass / 4) * (gravity - height * shift));
        const [sx, sy] = [vf - spin * py, vl + spin * px];
        const slipAlong = ca * sx + sa * sy - surface;
        const slipAcross = ca * sy - sa * sx;
        const size = Math.sqrt((along * slipAlong) ** 2 + (across * slipAcross) ** 2 + (across * SOFT) ** 2);
        const [fa, fc] = [(-load * along ** 2 * slipAlong) / size, (-load * across ** 2 * slipAcross) / size];
        const [tx, ty] = [ca * fa - sa * fc, sa * fa + ca * fc];
        fx += tx;
        fy += ty;
        moment += px * ty - py * tx;
      }
    }
    [ax, ay] = [fx / mass, fy / mass];
    vx += STEP * (cos * ax - sin * ay);
    vy += STEP * (sin * ax + cos * ay);
    spin += (STEP * moment) / inertia;
    heading += STEP * spin;
  }
  return headings;
}
