import { describe, expect, test } from 'vitest';
import { curling } from '../src/demo/curling.js';
import { curlingPath, pathAt, type Ring, ringFriction } from '../src/demo/curling-reference.js';
import { defaultsOf } from '../src/demo/index.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { breaksAt, expectGood, runDemo } from './run-demo.js';

describe.each(engines.map(({ engine }) => engine))('curling in %s', (engine) => {
  test('curls like the ring reference, to the other side with opposite spin, and not without spin', () => {
    const left = runDemo(curling, engine, true);
    expectGood(left);
    expect(left.apart).toBeLessThan(0.006);
    if (full) {
      const right = runDemo(curling, engine, true, { spin: -2 });
      expectGood(right);
      expect(right.proof).toBeLessThan(-0.2);
      expect(Math.abs(runDemo(curling, engine, true, { spin: 0 }).proof)).toBeLessThan(0.002);
    } else {
      const [one, other, none] = [2, -2, 0].map((spin) => runDemo(curling, engine, true, { spin }, 5));
      expect(one.probe.curve).toBeGreaterThan(0.01);
      expect(other.probe.curve + one.probe.curve).toBeCloseTo(0, 3);
      expect(other.apart).toBeLessThan(0.006);
      expect(none.probe.curve).toBeCloseTo(0, 3);
    }
  });

  test('without a difference between front and rear it curls slightly to the other side', () => {
    const { proof } = runDemo(curling, engine, true, { wear: 0 });
    const reference = curling.proof.reference({ ...defaultsOf(curling), wear: 0 });
    expect(reference).toBeLessThan(-0.005);
    expect(Math.abs(proof - reference)).toBeLessThan(0.0015); // eight pads for a ring
  });

  test('slides farther and straighter when swept, and then has no proof', () => {
    const free = runDemo(curling, engine, true, {}, 5);
    const swept = runDemo(curling, engine, true, { sweep: true }, 5);
    expect(swept.probe.facts?.[0].value).toBeGreaterThan(1.05 * (free.probe.facts?.[0].value as number));
    expect(swept.probe.curve).toBeLessThan(free.probe.curve);
    expect(swept.proof).toBeNaN();
  });

  if (full || engine === 'cannon')
    test('is wrong in the stock engine', () => {
      expectGood(runDemo(curling, engine, false), false);
    });

  test('stays finite at the ends of its sliders', () => {
    expect(breaksAt(curling, engine, 0.5)).toEqual([]);
  });
});

describe('the reference', () => {
  const ring: Ring = { band: 0.065, height: 0.06, gyration: 0.0105, mu: () => 0.01, wear: 0, speed: 1, spin: 0 };

  test('without spin is the stopping distance of a block, v²/(2 μ g)', () => {
    const [distance, sideways] = pathAt(curlingPath(ring), 1000);
    expect(distance).toBeCloseTo(1 / (2 * 0.01 * 9.81), 4);
    expect(Math.abs(sideways)).toBeLessThan(1e-12);
  });

  test('for pure spin is the moment μ R per load', () => {
    expect(ringFriction(ring, 0, 0, 2)[2]).toBeCloseTo(-0.01 * 0.065, 12);
  });

  test('for small spin has the side force of the shifted load: μ (w R/v) (μ h/R - δ/2) to first order', () => {
    for (const wear of [0, 0.3]) {
      const [, side] = ringFriction({ ...ring, wear }, 1, 0, 0.02);
      // A throw along x with spin to the left; μ h = c.
      const expected = -0.01 * (0.02 * 0.065) * ((0.01 * 0.06) / 0.065 - wear / 2);
      expect(Math.abs(side / expected - 1)).toBeLessThan(0.01);
    }
  });
});
