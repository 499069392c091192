import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { disc, evaluatePressure, type Pressure, polygon, rectangle, ring } from '../../src/index.js';
import {
  type SurfaceKernel,
  solveSurfaceBlock,
  surfaceGauge,
  writeSpinFriction,
} from '../../src/surfaces/block-step.js';

const SEED = 20261116;

/** Kernel of a pressure in units of R, and R. */
function kernelOf(pressure: Pressure): [SurfaceKernel, number] {
  const R = Math.sqrt(pressure.u);
  const metres = new Float64Array(3);
  const kernel: SurfaceKernel = (twist, out) => {
    metres.set([twist[0], twist[1], twist[2] / R]);
    evaluatePressure(pressure, metres, out);
    for (const e of [3, 6, 8]) out[e] /= R;
    out[9] /= R * R;
  };
  return [kernel, R];
}

const shapes: [string, Pressure][] = [
  ['disc', disc({ radius: 0.3 })],
  ['disc, loaded off-centre', disc({ radius: 0.3, centre: [0.05, 0.03] })],
  ['ring', ring({ radius: 0.3, inner: 0.25 })],
  ['rectangle', rectangle({ width: 0.4, height: 0.1 })],
  ['thin rectangle', rectangle({ width: 0.4, height: 4e-4 })],
  [
    'triangle',
    polygon({
      points: [
        [0, 0],
        [0.3, 0],
        [0.1, 0.2],
      ],
    }),
  ],
];

/** J M⁻¹ Jᵀ of a body whose contact is away from its centre of mass. */
function randomBlock(random: () => number): Float64Array {
  const m = 10 ** (2 * random() - 1);
  const i = m * 10 ** (1.5 * random());
  const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
  // Rotation about t1, t2 and n moves the contact.
  return Float64Array.from([m + i * (z * z + y * y), -i * x * y, -i * y, m + i * (z * z + x * x), i * x, i]);
}

describe(`block step on limit surfaces, seed ${SEED}`, () => {
  test.each(shapes)('%s: slip satisfies λ = -N ∇psi(v), and stick lies inside the surface', (_, pressure) => {
    const random = seededRandom(SEED);
    const [kernel, R] = kernelOf(pressure);
    const memory = new Float64Array(6);
    writeSpinFriction(kernel, memory, 0);
    const out = new Float64Array(10);
    const count = { slip: 0, stick: 0 };
    for (let trial = 0; trial < 1500; trial++) {
      const A = randomBlock(random);
      const size = 10 ** (2 * random() - 1);
      const c = Float64Array.from([0, 1, 2], () => size * (2 * random() - 1));
      c[2] *= 3;
      const N = 0.02 + random();
      // Warm start from a random direction, or cold start.
      for (let e = 3; e < 6; e++) memory[e] = trial % 3 === 0 ? 0 : 2 * random() - 1;
      const l = new Float64Array(3);
      const sliding = solveSurfaceBlock(kernel, A, 0, c, Float64Array.from([R, N]), memory, 0, l);
      const v = [
        c[0] + A[0] * l[0] + A[1] * l[1] + A[2] * l[2],
        c[1] + A[1] * l[0] + A[3] * l[1] + A[4] * l[2],
        c[2] + A[2] * l[0] + A[4] * l[1] + A[5] * l[2],
      ];
      if (sliding) {
        count.slip++;
        kernel(Float64Array.from([v[0], v[1], R * v[2]]), out);
        // |λ + N f| in units of R. If it hardly slips, the direction of v is rounding, and only λ on the surface can be checked.
        const error = Math.hypot(l[0] + N * out[1], l[1] + N * out[2], l[2] / R + N * out[3]);
        const slow = Math.hypot(v[0], v[1], R * v[2]) < 1e-6 * size;
        if (!slow) expect(error / N).toBeLessThan(2e-4);
        expect(Math.abs(surfaceGauge(kernel, l, 0, R) / N - 1)).toBeLessThan(1e-6);
      } else {
        count.stick++;
        expect(Math.hypot(v[0], v[1], R * v[2])).toBeLessThan(1e-8 * size);
        expect(surfaceGauge(kernel, l, 0, R)).toBeLessThan(N * (1 + 1e-6));
      }
    }
    expect(count.slip).toBeGreaterThan(300);
    expect(count.stick).toBeGreaterThan(100);
  });

  test('without load there is no friction, and locked axes work', () => {
    const [kernel, R] = kernelOf(disc({ radius: 0.3 }));
    const memory = new Float64Array(6);
    writeSpinFriction(kernel, memory, 0);
    const l = new Float64Array(3);
    const A = Float64Array.from([1, 0, 0, 1, 0, 0]);
    expect(solveSurfaceBlock(kernel, A, 0, Float64Array.from([1, 0, 0]), Float64Array.from([R, 0]), memory, 0, l)).toBe(
      false,
    );
    expect([...l]).toEqual([0, 0, 0]);
    expect(solveSurfaceBlock(kernel, A, 0, Float64Array.from([3, 0, 0]), Float64Array.from([R, 1]), memory, 0, l)).toBe(
      true,
    );
    expect(l[0]).toBeCloseTo(-1, 6);
    expect(l[2]).toBeCloseTo(0, 6);
  });
});
