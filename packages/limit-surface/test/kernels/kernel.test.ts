import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { DISC_SIZE, evalDisc } from '../../src/kernels/disc.js';
import { evalFar, FAR } from '../../src/kernels/far-field.js';
import { createPolygonWriter, maxPolygonSize, writeDisc, writePolygon } from '../../src/kernels/kernel-data.js';
import { EDGE_STRIDE, evalPolygon, POLYGON_HEADER } from '../../src/kernels/polygon.js';
import { evalSegments } from '../../src/kernels/segments.js';
import { lineContact } from '../../src/pressure/line.js';
import { addPoint, differenceError, gaussLegendre, type Kernel, maxDifference, randomTwist } from '../support.js';

interface Case {
  name: string;
  kernel: Kernel;
  /** Adds the integral by quadrature, accurate to about 1e-9 unless c is very close to the edge of the shape. */
  integrate(twist: Float64Array, out: Float64Array): void;
}

const nodes = gaussLegendre(24);

/** Star-shaped polygon with a random pressure centre, possibly clipped. */
function randomPolygon(seed: number, clipped: boolean): Case {
  const random = seededRandom(seed);
  const count = 3 + Math.floor(6 * random());
  const xy = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * (k + 0.6 * random())) / count;
    const radius = 0.6 + 0.8 * random();
    xy[2 * k] = 3 + radius * Math.cos(angle);
    xy[2 * k + 1] = -2 + radius * Math.sin(angle);
  }
  const centre = Float64Array.of(
    3 + (clipped ? 0.45 : 0.03) * (random() - 0.3),
    -2 + (clipped ? 0.45 : 0.03) * random(),
  );
  const patch = new Float64Array(maxPolygonSize(count));
  const edges = writePolygon(createPolygonWriter(), xy, Int32Array.of(count), 1, centre, patch, 0);
  return {
    name: `polygon of ${count}, ${clipped ? 'clipped to' : 'with'} ${edges} edges, seed ${seed}`,
    kernel: (twist, out) => evalPolygon(patch, 0, edges, twist, out),
    integrate: (twist, out) => integratePolygon(patch, edges, twist, out),
  };
}

/**
 * Integrates over the triangles from the centre of rotation c to every edge, q = r (q1 + s (q2 - q1)), where |ρ - c| is
 * smooth. The triangles are signed, so c may lie anywhere.
 */
function integratePolygon(patch: Float64Array, edges: number, twist: Float64Array, out: Float64Array): void {
  out.fill(0);
  const [cx, cy] = [-twist[1] / twist[2], twist[0] / twist[2]];
  for (let k = 0; k < edges; k++) {
    const [x, y, tx, ty, length] = patch.subarray(
      POLYGON_HEADER + EDGE_STRIDE * k,
      POLYGON_HEADER + EDGE_STRIDE * (k + 1),
    );
    const [qx, qy] = [x - cx, y - cy];
    // The integrand is steep near the foot of c on the edge, so split there.
    const foot = Math.min(Math.max(-(qx * tx + qy * ty), 0), length);
    const distance = Math.abs(qx * ty - qy * tx);
    for (const [from, to] of panels(foot, length, distance)) {
      for (const [s, ws] of nodes) {
        const at = from + s * (to - from);
        for (const [r, wr] of nodes) {
          const px = cx + r * (qx + at * tx);
          const py = cy + r * (qy + at * ty);
          const weight = ws * wr * (to - from) * r * (qx * ty - qy * tx);
          addPoint(twist, px, py, weight * (patch[1] + patch[2] * px + patch[3] * py), out);
        }
      }
    }
  }
}

/** Pieces of 0..length that halve towards the foot of c, down to its distance. */
function panels(foot: number, length: number, distance: number): [number, number][] {
  const list: [number, number][] = [];
  for (const sign of [-1, 1]) {
    let far = sign < 0 ? foot : length - foot;
    while (far > 0) {
      const near = far > Math.max(0.5 * distance, 1e-4) ? 0.4 * far : 0;
      list.push(sign < 0 ? [foot - far, foot - near] : [foot + near, foot + far]);
      far = near;
    }
  }
  return list;
}

