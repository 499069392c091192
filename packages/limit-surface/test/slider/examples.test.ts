import { describe, expect, test } from 'vitest';
import { createEcpSlider, ecpState } from '../../src/slider/ecp-slider.js';
import { supportHull, toppleMargin } from '../../src/slider/topple.js';
import { COLUMNS, runXie, scaledResidual, xieNames, xieRun } from './support.js';

describe.each(xieNames)('[Xie] %s', (name) => {
  const { params, h, rows, steps, stopTime, fineStep } = xieRun(name);

  test('every step agrees with the reference', () => {
    const worst = new Map<string, number>();
    runXie(name, h, steps, (k, state) => {
      for (const [i, column] of COLUMNS.entries()) {
        // Friction is stored as impulses.
        const value = i >= 6 && i < 9 ? h * state[column] : state[column];
        worst.set(column, Math.max(worst.get(column) ?? 0, Math.abs(value - rows[k][i + 1])));
      }
    });
    // The file has 13 digits: theta up to 22 rad, wz up to 11 rad/s.
    for (const [column, deviation] of worst) expect.soft(deviation, column).toBeLessThan(1e-11);
  });

  test('every sliding step solves (25)-(28)', () => {
    let worst = 0;
    runXie(name, h, steps, (_, state, before, applied) => {
      if (state.slipSpeed > 0) worst = Math.max(worst, scaledResidual(params, before, applied, h, state));
    });
    expect(worst).toBeLessThan(2e-15);
  });

  test('comes to rest when the reference does', () => {
    let rest: number | null = null;
    runXie(name, h, steps, (k, state) => {
      if (state.slipSpeed !== 0) return;
      rest ??= k * h;
      expect([state.vx, state.vy, state.spin]).toEqual([0, 0, 0]);
    });
    if (stopTime === null) expect(rest).toBeNull();
    else expect(rest).toBeCloseTo(stopTime, 10);
  });

  test('converges to the fine solution as the step shrinks', { timeout: 30_000 }, () => {
    const duration = steps * h;
    const distance = (step: number) => {
      const end = runXie(name, step, Math.round(duration / step));
      return Math.hypot(end.x - fineStep.end[0], end.y - fineStep.end[1], 0.05 * (end.angle - fineStep.end[2]));
    };
    const errors = [1, 4, 16].map((n) => distance(h / n));
    expect(errors[1]).toBeLessThan(errors[0] / 2.5);
    expect(errors[2]).toBeLessThan(errors[1] / 2.5);
    // The same step as the reference, whose final state is stored with 11 digits. Free sliders may stop before or after `duration`.
    const fine = runXie(name, fineStep.h, Math.round(Math.max(duration, fineStep.stopTime ?? 0) / fineStep.h));
    for (const [i, column] of COLUMNS.slice(0, 6).entries()) {
      expect.soft(Math.abs(fine[column] - fineStep.end[i]), column).toBeLessThan(1e-9);
    }
  });
});

test('the energy never rises in examples 1 and 2, and the ECP is under the CM at rest', () => {
  for (const name of xieNames.slice(0, 3)) {
    const { params, h, steps } = xieRun(name);
    const energy = (s: { vx: number; vy: number; spin: number }) =>
      params.mass * (s.vx * s.vx + s.vy * s.vy) + params.inertia * s.spin * s.spin;
    const end = runXie(name, h, steps + 1, (_, state, before) => {
      expect(energy(state)).toBeLessThanOrEqual(energy(before));
      if (before.slipSpeed > 0) expect(energy(state)).toBeLessThan(energy(before));
    });
    expect([end.fx, end.fy, end.torsion, end.slipSpeed].map(Math.abs)).toEqual([0, 0, 0, 0]);
    expect([end.ecpX, end.ecpY]).toEqual([end.x, end.y]);
  }
});

test('the ECP of example 1 stays within the square patch, and of example 2 within the hull of the ring', () => {
  const square = supportHull([-0.025, -0.025, 0.025, -0.025, 0.025, 0.025, -0.025, 0.025]);
  let least = Number.POSITIVE_INFINITY;
  let farthest = 0;
  runXie('example1_square', 0.01, 47, (_, state) => {
    least = Math.min(least, toppleMargin(square, state));
    farthest = Math.max(farthest, Math.hypot(state.ecpX - state.x, state.ecpY - state.y));
  });
  // Friction can shift it by at most μ q_z = 24.8 mm; the patch ends at 25 mm.
  expect(farthest).toBeGreaterThan(0.0246);
  expect(farthest).toBeLessThanOrEqual(0.0248 * (1 + 1e-12));
  expect(least).toBeGreaterThan(0.0002 - 1e-12);
  expect(least).toBeLessThan(0.001);

  const ring = supportHull(
    [0.1, 0.05]
      .flatMap((radius) =>
        Array.from({ length: 64 }, (_, k) => [
          radius * Math.cos((k * Math.PI) / 32),
          radius * Math.sin((k * Math.PI) / 32),
        ]),
      )
      .flat(),
  );
  expect(ring.length).toBe(128);
  runXie('example2_ring', 0.01, 61, (_, state) => expect(toppleMargin(ring, state)).toBeGreaterThan(0.07));
});

test('a slider at rest does not move', () => {
  const slider = createEcpSlider(xieRun('example1_square').params);
  const state = ecpState({ x: 1, y: 2, angle: 3 });
  slider.step(state, new Float64Array(6), 0.01);
  expect(state).toEqual(ecpState({ x: 1, y: 2, angle: 3 }));
});
