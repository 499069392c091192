import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MATERIAL_MAPS } from '@stiction/scenes/textured';
import {
  createPairSample,
  createSampler,
  normalMap,
  samplePair,
  surface,
  type TextureMapping,
  toPixels,
} from '@stiction/texture-friction';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage } from './pages.js';
import type { Found, TextureWebglPage } from './texture-webgl-page.js';
import { STEEPEST_SLOPE, type TextureScene, type TextureShape, textureScenes } from './texture-webgl-scenes.js';

/** Set by texture-webgl-page.ts in the tab: a bundle of the package without the demo. */
declare const page: TextureWebglPage;

let tab: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./texture-webgl-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  ({ page: tab, close } = await openPage());
  await tab.addScriptTag({ content: outputFiles[0].text });
});

afterAll(() => close?.());

/** Rasterizers move corners by up to 1/32 of a pixel along both axes; the mesh of the cylinder lies slightly inside it. */
const EDGE = 1 / 16;
const CURVED_EDGE = 1 / 4;

/** A mapping with a surface extended on all sides [m]. */
function grown(mapping: TextureMapping, by: number): TextureMapping {
  return {
    chart(point, normal, depth, out) {
      const found = mapping.chart(point, normal, depth, out);
      const n = out.corners;
      const corners = Array.from({ length: n }, (_, k) => Array.from(out.outline.subarray(3 * k, 3 * k + 3)));
      corners.forEach((corner, k) => {
        for (const other of [corners[(k + 1) % n], corners[(k + n - 1) % n]]) {
          const length = Math.hypot(...corner.map((x, e) => x - other[e]));
          for (let e = 0; e < 3; e++) out.outline[3 * k + e] += (by * (corner[e] - other[e])) / length;
        }
      });
      return found;
    },
  };
}

/** The exact sum of the CPU path, with the shapes unchanged or grown by some pixels. */
function sampled(scene: TextureScene, growth = 0): Found {
  const { width, pixels, sharpness, shapes, contacts } = scene;
  const sampler = createSampler({ width, pixels, sharpness, directions: 4, method: 'exact' });
  const surfaces = shapes.map(({ map, mapping, saliency }) =>
    surface({ map, mapping: growth === 0 ? mapping : grown(mapping, (growth * width) / pixels), saliency }),
  );
  const sample = createPairSample(sampler);
  const found: Found = { mu: [], a: [], b: [], coverage: [] };
  for (const { a, b, contactA, contactB, depth } of contacts) {
    const [first, second] = [a, b].map((k) => (k === null ? null : surfaces[k]));
    samplePair(sampler, first, contactA, second, contactB, Float64Array.of(depth), sample);
    found.mu.push(...sample.mu);
    found.a.push(...sample.a);
    found.b.push(...sample.b);
    found.coverage.push(sample.coverage[0]);
  }
  return found;
}

/** Coefficient of the steepest facet: 254 steps of the bytes. */
function mostOf({ map, saliency }: TextureShape): number {
  let most = 0;
  for (let k = 0; k < map.slopes.length; k += 2) {
    const mask = map.mask?.[k / 2] ?? 1;
    most = Math.max(most, mask * Math.hypot(map.slopes[k], map.slopes[k + 1]));
  }
  return (2 / Math.PI) * saliency * most;
}

/**
 * Pixels: both paths cover the same ones, except near an outline. Coefficients: within one byte step per surface, plus the effect of the
 * pixels near outlines and of one pixel that reads the next facet, because map positions are rounded to single precision. Returns errors
 * in byte steps: the mean of all, and the largest with no pixel near an outline.
 */
function compare(scene: TextureScene, cpu: Found, gpu: Found, edge: number, most: number[]) {
  const area = scene.pixels ** 2;
  const fewest = sampled(scene, -edge).coverage;
  const largest = sampled(scene, edge).coverage;
  expect(gpu.coverage).toHaveLength(scene.contacts.length);
  let worst = 0;
  const steps: number[] = [];
  scene.contacts.forEach(({ a, b }, k) => {
    const covered = area * gpu.coverage[k];
    const doubtful = area * (largest[k] - fewest[k]);
    expect(covered, `pixels of contact ${k}`).toBeGreaterThanOrEqual(area * fewest[k] - 1);
    expect(covered, `pixels of contact ${k}`).toBeLessThanOrEqual(area * largest[k] + 1);
    const [mostA, mostB] = [a, b].map((shape) => (shape === null ? 0 : most[shape]));
    const share = 1 / 254 + (doubtful + 1) / Math.max(1, area * fewest[k]);
    for (let j = 4 * k; j < 4 * k + 4; j++) {
      const errorA = Math.abs(gpu.a[j] - cpu.a[j]);
      const errorB = Math.abs(gpu.b[j] - cpu.b[j]);
      expect(errorA, `A of contact ${k}, direction ${j % 4}`).toBeLessThanOrEqual(mostA * share);
      expect(errorB, `B of contact ${k}, direction ${j % 4}`).toBeLessThanOrEqual(mostB * share);
      expect(gpu.mu[j]).toBe(gpu.a[j] + gpu.b[j]);
      if (mostA > 0) steps.push((254 * errorA) / mostA);
      if (mostB > 0) steps.push((254 * errorB) / mostB);
      if (doubtful === 0) worst = Math.max(worst, ...steps.slice(-2));
    }
  });
  return { worst, mean: steps.reduce((sum, step) => sum + step, 0) / steps.length };
}

const isCurved = (name: string) => name.includes('cylinder');

