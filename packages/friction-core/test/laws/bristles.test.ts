import { describe, expect, test } from 'vitest';
import {
  bristle,
  compoundModel,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  lugre,
  maxwellSlip,
  type PlanarState,
  simulate,
  viscoElastic,
  viscoElasticModel,
} from '../../src/index.js';
import { createBlockWorld } from '../../src/testing/index.js';

const G = 9.81;
const rest = () => undefined;
const held = { mass: Number.POSITIVE_INFINITY, normalForce: 10 };

/** Presses a settled 1 kg block with a force, then lets it go; [deflection, what is left]. */
function pressAndRelease(law: FrictionLaw, share: number, dt: number): [number, number] {
  // Flat: contacts are a little elastic, and a tall block would tilt by micrometres as well.
  const world = createBlockWorld({ law, halfExtents: [0.25, 0.2, 0.002] });
  const steps = Math.round(1 / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const start = world.position(0)[0];
  for (let k = 0; k < 2 * steps; k++) {
    world.setForce(0, [share * 0.5 * G * Math.min(1, k / steps), 0, 0]);
    world.step(dt);
  }
  const pressed = world.position(0)[0] - start;
  for (let k = 0; k < 2 * steps; k++) {
    world.setForce(0, [share * 0.5 * G * Math.max(0, 1 - k / steps), 0, 0]);
    world.step(dt);
  }
  return [pressed, world.position(0)[0] - start];
}

describe.each([1 / 60, 1 / 240])('[Peiret] bristle, dt = %f', (dt) => {
  test.each([
    [1e3, 0.3],
    [1e4, 0.3],
    [1e5, 0.8],
    [1e7, 0.8],
  ])('k = %d N/m yields by F/k under %f μ N and returns', (stiffness, share) => {
    const expected = (share * 0.5 * G) / stiffness;
    for (const cone of ['exact', 'box'] as const) {
      const [pressed, left] = pressAndRelease(bristle({ mu: 0.5, stiffness, cone }), share, dt);
      expect(Math.abs(pressed / expected - 1)).toBeLessThan(0.01);
      expect(Math.abs(left / expected)).toBeLessThan(0.01);
    }
  });

  test('k = Infinity does not yield, and slides like Coulomb friction', () => {
    const rigid = bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY });
    const [pressed, left] = pressAndRelease(rigid, 0.99, dt);
    expect(Math.abs(pressed)).toBeLessThan(1e-9);
    expect(Math.abs(left)).toBeLessThan(1e-9);
    const ends = [rigid, coulomb({ mu: 0.5 })].map((law) => {
      const world = createBlockWorld({ law });
      for (let k = 0; k < 30; k++) world.step(dt);
      world.setVelocity(0, [1, 0.5, 0], [0, 0, 3]);
      for (let k = 0; k < 1 / dt; k++) world.step(dt);
      return world.position(0);
    });
    for (let e = 0; e < 3; e++) expect(ends[0][e]).toBeCloseTo(ends[1][e], 4);
  });
});

describe('bristle, the box form', () => {
  test('equals the exact cone if the slip keeps its direction', () => {
    const start = { mass: 1, normalForce: G, vx: 1.2, vy: -0.7 };
    const runs = (['exact', 'box'] as const).map((cone) =>
      simulate(bristle({ mu: 0.5, stiffness: 1e5, cone }), start, rest, 1 / 480, 300),
    );
    expect(runs[1].x[299]).toBeCloseTo(runs[0].x[299], 4);
    expect(runs[1].y[299]).toBeCloseTo(runs[0].y[299], 4);
  });

  test('follows a slip that changes direction, with viscous friction across it', () => {
    // A slip that is turned by 0.2 rad within a step: friction lags by that angle at most.
    const law = bristle({ mu: 0.5, stiffness: 1e6, cone: 'box' });
    const circle = (time: number, body: PlanarState) => {
      body.vx = Math.cos(12 * time);
      body.vy = Math.sin(12 * time);
    };
    const { fx, fy, vx, vy } = simulate(law, held, circle, 1 / 60, 60);
    for (let k = 10; k < 60; k++) {
      const along = -(fx[k] * vx[k] + fy[k] * vy[k]) / Math.hypot(fx[k], fy[k]);
      expect(along).toBeGreaterThan(Math.cos(0.2));
    }
  });
});

describe('compared with the stand-alone models of [Kikuuwe], imposed motion', () => {
  const wave = (time: number) => 1e-3 * (Math.sin(7 * time) + 0.4 * Math.sin(31 * time));
  const dt = 1e-3;
  const drive = (time: number, body: PlanarState) => {
    body.vx = (wave(time + dt) - wave(time)) / dt;
  };

  test('viscoElastic equals viscoElasticModel with M = 0', () => {
    const model = viscoElasticModel({ stiffness: 2e4, viscosity: 30, friction: 5 });
    const { fx, x } = simulate(viscoElastic({ mu: 0.5, stiffness: 2e4, damping: 30 }), held, drive, dt, 2000);
    for (let k = 0; k < 2000; k++) {
      model.stepTo(x[k], dt);
      expect(Math.abs(fx[k] - model.force[0])).toBeLessThan(1e-9);
    }
  });

  test('maxwellSlip equals compoundModel to first order in the step', () => {
    const elements = [1, 2, 3, 4].map((n) => ({ mu: 0.05 * n, stiffness: 4e3 }));
    const model = compoundModel({
      elements: elements.map(({ mu, stiffness }) => ({ stiffness, friction: 10 * mu })),
    });
    const { fx, x } = simulate(maxwellSlip({ elements }), held, drive, dt, 2000);
    let worst = 0;
    for (let k = 0; k < 2000; k++) {
      model.stepTo(x[k], dt);
      worst = Math.max(worst, Math.abs(fx[k] - model.force[0]));
    }
    expect(worst).toBeLessThan(0.1); // of 5 N, where elements begin to slide
  });
});

