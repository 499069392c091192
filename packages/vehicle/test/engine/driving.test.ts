import { describe, expect, test } from 'vitest';
import { circle, coasting, downhill, fast, jump, lateralLimit, pullAway, sidePull, trailer } from './scenes.js';
import { CASES, ENGINES, G, MASS } from './support.js';

describe.each(CASES)('$engine at 1/$rate s', (run) => {
  test('a car pulls away without spinning its wheels below μ N', () => {
    const { acceleration, skids, spin } = pullAway(run, 0.95);
    expect(skids).toBe(false);
    expect(Math.abs(acceleration)).toBeLessThan(0.005);
    expect(spin).toBeLessThan(0.5);
  });

  test('its wheels spin above μ N', () => {
    const { acceleration, skids, spin } = pullAway(run, 1.5);
    expect(skids).toBe(true);
    expect(Math.abs(acceleration)).toBeLessThan(0.01);
    expect(spin).toBeGreaterThan(50);
  });

  test('coasting loses no energy', () => {
    expect(Math.abs(coasting(run))).toBeLessThan(1e-6);
  });

  test('a free car accelerates downhill with the inertia of its wheels', () => {
    expect(Math.abs(downhill(run))).toBeLessThan(1e-4);
  });

  test('a slow circle has the radius wheelbase / tan(steering)', () => {
    expect(Math.abs(circle(run))).toBeLessThan(0.01);
  });

  test('lateral acceleration reaches μ g, then the car slides', () => {
    const { peak, slides } = lateralLimit(run);
    expect(Math.abs(peak)).toBeLessThan(0.02);
    expect(slides).toBe(true);
  });

  test('a sideways force below μ m g moves nothing, above it accelerates by the rest', () => {
    expect(sidePull(run, 0.98).drift).toBeLessThan(1e-3);
    expect(Math.abs(sidePull(run, 1.02).acceleration)).toBeLessThan(0.001);
  });

  test('a car lands and drives on', () => {
    const { height, speed, flew, peakLoad } = jump(run);
    expect(flew).toBe(true);
    expect(Math.abs(height)).toBeLessThan(1e-4);
    expect(Math.abs(speed)).toBeLessThan(1e-6);
    expect(peakLoad).toBeGreaterThan(MASS * G * 0.5);
  });

  test('a trailer on a joint follows, and stays parked', () => {
    const { acceleration, drift } = trailer(run);
    expect(Math.abs(acceleration)).toBeLessThan(0.005);
    expect(drift).toBeLessThan(1e-4);
  });

  test('60 m/s is stable', () => {
    const { sideways, upright, speed } = fast(run);
    expect(sideways).toBeLessThan(1e-4);
    expect(upright).toBeGreaterThan(0.999);
    expect(speed).toBeGreaterThan(59);
  });
});

test.each(ENGINES)('%s at 1/30 s is stable', (engine) => {
  const run = { engine, dt: 1 / 30 };
  expect(Math.abs(coasting(run))).toBeLessThan(1e-6);
  expect(Math.abs(circle(run))).toBeLessThan(0.01);
  expect(fast(run).upright).toBeGreaterThan(0.999);
  expect(Math.abs(jump(run).height)).toBeLessThan(1e-4);
});
