/**
 * Coulomb friction of a body with uniform pressure by brute force: a sum over points of the footprint, integrated with the midpoint
 * rule in small steps. It shares no code with the package.
 */
export interface ReferenceBody {
  mass: number;
  inertia: number;
  /** x, y of points with equal loads, from the centre of mass, in the body's frame. */
  points: readonly (readonly [number, number])[];
}

export interface Slide {
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  spin: number;
}

export const G = 9.81;

export function boxPoints(width: number, height: number, n = 16): [number, number][] {
  return grid(n, (s) => (s - 0.5) * width).flatMap((x) =>
    grid(n, (s) => (s - 0.5) * height).map((y) => [x, y] as [number, number]),
  );
}

/** Of a ring, with inner radius 0 of a disc. */
export function ringPoints(inner: number, outer: number, n = 12): [number, number][] {
  const radii = grid(n, (s) => Math.sqrt(inner * inner + s * (outer * outer - inner * inner)));
  return radii.flatMap((r) =>
    grid(4 * n, (s) => [r * Math.cos(2 * Math.PI * s), r * Math.sin(2 * Math.PI * s)] as [number, number]),
  );
}

function grid<T>(n: number, at: (s: number) => T): T[] {
  return Array.from({ length: n }, (_, k) => at((k + 0.5) / n));
}

const known = new Map<string, unknown>();

/** The result of `compute`, which is the same in all engines: computed once per `key`. */
export function once<T>(key: string, compute: () => T): T {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as T;
}

/** Slides to rest from the origin. `each` sees the state after every step. */
export function slideToRest(
  body: ReferenceBody,
  start: Partial<Slide>,
  mu: (x: number, y: number) => number,
  dt = 1e-3,
  each: (state: Slide) => void = () => {},
): Slide & { time: number } {
  const s = { x: 0, y: 0, angle: 0, vx: 0, vy: 0, spin: 0, ...start };
  const a = new Float64Array(3);
  const size = Math.max(...body.points.map(([x, y]) => Math.hypot(x, y)));
  let time = 0;
  while (Math.hypot(s.vx, s.vy, size * s.spin) > 2 * dt) {
    accelerate(body, s, mu, a);
    const middle = { ...s };
    advance(middle, a, 0.5 * dt);
    accelerate(body, middle, mu, a);
    s.x += dt * middle.vx;
    s.y += dt * middle.vy;
    s.angle += dt * middle.spin;
    s.vx += dt * a[0];
    s.vy += dt * a[1];
    s.spin += dt * a[2];
    time += dt;
    each(s);
    if (time > 60) throw new Error('slideToRest: still moves');
  }
  return { ...s, time };
}

function advance(s: Slide, a: Float64Array, dt: number): void {
  s.x += dt * s.vx;
  s.y += dt * s.vy;
  s.angle += dt * s.spin;
  s.vx += dt * a[0];
  s.vy += dt * a[1];
  s.spin += dt * a[2];
}

function accelerate(
  { mass, inertia, points }: ReferenceBody,
  s: Slide,
  mu: (x: number, y: number) => number,
  a: Float64Array,
): void {
  const cos = Math.cos(s.angle);
  const sin = Math.sin(s.angle);
  a.fill(0);
  const load = (mass * G) / points.length;
  for (const [px, py] of points) {
    const rx = cos * px - sin * py;
    const ry = sin * px + cos * py;
    const ux = s.vx - s.spin * ry;
    const uy = s.vy + s.spin * rx;
    const speed = Math.hypot(ux, uy);
    if (speed === 0) continue;
    const f = (-mu(s.x + rx, s.y + ry) * load) / speed;
    a[0] += (f * ux) / mass;
    a[1] += (f * uy) / mass;
    a[2] += (f * (rx * uy - ry * ux)) / inertia;
  }
}