describe('matches the exact sum of the CPU path', () => {
  test.each(Object.keys(textureScenes))('%s', async (name) => {
    const scene = textureScenes[name]();
    const cpu = sampled(scene);
    const gpu = await tab.evaluate((which) => page.render(which), name);
    const { worst, mean } = compare(scene, cpu, gpu, isCurved(name) ? CURVED_EDGE : EDGE, scene.shapes.map(mostOf));
    console.log(`${name}: error ${mean.toFixed(3)} steps of the bytes, up to ${worst.toFixed(3)} away from outlines`);
    expect(mean).toBeLessThan(0.3);
    expect(Math.max(...cpu.mu)).toBeGreaterThan(0.1);
    if (name.includes('ends before')) {
      expect(cpu.coverage.some((share) => share > 0 && share < 1)).toBe(true);
    }
  });

  test('the mean is more precise than single bytes', async () => {
    // Facets of only two slopes: all pixels of one slope would be rounded the same way.
    const name = 'box face on ground, sawtooth and ridges';
    const scene = textureScenes[name]();
    const gpu = await tab.evaluate((which) => page.render(which), name);
    expect(compare(scene, sampled(scene), gpu, EDGE, scene.shapes.map(mostOf)).worst).toBeLessThan(0.25);
  });

  test.each([
    { convention: 'opengl', flipY: true },
    { convention: 'directx', flipY: true },
    { convention: 'opengl', flipY: false },
    { convention: 'directx', flipY: false },
  ] as const)('normal textures of the user, $convention, flipY $flipY', async ({ convention, flipY }) => {
    const name = 'box face on ground, Gaussian';
    const scene = textureScenes[name]();
    for (const shape of scene.shapes) {
      shape.map = normalMap({ ...toPixels(shape.map, { convention, flipY }), convention, flipY });
    }
    const gpu = await tab.evaluate(([which, how, up]) => page.renderTextures(which, how, up), [
      name,
      convention,
      flipY,
    ] as const);
    const most = (2 / Math.PI) * STEEPEST_SLOPE;
    expect(compare(scene, sampled(scene), gpu, EDGE, [most, most]).mean).toBeLessThan(0.3);
  });
});

describe('readback', () => {
  test('is asynchronous: not available immediately, the same numbers later', async () => {
    const name = 'two boxes, edges of both';
    const { found, turns } = await tab.evaluate((which) => page.renderLater(which), name);
    expect(turns).toBeGreaterThan(0);
    expect(found).toEqual(await tab.evaluate((which) => page.render(which), name));
  });

  test('several frames give the same result as one', async () => {
    for (const name of ['two boxes, edges of both', '600 contacts of 16 pixels']) {
      const one = await tab.evaluate((which) => page.render(which, 1024), name);
      const several = await tab.evaluate((which) => page.render(which, 100), name);
      expect(several.coverage.some((share) => share > 0)).toBe(true);
      // A tile at another position: pixels at the very edge of a shape may differ.
      const differing = several.mu.filter((mu, k) => Math.abs(mu - one.mu[k]) > 0.02).length;
      expect(differing).toBe(0);
    }
  });

  test('nothing leaks from one frame to the next', async () => {
    const name = 'box corners over ground, sawtooth';
    const { before, all, after } = await tab.evaluate((which) => page.renderAgain(which, 3), name);
    expect(after).toEqual(before);
    expect(all.coverage).toHaveLength(16);
    expect(before.coverage).toHaveLength(3);
    expect(before.coverage[0]).toBeCloseTo(0.25, 1);
  });

  test('back faces are culled, and a non-finite contact covers nothing', async () => {
    const { coverage, mu } = await tab.evaluate(() => page.renderBlank('box face on ground, Gaussian'));
    expect(coverage.slice(0, 3)).toEqual([0, 0, 1]);
    expect(mu.slice(0, 8)).toEqual(new Array(8).fill(0));
  });

  test.each([true, false])(
    'three.js draws the same image before and after on the same context, shared: %s',
    async (shared) => {
      const name = 'box face on ground, Gaussian';
      const { same, found } = await tab.evaluate(([which, how]) => page.renderBetween(which, how), [
        name,
        shared,
      ] as const);
      expect(same).toBe(true);
      expect(found).toEqual(await tab.evaluate((which) => page.render(which), name));
    },
  );
});

test('a PNG decodes to its source map: as ImageBitmap, canvas and ImageData', async () => {
  const file = readFileSync(new URL('../../../internal/scenes/maps/stone.png', import.meta.url));
  const every = 499;
  const known = Array.from(normalMap(toPixels(MATERIAL_MAPS.stone())).slopes.filter((_, k) => k % every === 0));
  const read = await tab.evaluate(([data, n]) => page.readImage(data, n), [file.toString('base64'), every] as const);
  expect(read).toHaveLength(3);
  for (const { slopes, warnings } of read) {
    expect(slopes).toEqual(known);
    expect(warnings).toEqual([]);
  }
});

test('reports invalid input', async () => {
  const messages = await tab.evaluate(() => page.mistakes());
  const expected: Record<string, RegExp> = {
    webgl1: /gl must be a WebGL2 context/,
    'small frame': /frame must be an integer from 128 to \d+ \(got 100\)/,
    'nothing rendered': /collectPatches: nothing to collect/,
    'rendered twice': /renderPatches: the previous patches have not been collected/,
    'no such surface': /renderPatches: unknown surface 7/,
    'huge map': /addSurface: map must have at most \d+ pixels per side/,
    'lost while rendering': /collectPatches: the WebGL context is lost/,
    lost: /renderPatches: the WebGL context is lost/,
    'lost before': /createPatchRenderer: the WebGL context is lost/,
    'disposed of': /renderPatches: the renderer has been disposed/,
  };
  expect(Object.keys(messages).sort()).toEqual(Object.keys(expected).sort());
  for (const [what, message] of Object.entries(expected)) expect(messages[what]).toMatch(message);
});
