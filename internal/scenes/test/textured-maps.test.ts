import { readFileSync } from 'node:fs';
import { toPixels } from '@stiction/texture-friction';
import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { MATERIAL_MAPS } from '../src/textured/material-maps.js';

test.each(Object.keys(MATERIAL_MAPS))('%s.png matches the output of its script bit by bit', (name) => {
  const file = decode(readFileSync(new URL(`../maps/${name}.png`, import.meta.url)));
  const made = toPixels(MATERIAL_MAPS[name]());
  expect([file.width, file.height, file.channels]).toEqual([1024, 1024, made.channels]);
  expect(Buffer.compare(Buffer.from(file.data as Uint8Array), Buffer.from(made.data as Uint8Array))).toBe(0);
});
