import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/files.js';
import { fillPage } from '../scripts/page.js';
import { presets } from '../src/index.js';

test.each(generatedFiles())('$name matches the table: npm run generate -w @stiction/materials', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a page without marks is an error', () => {
  expect(() => fillPage('# Materials', presets)).toThrow('the page has no marks <!-- presets -->');
});

test('presets out of the order of the groups are an error', () => {
  const { tyreOnDryAsphalt, ...rest } = presets;
  expect(() => fillPage('', { ...rest, tyreOnDryAsphalt })).toThrow('do not follow the order of the presets');
});
