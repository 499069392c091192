import { mkdirSync, writeFileSync } from 'node:fs';
import { MATERIAL_MAPS } from '@stiction/scenes/textured';
import { type NormalMap, toPixels } from '@stiction/texture-friction';
import { encode } from 'fast-png';

/** Writes the normal maps of internal/scenes/maps, reproducibly: `npm run texture:maps -w @stiction/bench`. */
const folder = new URL('../../internal/scenes/maps/', import.meta.url);

/** Standard deviations of the slopes along u and v. */
function deviations({ slopes }: NormalMap): string {
  let [x, y] = [0, 0];
  for (let k = 0; k < slopes.length; k += 2) {
    x += slopes[k] * slopes[k];
    y += slopes[k + 1] * slopes[k + 1];
  }
  return [x, y].map((sum) => Math.sqrt((2 * sum) / slopes.length).toFixed(3)).join(' and ');
}

function write(name: string, map: NormalMap): void {
  const file = encode(toPixels(map), { zlib: { level: 9 } });
  writeFileSync(new URL(`${name}.png`, folder), file);
  console.log(`${name}: ${(file.length / 1e6).toFixed(2)} MB, slopes of ${deviations(map)}`);
}

mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(MATERIAL_MAPS)) write(name, make());
