import { findRoot } from './find-root.js';

/**
 * The motion of a slider that is pushed at one or two points. With the wrench Φ(V) that the pusher has to supply for the twist V,
 *
 *     Φ(V) = M (V - V₀)/dt + μ N W(V)            quasi-static: M = 0
 *
 * the contacts obey, for the velocity u of the slider at each of them,
 *
 *     u_n ≥ a  ⊥  N ≥ 0,      |T| ≤ μ_c N,   T = -μ_c N sgn(u_t - b)  where it slips,      Φ(V) = Σ Jᵀ(N n + T t)
 *
 *   a, b    velocity of the pusher along n and t; a less the gap per step       m/s
 *   n, t    normal into the slider, and n turned left                           1
 *   N, T    contact forces along them                                           N
 *
 * Φ is monotone, so each way of touching (one point or both, sticking or slipping to a side) leaves one or two nested scalar
 * equations that rise and are bracketed. The first way whose forces and velocities have the right signs is the solution. Sticking is
 * tried first: where both are possible (Painlevé's cases, with large μ_c) it is taken.
 */
export interface PushContact {
  /** Contact point from the centre of mass, m. */
  readonly x: number;
  readonly y: number;
  /** Normal into the slider. */
  readonly nx: number;
  readonly ny: number;
  /** a and b. */
  readonly an: number;
  readonly bt: number;
}

export type ContactMode = 'free' | 'stick' | 'slip left' | 'slip right';

export interface PushResult {
  /** vx, vy, spin. */
  readonly twist: Float64Array;
  mode: ContactMode;
  /** Normal force of each contact, and the tangential force of both, N. */
  readonly normal: Float64Array;
  tangential: number;
}

export interface PushProblem {
  /** Writes Φ for a twist, about the centre of mass. */
  readonly required: (twist: Float64Array, out: Float64Array) => void;
  readonly mu: number;
  /** A length of the slider, m, for the first guess of a spin. */
  readonly size: number;
}

/** Rounding of forces and velocities, relative to the largest. */
const SLACK = 1e-9;

/** Writes the motion with contact 0 alone, or returns false if the contact would have to pull. */
export function pushAtPoint(problem: PushProblem, contact: PushContact, result: PushResult): boolean {
  const { mu } = problem;
  const forces = new Float64Array(7);
  moveWithContact(problem, contact, contact.bt, forces);
  let [, normal, tangential] = forces;
  let mode: ContactMode = 'stick';
  if (Math.abs(tangential) > mu * normal * (1 + SLACK)) {
    // Slips against the force that it would need to stick; σ is the sign of T.
    const sigma = tangential > 0 ? 1 : -1;
    const scale = Math.max(Math.abs(contact.an), Math.abs(contact.bt), 1e-9);
    const inner = new Float64Array(7);
    const excess = (ut: number, out: Float64Array) => {
      moveWithContact(problem, contact, ut, inner);
      out.set(inner);
      out[0] = inner[2] - sigma * mu * inner[1];
      out[6] = inner[0];
    };
    const found = findRoot(excess, contact.bt, 0.1 * scale, forces);
    if (!(found * 0 === 0) || sigma * (found - contact.bt) > SLACK * scale) return false;
    [, normal, tangential] = forces;
    mode = sigma > 0 ? 'slip right' : 'slip left';
  }
  if (!(normal >= 0)) return false;
  result.mode = mode;
  result.normal[0] = normal;
  result.normal[1] = 0;
  result.tangential = tangential;
  for (let e = 0; e < 3; e++) result.twist[e] = forces[3 + e];
  return true;
}

/**
 * The slider's motion if its contact point moves with a along n and ut along t, and the contact has no moment. Writes
 * [moment about the contact: 0, N, T, vx, vy, spin].
 */
