import { describe, expect, test } from 'vitest';
import { onPlank, seesaw, shuttle, slabOnIce, swing, turntable } from './scenes.js';
import { CASES } from './support.js';

describe.each(CASES)('$engine at 1/$rate s', (run) => {
  test('a parked car stays in its place on platforms that move', () => {
    expect(turntable(run), 'turntable').toBeLessThan(1e-3);
    expect(shuttle(run), 'shuttle').toBeLessThan(1e-3);
    expect(swing(run), 'swing').toBeLessThan(1e-3);
  });

  test('a slab on ice moves back as the car drives forward', () => {
    const { momentum, car } = slabOnIce(run);
    expect(car).toBeGreaterThan(3);
    expect(Math.abs(momentum)).toBeLessThan(1e-4);
  });

  test('a parked car keeps its place on a plank of 300 kg, and on one of 30 kg', () => {
    expect(onPlank(run, 300)).toBeLessThan(1e-4);
    expect(onPlank(run, 30)).toBeLessThan(1e-4);
  });

  test('a car tilts a see-saw by its weight', () => {
    const { tilt, drift } = seesaw(run);
    expect(Math.abs(tilt)).toBeLessThan(0.03);
    expect(drift).toBeLessThan(5e-3);
  });
});