function randomDisc(seed: number, ring: boolean): Case {
  const random = seededRandom(seed);
  const radius = 0.5 + random();
  const inner = ring ? radius * (0.2 + 0.6 * random()) : 0;
  const reach = ((radius * radius + inner * inner) / (4 * radius)) * random();
  const angle = 2 * Math.PI * random();
  const patch = new Float64Array(DISC_SIZE);
  const [ex, ey] = [reach * Math.cos(angle), reach * Math.sin(angle)];
  expect(writeDisc(radius, inner, 1, 2, Float64Array.of(1 + ex, 2 + ey), patch, 0)).toBe(true);
  return {
    name: `${ring ? 'ring' : 'disc'}, seed ${seed}`,
    kernel: (twist, out) => evalDisc(patch, 0, twist, out),
    integrate: (twist, out) => integrateDisc(patch, twist, out),
  };
}

/** Integrates in polar coordinates about the disc's centre, in panels that halve towards the centre of rotation. */
function integrateDisc(patch: Float64Array, twist: Float64Array, out: Float64Array): void {
  out.fill(0);
  const [, a, b, mx, my, gx, gy] = patch;
  const area = Math.PI * (a * a - b * b);
  const [cx, cy] = [-twist[1] / twist[2] - mx, twist[0] / twist[2] - my];
  const e = Math.hypot(cx, cy);
  const direction = Math.atan2(cy, cx);
  const rings = e > b && e < a ? panels(e - b, a - b, 1e-9).map(([from, to]) => [from + b, to + b]) : [[b, a]];
  for (const [from, to] of rings) {
    for (const [s, ws] of nodes) {
      const rho = from + s * (to - from);
      for (const [low, high] of panels(Math.PI, 2 * Math.PI, Math.abs(rho - e) / a)) {
        for (const [t, wt] of nodes) {
          const angle = direction + Math.PI + low + t * (high - low);
          const [x, y] = [rho * Math.cos(angle), rho * Math.sin(angle)];
          const weight = (ws * wt * (to - from) * (high - low) * rho * (1 + gx * x + gy * y)) / area;
          addPoint(twist, mx + x, my + y, weight, out);
        }
      }
    }
  }
}

function randomLine(seed: number): Case {
  const random = seededRandom(seed);
  const angle = 2 * Math.PI * random();
  const { data, count } = lineContact({
    length: 0.5 + random(),
    direction: [Math.cos(angle), Math.sin(angle)],
    gradient: 6 * (random() - 0.5),
  }).parts[0];
  return {
    name: `line, seed ${seed}`,
    kernel: (twist, out) => evalSegments(data, 0, count, twist, out),
    integrate(twist, out) {
      out.fill(0);
      const [x, y, tx, ty, length] = data.subarray(POLYGON_HEADER);
      const [qx, qy] = [x + twist[1] / twist[2], y - twist[0] / twist[2]];
      const foot = Math.min(Math.max(-(qx * tx + qy * ty), 0), length);
      for (const [from, to] of panels(foot, length, Math.abs(qx * ty - qy * tx))) {
        for (const [s, weight] of nodes) {
          const at = from + s * (to - from);
          const [px, py] = [x + at * tx, y + at * ty];
          addPoint(twist, px, py, weight * (to - from) * (data[1] + data[2] * px + data[3] * py), out);
        }
      }
    },
  };
}

const seeds = [1, 2, 3, 4, 5, 6];
const cases = [
  ...seeds.map((seed) => randomPolygon(seed, false)),
  ...seeds.map((seed) => randomPolygon(10 + seed, true)),
  ...seeds.map((seed) => randomDisc(20 + seed, false)),
  ...seeds.map((seed) => randomDisc(30 + seed, true)),
  ...seeds.map((seed) => randomLine(40 + seed)),
];

