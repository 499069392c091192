import { describe, expect, test } from 'vitest';
import { discTwins } from '../src/show/disc-twins.js';
import { defaultsOf, startPlay, type Values } from '../src/show/index.js';
import type { Show } from '../src/show/show.js';
import { slope } from '../src/show/slope.js';
import { engines } from './engines.js';

for (const { engine, create } of engines) {
  /** The number that proves the show, at its end. */
  const prove = <V extends Values>(show: Show<V>, values: V, options: { stiction: boolean; dt?: number }): number => {
    const play = startPlay(show, create, values, options);
    while (!play.done) play.step();
    play.dispose();
    return play.probe.proof;
  };

  describe(engine, () => {
    test.each([
      { mu: 0.3, angle: 25 },
      { mu: 0.1, angle: 45 },
      { mu: 0.5, angle: 26 },
      { mu: 0.5, angle: 30 },
    ])('slope, μ $mu at $angle degrees', (values) => {
      const { truth, good } = slope.proof;
      const proof = prove(slope, values, { stiction: true });
      expect(good(proof, values), `${proof} is not ${truth(values)}`).toBe(true);
    });

    test('the stock slope', () => {
      const values = defaultsOf(slope);
      const proof = prove(slope, values, { stiction: false });
      expect(slope.proof.good(proof, values)).toBe(engine === 'rapier');
    });

    test('disc twins', () => {
      const values = defaultsOf(discTwins);
      const proof = prove(discTwins, values, { stiction: true });
      expect(discTwins.proof.good(proof, values), `${proof}`).toBe(true);
      expect(discTwins.proof.good(prove(discTwins, values, { stiction: false }), values)).toBe(false);
    });

    test('the near disc follows the theory', () => {
      const values = defaultsOf(discTwins);
      const play = startPlay(discTwins, create, values, { stiction: true });
      let worst = 0;
      while (play.world.time < 2) {
        play.step();
        const truth = discTwins.curve.theory?.(play.world.time, values) ?? Number.NaN;
        worst = Math.max(worst, Math.abs(play.probe.curve / truth - 1));
      }
      play.dispose();
      expect(worst).toBeLessThan(0.01);
    });
  });
}
