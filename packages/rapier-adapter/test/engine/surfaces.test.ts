import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, type SurfacePoint } from '@stiction/friction-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';

beforeAll(() => RAPIER.init());

/** Drops a ball of 0.2 m on a collider at (x, z) and returns what its surface function was told last. y is up. */
function drop(desc: RAPIER.ColliderDesc, x: number, z: number): SurfacePoint {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  const ground = world.createCollider(desc);
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 0.2, z));
  world.createCollider(RAPIER.ColliderDesc.ball(0.2), body);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  friction.setPair('a', 'b', coulomb({ mu: 0.5 }));
  let seen: SurfacePoint | undefined;
  friction.setSurface(ground, (where) => {
    seen = { ...where, point: where.point.slice(), local: where.local.slice(), normal: where.normal.slice() };
    return 'a';
  });
  expect(friction.owns(ground)).toBe(true);
  for (let k = 0; k < 30; k++) friction.step();
  world.free();
  if (!seen) throw new Error('no contact');
  return seen;
}

describe('a surface function is told', () => {
  test('world point, normal out of the surface, and the point in the frame of the collider', () => {
    const half = Math.SQRT1_2;
    const desc = RAPIER.ColliderDesc.cuboid(3, 1, 3)
      .setTranslation(0, -1, 0)
      .setRotation({ x: 0, y: half, z: 0, w: half });
    const seen = drop(desc, 0.5, -0.25);
    expect(seen.point[0]).toBeCloseTo(0.5, 3);
    expect(seen.normal[1]).toBeCloseTo(1, 5);
    [0.25, 1, 0.5].forEach((value, e) => {
      expect(seen.local[e]).toBeCloseTo(value, 2);
    });
    expect(seen.triangle).toBe(-1);
  });

  test('the triangle of a mesh', () => {
    const vertices = Float32Array.from([-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2]);
    const mesh = () => RAPIER.ColliderDesc.trimesh(vertices, Uint32Array.from([0, 2, 1, 0, 3, 2]));
    expect(drop(mesh(), 1, -0.5).triangle).toBe(0);
    expect(drop(mesh(), -0.5, 1).triangle).toBe(1);
  });

  test('different triangles of the cells of a height field', () => {
    const field = () => RAPIER.ColliderDesc.heightfield(4, 4, new Float32Array(25), { x: 4, y: 1, z: 4 });
    const triangles = new Set([-1.25, 0.25, 1.75].map((x) => drop(field(), x, 0.3).triangle));
    expect(triangles.size).toBe(3);
    expect([...triangles].every((t) => t >= 0)).toBe(true);
  });
});

test('materialAt and lawBetween answer for rays, before and after setSurface', () => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 1, 5));
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  const ice = coulomb({ mu: 0.05 });
  friction.setPair('tyre', 'ice', ice);
  const at = (x: number) => friction.materialAt(ground, { x, y: 1, z: 0 }, { x: 0, y: 1, z: 0 });
  expect(at(1)).toBe('');
  friction.setMaterial(ground, 'stone');
  expect(at(1)).toBe('stone');
  friction.setSurface(ground, ({ local }) => (local[0] > 0 ? 'ice' : 'tyre'));
  expect([at(1), at(-1)]).toEqual(['ice', 'tyre']);
  expect(friction.lawBetween('tyre', at(1))).toBe(ice);
  world.free();
});

test('a removed surface gives the collider back to Rapier', () => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 1, 5));
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  friction.setSurface(ground, () => 'a');
  expect(friction.owns(ground)).toBe(true);
  friction.setSurface(ground, null);
  expect(friction.owns(ground)).toBe(false);
  friction.setSurface(ground, () => 'a');
  world.removeCollider(ground, false);
  friction.step();
  expect(() => friction.setSurface(ground, () => 'a')).toThrow('setSurface: the collider is not in this world');
  world.free();
});
