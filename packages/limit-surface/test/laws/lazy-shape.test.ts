import { SHAPE_STRIDE } from '@stiction/friction-core';
import { createBodies } from '@stiction/friction-core/adapter';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import {
  createPatchBuffers,
  type PatchBuffers,
  reservePatches,
} from '../../../friction-core/src/patches/patch-buffers.js';
import { patch } from '../../src/index.js';

const PATCHES = 6;
const POINTS = 8;
const MU = 0.4;
const ROUNDS = full ? 200 : 40;

/** Patches of one to eight points in the plane z = 0, with the given step stamp. */
function fill(patches: PatchBuffers, stamp: number, random: () => number): void {
  reservePatches(patches, PATCHES, PATCHES * POINTS);
  patches.count = PATCHES;
  patches.bodies ??= createBodies();
  patches.stamp = stamp;
  for (let i = 0; i < PATCHES; i++) {
    patches.firstPoint[i] = POINTS * i;
    patches.points[i] = 1 + Math.floor(POINTS * random());
    patches.tangent1[3 * i] = 1;
    patches.tangent2[3 * i + 1] = 1;
    patches.normal[3 * i + 2] = 1;
    patches.centre.fill(0, 3 * i, 3 * i + 3);
    let total = 0;
    for (let k = 0; k < patches.points[i]; k++) {
      const p = 3 * (POINTS * i + k);
      const weight = random() ** 4;
      total += weight;
      for (let e = 0; e < 2; e++) {
        patches.pointPosition[p + e] = random() - 0.5;
        patches.centre[3 * i + e] += weight * patches.pointPosition[p + e];
      }
    }
    for (let e = 0; e < 2; e++) patches.centre[3 * i + e] /= total;
  }
}

const BLOCK = Float64Array.of(1, 0.1, 0.2, 1.3, -0.1, 4);

/** Friction and block step of patch i for a random twist. */
function ask(law: ReturnType<typeof patch>, patches: PatchBuffers, i: number, random: () => number): number[] {
  const twist = Float64Array.of(random() - 0.5, random() - 0.5, 4 * (random() - 0.5));
  const [friction, impulse] = [new Float64Array(3), new Float64Array(3)];
  law.set.support(twist, patches.shape, SHAPE_STRIDE * i, friction);
  law.set.minimize(BLOCK, 0, twist, Float64Array.of(random()), 0, patches.shape, SHAPE_STRIDE * i, impulse);
  return [...friction, ...impulse, law.set.gauge(impulse, 0, patches.shape, SHAPE_STRIDE * i)];
}

describe('lazy fitting of patch shapes', () => {
  test('results do not depend on the order of evaluation, seed 5', () => {
    const random = seededRandom(5);
    const [busy, fresh] = [createPatchBuffers(), createPatchBuffers()];
    const old = patch({ mu: MU });
    for (let round = 1; round <= ROUNDS; round++) {
      const seed = 100 + round;
      fill(busy, round, seededRandom(seed));
      fill(fresh, round, seededRandom(seed));
      const young = patch({ mu: MU });
      for (let i = 0; i < PATCHES; i++) old.linearize(busy, i, 0.01);
      const start = Math.floor(PATCHES * random());
      for (let k = 0; k < PATCHES; k++) {
        const i = (start + k) % PATCHES;
        young.linearize(fresh, i, 0.01);
        const answer = ask(old, busy, i, seededRandom(seed + i));
        expect(ask(young, fresh, i, seededRandom(seed + i))).toEqual(answer);
      }
    }
  });

  test('the shape uses the pressure centre of the start of the step, even if the solver moves it', () => {
    const [moved, still] = [createPatchBuffers(), createPatchBuffers()];
    for (const patches of [moved, still]) fill(patches, 1, seededRandom(6));
    const [a, b] = [patch({ mu: MU }), patch({ mu: MU })];
    for (let i = 0; i < PATCHES; i++) {
      a.linearize(moved, i, 0.01);
      b.linearize(still, i, 0.01);
    }
    moved.centre.fill(0.1);
    for (let i = 0; i < PATCHES; i++) {
      expect(ask(a, moved, i, seededRandom(i))).toEqual(ask(b, still, i, seededRandom(i)));
    }
  });

  test('sliding without spin has Coulomb friction for any shape, continuous with sliding that spins', () => {
    const patches = createPatchBuffers();
    fill(patches, 1, seededRandom(8));
    const law = patch({ mu: MU });
    const [slide, spin] = [new Float64Array(3), new Float64Array(3)];
    for (let i = 0; i < PATCHES; i++) {
      law.linearize(patches, i, 0.01);
      law.set.support(Float64Array.of(0.6, 0.8, 0), patches.shape, SHAPE_STRIDE * i, slide);
      law.set.support(Float64Array.of(0.6, 0.8, 1e-9), patches.shape, SHAPE_STRIDE * i, spin);
      expect([...slide]).toEqual([0.6 * MU, 0.8 * MU, 0]);
      for (let e = 0; e < 3; e++) expect(Math.abs(slide[e] - spin[e])).toBeLessThan(1e-9);
    }
  });
});
