import { LOAD, MASS } from '@stiction/scenes/laws';

/**
 * The continuous laws, integrated independently of the packages. A block of 1 kg is pushed from rest by a smooth pulse, slides and stops;
 * its position is recorded at every sixtieth of a second.
 */
export const END = 1;
export const SAMPLES = 60;
const PULSE = 0.5;
const PEAK = 12;

/** The push [N]. */
export function push(t: number): number {
  return t < PULSE ? PEAK * Math.sin((Math.PI * t) / PULSE) ** 2 : 0;
}

/** Mean push over a step, so that large steps do not suffer from sampling it. */
export function meanPush(t: number, dt: number): number {
  return (integral(t + dt) - integral(t)) / dt;
}

function integral(t: number): number {
  const s = Math.min(t, PULSE);
  return PEAK * (s / 2 - (PULSE / (4 * Math.PI)) * Math.sin((2 * Math.PI * s) / PULSE));
}

/** Positions [x, y] at (k + 1)/60 s. */
export type Path = [number, number][];

// --- rigid, in one dimension: dv/dt = (F - μ(v) N)/m between the two events

export function rigidPath(mu: (speed: number) => number, refine = 1): Path {
  const rate = (t: number, v: number) => (push(t) - mu(Math.max(0, v)) * LOAD) / MASS;
  let low = 0;
  let high = PULSE / 2;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (push(middle) > mu(0) * LOAD) high = middle;
    else low = middle;
  }
  const h = 1e-6 / refine;
  const path: Path = [];
  let [t, x, v] = [high, 0, 0];
  let stopped = false;
  for (let sample = 1; sample <= SAMPLES * END; sample++) {
    const until = sample / SAMPLES;
    while (t < until && !stopped) {
      const step = Math.min(h, until - t);
      const k1 = rate(t, v);
      const k2 = rate(t + step / 2, v + (step / 2) * k1);
      const k3 = rate(t + step / 2, v + (step / 2) * k2);
      const k4 = rate(t + step, v + step * k3);
      const next = v + (step / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      if (next <= 0 && t > PULSE / 2) {
        // Up to the stop, with the deceleration of the step.
        x += (0.5 * v * v * step) / (v - next);
        stopped = true;
      } else x += 0.5 * step * (v + next) + (step * step * (k1 - k4)) / 12;
      v = Math.max(0, next);
      t += step;
    }
    path.push([x, 0]);
  }
  return path;
}

// --- one bristle: ż = v - β σ0 |v| z/g,  f = -N (σ0 z + σ1 ż + σ2 v), by Runge-Kutta with steps that resolve it

export interface BristleParameters {
  sigma0: number;
  sigma1: number;
  sigma2: number;
  curve: (speed: number) => number;
  /** 0: β = 1. */
  sBa: number;
}

export function bristlePath({ sigma0, sigma1, sigma2, curve, sBa }: BristleParameters, refine = 1): Path {
  // Fastest rate: σ0 |v|/g at 1.5 m/s.
  const count = refine * Math.ceil(Math.max(1e5, (sigma0 * 1.5) / 0.4) / SAMPLES);
  const h = 1 / SAMPLES / count;
  const path: Path = [];
  let [x, v, z] = [0, 0, 0];
  let dv = 0;
  let dz = 0;
  const rates = (t: number, speed: number, bend: number) => {
    const g = curve(Math.abs(speed));
    let beta = 1;
    if (sBa > 0) {
      const share = (Math.abs(bend) * sigma0) / g;
      if (bend * speed <= 0 || share <= sBa) beta = 0;
      else if (share < 1) beta = 0.5 + 0.5 * Math.sin((Math.PI * (share - 0.5 * (1 + sBa))) / (1 - sBa));
    }
    dz = speed - (beta * sigma0 * Math.abs(speed) * bend) / g;
    dv = (push(t) - LOAD * (sigma0 * bend + sigma1 * dz + sigma2 * speed)) / MASS;
  };
  for (let sample = 0; sample < SAMPLES * END; sample++) {
    for (let k = 0; k < count; k++) {
      const t = (sample * count + k) * h;
      rates(t, v, z);
      const [v1, z1] = [dv, dz];
      rates(t + h / 2, v + (h / 2) * v1, z + (h / 2) * z1);
      const [v2, z2] = [dv, dz];
      rates(t + h / 2, v + (h / 2) * v2, z + (h / 2) * z2);
      const [v3, z3] = [dv, dz];
      rates(t + h, v + h * v3, z + h * z3);
      x += h * v + ((h * h) / 6) * (v1 + v2 + v3);
      v += (h / 6) * (v1 + 2 * v2 + 2 * v3 + dv);
      z += (h / 6) * (z1 + 2 * z2 + 2 * z3 + dz);
    }
    path.push([x, 0]);
  }
  return path;
}

