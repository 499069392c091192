import { beforeAll, describe, expect, test } from 'vitest';
import { exactMaterialStop, MATERIALS, type MaterialSlide, measureMaterials } from '../src/textured/four-materials.js';
import { engines } from './engines.js';
import { full } from './full.js';

const SPEED = 1.8;

for (const { engine, build, create } of engines) {
  describe.each(full ? [0.01, 1 / 60, 1 / 240] : [1 / 60])(`boxes on four materials in ${engine} at dt %f`, (dt) => {
    let slides: MaterialSlide[] = [];
    beforeAll(() => {
      slides = measureMaterials(build, SPEED, dt);
    }, 30_000);

    test('the rougher the ground, the shorter the distance', () => {
      const [concrete, iron, steel, plastic] = slides.map(({ distance }) => distance);
      expect(concrete).toBeLessThan(0.4 * iron);
      expect(iron).toBeLessThan(0.75 * steel);
      // 3 % more friction.
      expect(steel).toBeLessThan(0.98 * plastic);
    });

    test('boxes stop after v²/(2 μ g) with the closed-form μ, 4 %', () => {
      for (const [k, { Ra }] of MATERIALS.entries()) {
        expect(Math.abs(slides[k].distance / exactMaterialStop(Ra, SPEED) - 1)).toBeLessThan(0.04);
      }
    });

    test('they slide straight, except for a small rotation from the grain of the windows', () => {
      for (const { sideways, yaw } of slides) {
        expect(Math.abs(sideways)).toBeLessThan(0.005);
        expect(Math.abs(yaw)).toBeLessThan(0.05);
      }
    });
  });

  test(`stock ${engine} stops all four at the same distance`, () => {
    const [first, ...others] = measureMaterials((scene) => create(scene, { stiction: false }), SPEED, 1 / 60);
    for (const { distance } of others) expect(Math.abs(distance / first.distance - 1)).toBeLessThan(0.01);
  });
}
