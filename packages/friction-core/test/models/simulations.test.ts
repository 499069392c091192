import { describe, expect, test } from 'vitest';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import type { PointModel } from '../../src/models/point-model.js';
import { deviation, every, reference, stribeck, tableModel } from './support.js';

interface History {
  v: number[];
  f: number[];
  x: number;
}

/** Pulls the model by a spring whose end moves with V(t): h_k = K (X_k - x_{k-1}), then v_k, then x_k. */
function pullBySpring(model: PointModel, steps: number, T: number, K: number, V: (t: number) => number): History {
  const v: number[] = [];
  const f: number[] = [];
  let x = 0;
  let X = 0;
  for (let k = 1; k <= steps; k++) {
    X += T * V(k * T);
    model.step(K * (X - x), T);
    x += T * model.velocity[0];
    v.push(model.velocity[0]);
    f.push(model.force[0]);
  }
  return { v, f, x };
}

describe('simulation I: an object pulled by a spring that stops', () => {
  const { params, models, continuous, everyNthStep } = reference.simI;
  const { M, K, F, T, V, tStop, steps } = params;
  const run = (name: string) => pullBySpring(tableModel(name), steps, T, K, (t) => (t < tStop ? V : 0));

  /** Closed form: sticks, slides with the end moving, slides with the end at rest, sticks. */
  function exactVelocity(t: number): number {
    const omega = Math.sqrt(K / M);
    const slipStart = F / (K * V);
    const sliding = (s: number) => V - V * Math.cos(omega * (s - slipStart));
    if (t <= slipStart || t >= continuous.stopTime) return 0;
    if (t <= tStop) return sliding(t);
    const since = tStop - slipStart;
    const stretch = V * tStop - F / K - (V * since - (V / omega) * Math.sin(omega * since));
    return sliding(tStop) * Math.cos(omega * (t - tStop)) + omega * stretch * Math.sin(omega * (t - tStop));
  }

  test('the closed form matches the reference', () => {
    const values = continuous.v.map((_, j) => exactVelocity((j + 1) * everyNthStep * T));
    expect(deviation(values, continuous.v, 8)).toBeLessThan(1e-9);
    expect(Math.abs(F / (K * V) - continuous.slipStart)).toBeLessThan(1e-15);
  });

  test.each(['K1', 'K2', 'Q1', 'Q2', 'P'])('%s matches the reference', (name) => {
    const { v, f, x } = run(name);
    expect(deviation(every(v, everyNthStep), models[name].v, 10)).toBeLessThan(1e-9);
    expect(deviation(every(f, everyNthStep), models[name].f, 10)).toBeLessThan(1e-9);
    expect(Math.abs(x - models[name].x_end)).toBeLessThan(1e-9);
    expect(Math.abs(v[steps - 1] - models[name].v_end)).toBeLessThan(1e-9);
    expect(Math.abs(f[steps - 1] - models[name].f_end)).toBeLessThan(1e-9);
  });

  test.each(['K3', 'Q3'])('%s matches the reference until the spring stops', (name) => {
    const count = tStop / T / everyNthStep;
    const { v, f } = run(name);
    expect(deviation(every(v, everyNthStep).slice(0, count), models[name].v.slice(0, count), 10)).toBeLessThan(1e-9);
    expect(deviation(every(f, everyNthStep).slice(0, count), models[name].f.slice(0, count), 10)).toBeLessThan(1e-9);
  });

  test.each(['K1', 'K2', 'K3', 'Q1', 'Q2', 'Q3', 'P'])('%s deviates and chatters like the reference', (name) => {
    const { v, f } = run(name);
    const expected = models[name];
    const square = v.reduce((sum, value, k) => sum + (value - exactVelocity((k + 1) * T)) ** 2, 0);
    const rms = Math.sqrt(square / steps);
    expect(Math.abs(rms / expected.rmsVelErrVsContinuous - 1)).toBeLessThan(0.05);
    let changes = 0;
    for (let k = tStop / T; k < steps; k++) if (f[k] * f[k - 1] < 0) changes++;
    expect(changes).toBeGreaterThanOrEqual(0.9 * expected.forceSignChangesAfterStop);
    expect(changes).toBeLessThanOrEqual(1.1 * expected.forceSignChangesAfterStop);
  });

  test('P stops within a step of the continuous solution and stays exactly at rest', () => {
    const { v, f } = run('P');
    const first = v.findIndex((value, k) => (k + 1) * T > tStop && value === 0);
    expect(Math.abs((first + 1) * T - continuous.stopTime)).toBeLessThan(T);
    expect(v.slice(first).every((value) => value === 0)).toBe(true);
    expect(Math.abs(f[steps - 1])).toBeLessThan(continuous.finalSpringForce);
    expect(Math.abs(-f[steps - 1] - continuous.finalSpringForce)).toBeLessThan(0.2);
  });
});

