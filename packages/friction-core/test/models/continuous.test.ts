import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { type CompoundModel, compoundModel } from '../../src/models/compound.js';
import { viscoElasticModel } from '../../src/models/visco-elastic.js';
import { deviation, every, length, magnitude, randomVector, reference, stribeck } from './support.js';

const seed = 20270301;

describe('simulation IV: hysteresis before slip', () => {
  const { params, everyNthStep, x, f } = reference.simIV;
  const elements = params.F.map((friction) => ({ stiffness: params.K, viscosity: params.B, mass: params.M, friction }));

  /** The piecewise linear signal at each step. */
  function path(): number[] {
    const { signal, T } = params;
    const steps = Math.round(signal[signal.length - 1][0] / T);
    return Array.from({ length: steps }, (_, k) => {
      const t = (k + 1) * T;
      let i = 0;
      while (i < signal.length - 2 && t > signal[i + 1][0]) i++;
      const [[t0, x0], [t1, x1]] = [signal[i], signal[i + 1]];
      return x0 + ((x1 - x0) * (t - t0)) / (t1 - t0);
    });
  }

  test('matches the reference, by positions', () => {
    const model = compoundModel({ elements });
    const forces = path().map((position) => model.stepTo(position, params.T)[0]);
    expect(deviation(every(path(), everyNthStep), x, 9)).toBeLessThan(1e-9);
    expect(deviation(every(forces, everyNthStep), f, 10)).toBeLessThan(1e-9);
  });

  test('matches the reference, by velocities', () => {
    const model = compoundModel({ elements });
    const positions = path();
    const forces = positions.map((position, k) => {
      const velocity = (position - (k > 0 ? positions[k - 1] : 0)) / params.T;
      return model.step(velocity, params.T)[0];
    });
    expect(deviation(every(forces, everyNthStep), f, 10)).toBeLessThan(1e-9);
  });
});

describe('closed loops', () => {
  const T = 1e-3;
  const { K, B, F } = reference.simIV.params;
  const without = F.map((friction) => ({ stiffness: K, friction }));
  const damped = F.map((friction) => ({ stiffness: K, viscosity: B, friction }));

  /** Goes to a position with a speed, and returns the force there. */
  function go(model: CompoundModel, from: number, to: number, speed: number): number {
    const steps = Math.max(1, Math.round(Math.abs(to - from) / (speed * T)));
    for (let k = 1; k <= steps; k++) model.stepTo(from + ((to - from) * k) / steps, T);
    return model.force[0];
  }

  test('a path that returns to a turning point closes its loop, at any speed', () => {
    const model = compoundModel({ elements: without });
    go(model, 0, 3, 3);
    const outer = go(model, 3, -0.5, 4);
    const inner = go(model, -0.5, 0.6, 2.2);
    const innermost = go(model, 0.6, 0.1, 1);
    go(model, 0.1, 0.4, 5);
    expect(Math.abs(go(model, 0.4, 0.1, 0.7) - innermost)).toBeLessThan(1e-12);
    expect(Math.abs(go(model, 0.1, 0.6, 9) - inner)).toBeLessThan(1e-12);
    expect(Math.abs(go(model, 0.6, -0.5, 1.3) - outer)).toBeLessThan(1e-12);
    expect(Math.abs(inner - outer)).toBeGreaterThan(10);
    expect(Math.abs(innermost - inner)).toBeGreaterThan(10);
  });

  test('after a loop the outer branch continues as without it', () => {
    const straight = compoundModel({ elements: without });
    const looped = compoundModel({ elements: without });
    for (const model of [straight, looped]) {
      go(model, 0, 3, 3);
      go(model, 3, -0.5, 4);
    }
    go(looped, -0.5, 0.6, 2);
    go(looped, 0.6, -0.5, 2);
    for (let k = 1; k <= 100; k++) {
      const position = -0.5 - 0.02 * k;
      expect(Math.abs(straight.stepTo(position, T)[0] - looped.stepTo(position, T)[0])).toBeLessThan(1e-12);
    }
  });

  test('loops also close with viscosity, after settling', () => {
    const model = compoundModel({ elements: damped });
    go(model, 0, 3, 2);
    go(model, 3, -0.5, 2);
    go(model, -0.5, 0.6, 2);
    const first = go(model, 0.6, -0.5, 2);
    go(model, -0.5, 0.6, 2);
    expect(Math.abs(go(model, 0.6, -0.5, 2) - first)).toBeLessThan(1e-12);
  });

  test('full slip gives the sum of the frictions in either direction', () => {
    const model = compoundModel({ elements: damped });
    const total = F.reduce((sum, friction) => sum + friction, 0);
    expect(Math.abs(go(model, 0, 10, 5) + total)).toBeLessThan(1e-12);
    expect(Math.abs(go(model, 10, -10, 5) - total)).toBeLessThan(1e-12);
  });
});

