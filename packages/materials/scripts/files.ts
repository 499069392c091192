import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { presets } from '../src/presets.js';
import { lawsSource } from './laws-source.js';
import { fillPage } from './page.js';
import { presetPicture } from './picture.js';

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const page = 'docs/materials.md';

/** The files that are made from the presets: path and content. */
export function generatedFiles(): { name: string; path: string; text: string }[] {
  return [
    { name: 'packages/materials/src/laws.ts', text: lawsSource(presets) },
    { name: page, text: fillPage(readFileSync(path(page), 'utf8'), presets) },
    { name: 'docs/images/materials.svg', text: presetPicture(presets) },
  ].map((file) => ({ ...file, path: path(file.name) }));
}