describe('simulation II: the velocity crosses zero', () => {
  const { params, models, continuous } = reference.simII;
  const run = (name: string) => {
    const model = tableModel(name);
    model.reset(params.v0);
    return models[name].v.map(() => {
      const free = model.velocity[0] + (params.T * params.h) / params.M;
      model.step(params.h, params.T);
      return { free, v: model.velocity[0], f: model.force[0] };
    });
  };

  test.each(['K1', 'K2', 'K3', 'Q1', 'Q2', 'Q3', 'Qopt', 'P'])('%s matches the reference', (name) => {
    const states = run(name);
    states.forEach(({ v, f }, k) => {
      expect(Math.abs(v - models[name].v[k])).toBeLessThan(1e-15);
      expect(Math.abs(f - models[name].f[k])).toBeLessThan(1e-14);
    });
  });

  test.each(['K1', 'K2', 'K3', 'Q1', 'Q2', 'Q3', 'Qopt'])('%s adds energy', (name) => {
    const gains = run(name).map(({ free, v }) => 0.5 * params.M * (v * v - free * free));
    expect(Math.max(...gains)).toBeGreaterThan(1e-5);
  });

  test('P adds none, and is slower than the continuous solution afterwards', () => {
    const states = run('P');
    for (const { free, v, f } of states) {
      expect(f * v).toBeLessThanOrEqual(0);
      expect(Math.abs(v)).toBeLessThanOrEqual(Math.abs(free));
    }
    const after = Math.ceil(continuous.zeroCrossing / params.T);
    for (let k = after; k < states.length; k++) {
      expect(states[k].v).toBeLessThanOrEqual(continuous.v[k]);
      expect(run('Qopt')[k].v).toBeGreaterThan(continuous.v[k]);
    }
  });
});

