import { describe, expect, test } from 'vitest';
import { chainOnRodShow } from '../src/show/chain-on-rod.js';
import { embossedLogo } from '../src/show/embossed-logo.js';
import { fourMaterialsShow } from '../src/show/four-materials.js';
import { defaultsOf } from '../src/show/index.js';
import { nutAndBoltShow } from '../src/show/nut-and-bolt.js';
import { texturedStacks } from '../src/show/textured-stacks.js';
import { worm } from '../src/show/worm.js';
import { crawlPath, exactCrawl } from '../src/textured/crawling-worm.js';
import { engines } from './engines.js';
import { expectNear, full } from './full.js';
import { breaksAt, expectGood, runShow } from './run-show.js';

const reversed = [...worm.controls.profile.value].reverse().join('');

describe.each(engines.map(({ engine }) => engine))('shows of textures in %s', (engine) => {
  // What the maps do to friction is the same in both engines, and so is what the stock engines lack.
  const all = full || engine === 'cannon';

  test('the worm crawls as far as its truth, along its whole way', () => {
    const run = runShow(worm, engine, true, {}, all ? undefined : 4);
    expectGood(run);
    expect(run.proof).toBeGreaterThan(0.15);
    expect(run.apart).toBeLessThan(0.01);
    if (all) expectGood(runShow(worm, engine, false), false);
  });

  if (all)
    test('painted the other way round it crawls back, painted evenly or with the plain mean not at all', () => {
      const back = runShow(worm, engine, true, { profile: reversed }, 4);
      expectGood(back);
      expect(back.proof).toBeLessThan(-0.15);
      for (const change of [{ profile: '03699630'.repeat(16) }, { sharpness: 1 }]) {
        const run = runShow(worm, engine, true, change, 4);
        expectGood(run);
        expect(Math.abs(run.proof)).toBeLessThan(0.002);
      }
    });

  test('the nut climbs by a lead per turn, left-handed the other way; jammed or turned too weakly it does not turn', () => {
    expectGood(runShow(nutAndBoltShow, engine, true, {}, 3));
    if (!all) return;
    const left = runShow(nutAndBoltShow, engine, true, { hand: 'left' }, 3);
    expectGood(left);
    expect(left.proof).toBeLessThan(0);
    for (const change of [{ jammed: true }, { force: 0.75 }]) {
      expectGood(runShow(nutAndBoltShow, engine, true, change, full ? 3 : 1.5));
    }
    expectGood(runShow(nutAndBoltShow, engine, false, {}, 3), false);
  });

  test('four boxes stop where they should', () => {
    const run = runShow(fourMaterialsShow, engine, true);
    expectGood(run);
    expect(run.apart).toBeLessThan(0.01);
    for (const { value, truth = Number.NaN } of run.probe.facts ?? []) expectNear(value, truth, 0.02);
    if (all) expectGood(runShow(fourMaterialsShow, engine, false), false);
  });

  test('blocks trip over the logo, at both ends of its saliency', () => {
    for (const change of all ? [{}, { saliency: 7 }, { saliency: 15 }, { speed: 1 }] : [{}]) {
      expectGood(runShow(embossedLogo, engine, true, change));
    }
    if (all) expectGood(runShow(embossedLogo, engine, false), false);
  });

  test('the chain holds on the rough rod and runs off the smooth one', () => {
    const rough = runShow(chainOnRodShow, engine, true);
    expectGood(rough);
    expect(rough.apart).toBeLessThan(10);
    const smooth = runShow(chainOnRodShow, engine, true, { roughness: 0 }, 0.6);
    expectGood(smooth);
    expect(smooth.proof).toBeGreaterThan(100);
    if (all) expectGood(runShow(chainOnRodShow, engine, false, {}, 0.6), false);
  });

  test('oak slides farther along its grain than across, and as far as the truth has it', () => {
    const run = runShow(texturedStacks, engine, true, {}, 0.8);
    expectGood(run);
    for (const { value, truth } of run.probe.facts ?? []) {
      if (truth !== undefined) expectNear(value, truth, 0.04);
    }
    if (all) expectGood(runShow(texturedStacks, engine, false, {}, 0.8), false);
  });

  test.each([worm, nutAndBoltShow, fourMaterialsShow, embossedLogo, texturedStacks, chainOnRodShow])(
    '$id bears the ends of its sliders',
    (show) => {
      expect(breaksAt(show as never, engine, full ? 0.7 : 0.35)).toEqual([]);
    },
  );
});

test('the worm of the chart is that of fine steps', () => {
  const path = crawlPath({}, 3, 1, 1e-4);
  expect(Math.abs((path[3] - path[1]) / 2 / exactCrawl({}, 3) - 1)).toBeLessThan(0.005);
});

test('looks show the painting as a renderer reads it: red along +u, green along +v, first row at v = 0', () => {
  const picture = (profile: string) => worm.looks?.({ ...defaultsOf(worm), profile }).head?.normalMap;
  // Rises to the right, falls from the ninth column on: facets look left, then right.
  const ridge = picture('0123456789876543'.repeat(8));
  expect([ridge?.width, ridge?.height, ridge?.data.length]).toEqual([16, 8, 4 * 16 * 8]);
  expect(ridge?.data[4 * 3]).toBeLessThan(120);
  expect(ridge?.data[4 * 11]).toBeGreaterThan(135);
  // The upper half rises to the top, the lower half falls to it: rows 1 and 6 from below.
  const valley = picture([9, 6, 3, 0, 0, 3, 6, 9].map((height) => String(height).repeat(16)).join(''));
  expect(valley?.data[4 * 16 * 1 + 1]).toBeGreaterThan(135);
  expect(valley?.data[4 * 16 * 5 + 1]).toBeLessThan(120);
});
