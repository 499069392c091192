import RAPIER from '@dimforge/rapier3d-compat';
import { describe, expect, test } from 'vitest';
import { createCannonWorld } from '../src/cannon-world.js';
import { bodyOnGround } from '../src/cases/box-on-ground.js';
import { convexFaces } from '../src/convex-faces.js';
import { createRapierWorld } from '../src/rapier-world.js';
import type { ShapeSpec, Vector } from '../src/scene.js';
import { centreShape, inertiaOf, solidOf } from '../src/solid.js';

await RAPIER.init();

const signs = [-1, 1];
const corners = (a: number, b: number, c: number): Vector[] =>
  signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [a * x, b * y, c * z])));
const BOX: ShapeSpec = { kind: 'box', halfExtents: [0.3, 0.2, 0.1] };
const HULL: ShapeSpec = { kind: 'hull', points: corners(0.3, 0.2, 0.1) };
/** The same box as two halves, one rotated by a quarter about z. */
const HALVES: ShapeSpec = {
  kind: 'compound',
  parts: [
    { shape: { kind: 'box', halfExtents: [0.1, 0.2, 0.1] }, position: [-0.2, 0, 0] },
    {
      shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.1] },
      position: [0.1, 0, 0],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    },
  ],
};
const ROOF: Vector[] = [
  [-0.3, -0.2, 0],
  [0.3, -0.2, 0],
  [-0.3, 0.2, 0],
  [0.3, 0.2, 0],
  [-0.3, 0, 0.3],
  [0.3, 0, 0.3],
];

describe('solids', () => {
  test.each([HULL, HALVES])('a box as $kind has the exact centre and inertia', (shape) => {
    const box = solidOf(BOX);
    const same = solidOf(shape);
    expect(same.volume).toBeCloseTo(box.volume, 12);
    same.centre.forEach((value) => {
      expect(value).toBeCloseTo(0, 12);
    });
    same.moments.flat().forEach((value, k) => {
      expect(value).toBeCloseTo(box.moments.flat()[k], 12);
    });
  });

  test('a prism has the exact inertia about its centre', () => {
    const { volume, centre } = solidOf({ kind: 'hull', points: ROOF });
    expect(volume).toBeCloseTo(0.6 * 0.06, 12);
    expect(centre[2]).toBeCloseTo(0.1, 12);
    const centred = centreShape({ kind: 'hull', points: ROOF });
    expect(centred.centre).toEqual(centre);
    const [[x, y, z]] = inertiaOf(solidOf(centred.shape), 2);
    // A triangle of base b and height h: b²/24 and h²/18; the prism of length l adds l²/12.
    const [b, h, l] = [0.4 ** 2 / 24, 0.3 ** 2 / 18, 0.6 ** 2 / 12];
    expect(x).toBeCloseTo(2 * (b + h), 12);
    expect(y).toBeCloseTo(2 * (l + h), 12);
    expect(z).toBeCloseTo(2 * (l + b), 12);
  });

  test('faces are counter-clockwise, without interior points', () => {
    const faces = convexFaces([...corners(0.3, 0.2, 0.1), [0.3, 0, 0], [0, 0, 0], [0.3, 0.2, 0]]);
    expect(faces).toHaveLength(6);
    for (const face of faces) expect(face).toHaveLength(4);
    expect(() => convexFaces(corners(1, 1, 0))).toThrow(/volume/);
  });
});

describe('in the engines', () => {
  const sceneOf = (shape: ShapeSpec) =>
    bodyOnGround({ name: 'solid', mu: 0.5, mass: 2, shape, height: 1, duration: 1 });
  const shapes = [HULL, HALVES, centreShape({ kind: 'hull', points: ROOF }).shape];

  test.each(shapes)('$kind: mass, centre and inertia are exact', (shape) => {
    const [inertia] = inertiaOf(solidOf(shape), 2);
    const { x, y, z } = createCannonWorld(sceneOf(shape), { stiction: false }).body('body').inertia;
    [x, y, z].forEach((value, e) => {
      expect(value).toBeCloseTo(inertia[e], 12);
    });
    const world = createRapierWorld(RAPIER, sceneOf(shape), { stiction: false });
    const body = world.body('body');
    body.recomputeMassPropertiesFromColliders();
    expect(body.mass()).toBeCloseTo(2, 5);
    expect(Math.hypot(...Object.values(body.localCom()))).toBeLessThan(1e-6);
    const inverse = body.effectiveWorldInvInertia();
    [inverse.m11, inverse.m22, inverse.m33].forEach((value, e) => {
      expect(Math.abs(value * inertia[e] - 1)).toBeLessThan(1e-5);
    });
    world.dispose();
  });

  test('cannon-es rejects a body that is not centred', () => {
    expect(() => createCannonWorld(sceneOf({ kind: 'hull', points: ROOF }), { stiction: false })).toThrow(/centre/);
  });
});