// --- sliding springs: |k z + b ż| ≤ μ N, in parallel

export interface SpringParameters {
  mu: number;
  stiffness: number;
  damping: number;
}

export function springPath(springs: readonly SpringParameters[], refine = 1): Path {
  // At most a thousandth of the fastest oscillation.
  const swing = Math.sqrt(springs.reduce((sum, { stiffness }) => sum + stiffness, 0) / MASS);
  const count = refine * Math.ceil((1e3 * Math.max(1e3, swing)) / SAMPLES);
  const h = 1 / SAMPLES / count;
  const bends = springs.map(() => 0);
  const path: Path = [];
  let [x, v] = [0, 0];

  function pull(advance: number): number {
    let sum = 0;
    for (let j = 0; j < springs.length; j++) {
      const { mu, stiffness, damping } = springs[j];
      const limit = mu * LOAD;
      const force = stiffness * (bends[j] + advance * v) + damping * v;
      if (Math.abs(force) <= limit) {
        bends[j] += advance * v;
        sum += force;
        continue;
      }
      const held = Math.sign(force) * limit;
      // At its limit the spring relaxes to where it alone carries the load.
      if (damping > 0) bends[j] += (advance * (held - stiffness * bends[j])) / (damping + advance * stiffness);
      else bends[j] = held / stiffness;
      sum += held;
    }
    return sum;
  }

  let f = 0;
  for (let sample = 0; sample < SAMPLES * END; sample++) {
    for (let k = 0; k < count; k++) {
      // Velocity Verlet.
      const t = (sample * count + k) * h;
      v += ((h / 2) * (push(t) - f)) / MASS;
      x += h * v;
      f = pull(h);
      v += ((h / 2) * (push(t + h) - f)) / MASS;
    }
    path.push([x, 0]);
  }
  return path;
}

// --- rigid, in the plane, pushed along a direction

/** The friction impulse for the slip without friction: nearest point, or opposite to the slip. */
export type Cut = (x: number, y: number, scale: number) => [number, number];

/** λ = cut(m v + h F), v = v + (h F - λ)/m: the implicit step, with converged step size. */
export function planarPath(cut: Cut, angle: number, h = 2e-7): Path {
  const count = Math.round(1 / SAMPLES / h);
  const step = 1 / SAMPLES / count;
  const path: Path = [];
  let [x, y, vx, vy] = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * END; sample++) {
    for (let k = 0; k < count; k++) {
      const t = (sample * count + k + 0.5) * step;
      const f = (push(t) * step) / MASS;
      const [fx, fy] = [vx + f * Math.cos(angle), vy + f * Math.sin(angle)];
      const [lx, ly] = cut(fx * MASS, fy * MASS, step * LOAD);
      const [nx, ny] = [fx - lx / MASS, fy - ly / MASS];
      x += (step / 2) * (vx + nx);
      y += (step / 2) * (vy + ny);
      [vx, vy] = [nx, ny];
    }
    path.push([x, y]);
  }
  return path;
}