describe('simulation III: a spring and friction in the plane', () => {
  const { params, everyNthStep, P, continuous } = reference.simIII;
  const { M, K, F, T } = params;
  function run(dt: number, steps: number) {
    const model = fixedStepModel({ mass: M, friction: F, dimension: 2 });
    model.reset(params.v0);
    const position = Float64Array.from(params.x0);
    const pull = new Float64Array(2);
    const states: { x: number; y: number; vx: number; vy: number }[] = [];
    for (let k = 0; k < steps; k++) {
      for (let i = 0; i < 2; i++) pull[i] = -K * position[i];
      model.step(pull, dt);
      for (let i = 0; i < 2; i++) position[i] += dt * model.velocity[i];
      states.push({ x: position[0], y: position[1], vx: model.velocity[0], vy: model.velocity[1] });
    }
    const stop = states.findIndex(({ vx, vy }) => vx === 0 && vy === 0);
    return { states, position, force: model.force, stop, stopTime: (stop + 1) * dt };
  }

  test('matches the reference', () => {
    const { states, position, force, stopTime } = run(T, P.x.length * everyNthStep);
    const seen = every(states, everyNthStep);
    for (const key of ['x', 'y', 'vx', 'vy'] as const) {
      const values = seen.map((state) => state[key]);
      expect(deviation(values, P[key], 10)).toBeLessThan(1e-9);
    }
    expect(stopTime).toBeCloseTo(4.633, 12);
    expect(stopTime).toBeCloseTo(P.stopTime, 12);
    for (let i = 0; i < 2; i++) {
      expect(Math.abs(position[i] - P.xEnd[i])).toBeLessThan(1e-9);
      expect(Math.abs(force[i] - P.fEnd[i])).toBeLessThan(1e-9);
    }
  });

  test('stops without jitter', () => {
    const { states, stop } = run(T, 6000);
    const rest = states[stop];
    expect(states.slice(stop).every(({ x, y, vx, vy }) => x === rest.x && y === rest.y && vx === 0 && vy === 0)).toBe(
      true,
    );
  });

  test('the error of the end point falls tenfold with a tenth of the step', () => {
    const errorAt = (dt: number) => {
      const { states, position, stopTime } = run(dt, Math.round(5 / dt));
      let worst = 0;
      continuous.t.forEach((t, j) => {
        if (j === 0) return;
        const state = states[Math.round(t / dt) - 1];
        worst = Math.max(worst, Math.hypot(state.x - continuous.x[j], state.y - continuous.y[j]));
      });
      const end = Math.hypot(position[0] - continuous.xEnd[0], position[1] - continuous.xEnd[1]);
      return { worst, end, late: Math.abs(stopTime - continuous.stopTime) };
    };
    const coarse = errorAt(1e-3);
    expect(coarse.worst).toBeLessThan(0.008);
    expect(coarse.end).toBeLessThan(0.003);
    expect(coarse.late).toBeLessThan(2e-3);
    const fine = errorAt(1e-4);
    expect(fine.worst).toBeLessThan(0.12 * coarse.worst);
    expect(fine.end).toBeLessThan(0.12 * coarse.end);
    expect(fine.late).toBeLessThan(3e-4);
  });
});

describe('stick-slip with a Stribeck curve', () => {
  const { Fc, Fs, vs, b, M, T, K, V, steps } = reference.stribeck.params;
  const run = (solution: 'exact' | 'approximate', dt = T) => {
    const model = fixedStepModel({ mass: M, friction: stribeck(Fc, Fs, vs, b), solution });
    return pullBySpring(model, Math.round((steps * T) / dt), dt, K, () => V);
  };

  test('(16b), solved exactly, matches the reference', () => {
    const { everyNthStep, v: expectedV, f: expectedF, x_end } = reference.stribeck;
    const { v, f, x } = run('exact');
    expect(deviation(every(v, everyNthStep), expectedV, 9)).toBeLessThan(1e-9);
    expect(deviation(every(f, everyNthStep), expectedF, 9)).toBeLessThan(1e-9);
    expect(Math.abs(x - x_end)).toBeLessThan(1e-12);
  });

  test('(18) deviates in proportion to the step', () => {
    const errorAt = (dt: number) => {
      const exact = run('exact', dt);
      const guess = run('approximate', dt);
      const velocity = exact.v.reduce((worst, value, k) => Math.max(worst, Math.abs(value - guess.v[k])), 0);
      return { velocity, position: Math.abs(exact.x - guess.x) };
    };
    const coarse = errorAt(1e-3); // of speeds up to 0.41 m/s, and a way of 0.31 m
    expect(coarse.velocity).toBeLessThan(0.022);
    expect(coarse.position).toBeLessThan(6e-4);
    expect(coarse.velocity).toBeGreaterThan(0.01);
    const fine = errorAt(1e-4);
    expect(fine.velocity).toBeLessThan(0.11 * coarse.velocity);
    expect(fine.position).toBeLessThan(0.11 * coarse.position);
  });
});
