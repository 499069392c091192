import { CATALOGUE } from '@stiction/scenes/laws';
import { BOXES, createCostWorld } from '../laws-cost-world.js';
import type { Case } from '../timing.js';

/** Time per patch in a step of 1/60 s, of 200 that slide or stick, for every law. */
export function lawCases(): Case[] {
  return Object.entries(CATALOGUE).flatMap(([name, { make }]) =>
    ([1, 0] as const).map((share): Case => {
      const world = createCostWorld(make(), share);
      for (let k = 0; k < 30; k++) world.step();
      return { name: `${name}, ${share === 1 ? 'sliding' : 'sticking'}`, per: BOXES, run: () => world.step() };
    }),
  );
}
