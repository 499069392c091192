import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, expect, test } from 'vitest';
import { cardHouse } from '../../src/cases/standing.js';
import { createRapierWorld } from '../../src/rapier-world.js';
import { full } from '../full.js';

beforeAll(() => RAPIER.init());

/** Nine of these fourteen fell: friction was predicted as if a card standing on its edge could not tip. */
test.each([0.3, 1])('card houses of %f m stand at any angle, as in the stock engine', (scale) => {
  for (const degrees of full ? [14, 16, 18, 20, 22, 24, 26] : [14, 18, 22, 26]) {
    const world = createRapierWorld(RAPIER, cardHouse(scale, degrees), { stiction: true });
    const start = world.names.map((name) => world.position(name));
    for (let k = 0; k < (full ? 300 : 180); k++) world.step(1 / 60);
    const moved = world.names.map((name, k) => {
      const [x, y] = world.position(name);
      return Math.hypot(x - start[k][0], y - start[k][1]);
    });
    world.dispose();
    expect(Math.max(...moved) / scale, `${degrees} degrees`).toBeLessThan(0.05);
  }
});
