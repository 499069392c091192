import { describe, expect, test } from 'vitest';
import { standing } from '../src/show/standing.js';
import { engines } from './engines.js';
import { runShow } from './run-show.js';

for (const { engine } of engines) {
  describe(`standing in ${engine}`, () => {
    // The pyramid of the page has 14 layers; here 5, 55 cubes.
    const cases = [{ what: 'cards' }, { what: 'stack' }, { what: 'pyramid', layers: 5 }];

    test.each(cases)('%o stands; in stock cannon-es it does not', (change) => {
      const { proof, good } = runShow(standing, engine, true, change, 4);
      expect(good, `${proof} mm`).toBe(true);
      const stock = runShow(standing, engine, false, change, 4);
      if (engine === 'cannon') expect(stock.good, `${stock.proof} mm`).toBe(false);
    });

    test('a stack moves by less than in the stock engine, the load at its largest', () => {
      const [ours, stock] = [true, false].map((stiction) =>
        runShow(standing, engine, stiction, { what: 'stack', load: 100 }, 10),
      );
      expect(ours.good, `${ours.proof} mm`).toBe(true);
      expect(ours.proof).toBeLessThan(0.5 * stock.proof);
    });

    test('with too little friction the house falls', () => {
      const { proof, good } = runShow(standing, engine, true, { mu: 0.1 }, 3);
      expect(proof).toBeGreaterThan(500);
      expect(good).toBe(true);
    });

    test.each([{ mu: 0.4 }, { mu: 1.2 }, { what: 'stack', load: 1 }, { what: 'pyramid', layers: 2 }])(
      'stands with %o',
      (change) => {
        const { proof, good, finite } = runShow(standing, engine, true, change, 3);
        expect(finite).toBe(true);
        expect(good, `${proof} mm`).toBe(true);
      },
    );
  });
}