describe(`the visco-elastic model (seed ${seed})`, () => {
  test('equals (29) term by term', () => {
    const random = seededRandom(seed);
    for (let run = 0; run < 200; run++) {
      const M = random() < 0.3 ? 0 : magnitude(random, -3, 1);
      const B = random() < 0.3 ? 0 : magnitude(random, -2, 2);
      const K = magnitude(random, 0, 4);
      const F = magnitude(random, -1, 2);
      const T = magnitude(random, -4, -2);
      const model = viscoElasticModel({ stiffness: K, viscosity: B, mass: M, friction: F });
      const C = M + T * B + T * T * K;
      let z = 0;
      let dz = 0;
      let before = 0;
      for (let k = 0; k < 100; k++) {
        const v = Math.sin(0.1 * k) + 0.2 * (random() - 0.5);
        const u = v + ((T * K) / C) * z - (M / C) * (v - before + dz / T);
        const g = Math.abs(u) <= (T * F) / C ? (-C * u) / T : -Math.sign(u) * F;
        dz = T * v - T * (u + (T * g) / C);
        z += dz;
        before = v;
        const f = -K * z - (B * dz) / T;
        model.step(v, T);
        const size = F + K * Math.abs(z) + (C / T) * (Math.abs(u) + Math.abs(v));
        expect(Math.abs(model.force[0] - f)).toBeLessThan(1e-10 * size);
        expect(Math.abs(model.frictionForce[0] - g)).toBeLessThan(1e-10 * size);
        expect(Math.abs(model.deflection[0] - z)).toBeLessThan((1e-10 * size) / K);
      }
    }
  });

  test.each([1, 2, 3] as const)('M = B = 0 is a perfect elasto-plastic element, %i-D', (dimension) => {
    const random = seededRandom(seed + dimension);
    const F = 3;
    const K = 200;
    const model = viscoElasticModel({ stiffness: K, friction: F, dimension });
    const z = new Float64Array(dimension);
    for (let k = 0; k < 500; k++) {
      const v = randomVector(random, dimension, 20);
      for (let i = 0; i < dimension; i++) z[i] += 1e-3 * v[i];
      const excess = (K * length(z)) / F;
      if (excess > 1) for (let i = 0; i < dimension; i++) z[i] /= excess;
      model.step(v, 1e-3);
      for (let i = 0; i < dimension; i++) expect(Math.abs(model.force[i] + K * z[i])).toBeLessThan(1e-11);
    }
  });

  test('slides with the friction of its curve, independent of the mass in steady slip', () => {
    const curve = stribeck(2, 3, 0.1, 5);
    for (const mass of [0, 0.5]) {
      const model = viscoElasticModel({ stiffness: 1e4, viscosity: 30, mass, friction: curve });
      for (let k = 0; k < 3000; k++) model.step(0.7, 1e-3);
      expect(model.slip[0]).toBeCloseTo(0.7, 9);
      expect(model.force[0]).toBeCloseTo(-curve(0.7), 9);
    }
  });

  test('sticks exactly below the friction limit, and springs back when released', () => {
    const model = viscoElasticModel({ stiffness: 1000, friction: 5 });
    for (let k = 1; k <= 4; k++) model.stepTo(0.001 * k, 1e-3);
    expect(model.force[0]).toBeCloseTo(-4, 12);
    expect(model.slip[0]).toBe(0);
    for (let k = 3; k >= 0; k--) model.stepTo(0.001 * k, 1e-3);
    expect(Math.abs(model.force[0])).toBeLessThan(1e-12);
  });

  test('stepping by positions or velocities gives the same motion, also after reset', () => {
    const random = seededRandom(seed + 9);
    const byVelocity = viscoElasticModel({ stiffness: 500, viscosity: 2, mass: 0.1, friction: 2, dimension: 2 });
    const byPosition = viscoElasticModel({ stiffness: 500, viscosity: 2, mass: 0.1, friction: 2, dimension: 2 });
    const forces: number[][] = [];
    for (let round = 0; round < 2; round++) {
      const random2 = seededRandom(seed + 10);
      const position = Float64Array.from([3, -1]);
      byVelocity.reset();
      byPosition.reset(position);
      for (let k = 0; k < 200; k++) {
        const dt = 1e-3 * (0.5 + random2());
        const v = randomVector(random2, 2, 4);
        for (let i = 0; i < 2; i++) position[i] += dt * v[i];
        byVelocity.step(v, dt);
        byPosition.stepTo(position, dt);
        for (let i = 0; i < 2; i++) expect(Math.abs(byVelocity.force[i] - byPosition.force[i])).toBeLessThan(1e-9);
      }
      forces.push([...byVelocity.force]);
      byVelocity.step(randomVector(random, 2, 100), 1e-2);
    }
    expect(forces[1]).toEqual(forces[0]);
  });
});
