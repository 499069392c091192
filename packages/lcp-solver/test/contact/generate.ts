import { seededRandom } from '../support.js';

/** A contact problem as plain numbers, with W dense. */
export interface Generated {
  dim: 2 | 3;
  W: Float64Array;
  q: Float64Array;
  mu: Float64Array;
}

export interface Recipe {
  dim: 2 | 3;
  seed: number;
  bodies: number;
  /** Mass ratio of the heaviest and the lightest body. */
  massRatio: number;
  /** Friction coefficient of contact c. */
  mu: (random: () => number, c: number) => number;
  /** 'pile': contacts between random pairs in random directions. 'tower': boxes on boxes, all corners in contact. */
  kind: 'pile' | 'tower';
}

interface Contact {
  /** The two bodies; the impulse on the first is along the normal. -1 is the ground. */
  a: number;
  b: number;
  point: number[];
  normal: number[];
}

/**
 * Random rigid bodies, W = H M⁻¹ Hᵀ and q = H v: a solution exists, W is singular if there are more contact rows than
 * degrees of freedom, and several contacts are duplicated.
 */
export function generate(recipe: Recipe): Generated {
  const { dim, seed, bodies, massRatio } = recipe;
  const random = seededRandom(seed);
  const between = (lo: number, hi: number) => lo + (hi - lo) * random();
  const mass = Array.from({ length: bodies }, () => massRatio ** random());
  const centre: number[][] = [];
  const contacts: Contact[] = [];
  if (recipe.kind === 'tower') {
    for (let k = 0; k < bodies; k++) {
      centre.push([between(-0.1, 0.1), between(-0.1, 0.1), 0.5 + k]);
      for (const sx of [-0.4, 0.4]) {
        for (const sy of dim === 3 ? [-0.4, 0.4] : [0]) {
          contacts.push({ a: k, b: k - 1, point: [sx, sy, k], normal: [0, 0, 1] });
        }
      }
    }
  } else {
    for (let k = 0; k < bodies; k++) centre.push([between(-2, 2), between(-2, 2), between(0, 4)]);
    for (let k = 0; k < 2 * bodies; k++) {
      const a = Math.floor(random() * bodies);
      const b = random() < 0.3 ? -1 : Math.floor(random() * bodies);
      if (a === b) continue;
      const normal = unit([between(-1, 1), between(-1, 1), between(-0.2, 1)], dim);
      contacts.push({ a, b, point: centre[a].map((value) => value + between(-0.5, 0.5)), normal });
    }
  }
  if (dim === 2) for (const c of centre) c[1] = 0;
  for (let k = 0; k < contacts.length; k += 5) if (random() < 0.5) contacts.push(contacts[k]);

  const rows = contacts.length * dim;
  const dofs = 6 * bodies;
  const H = new Float64Array(rows * dofs);
  contacts.forEach(({ a, b, point, normal }, c) => {
    frame(normal, dim, random).forEach((axis, k) => {
      for (const [body, sign] of [
        [a, 1],
        [b, -1],
      ]) {
        if (body < 0) continue;
        const arm = point.map((value, e) => (dim === 2 && e === 1 ? 0 : value) - centre[body][e]);
        const turn = cross(arm, axis);
        for (let e = 0; e < 3; e++) {
          H[(c * dim + k) * dofs + 6 * body + e] = sign * axis[e];
          // Planar problems: bodies in the x-z plane rotate about y only.
          H[(c * dim + k) * dofs + 6 * body + 3 + e] = dim === 3 || e === 1 ? sign * turn[e] : 0;
        }
      }
    });
  });
  const W = new Float64Array(rows * rows);
  const q = new Float64Array(rows);
  const v = Array.from({ length: dofs }, (_, e) => between(-1, 1) - (e % 6 === 2 ? 1 : 0));
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let sum = 0;
      for (let e = 0; e < dofs; e++) {
        const m = mass[Math.floor(e / 6)] * (e % 6 < 3 ? 1 : 0.2);
        sum += (H[i * dofs + e] * H[j * dofs + e]) / m;
      }
      W[i * rows + j] = sum;
    }
    for (let e = 0; e < dofs; e++) q[i] += H[i * dofs + e] * v[e];
  }
  return { dim, W, q, mu: Float64Array.from(contacts, (_, c) => recipe.mu(random, c)) };
}

function unit(v: number[], dim: number): number[] {
  const w = dim === 2 ? [v[0], 0, v[2]] : v;
  const length = Math.hypot(...w);
  return w.map((value) => value / length);
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Normal and tangents, rotated about the normal by a random angle. */
function frame(normal: number[], dim: number, random: () => number): number[][] {
  if (dim === 2) return [normal, [normal[2], 0, -normal[0]]];
  const t = unit(
    cross(
      normal,
      [random() - 0.5, random() - 0.5, random() - 0.5].map((value) => value + 1e-3),
    ),
    3,
  );
  return [normal, t, cross(normal, t)];
}
