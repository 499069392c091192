import { coulomb, type SurfacePoint } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { squaredDistance } from '../../../src/extract/surfaces.js';
import { installFriction } from '../../../src/index.js';

/** Drops a ball of 0.2 m on a shape at (x, y) and returns what its surface function was told last. */
function drop(shape: CANNON.Shape, x: number, y: number, place = (_: CANNON.Body) => {}): SurfacePoint {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  const ground = new CANNON.Body({ shape });
  place(ground);
  world.addBody(ground);
  world.addBody(new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.2), position: new CANNON.Vec3(x, y, 0.2) }));
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  friction.setPair('a', 'b', coulomb({ mu: 0.5 }));
  let seen: SurfacePoint | undefined;
  friction.setSurface(shape, (where) => {
    seen = { ...where, point: where.point.slice(), local: where.local.slice(), normal: where.normal.slice() };
    return 'a';
  });
  for (let k = 0; k < 30; k++) world.step(1 / 60);
  if (!seen) throw new Error('no contact');
  return seen;
}

describe('a surface function is told', () => {
  test('world point, normal out of the surface, and the point in the frame of the shape', () => {
    const seen = drop(new CANNON.Box(new CANNON.Vec3(3, 3, 1)), 0.5, -0.25, (body) => {
      body.position.set(0, 0, -1);
      body.quaternion.setFromEuler(0, 0, Math.PI / 2);
    });
    expect(seen.point[0]).toBeCloseTo(0.5, 3);
    expect(seen.normal[2]).toBeCloseTo(1, 6);
    [-0.25, -0.5, 1].forEach((value, e) => {
      expect(seen.local[e]).toBeCloseTo(value, 2);
    });
    expect(seen.triangle).toBe(-1);
  });

  test('the triangle of a height field', () => {
    const field = () =>
      new CANNON.Heightfield(
        Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]),
        { elementSize: 1 },
      );
    expect(drop(field(), 1.25, 2.25).triangle).toBe(2 * (1 * 4 + 2));
    expect(drop(field(), 1.75, 2.75).triangle).toBe(2 * (1 * 4 + 2) + 1);
  });

  test('the triangle of a mesh', () => {
    const mesh = () => new CANNON.Trimesh([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], [0, 1, 2, 0, 2, 3]);
    expect(drop(mesh(), 1, -0.5).triangle).toBe(0);
    expect(drop(mesh(), -0.5, 1).triangle).toBe(1);
  });

  test('the index of the shape in its body', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
    const ground = new CANNON.Body();
    const shapes = [-1, 1].map((x) => {
      const box = new CANNON.Box(new CANNON.Vec3(1, 1, 1));
      ground.addShape(box, new CANNON.Vec3(x, 0, -1));
      return box;
    });
    world.addBody(ground);
    world.addBody(new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.2), position: new CANNON.Vec3(1, 0, 0.2) }));
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
    friction.setPair('a', 'b', coulomb({ mu: 0.5 }));
    const seen: number[][] = [];
    for (const shape of shapes) {
      friction.setSurface(shape, ({ subShape, local }) => {
        seen.push([subShape, Math.round(100 * local[0])]);
        return 'a';
      });
    }
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    expect(seen[0]).toEqual([1, 0]);
    friction.setSurface(shapes[1], null);
    seen.length = 0;
    world.step(1 / 60);
    expect(seen).toEqual([]);
  });
});

test('materialAt and lawBetween answer for rays', () => {
  const world = new CANNON.World();
  const ground = new CANNON.Body({ shape: new CANNON.Plane(), material: new CANNON.Material('stone') });
  world.addBody(ground);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  const ice = coulomb({ mu: 0.05 });
  friction.setPair('tyre', 'ice', ice);
  const up = new CANNON.Vec3(0, 0, 1);
  const at = (x: number) => friction.materialAt(ground, ground.shapes[0], new CANNON.Vec3(x, 0, 0), up);
  expect(at(1)).toBe('stone');
  friction.setSurface(ground.shapes[0], ({ local }) => (local[0] > 0 ? 'ice' : 'tyre'));
  expect([at(1), at(-1)]).toEqual(['ice', 'tyre']);
  expect(friction.lawBetween('tyre', at(1))).toBe(ice);
  expect(friction.lawBetween('', 'stone').mu).toBe(0.5);
});

test('a surface function may ask for the material of another shape', () => {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  const ground = new CANNON.Body({
    shape: new CANNON.Box(new CANNON.Vec3(3, 3, 1)),
    position: new CANNON.Vec3(0, 0, -1),
  });
  const other = new CANNON.Body({ shape: new CANNON.Plane(), position: new CANNON.Vec3(40, 0, -20) });
  const crate = new CANNON.Body({ mass: 1, shape: new CANNON.Box(new CANNON.Vec3(0.2, 0.2, 0.2)) });
  crate.position.z = 0.2;
  for (const body of [ground, other, crate]) world.addBody(body);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  friction.setPair('a', 'b', coulomb({ mu: 0.5 }));
  friction.setSurface(other.shapes[0], () => 'b');
  const heights: number[] = [];
  friction.setSurface(ground.shapes[0], ({ local }) => {
    heights.push(local[2]);
    return friction.materialAt(other, other.shapes[0], other.position, new CANNON.Vec3(0, 0, 1));
  });
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  expect(heights.length).toBeGreaterThanOrEqual(40);
  for (const height of heights) expect(height).toBeCloseTo(1, 2);
});

test('bad arguments are refused', () => {
  const world = new CANNON.World();
  const body = new CANNON.Body({ shape: new CANNON.Plane() });
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  expect(() => friction.setSurface(body as never, () => 'a')).toThrow(
    'setSurface: shape must be a CANNON.Shape (got a Body)',
  );
  expect(() => friction.setSurface(body.shapes[0], 'ice' as never)).toThrow(
    "setSurface: surface must be a function that returns the name of a material, or null (got 'ice', a string)",
  );
});

test('distance of the origin from a triangle agrees with a fine sampling', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return (2 * seed) / 2147483647 - 1;
  };
  for (let k = 0; k < 200; k++) {
    const t = Float64Array.from({ length: 9 }, random);
    let least = Number.POSITIVE_INFINITY;
    const n = 60;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; i + j <= n; j++) {
        let square = 0;
        for (let e = 0; e < 3; e++) square += ((t[e] * (n - i - j) + t[3 + e] * i + t[6 + e] * j) / n) ** 2;
        least = Math.min(least, square);
      }
    }
    const exact = Math.sqrt(squaredDistance(t));
    expect(exact, `seed 1, triangle ${k}`).toBeLessThanOrEqual(Math.sqrt(least) + 1e-12);
    expect(Math.sqrt(least) - exact, `seed 1, triangle ${k}`).toBeLessThan(0.03);
  }
});
