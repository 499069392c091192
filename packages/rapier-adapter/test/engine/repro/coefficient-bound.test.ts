import { stribeck } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { expect, test } from 'vitest';
import { combined } from '../../../src/ownership/represent.js';
import { addBody, createWorld, install, RAPIER, run } from '../support.js';

const MU = 0.5;

/** In a heap both colliders of a pair may temporarily have changed coefficients. Dividing one by the other let them grow without bound, up to 500. */
test.each([
  ['patch', patch({ mu: MU })],
  ['stribeck', stribeck({ muS: MU, muC: 0.3, vS: 0.05 })],
])('no pair of a tumbling heap gets a coefficient above that of %s', (_, law) => {
  const world = createWorld();
  const size = [0.08, 0.05, 0.1];
  for (let k = 0; k < 40; k++) {
    const body = addBody(world, RAPIER.ColliderDesc.cuboid(size[k % 3], size[(k + 1) % 3], 0.06), {
      mass: 0.05,
      x: 0.17 * (k % 3),
      y: 0.15 * (Math.floor(k / 3) % 2),
      z: 0.1 + 0.15 * Math.floor(k / 6),
    });
    body.setAngvel({ x: 3 * ((k % 5) - 2), y: 4, z: 5 * ((k % 3) - 1) }, true);
  }
  const friction = install(world, law);
  let largest = 0;
  for (let k = 0; k < 120; k++) {
    run(friction, world, 1 / 60);
    world.forEachCollider((one) =>
      world.contactPairsWith(one, (other) => {
        const [a, b] = [one.friction(), other.friction()];
        largest = Math.max(largest, combined(a, one.frictionCombineRule(), b, other.frictionCombineRule()));
      }),
    );
  }
  expect(largest).toBeLessThan(1.01 * MU);
  expect(largest).toBeGreaterThan(0.5 * MU);
  world.free();
});
