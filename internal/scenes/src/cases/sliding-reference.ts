import { GRAVITY } from './box-on-ground.js';

/**
 * References for a body that slides on a plane to a stop without rotating: a = g f(v), where f is the friction per load, written
 * independently of the packages. Every f depends only on the direction of v.
 */
export type Friction = (vx: number, vy: number) => Plane;

/** A vector in the plane. */
export type Plane = readonly [number, number];

/**
 * Maximum dissipation on the ellipse with half axes μx, μy: its extreme point opposite to v,
 *
 *     f = -(μx² vx, μy² vy) / √(μx² vx² + μy² vy²)
 */
export function ellipseFriction(muX: number, muY: number): Friction {
  return (vx, vy) => {
    const length = Math.hypot(muX * vx, muY * vy);
    return [(-muX * muX * vx) / length, (-muY * muY * vy) / length];
  };
}

/** The same limit, opposite to v:  f = -ρ v/|v|,  ρ = 1/√((cos/μx)² + (sin/μy)²). */
export function radialFriction(muX: number, muY: number): Friction {
  return (vx, vy) => {
    const length = Math.hypot(vx / muX, vy / muY);
    return [-vx / length, -vy / length];
  };
}

/** Coefficients against motion along +x, -x, +y, -y. */
export type Quarters = readonly [number, number, number, number];

/** Four quarter ellipses. */
export function quarterFriction(mu: Quarters): Friction {
  return (vx, vy) => ellipseFriction(vx > 0 ? mu[0] : mu[1], vy > 0 ? mu[2] : mu[3])(vx, vy);
}

/**
 * The same quarters on the face of the sliding body. Its axes are seen from that face, upside down: +y points the other way, and the
 * motion is that of the ground.
 */
export function quarterFrictionBelow([plusX, minusX, plusY, minusY]: Quarters): Friction {
  return quarterFriction([minusX, plusX, plusY, minusY]);
}

/** A friction law rotated by an angle [rad]: its x points there. */
export function rotateFriction(friction: Friction, angle: number): Friction {
  return (vx, vy) => rotate(friction(...rotate([vx, vy], -angle)), angle);
}

export function rotate([x, y]: Plane, angle: number): Plane {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [cos * x - sin * y, sin * x + cos * y];
}

/** Symmetric 2x2 matrix [xx, xy, yy]. */
export type Tensor = readonly [number, number, number];

/** μ1 d dᵀ + μ2 (n×d)(n×d)ᵀ for a direction d at an angle [rad]. */
export function frictionTensorAt(mu: Plane, angle: number): Tensor {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [mu[0] * cos * cos + mu[1] * sin * sin, (mu[0] - mu[1]) * sin * cos, mu[0] * sin * sin + mu[1] * cos * cos];
}

/** The geometric mean a # b as the limit of the arithmetic-harmonic means: a ← (a + b)/2, b ← 2 (a⁻¹ + b⁻¹)⁻¹. */
export function tensorMean(a: Tensor, b: Tensor): Tensor {
  let [p, q] = [a, b];
  for (let k = 0; k < 60; k++) [p, q] = [mean(p, q), invert(mean(invert(p), invert(q)))];
  return p;
}

function mean(a: Tensor, b: Tensor): Tensor {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

function invert([xx, xy, yy]: Tensor): Tensor {
  const det = xx * yy - xy * xy;
  return [yy / det, -xy / det, xx / det];
}

/** Maximum dissipation on F · unit disc:  f = -F F v / |F v|. */
export function tensorFriction([xx, xy, yy]: Tensor): Friction {
  return (vx, vy) => {
    const x = xx * vx + xy * vy;
    const y = xy * vx + yy * vy;
    const length = Math.hypot(x, y);
    return [-(xx * x + xy * y) / length, -(xy * x + yy * y) / length];
  };
}

/**
 * End point of a body that starts at 0 with v: x' = v, v' = g f(v) by RK4 in τ with dt = |v| dτ. In τ the speed falls exponentially and
 * the stop is not singular; integrated to 1e-9 of the initial speed.
 */
export function slideEnd(friction: Friction, velocity: Plane): Plane {
  const speed = Math.hypot(...velocity);
  let state = [0, 0, ...velocity];
  const rate = ([, , vx, vy]: number[]): number[] => {
    const length = Math.hypot(vx, vy);
    const [fx, fy] = friction(vx, vy);
    return [length * vx, length * vy, GRAVITY * length * fx, GRAVITY * length * fy];
  };
  while (Math.hypot(state[2], state[3]) > 1e-9 * speed) state = rungeKutta(rate, state, 1e-3);
  return [state[0], state[1]];
}

/** One step of the classical fourth-order method for y' = rate(y). */
export function rungeKutta(rate: (y: number[]) => number[], y: number[], h: number): number[] {
  const along = (k: number[], share: number) => y.map((value, e) => value + share * h * k[e]);
  const k1 = rate(y);
  const k2 = rate(along(k1, 0.5));
  const k3 = rate(along(k2, 0.5));
  const k4 = rate(along(k3, 1));
  return y.map((value, e) => value + (h / 6) * (k1[e] + 2 * k2[e] + 2 * k3[e] + k4[e]));
}

/**
 * The same for a polygon of limits -d_j·f ≤ μ_j, with d_j evenly spaced starting at x: f is a corner while v points between two
 * directions, so the path consists of parabolas; when v reaches d_j and the perpendicular foot lies on that face, f = -μ_j d_j and the
 * path is straight to the stop. Exact, event by event.
 */
export function polygonSlideEnd(mu: readonly number[], velocity: Plane): Plane {
  const count = mu.length;
  const angle = (2 * Math.PI) / count;
  const direction = (j: number): Plane => rotate([1, 0], j * angle);
  /** Intersection of faces j and j + 1, as friction. */
  const corner = (j: number): Plane => {
    const [a, b] = [mu[j % count], mu[(j + 1) % count]];
    return rotate([-a, -(b - a * Math.cos(angle)) / Math.sin(angle)], j * angle);
  };
  let [x, y] = [0, 0];
  let [vx, vy] = velocity;
  let j = Math.floor(Math.atan2(vy, vx) / angle + count) % count;
  for (let event = 0; event < count; event++) {
    const f = corner(j).map((value) => GRAVITY * value);
    // The first of the two directions that v reaches.
    let time = Number.POSITIVE_INFINITY;
    let next = j;
    for (const side of [0, 1]) {
      const [dx, dy] = direction(j + side);
      const t = -(vx * dy - vy * dx) / (f[0] * dy - f[1] * dx);
      if (t > 1e-12 && t < time && (vx + t * f[0]) * dx + (vy + t * f[1]) * dy > 0) {
        time = t;
        next = j + side;
      }
    }
    if (time === Number.POSITIVE_INFINITY) throw new Error('the slide does not end on a face');
    x += time * (vx + 0.5 * time * f[0]);
    y += time * (vy + 0.5 * time * f[1]);
    vx += time * f[0];
    vy += time * f[1];
    const [dx, dy] = direction(next);
    const m = mu[next % count];
    // The foot -m d lies on its face if no other limit cuts it off.
    const holds = mu.every((bound, k) => m * (direction(k)[0] * dx + direction(k)[1] * dy) <= bound + 1e-12);
    if (holds) {
      const distance = (vx * vx + vy * vy) / (2 * m * GRAVITY);
      return [x + distance * dx, y + distance * dy];
    }
    j = next === j ? (j + count - 1) % count : (j + 1) % count;
  }
  throw new Error('the slide does not end on a face');
}
