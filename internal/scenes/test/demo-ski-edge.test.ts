import { describe, expect, test } from 'vitest';
import { defaultsOf } from '../src/demo/index.js';
import { exactRun, skiEdge } from '../src/demo/ski-edge.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

describe.each(engines.map(({ engine }) => engine))('ski edge in %s', (engine) => {
  test('the ski follows maximum dissipation, one cart rolls and the other does not creep', () => {
    const run = runDemo(skiEdge, engine, true);
    expectGood(run);
    expect(Math.abs(run.proof - skiEdge.proof.reference(defaultsOf(skiEdge)))).toBeLessThan(0.05);
    const [creep, rolled] = run.probe.facts ?? [];
    expect(creep.value).toBeLessThan(0.1); // 1e-4 m in ten seconds
    expect(rolled.value).toBeGreaterThan(10);
  });

  test('follows its outline for three seconds', () => {
    expect(runDemo(skiEdge, engine, true, {}, 3.5).apart).toBeLessThan(0.01);
  });

  const changes = [{ slope: 25, glide: 0.05 }, { heading: 30 }, { edge: 0.8 }];
  test.each(some(changes, 2))('so it does with %j', (change) => {
    expectGood(runDemo(skiEdge, engine, true, change, 2.5));
  });

  test('rests across the slope', () => {
    expectGood(runDemo(skiEdge, engine, true, { heading: 90 }, 3));
  });

  if (full || engine === 'cannon')
    test('nothing moves in the stock engine, which has one coefficient', () => {
      expectGood(runDemo(skiEdge, engine, false, {}, 3), false);
    });

  test('stays finite at the ends of its sliders', () => {
    expect(breaksAt(skiEdge, engine, 1)).toEqual([]);
  });
});

describe('the reference', () => {
  const values = defaultsOf(skiEdge);

  test('straight down is g (sin α - μ cos α)', () => {
    const slope = (15 * Math.PI) / 180;
    expect(exactRun({ ...values, heading: 0 })?.acceleration).toBeCloseTo(
      9.81 * (Math.sin(slope) - values.glide * Math.cos(slope)),
      6,
    );
  });

  test('with equal coefficients follows the fall line, whatever its heading', () => {
    expect(exactRun({ ...values, glide: 0.2, edge: 0.2 })?.angle).toBeCloseTo(0, 9);
  });

  test('with a hard edge follows its heading', () => {
    expect(((exactRun({ ...values, edge: 100 })?.angle ?? 0) * 180) / Math.PI).toBeCloseTo(values.heading, 1);
  });
});
