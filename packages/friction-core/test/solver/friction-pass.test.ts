import { describe, expect, test } from 'vitest';
import {
  createBodies,
  createMaterialPairs,
  createPatchStore,
  finishFrictionPass,
  gatherPatches,
  prepareFrictionPass,
  pushContact,
  resizeBodies,
  sweepFrictionPass,
} from '../../src/adapter/index.js';
import { coulomb } from '../../src/index.js';

/** A 2 kg cube on a static body, with one contact point that carries a given normal impulse. */
function cubeOnGround(normalImpulse: number, vx: number) {
  const bodies = createBodies();
  resizeBodies(bodies, 2);
  bodies.pose.set([0, 0, 0, 0, 0, 0, 1], 0);
  bodies.pose.set([0, 0, 0, 0, 0, 0, 1], 7);
  bodies.invMass.set([0.5, 0.5, 0.5], 3);
  bodies.velocity[6] = vx;
  const store = createPatchStore();
  const c = pushContact(store.contacts);
  store.contacts.body.set([0, 1], 2 * c);
  store.contacts.key.set([1, 1, 2, 2], 4 * c);
  store.contacts.normal.set([0, 0, 1], 3 * c);
  store.contacts.impulse[c] = normalImpulse;
  const pairs = createMaterialPairs(coulomb({ mu: 0.5 }));
  gatherPatches(store, bodies, pairs, { hasNormalImpulses: true, impulseScale: 1, h: 1 / 480, matchDistance: 0.03 });
  return { bodies, patches: store.current };
}

function solve({ bodies, patches }: ReturnType<typeof cubeOnGround>): void {
  prepareFrictionPass(bodies, patches, 1 / 60);
  expect(sweepFrictionPass(bodies, patches, { iterations: 20, tolerance: 1e-9 })).toBe(true);
  finishFrictionPass(bodies, patches, 1 / 60);
}

describe('the friction pass', () => {
  test('stops a body if the given normal impulse suffices', () => {
    const world = cubeOnGround(10, 2);
    solve(world);
    const { bodies, patches } = world;
    expect(bodies.velocity[6]).toBeCloseTo(0, 12);
    expect(Math.hypot(...patches.impulse.slice(0, 2))).toBeCloseTo(4, 12);
    expect(patches.sliding[0]).toBe(0);
  });

  test('slows a body down by μ λN if it does not', () => {
    const world = cubeOnGround(2, 2);
    solve(world);
    const { bodies, patches } = world;
    expect(bodies.velocity[6]).toBeCloseTo(2 - (0.5 * 2) / 2, 12);
    expect(patches.sliding[0]).toBe(1);
  });

  test('takes its impulse back when the normal impulse is gone', () => {
    const world = cubeOnGround(0, 1);
    world.patches.impulse[0] = 0.7; // already acts in the velocities
    solve(world);
    const { bodies, patches } = world;
    expect([...patches.impulse.slice(0, 3)]).toEqual([0, 0, 0]);
    const tangent = patches.tangent1[0];
    expect(bodies.velocity[6]).toBeCloseTo(1 - 0.5 * 0.7 * tangent, 12);
  });
});