describe('kernels', () => {
  test.each(cases)('$name: agrees with fine quadrature', ({ kernel, integrate }) => {
    const random = seededRandom(7);
    const out = new Float64Array(10);
    const fine = new Float64Array(10);
    for (let k = 0; k < (full ? 12 : 4); k++) {
      const twist = Float64Array.from(randomTwist(random));
      kernel(twist, out);
      integrate(twist, fine);
      expect(maxDifference(out, fine, 0, 4)).toBeLessThan(2e-8);
      expect(maxDifference(out, fine, 4)).toBeLessThan(2e-5 * (1 + Math.abs(fine[9])));
    }
  });

  test.each(cases)('$name: f and H are the derivatives of psi', ({ kernel }) => {
    const random = seededRandom(8);
    for (let k = 0; k < (full ? 40 : 15); k++) {
      const twist = randomTwist(random);
      // Differences of 1e-5 magnify rounding for rotations about distant points, which other tests cover.
      if (Math.abs(twist[2]) < 0.05) continue;
      const out = new Float64Array(10);
      kernel(Float64Array.from(twist), out);
      const stiff = 1 + Math.max(Math.abs(out[4]), Math.abs(out[7]), Math.abs(out[9]));
      const [f, H] = differenceError(kernel, twist);
      expect(f).toBeLessThan(1e-8 * stiff * stiff);
      expect(H).toBeLessThan(2e-5 * stiff * stiff);
    }
  });

  test.each(cases)('$name: is homogeneous, H v = 0, H ≥ 0, and f changes sign with the twist', ({ kernel }) => {
    const random = seededRandom(9);
    const out = new Float64Array(10);
    const back = new Float64Array(10);
    for (let k = 0; k < (full ? 200 : 40); k++) {
      const [x, y, w] = randomTwist(random);
      kernel(Float64Array.of(x, y, w), out);
      kernel(Float64Array.of(-3 * x, -3 * y, -3 * w), back);
      const size = Math.abs(out[4]) + Math.abs(out[7]) + Math.abs(out[9]);
      expect(out[1] * x + out[2] * y + out[3] * w).toBeCloseTo(out[0], 12);
      expect(out[0]).toBeGreaterThan(0);
      expect(Math.abs(out[4] * x + out[5] * y + out[6] * w)).toBeLessThan(1e-9 * (1 + size));
      expect(Math.abs(out[5] * x + out[7] * y + out[8] * w)).toBeLessThan(1e-9 * (1 + size));
      expect(Math.abs(out[6] * x + out[8] * y + out[9] * w)).toBeLessThan(1e-9 * (1 + size));
      expect(Math.min(out[4], out[7], out[9])).toBeGreaterThan(-1e-9);
      expect(out[4] * out[7] - out[5] * out[5]).toBeGreaterThan(-1e-9 * (1 + size * size));
      expect(back[0]).toBeCloseTo(3 * out[0], 9);
      for (let j = 1; j < 4; j++) expect(back[j]).toBeCloseTo(-out[j], 8);
      for (let j = 4; j < 10; j++) expect(Math.abs(3 * back[j] - out[j])).toBeLessThan(1e-6 * (1 + size));
    }
  });

  test.each(cases)('$name: is continuous as the rotation vanishes', ({ kernel }) => {
    const random = seededRandom(10);
    const inside = new Float64Array(10);
    const outside = new Float64Array(10);
    for (let k = 0; k < (full ? 60 : 20); k++) {
      const angle = 2 * Math.PI * random();
      const v = [Math.cos(angle), Math.sin(angle)];
      // Both sides of the far-field threshold, so close that the exact f changes by less than 1e-9.
      const border = FAR * (0.5 + 1.5 * random());
      kernel(Float64Array.of(v[0], v[1], border * (1 - 1e-8)), inside);
      kernel(Float64Array.of(v[0], v[1], border * (1 + 1e-8)), outside);
      expect(maxDifference(inside, outside, 0, 4)).toBeLessThan(2e-8);
      expect(maxDifference(inside, outside, 4)).toBeLessThan(1e-4);
    }
    // Pure sliding.
    kernel(Float64Array.of(0.6, 0.8, 0), inside);
    expect(maxDifference(inside, [1, 0.6, 0.8, 0], 0, 4)).toBeLessThan(1e-13);
    kernel(new Float64Array(3), inside);
    expect([...inside]).toEqual(new Array(10).fill(0));
  });
});

