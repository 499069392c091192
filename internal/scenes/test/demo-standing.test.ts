import { describe, expect, test } from 'vitest';
import { standing } from '../src/demo/standing.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { expectGood, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`standing in ${engine}`, () => {
    // The pyramid of the page has 14 layers; 4 are 30 cubes, 5 are 55.
    const cases = [{ what: 'cards' }, { what: 'stack' }, { what: 'pyramid', layers: full ? 5 : 4 }];

    test.each(cases)('%o stands; it falls in stock cannon-es', (change) => {
      expectGood(runDemo(standing, engine, true, change, 4));
      // Stock pyramids of four layers stand.
      if (engine === 'cannon' && change.layers !== 4) expectGood(runDemo(standing, engine, false, change, 4), false);
    });

    test('a stack with the largest load moves no more than in the stock engine', () => {
      const [ours, stock] = [true, false].map((stiction) =>
        runDemo(standing, engine, stiction, { what: 'stack', load: 100 }, full ? 10 : 5),
      );
      expectGood(ours);
      // Rapier solves Coulomb friction itself.
      if (engine === 'rapier') expect(ours.proof).toBe(stock.proof);
      else expect(ours.proof).toBeLessThan(0.5 * stock.proof);
    });

    test('with too little friction the house falls', () => {
      const run = runDemo(standing, engine, true, { mu: 0.1 }, 3);
      expect(run.proof).toBeGreaterThan(500);
      expectGood(run);
    });

    test.each([{ mu: 0.4 }, { mu: 1.2 }, { what: 'stack', load: 1 }, { what: 'pyramid', layers: 2 }])(
      'stands with %o',
      (change) => {
        const run = runDemo(standing, engine, true, change, 3);
        expect(run.finite).toBe(true);
        expectGood(run);
      },
    );
  });
}
