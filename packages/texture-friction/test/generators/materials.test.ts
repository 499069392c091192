import { readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { normalMap } from '../../src/maps/normal-map.js';
import { ploughing, statistics } from '../support.js';

const read = (name: string) => readFileSync(new URL(`../../../../internal/scenes/maps/${name}.png`, import.meta.url));
const QUARTER = Math.PI / 2;

describe('the maps of the repository', () => {
  const maps = ['stone', 'brushed-metal', 'wood'].map((name) => ({ name, map: normalMap(decode(read(name))) }));
  const [stone, metal, wood] = maps.map(({ map }) => map);

  test.each(maps)('$name: 1024 x 1024, no warnings, no tilt, below 1.5 MB', ({ name, map }) => {
    expect([map.width, map.height]).toEqual([1024, 1024]);
    expect(map.warnings).toEqual([]);
    const { x, y, deviationX, deviationY, largest } = statistics(map);
    const roughness = Math.max(deviationX, deviationY);
    expect(roughness).toBeGreaterThan(0.05);
    // Rounding changes a slope by at most 1/255, in either direction.
    expect(Math.abs(x)).toBeLessThan(0.002);
    expect(Math.abs(y)).toBeLessThan(0.002);
    expect(largest).toBeLessThan(5);
    expect(read(name).length).toBeLessThan(1.5e6);
  });

  test('stone is isotropic, metal and wood have a grain along u', () => {
    const mus = Array.from({ length: 16 }, (_, k) => ploughing(stone, (Math.PI * k) / 8));
    expect(Math.max(...mus) / Math.min(...mus)).toBeLessThan(1.03);
    expect(ploughing(metal, QUARTER) / ploughing(metal, 0)).toBeGreaterThan(20);
    expect(ploughing(wood, QUARTER) / ploughing(wood, 0)).toBeGreaterThan(5);
  });
});