export function moveWithContact(problem: PushProblem, contact: PushContact, ut: number, out: Float64Array): void {
  const { x, y, nx, ny, an } = contact;
  const twist = new Float64Array(3);
  const force = new Float64Array(3);
  const vx = an * nx - ut * ny;
  const vy = an * ny + ut * nx;
  const atSpin = (spin: number, values: Float64Array) => {
    twist[0] = vx + spin * y;
    twist[1] = vy - spin * x;
    twist[2] = spin;
    problem.required(twist, force);
    values[0] = force[2] - x * force[1] + y * force[0];
    values[1] = force[0] * nx + force[1] * ny;
    values[2] = -force[0] * ny + force[1] * nx;
    values.set(twist, 3);
  };
  const step = Math.hypot(vx, vy) / problem.size || 1e-9;
  const spin = findRoot(atSpin, 0, step, out);
  if (!(spin * 0 === 0)) out.fill(Number.NaN);
}

/** Writes the motion with both contacts, or returns false if one of them would have to pull. */
export function pushAlongFace(
  problem: PushProblem,
  contacts: readonly [PushContact, PushContact],
  result: PushResult,
): boolean {
  const [p, q] = contacts;
  const { mu } = problem;
  // Rows of V: normal velocity at both points, and tangential velocity at the first.
  const rows = [
    [p.nx, p.ny, p.x * p.ny - p.y * p.nx],
    [q.nx, q.ny, q.x * q.ny - q.y * q.nx],
    [-p.ny, p.nx, p.x * p.nx + p.y * p.ny],
  ];
  const base = solve3(rows, [p.an, q.an, p.bt]);
  const along = solve3(rows, [0, 0, 1]);
  if (base === undefined || along === undefined) return false;
  const columns = [0, 1, 2].map((e) => rows.map((row) => row[e]));
  const twist = new Float64Array(3);
  const force = new Float64Array(3);
  const values = new Float64Array(7);
  const at = (tau: number, sigma: number, out: Float64Array) => {
    for (let e = 0; e < 3; e++) twist[e] = base[e] + tau * along[e];
    problem.required(twist, force);
    const [n0, n1, t] = solve3(columns, force) ?? [Number.NaN, Number.NaN, Number.NaN];
    out[0] = t - sigma * mu * (n0 + n1);
    out[1] = n0;
    out[2] = n1;
    out[3] = t;
    out.set(twist, 4);
  };
  at(0, 0, values);
  let mode: ContactMode = 'stick';
  if (Math.abs(values[3]) > mu * (values[1] + values[2]) * (1 + SLACK)) {
    const sigma = values[3] > 0 ? 1 : -1;
    const scale = Math.max(Math.abs(p.an), Math.abs(q.an), Math.abs(p.bt), 1e-9);
    const tau = findRoot((x, out) => at(x, sigma, out), 0, 0.1 * scale, values);
    if (!(tau * 0 === 0) || sigma * tau > SLACK * scale) return false;
    mode = sigma > 0 ? 'slip right' : 'slip left';
  }
  const least = -SLACK * (Math.abs(values[1]) + Math.abs(values[2]));
  if (!(values[1] >= least && values[2] >= least)) return false;
  result.mode = mode;
  result.normal[0] = values[1];
  result.normal[1] = values[2];
  result.tangential = values[3];
  for (let e = 0; e < 3; e++) result.twist[e] = values[4 + e];
  return true;
}

/** Whether a motion leaves a contact, or keeps to it. */
export function leaves({ x, y, nx, ny, an }: PushContact, twist: ArrayLike<number>): boolean {
  const normal = nx * (twist[0] - twist[2] * y) + ny * (twist[1] + twist[2] * x);
  const scale =
    Math.abs(twist[0]) + Math.abs(twist[1]) + Math.abs(twist[2]) * (Math.abs(x) + Math.abs(y)) + Math.abs(an);
  return normal - an >= -SLACK * scale;
}

/** Solves three linear equations by Cramer's rule; undefined if they are singular. */
function solve3(m: readonly (readonly number[])[], r: ArrayLike<number>): [number, number, number] | undefined {
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const [a, b, c] = m;
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
  if (!(Math.abs(determinant) > 1e-12 * Math.hypot(...a) * Math.hypot(...b) * Math.hypot(...c))) return undefined;
  const at = (e: number) => (r[0] * bc[e] + r[1] * ca[e] + r[2] * ab[e]) / determinant;
  return [at(0), at(1), at(2)];
}
