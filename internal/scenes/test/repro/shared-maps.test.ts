import { expect, test } from 'vitest';
import { embossedIncline } from '../../src/textured/embossed-incline.js';
import { materialMap } from '../../src/textured/four-materials.js';

test('scenes that call a material by the same name have maps of their own', () => {
  // The incline first: its "plastic" is rough.
  embossedIncline();
  const { slopes } = materialMap(3);
  // That of the four materials is flat.
  expect(Math.max(...slopes.subarray(0, 1000).map(Math.abs))).toBe(0);
});