describe('hysteresis', () => {
  test('hysteresis loops of maxwellSlip close at their turning points', () => {
    const law = maxwellSlip({ elements: [1, 2, 3, 4, 5].map((n) => ({ mu: 0.03 * n, stiffness: 5e3 })) });
    // Out to 0.5 mm, back to 0.2, out again to 0.5: the inner loop closes.
    const corner = [0, 5e-4, 2e-4, 5e-4];
    const steps = 1000;
    const v = (time: number, body: PlanarState) => {
      const leg = Math.min(2, Math.floor(time / 0.5 + 1e-9));
      body.vx = (corner[leg + 1] - corner[leg]) / 0.5;
    };
    const { fx, x } = simulate(law, held, v, 1.5 / (3 * steps), 3 * steps);
    expect(x[3 * steps - 1]).toBeCloseTo(5e-4, 12);
    expect(fx[3 * steps - 1]).toBeCloseTo(fx[steps - 1], 9);
    expect(fx[steps - 1]).toBeCloseTo(-4.5, 9); // all five slide
    expect(fx[2 * steps - 1]).toBeCloseTo(1.8, 9); // two slide back: 0.3 + 0.6 + (1.5 - 0.9) + (1.5 - 1.2) + 0
  });
});

describe('dynamic bristles', () => {
  const parameters = { sigma0: 1e5, sigma1: 30, sigma2: 0.02, muC: 0.4, muS: 0.6, vS: 0.01 };
  const g = (v: number) => 0.4 + 0.2 * Math.exp(-((v / 0.01) ** 2));
  const laws: [string, FrictionLaw, (v: number) => number][] = [
    ['dahl', dahl({ mu: 0.5, sigma0: 1e5 }), () => 0.5],
    ['lugre', lugre(parameters), (v) => g(v) + 0.02 * v],
    ['elastoPlastic', elastoPlastic(parameters), (v) => g(v) + 0.02 * v],
  ];

  test.each(laws)('%s slides steadily with the friction of its curve at any step size', (_, law, mu) => {
    for (const v of [1e-3, 0.01, 1]) {
      for (const dt of [1e-4, 1 / 60]) {
        const glide = (__: number, body: PlanarState) => {
          body.vx = 0.6 * v;
          body.vy = 0.8 * v;
        };
        const { fx, fy } = simulate(law, held, glide, dt, Math.ceil(0.2 / dt));
        expect(-fx[fx.length - 1] / 6).toBeCloseTo(mu(v), 6);
        expect(-fy[fy.length - 1] / 8).toBeCloseTo(mu(v), 6);
      }
    }
  });

  test.each([1e5, 1e6, 1e7])('σ0 = %d at 1/60 s stays bounded under random forces', (sigma0) => {
    for (const law of [lugre({ ...parameters, sigma0 }), elastoPlastic({ ...parameters, sigma0 })]) {
      let seed = 12345;
      const kick = (__: number, body: PlanarState, out: Float64Array) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        out[0] = 40 * (seed / 2147483648 - 0.5);
        if (seed % 17 === 0) body.vy = 3 * (seed / 2147483648 - 0.5);
      };
      const { vx, vy, fx, fy } = simulate(law, { mass: 1, normalForce: G }, kick, 1 / 60, 3000);
      for (let k = 0; k < 3000; k++) {
        expect(Math.hypot(vx[k], vy[k])).toBeLessThan(10);
        expect(Math.hypot(fx[k], fy[k])).toBeLessThan(G * (0.6 + 0.02 * 10 + 0.1));
      }
    }
  });

  test('LuGre converges to RK4 of its equations, to first order in the step', () => {
    const force = (t: number) => 8 * Math.sin(3 * t) ** 2;
    const truth = integrateLuGre(force, 1, 2e-6);
    const errors = [1e-3, 5e-4, 2.5e-4].map((dt) => {
      const push = (time: number, __: PlanarState, out: Float64Array) => {
        out[0] = force(time + dt / 2);
      };
      const { x } = simulate(lugre(parameters), { mass: 1, normalForce: G }, push, dt, Math.round(1 / dt));
      return Math.abs(x[x.length - 1] - truth);
    });
    expect(errors[0] / truth).toBeLessThan(0.06);
    expect(errors[0] / errors[1]).toBeGreaterThan(1.6);
    expect(errors[1] / errors[2]).toBeGreaterThan(1.6);
  });

  function integrateLuGre(force: (t: number) => number, end: number, dt: number): number {
    const { sigma0, sigma1, sigma2 } = parameters;
    const rate = (t: number, [, v, z]: number[]): number[] => {
      const zDot = v - (sigma0 * Math.abs(v) * z) / g(Math.abs(v));
      return [v, force(t) - G * (sigma0 * z + sigma1 * zDot + sigma2 * v), zDot];
    };
    const ahead = (y: number[], k: number[], h: number) => y.map((value, e) => value + h * k[e]);
    let y = [0, 0, 0];
    for (let n = 0; n < Math.round(end / dt); n++) {
      const t = n * dt;
      const k1 = rate(t, y);
      const k2 = rate(t + dt / 2, ahead(y, k1, dt / 2));
      const k3 = rate(t + dt / 2, ahead(y, k2, dt / 2));
      const k4 = rate(t + dt, ahead(y, k3, dt));
      y = y.map((value, e) => value + (dt / 6) * (k1[e] + 2 * k2[e] + 2 * k3[e] + k4[e]));
    }
    return y[0];
  }
});
