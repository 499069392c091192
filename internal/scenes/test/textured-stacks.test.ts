import { beforeAll, describe, expect, test } from 'vitest';
import { measureStacks } from '../src/textured/stacks.js';
import { engines } from './engines.js';
import { full } from './full.js';

type Struck3 = ReturnType<typeof measureStacks>;

/** N s on the second cube of 1 kg. */
const IMPULSE = 2;

for (const { engine, build } of engines) {
  describe.each(full ? [0.01, 1 / 60, 1 / 240] : [1 / 60])(`stacks of three textures in ${engine} at dt %f`, (dt) => {
    let forward: Struck3;
    let sideways: Struck3;
    beforeAll(() => {
      forward = measureStacks(build, 'forward', IMPULSE, dt);
      sideways = measureStacks(build, 'sideways', IMPULSE, dt);
    }, 60_000);

    test('acrylic shoots out of its stack; PVC moves least and its stack stands', () => {
      for (const { acrylic, oak, pvc } of [forward, sideways]) {
        expect(acrylic.slid).toBeGreaterThan(1.1 * oak.slid);
        expect(oak.slid).toBeGreaterThan(1.5 * pvc.slid);
        expect(acrylic.height).toBeCloseTo(0.1, 1);
        expect(acrylic.distance).toBeGreaterThan(0.4);
        expect(pvc.standing).toBe(4);
        expect(pvc.distance).toBeLessThan(0.05);
      }
    });

    test('oak slides twice as far along its grain as across; the others are isotropic', () => {
      expect(forward.oak.slid).toBeGreaterThan(2 * sideways.oak.slid);
      expect(sideways.oak.standing).toBe(4);
      expect(Math.abs(forward.acrylic.slid / sideways.acrylic.slid - 1)).toBeLessThan(0.05);
    });
  });
}
