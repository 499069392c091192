import { describe, expect, test } from 'vitest';
import { createBodies, resizeBodies } from '../../src/bodies/bodies.js';
import { coulomb } from '../../src/index.js';
import { createPatchBuffers, reservePatches } from '../../src/patches/patch-buffers.js';
import { linearizePatch, prepareFriction, solvePatch } from '../../src/solver/friction-block.js';

/** A sliding 2 kg body on a static one, as one patch. */
function onePatch() {
  const bodies = createBodies();
  resizeBodies(bodies, 2);
  bodies.invMass.set([0.5, 0.5, 0.5], 3);
  bodies.velocity[6] = 1;
  const patches = createPatchBuffers();
  reservePatches(patches, 1, 1);
  patches.count = 1;
  patches.bodyB[0] = 1;
  patches.tangent1[0] = 1;
  patches.tangent2[1] = 1;
  patches.normal[2] = 1;
  patches.normalImpulse[0] = 1;
  patches.law[0] = coulomb({ mu: 0.5 });
  prepareFriction(patches, 0, bodies);
  linearizePatch(patches, 0, 1 / 60);
  return { bodies, patches };
}

describe('assertions of the block step', () => {
  test('none fires for a valid patch', () => {
    const { bodies, patches } = onePatch();
    solvePatch(patches, 0, bodies);
    expect(patches.impulse[0]).toBeCloseTo(-0.5, 12);
  });

  test.each<[string, (world: ReturnType<typeof onePatch>) => void]>([
    ['no such patch', ({ patches }) => (patches.count = 0)],
    ['not two bodies of the world', ({ bodies }) => (bodies.count = 1)],
    ['the normal impulse is negative or NaN', ({ patches }) => (patches.normalImpulse[0] = Number.NaN)],
    ['the block is not positive semi-definite', ({ patches }) => (patches.block[3] = -1)],
    ['the law has a negative compliance', ({ patches }) => (patches.eps[1] = -1e-3)],
    [
      'the friction impulse is outside its set',
      ({ patches }) => {
        const { law } = patches;
        law[0] = { ...law[0], set: { ...law[0].set, minimize: (_A, _at, _c, _N, _n, _s, _t, out) => !out.fill(9) } };
      },
    ],
  ])('%s', (message, spoil) => {
    const world = onePatch();
    spoil(world);
    expect(() => solvePatch(world.patches, 0, world.bodies)).toThrow(`solvePatch: ${message}`);
  });
});
