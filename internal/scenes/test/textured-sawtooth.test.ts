import type { Alignment } from '@stiction/texture-friction';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Dragged,
  exactPullMu,
  measureDrag,
  type Pull,
  type SawtoothPlane,
} from '../src/textured/sawtooth-plane.js';
import { engines } from './engines.js';
import { full } from './full.js';

/** The motion of a box under a growing pull follows from the force at which it starts, in shares of its weight. */
const PULLS: Pull[] = ['gentle', 'steep', 'left', 'right'];

/** Fixed world axes, independent of the ground: "globally aligned" in the paper. */
const FIXED: Alignment = { direction: [1, 0, 0], frame: 'world' };

for (const { engine, build } of engines) {
  describe.each(full ? [0.01, 1 / 60] : [1 / 60])(`sawtooth plane in ${engine} at dt %f`, (dt) => {
    const drag = (options: SawtoothPlane, pull: Pull) => measureDrag(build, options, pull, dt);
    const slidesAt = (options: SawtoothPlane, pull: Pull): number => {
      const { outcome, at } = drag(options, pull);
      expect(outcome).toBe('slides');
      return at / exactPullMu(pull, options);
    };

    test('glides along the ridges, 3 %', () => {
      for (const sharpness of full ? [1, 3] : [3]) {
        for (const pull of ['left', 'right'] as const) {
          expect(Math.abs(slidesAt({ sharpness }, pull) - 1)).toBeLessThan(0.03);
        }
      }
      expect(exactPullMu('left')).toBeLessThan(0.33 * exactPullMu('gentle'));
    });

    test("sharpness 1, the paper's formula: equal in both directions, 2 %", () => {
      expect(Math.abs(slidesAt({ sharpness: 1 }, 'gentle') - 1)).toBeLessThan(0.02);
      expect(Math.abs(slidesAt({ sharpness: 1 }, 'steep') - 1)).toBeLessThan(0.02);
    });

    test('sharpness 3: slides up the gentle facets, but topples against the steep ones before it slides', () => {
      expect(Math.abs(slidesAt({}, 'gentle') - 1)).toBeLessThan(0.02);
      const { outcome, at } = drag({}, 'steep');
      expect(outcome).toBe('topples');
      // A cube topples at its own weight.
      expect(Math.abs(at - 1)).toBeLessThan(0.03);
      expect(exactPullMu('steep')).toBeGreaterThan(1.5);
    });
  });

  test(`a more salient plane needs a stronger pull, until the box topples: ${engine}`, () => {
    for (const pull of full ? (['gentle', 'steep'] as const) : (['gentle'] as const)) {
      let last = 0;
      let toppled = false;
      for (const saliency of full ? [0, 1, 1.5, 4, 8] : [0, 1.5, 8]) {
        const { outcome, at } = measureDrag(build, { saliency }, pull, 0.01);
        if (outcome === 'topples') toppled = true;
        else {
          expect(toppled).toBe(false);
          expect(at).toBeGreaterThan(last + 0.05);
          expect(Math.abs(at / exactPullMu(pull, { saliency }) - 1)).toBeLessThan(0.02);
        }
        last = at;
      }
      expect(toppled).toBe(true);
    }
  });

  describe.each(full ? [1, 3] : [3])(`plane rotated by 45° in ${engine}, sharpness %d`, (sharpness) => {
    const turn = Math.PI / 4;
    let straight: Dragged[] = [];
    beforeAll(() => {
      straight = PULLS.map((pull) => measureDrag(build, { sharpness }, pull, 0.01));
    }, 30_000);
    const turned = (options: SawtoothPlane) =>
      PULLS.map((pull) => measureDrag(build, { turn, ...options, sharpness }, pull, 0.01));
    const expectSame = (found: readonly Dragged[], tolerance: number) => {
      for (const [k, { outcome, at }] of found.entries()) {
        expect(outcome).toBe(straight[k].outcome);
        expect(Math.abs(at / straight[k].at - 1)).toBeLessThan(tolerance);
      }
    };

    test('a box cone in a fixed frame is isotropic: 3.5 times too much friction along the ridges', () => {
      const [gentle, , left, right] = turned({ cone: 'box', align: FIXED });
      expect(left.at).toBeGreaterThan(3.5 * straight[2].at);
      expect(right.at).toBeGreaterThan(3.5 * straight[3].at);
      expect(Math.abs(left.at / gentle.at - 1)).toBeLessThan(0.1);
    });

    test.each(full ? (['slip', 'texture'] as const) : (['slip'] as const))(
      "a box cone along '%s' is as on the straight plane, 2 percent",
      (align) => {
        expectSame(turned({ cone: 'box', align }), 0.02);
      },
    );

    test.each(full ? (['smooth', 'polygon'] as const) : (['polygon'] as const))(
      'a %s cone in any frame, 5 percent: windows cut different teeth',
      (cone) => {
        expectSame(turned({ cone, align: FIXED }), 0.05);
        expectSame(turned({ cone, align: 'texture' }), 0.02);
      },
    );

    test('a smooth cone between its 16 directions, rotated by 30°, 6 %', () => {
      expectSame(turned({ cone: 'smooth', align: FIXED, turn: Math.PI / 6 }), 0.06);
    });
  });
}
