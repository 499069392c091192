import { lawConformance } from '@stiction/friction-core/testing';
import { describe, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { disc, ecp, lugrePatch, patch, rectangle } from '../../src/index.js';

const laws = {
  patch: () => patch({ mu: 0.5 }),
  'patch, disc given': () => patch({ mu: 0.5, pressure: disc({ radius: 0.2 }) }),
  'patch, rectangle given': () => patch({ mu: 0.5, pressure: rectangle({ width: 0.4, height: 0.2 }) }),
  lugrePatch: () => lugrePatch({ sigma0: 1e4, sigma1: 1, sigma2: 0.01, muC: 0.4, muS: 0.6, vS: 0.02 }),
  'lugrePatch, stiff': () => lugrePatch({ sigma0: 1e7, sigma1: 300, muC: 0.4, muS: 0.6, vS: 0.02 }),
  'lugrePatch, rectangle given': () =>
    lugrePatch({
      sigma0: 1e4,
      sigma1: 1,
      muC: 0.4,
      muS: 0.6,
      vS: 0.02,
      pressure: rectangle({ width: 0.4, height: 0.2 }),
      direction: [1, 0.5, 0],
    }),
  ecp: () => ecp({ mu: 0.5, et: 1, eo: 1, er: 0.1 }),
  'ecp, two axes': () => ecp({ mu: 0.5, et: 1, eo: 0.6, er: 0.1, direction: [1, 0.3, 0] }),
};

/** Slow checks run only for the most different laws; the full run covers the variants. */
const long = /random forces|kinetic energy|converges|rotated world/;
const whole = ['patch', 'lugrePatch, rectangle given'];
const short = [...whole, 'patch, rectangle given', 'lugrePatch', 'ecp, two axes'];

for (const [name, make] of Object.entries(laws)) {
  if (!full && !short.includes(name)) continue;
  describe(name, () => {
    for (const check of lawConformance(make, { seed: 20261116 })) {
      if (full || whole.includes(name) || !long.test(check.name)) test(check.name, check.run);
    }
  });
}
