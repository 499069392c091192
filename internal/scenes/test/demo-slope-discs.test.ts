import { describe, expect, test } from 'vitest';
import type { DemoScene } from '../src/demo/demo-scene.js';
import { discTwins } from '../src/demo/disc-twins.js';
import { defaultsOf, startSceneRun, type Values } from '../src/demo/index.js';
import { slope } from '../src/demo/slope.js';
import { engines } from './engines.js';

for (const { engine, create } of engines) {
  /** The final proof of the scene. */
  const prove = <V extends Values>(
    demo: DemoScene<V>,
    values: V,
    options: { stiction: boolean; dt?: number },
  ): number => {
    const run = startSceneRun(demo, create, values, options);
    while (!run.done) run.step();
    run.dispose();
    return run.probe.proof;
  };

  describe(engine, () => {
    test.each([
      { mu: 0.3, angle: 25 },
      { mu: 0.1, angle: 45 },
      { mu: 0.5, angle: 26 },
      { mu: 0.5, angle: 30 },
      { mu: 0.3, angle: 25, rest: 1.8 },
      { mu: 0.3, angle: 25, rest: 1.5 },
    ])('slope, μ $mu at $angle degrees', (change) => {
      const values = { ...defaultsOf(slope), ...change };
      const { reference, good } = slope.proof;
      const proof = prove(slope, values, { stiction: true });
      expect(good(proof, values), `${proof} is not ${reference(values)}`).toBe(true);
    });

    test('slope in the stock engine', () => {
      const values = defaultsOf(slope);
      const proof = prove(slope, values, { stiction: false });
      expect(slope.proof.good(proof, values)).toBe(engine === 'rapier');
      // What the page opens with is wrong in both engines.
      const shown = defaultsOf(slope, engine);
      expect(slope.proof.good(prove(slope, shown, { stiction: false }), shown)).toBe(false);
    });

    test('disc twins', () => {
      const values = defaultsOf(discTwins);
      const proof = prove(discTwins, values, { stiction: true });
      expect(discTwins.proof.good(proof, values), `${proof}`).toBe(true);
      expect(discTwins.proof.good(prove(discTwins, values, { stiction: false }), values)).toBe(false);
    });

    test('the near disc follows the reference', () => {
      const values = defaultsOf(discTwins);
      const run = startSceneRun(discTwins, create, values, { stiction: true });
      let worst = 0;
      while (run.world.time < 2) {
        run.step();
        const reference = discTwins.curve.theory?.(run.world.time, values) ?? Number.NaN;
        worst = Math.max(worst, Math.abs(run.probe.curve / reference - 1));
      }
      run.dispose();
      expect(worst).toBeLessThan(0.01);
    });
  });
}
