import { Color, Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { ContactDecals } from '../src/index.js';

function matrixOf(decals: ContactDecals, k: number): Matrix4 {
  const matrix = new Matrix4();
  decals.getMatrixAt(k, matrix);
  return matrix;
}

describe('ContactDecals', () => {
  test.each([[[0, 1, 0]], [[0, -1, 0]], [[1, 0, 0]], [[0, 0.6, -0.8]]])(
    'a decal lies flat on a surface with the normal %j',
    (normal) => {
      const decals = new ContactDecals({ size: 0.2 });
      decals.place({ point: [1, 2, 3], normal });
      const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
      const matrix = matrixOf(decals, 0);
      matrix.extractBasis(x, y, z);
      expect(x.length()).toBeCloseTo(0.2, 6);
      expect(y.length()).toBeCloseTo(0.2, 6);
      expect(z.distanceTo(new Vector3(...normal))).toBeCloseTo(0, 6);
      expect(Math.abs(x.dot(y)) + Math.abs(x.dot(z)) + Math.abs(y.dot(z))).toBeCloseTo(0, 6);
      expect(matrix.determinant()).toBeGreaterThan(0); // its front faces along the normal
      const offset = new Vector3().setFromMatrixPosition(matrix).sub(new Vector3(1, 2, 3));
      expect(offset.dot(z)).toBeCloseTo(0.002, 6);
    },
  );

  test('the oldest decals are reused', () => {
    const decals = new ContactDecals({ capacity: 3 });
    expect(decals.count).toBe(0);
    for (let k = 0; k < 5; k++) decals.place({ point: [k, 0, 0], normal: [0, 1, 0] });
    expect(decals.count).toBe(3);
    const places = [0, 1, 2].map((k) => new Vector3().setFromMatrixPosition(matrixOf(decals, k)).x);
    expect(places).toEqual([3, 4, 2]);
  });

  test('decals have a colour and a size of their own', () => {
    const decals = new ContactDecals({ color: 'blue' });
    decals.place({ point: [0, 0, 0], normal: [0, 1, 0], color: 'red', size: 2 });
    decals.place({ point: [0, 0, 0], normal: [0, 1, 0] });
    const color = new Color();
    decals.getColorAt(0, color);
    expect(color).toEqual(new Color('red'));
    decals.getColorAt(1, color);
    expect(color).toEqual(new Color('blue'));
    expect(new Vector3().setFromMatrixScale(matrixOf(decals, 0)).x).toBeCloseTo(2, 6);
  });

  test('options are checked', () => {
    expect(() => new ContactDecals({ capacity: 0 })).toThrow('ContactDecals: capacity must be an integer from 1');
    expect(() => new ContactDecals({ opacity: 1.5 })).toThrow('ContactDecals: opacity must be <= 1 (got 1.5)');
  });
});
