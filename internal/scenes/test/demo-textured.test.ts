import { describe, expect, test } from 'vitest';
import { chainOnRodDemo } from '../src/demo/chain-on-rod.js';
import { embossedLogo } from '../src/demo/embossed-logo.js';
import { fourMaterialsDemo } from '../src/demo/four-materials.js';
import { defaultsOf } from '../src/demo/index.js';
import { nutAndBoltDemo } from '../src/demo/nut-and-bolt.js';
import { texturedStacks } from '../src/demo/textured-stacks.js';
import { worm } from '../src/demo/worm.js';
import { crawlPath, exactCrawl } from '../src/textured/crawling-worm.js';
import { engines } from './engines.js';
import { expectNear, full } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

const reversed = [...worm.controls.profile.value].reverse().join('');

describe.each(engines.map(({ engine }) => engine))('texture scenes in %s', (engine) => {
  // The effect of the maps is the same in both engines, and so is the lack of it in the stock engines.
  const all = full || engine === 'cannon';

  test('the worm follows its reference all the way', () => {
    const run = runDemo(worm, engine, true, {}, all ? undefined : 4);
    expectGood(run);
    expect(run.proof).toBeGreaterThan(0.15);
    expect(run.apart).toBeLessThan(0.01);
    if (all) expectGood(runDemo(worm, engine, false), false);
  });

  if (all)
    test('the worm crawls back with reversed paint, and not at all with uniform paint or the plain mean', () => {
      const back = runDemo(worm, engine, true, { profile: reversed }, 4);
      expectGood(back);
      expect(back.proof).toBeLessThan(-0.15);
      for (const change of [{ profile: '03699630'.repeat(16) }, { sharpness: 1 }]) {
        const run = runDemo(worm, engine, true, change, 4);
        expectGood(run);
        expect(Math.abs(run.proof)).toBeLessThan(0.002);
      }
    });

  test('the nut climbs by one lead per turn, left-handed the other way; jammed or with too little torque it stays', () => {
    expectGood(runDemo(nutAndBoltDemo, engine, true, {}, 3));
    if (!all) return;
    const left = runDemo(nutAndBoltDemo, engine, true, { hand: 'left' }, 3);
    expectGood(left);
    expect(left.proof).toBeLessThan(0);
    for (const change of [{ jammed: true }, { force: 0.75 }]) {
      expectGood(runDemo(nutAndBoltDemo, engine, true, change, full ? 3 : 1.5));
    }
    expectGood(runDemo(nutAndBoltDemo, engine, false, {}, 3), false);
  });

  test('four boxes stop at their reference points', () => {
    const run = runDemo(fourMaterialsDemo, engine, true);
    expectGood(run);
    expect(run.apart).toBeLessThan(0.01);
    for (const { value, reference = Number.NaN } of run.probe.facts ?? []) expectNear(value, reference, 0.02);
    if (all) expectGood(runDemo(fourMaterialsDemo, engine, false), false);
  });

  test('blocks trip over the logo at the lowest and the highest saliency', () => {
    for (const change of all ? [{}, { saliency: 7 }, { saliency: 15 }, { speed: 1 }] : [{}]) {
      expectGood(runDemo(embossedLogo, engine, true, change));
    }
    if (all) expectGood(runDemo(embossedLogo, engine, false), false);
  });

  test('the chain holds on the rough rod and runs off the smooth one', () => {
    const rough = runDemo(chainOnRodDemo, engine, true);
    expectGood(rough);
    expect(rough.apart).toBeLessThan(10);
    const smooth = runDemo(chainOnRodDemo, engine, true, { roughness: 0 }, 0.6);
    expectGood(smooth);
    expect(smooth.proof).toBeGreaterThan(100);
    if (all) expectGood(runDemo(chainOnRodDemo, engine, false, {}, 0.6), false);
  });

  test('oak slides farther along its grain than across, as far as the reference', () => {
    const run = runDemo(texturedStacks, engine, true, {}, 0.8);
    expectGood(run);
    for (const { value, reference } of run.probe.facts ?? []) {
      if (reference !== undefined) expectNear(value, reference, 0.04);
    }
    if (all) expectGood(runDemo(texturedStacks, engine, false, {}, 0.8), false);
  });

  test.each([worm, nutAndBoltDemo, fourMaterialsDemo, embossedLogo, texturedStacks, chainOnRodDemo])(
    '$id stays finite at the ends of its sliders',
    (demo) => {
      expect(breaksAt(demo as never, engine, full ? 0.7 : 0.35)).toEqual([]);
    },
  );
});

test('the worm reference of the chart matches that of small steps', () => {
  const path = crawlPath({}, 3, 1, 1e-4);
  expect(Math.abs((path[3] - path[1]) / 2 / exactCrawl({}, 3) - 1)).toBeLessThan(0.005);
});

test('looks encode the paint as a renderer reads it: red along +u, green along +v, first row at v = 0', () => {
  const picture = (profile: string) => worm.looks?.({ ...defaultsOf(worm), profile }).head?.normalMap;
  // Rises to the right, falls from the ninth column on: facets face left, then right.
  const ridge = picture('0123456789876543'.repeat(8));
  expect([ridge?.width, ridge?.height, ridge?.data.length]).toEqual([16, 8, 4 * 16 * 8]);
  expect(ridge?.data[4 * 3]).toBeLessThan(120);
  expect(ridge?.data[4 * 11]).toBeGreaterThan(135);
  // The upper half rises to the top, the lower half falls to it: rows 1 and 6 from below.
  const valley = picture([9, 6, 3, 0, 0, 3, 6, 9].map((height) => String(height).repeat(16)).join(''));
  expect(valley?.data[4 * 16 * 1 + 1]).toBeGreaterThan(135);
  expect(valley?.data[4 * 16 * 5 + 1]).toBeLessThan(120);
});
