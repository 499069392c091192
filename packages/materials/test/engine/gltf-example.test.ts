import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Body, World } from 'cannon-es';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../../examples/gltf-materials/', import.meta.url));
const gltf = JSON.parse(readFileSync(`${folder}ramp.gltf`, 'utf8'));

test('in examples/gltf-materials rubber and wood hold on the ramp and ice slides', async () => {
  const { loadWorld }: { loadWorld(json: unknown): { world: World; bodies: Body[] } } = await import(
    `${folder}load-world.mjs`
  );
  const { world, bodies } = loadWorld(gltf);
  const starts = bodies.map(({ position }) => position.clone());
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  const [ramp, rubber, wood, ice] = bodies.map(({ position }, k) => position.distanceTo(starts[k]));
  expect(ramp).toBe(0);
  expect(rubber).toBeLessThan(1e-3);
  expect(wood).toBeLessThan(1e-3);
  const slope = (20 * Math.PI) / 180;
  expect(ice).toBeCloseTo(0.5 * 9.81 * (Math.sin(slope) - 0.03 * Math.cos(slope)), 1);
});
