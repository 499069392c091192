import { expect, test } from 'vitest';
import { embossedIncline } from '../../src/textured/embossed-incline.js';
import { materialMap } from '../../src/textured/four-materials.js';

test('scenes with equal material names do not share maps', () => {
  // The incline first: its "plastic" is rough.
  embossedIncline();
  const { slopes } = materialMap(3);
  // "Plastic" of the four materials is flat.
  expect(Math.max(...slopes.subarray(0, 1000).map(Math.abs))).toBe(0);
});