describe('far field', () => {
  test('agrees with the closed form to 1e-8 on both sides of the threshold, seed 11', () => {
    const random = seededRandom(11);
    const xy = Float64Array.of(-1, -0.7, 1, -0.9, 1.2, 0.5, -0.6, 0.8);
    const patch = new Float64Array(maxPolygonSize(4));
    const edges = writePolygon(createPolygonWriter(), xy, Int32Array.of(4), 1, Float64Array.of(0.25, 0.1), patch, 0);
    const far = new Float64Array(10);
    const closed = new Float64Array(10);
    for (let k = 0; k < 100; k++) {
      const angle = 2 * Math.PI * random();
      const twist = Float64Array.of(Math.cos(angle), Math.sin(angle), 1.1 * FAR);
      evalFar(patch, 0, twist, far);
      evalPolygon(patch, 0, edges, twist, closed);
      expect(maxDifference(far, closed, 0, 4)).toBeLessThan(1e-8);
      expect(maxDifference(far, closed, 4)).toBeLessThan(1e-5);
    }
  });
});

describe('rotation about special points', () => {
  const patch = new Float64Array(maxPolygonSize(4));
  const edges = writePolygon(
    createPolygonWriter(),
    Float64Array.of(-1, -1, 1, -1, 1, 1, -1, 1),
    Int32Array.of(4),
    1,
    new Float64Array(2),
    patch,
    0,
  );
  const R = patch[0];
  const places = { 'the middle': [0, 0], 'a corner': [1, 1], 'an edge': [1, 0.3], 'an edge line': [1, 3] };
  test.each(Object.entries(places))('a rotation about %s stays accurate', (_, [x, y]) => {
    const out = new Float64Array(10);
    const beside = new Float64Array(10);
    const rotation = (cx: number, cy: number) => Float64Array.of(cy / R, -cx / R, 1);
    evalPolygon(patch, 0, edges, rotation(x, y), out);
    evalPolygon(patch, 0, edges, rotation(x + 1e-9, y - 2e-9), beside);
    expect(maxDifference(out, beside, 0, 4)).toBeLessThan(1e-8);
    expect(maxDifference(out, beside, 4)).toBeLessThan(1e-6);
    expect(out.every(Number.isFinite)).toBe(true);
  });

  test('the disc is smooth as the centre of rotation passes its rim and its middle', () => {
    const disc = new Float64Array(DISC_SIZE);
    writeDisc(1, 0, 0, 0, Float64Array.of(0.2, 0.1), disc, 0);
    const a = new Float64Array(10);
    const b = new Float64Array(10);
    for (const e of [1e-12, 0.2, 1, 5]) {
      // At a distance of e radii from the disc's centre.
      const at = (distance: number) => {
        const [cx, cy] = [disc[3] + 0.6 * distance * disc[1], disc[4] + 0.8 * distance * disc[1]];
        return Float64Array.of(cy, -cx, 1);
      };
      evalDisc(disc, 0, at(e * (1 - 1e-9)), a);
      evalDisc(disc, 0, at(e * (1 + 1e-9)), b);
      expect(maxDifference(a, b, 0, 4)).toBeLessThan(1e-7);
      expect(maxDifference(a, b, 4)).toBeLessThan(1e-6);
    }
  });
});