/** Nearest point of an ellipse with semi-axes scale·(a, b): one quadrant at a time, by bisection on the multiplier. */
export function ellipseCut(a: (x: number) => number, b: (y: number) => number): Cut {
  return (x, y, scale) => {
    const [p, q] = [scale * a(x), scale * b(y)];
    if ((x / p) ** 2 + (y / q) ** 2 <= 1) return [x, y];
    let low = 0;
    let high = Math.max(p, q) * Math.hypot(x, y);
    for (let k = 0; k < 80; k++) {
      const s = 0.5 * (low + high);
      if (s === low || s === high) break;
      if (((p * x) / (p * p + s)) ** 2 + ((q * y) / (q * q + s)) ** 2 > 1) low = s;
      else high = s;
    }
    return [(p * p * x) / (p * p + high), (q * q * y) / (q * q + high)];
  };
}

export function radialCut(a: number, b: number): Cut {
  return (x, y, scale) => {
    const size = Math.sqrt((x / (scale * a)) ** 2 + (y / (scale * b)) ** 2);
    return size <= 1 ? [x, y] : [x / size, y / size];
  };
}

/** Nearest point of { λ : -d_j·λ ≤ scale μ_j }, in terms of the removed momentum, { l : d_j·l ≤ scale μ_j }. */
export function polygonCut(mus: readonly number[]): Cut {
  const k = mus.length;
  const normals = mus.map((_, j) => [Math.cos((2 * Math.PI * j) / k), Math.sin((2 * Math.PI * j) / k)]);
  const inside = (x: number, y: number, scale: number) =>
    normals.every(([nx, ny], j) => nx * x + ny * y <= scale * mus[j] * (1 + 1e-12));
  return (x, y, scale) => {
    if (inside(x, y, scale)) return [x, y];
    let best: [number, number] = [0, 0];
    let least = Number.POSITIVE_INFINITY;
    const offer = (px: number, py: number) => {
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least && inside(px, py, scale)) {
        least = distance;
        best = [px, py];
      }
    };
    for (let j = 0; j < k; j++) {
      const [nx, ny] = normals[j];
      const excess = nx * x + ny * y - scale * mus[j];
      offer(x - excess * nx, y - excess * ny);
      for (let i = 0; i < j; i++) {
        const [mx, my] = normals[i];
        const det = nx * my - ny * mx;
        if (Math.abs(det) < 1e-9) continue;
        const [p, q] = [scale * mus[j], scale * mus[i]];
        offer((p * my - q * ny) / det, (nx * q - mx * p) / det);
      }
    }
    return best;
  };
}

/** Nearest point of F · disc, with the tensor as the geometric mean A^½ (A^-½ B A^-½)^½ A^½. */
export function tensorCut(a: Tensor, b: Tensor): Cut {
  const root = squareRoot(a);
  const inverse = inverted(root);
  const mean = times(times(root, squareRoot(times(times(inverse, b), inverse))), root);
  const angle = 0.5 * Math.atan2(2 * mean[1], mean[0] - mean[3]);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const half = Math.hypot(0.5 * (mean[0] - mean[3]), mean[1]);
  const centre = 0.5 * (mean[0] + mean[3]);
  const cut = ellipseCut(
    () => centre + half,
    () => centre - half,
  );
  return (x, y, scale) => {
    const [p, q] = cut(c * x + s * y, c * y - s * x, scale);
    return [c * p - s * q, s * p + c * q];
  };
}

/** Row by row. */
export type Tensor = readonly [number, number, number, number];

/** μ1 d dᵀ + μ2 (the same across). */
export function surfaceTensor(mu: readonly [number, number], angle: number): Tensor {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const off = (mu[0] - mu[1]) * c * s;
  return [mu[0] * c * c + mu[1] * s * s, off, off, mu[0] * s * s + mu[1] * c * c];
}

function times(a: Tensor, b: Tensor): Tensor {
  return [a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]];
}

function inverted(a: Tensor): Tensor {
  const det = a[0] * a[3] - a[1] * a[2];
  return [a[3] / det, -a[1] / det, -a[2] / det, a[0] / det];
}

/** √A = (A + √det I)/√(trace + 2 √det). */
function squareRoot(a: Tensor): Tensor {
  const det = Math.sqrt(a[0] * a[3] - a[1] * a[2]);
  const scale = Math.sqrt(a[0] + a[3] + 2 * det);
  return [(a[0] + det) / scale, a[1] / scale, a[2] / scale, (a[3] + det) / scale];
}
