import { adhesive, coulomb } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { STICKY_MASS, STICKY_WEIGHT, stickyBox } from '../../src/cases/adhesion.js';
import { engines } from '../engines.js';

/**
 * Rapier computes a contact again only after its bodies have moved or turned enough, and keeps the distance until then: a magnet that was
 * pulled off slowly was attracted until it was 6 cm away.
 */
test.each(engines)('a slow pull parts adhesive surfaces at the end of their range, $engine', ({ build }) => {
  const dt = 1 / 60;
  const range = 0.001;
  const force = 3 * STICKY_WEIGHT;
  const world = build(stickyBox('ceiling', adhesive(coulomb({ mu: 0.5 }), { force, range })));
  for (let k = 0; k < 60; k++) world.step(dt);
  const start = world.position('box')[2];
  let speed = 0;
  let parted = Number.NaN;
  for (let k = 0; k < 60 && Number.isNaN(parted); k++) {
    const before = start - world.position('box')[2];
    world.push('box', 0, 0, STICKY_WEIGHT - force - 0.02 * STICKY_WEIGHT);
    world.step(dt);
    const next = -world.velocity('box')[2];
    // Without the attraction it has the acceleration force/m.
    if (next - speed > (0.5 * force * dt) / STICKY_MASS) parted = before;
    speed = next;
  }
  expect(parted).toBeGreaterThan(0.5 * range);
  // A step later at most.
  expect(parted).toBeLessThan(range + 2 * speed * dt);
  expect(parted).toBeLessThan(3 * range);
  world.dispose();
});
