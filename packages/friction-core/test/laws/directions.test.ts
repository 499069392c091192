import { describe, expect, test } from 'vitest';
import {
  anisotropic,
  asymmetric,
  coulomb,
  type FrictionLaw,
  frictionTensor,
  type PlanarState,
  polygonCone,
  simulate,
} from '../../src/index.js';
import { createBlockWorld } from '../../src/testing/index.js';

const G = 9.81;
const imposed = { mass: Number.POSITIVE_INFINITY, normalForce: 1 };

/** Friction for unit load against a slip along `angle`. */
function frictionAgainst(law: FrictionLaw, angle: number): [number, number] {
  const glide = (_: number, body: PlanarState) => {
    body.vx = Math.cos(angle);
    body.vy = Math.sin(angle);
  };
  const { fx, fy } = simulate(law, imposed, glide, 0.01, 2);
  return [fx[1], fy[1]];
}

const ANGLES = Array.from({ length: 24 }, (_, k) => 0.01 + (k * Math.PI) / 12);

/** The point of an ellipse with half axes a, b that dissipates most against (x, y). */
function supportOfEllipse(a: number, b: number, x: number, y: number): [number, number] {
  const scale = 1 / Math.hypot(a * x, b * y);
  return [-a * a * x * scale, -b * b * y * scale];
}

describe('anisotropic', () => {
  test.each([0, 0.3, 1.2, 2.9, -1])('associated flow is maximum dissipation, direction at %f rad', (turn) => {
    const law = anisotropic({ mu: [0.6, 0.2], direction: [Math.cos(turn), Math.sin(turn), 0] });
    for (const angle of ANGLES) {
      const [fx, fy] = frictionAgainst(law, angle);
      const [ex, ey] = supportOfEllipse(0.6, 0.2, Math.cos(angle - turn), Math.sin(angle - turn));
      expect(fx).toBeCloseTo(ex * Math.cos(turn) - ey * Math.sin(turn), 9);
      expect(fy).toBeCloseTo(ex * Math.sin(turn) + ey * Math.cos(turn), 9);
    }
  });

  test('radial flow acts straight against the slip, with the radius of the ellipse there', () => {
    const law = anisotropic({ mu: [0.6, 0.2], flow: 'radial' });
    for (const angle of ANGLES) {
      const [fx, fy] = frictionAgainst(law, angle);
      const rho = 1 / Math.hypot(Math.cos(angle) / 0.6, Math.sin(angle) / 0.2);
      expect(fx).toBeCloseTo(-rho * Math.cos(angle), 9);
      expect(fy).toBeCloseTo(-rho * Math.sin(angle), 9);
    }
  });

  test('radial flow keeps its torsion if it cannot brake the slip', () => {
    const law = asymmetric({ mu: [0, 0.5, 0, 0.5], flow: 'radial' });
    const start = { mass: 1, normalForce: G, inertia: 0.01, torsionRadius: 0.1, vx: 1, vy: 1, spin: 3 };
    const { spin, vx } = simulate(law, start, () => undefined, 1 / 240, 240);
    expect(vx[239]).toBeCloseTo(1, 9);
    expect(spin[239]).toBeCloseTo(0, 9);
  });

  test('both flows break away at the same force', () => {
    for (const flow of ['associated', 'radial'] as const) {
      const law = anisotropic({ mu: [0.6, 0.2], flow });
      for (const angle of [0.2, 1, 1.5, 2.5]) {
        const rho = 1 / Math.hypot(Math.cos(angle) / 0.6, Math.sin(angle) / 0.2);
        for (const [share, moves] of [
          [0.999, false],
          [1.001, true],
        ] as const) {
          const push = (_: number, __: PlanarState, out: Float64Array) => {
            out[0] = share * rho * G * Math.cos(angle);
            out[1] = share * rho * G * Math.sin(angle);
          };
          const { x, y } = simulate(law, { mass: 1, normalForce: G }, push, 1 / 60, 60);
          expect(Math.hypot(x[59], y[59]) > 1e-6).toBe(moves);
        }
      }
    }
  });

  test('the next axis is used on a surface perpendicular to the direction', () => {
    const world = (direction: [number, number, number]) => {
      const block = createBlockWorld({ law: anisotropic({ mu: [0.6, 0.2], direction }) });
      for (let k = 0; k < 30; k++) block.step(1 / 60);
      block.setVelocity(0, [1, 1, 0]);
      for (let k = 0; k < 60; k++) block.step(1 / 60);
      return block.position(0);
    };
    expect(world([0, 0, 1])).toEqual(world([1, 0, 0])); // [z, x, y]
  });
});

describe('asymmetric', () => {
  test('each direction has its own coefficient', () => {
    const law = asymmetric({ mu: [0.2, 0.8, 0.3, 0.5] });
    expect(frictionAgainst(law, 0)[0]).toBeCloseTo(-0.2, 12);
    expect(frictionAgainst(law, Math.PI)[0]).toBeCloseTo(0.8, 12);
    expect(frictionAgainst(law, Math.PI / 2)[1]).toBeCloseTo(-0.3, 12);
    expect(frictionAgainst(law, -Math.PI / 2)[1]).toBeCloseTo(0.5, 12);
  });

  test.each(['a', 'b'] as const)('frame %s: motion is that of the other body, and y is to the left of x', (frame) => {
    // The block slides on the ground: against +x of the ground's fur, or, where the block has the fur, the ground moves along -x.
    const stop = (vx: number, vy: number) => {
      const world = createBlockWorld({ law: asymmetric({ mu: [0.2, 0.8, 0.3, 0.5], frame }) });
      for (let k = 0; k < 30; k++) world.step(1 / 60);
      const [x0, y0] = world.position(0);
      world.setVelocity(0, [3 * vx, 3 * vy, 0]);
      for (let k = 0; k < 480; k++) world.step(1 / 240);
      const [x, y] = world.position(0);
      return 9 / (2 * G * Math.hypot(x - x0, y - y0));
    };
    expect(stop(1, 0)).toBeCloseTo(frame === 'a' ? 0.2 : 0.8, 2);
    expect(stop(-1, 0)).toBeCloseTo(frame === 'a' ? 0.8 : 0.2, 2);
    // Seen from below, the block's y is mirrored: motion of the ground along the block's -y is motion of the block along +y.
    expect(stop(0, 1)).toBeCloseTo(0.3, 2);
    expect(stop(0, -1)).toBeCloseTo(0.5, 2);
  });

  test('four equal coefficients equal Coulomb friction', () => {
    const start = { mass: 1, normalForce: G, inertia: 0.01, torsionRadius: 0.1, vx: 1, vy: -0.6, spin: 5 };
    const none = () => undefined;
    const one = simulate(coulomb({ mu: 0.4 }), start, none, 1 / 240, 200);
    for (const flow of ['associated', 'radial'] as const) {
      const law = asymmetric({ mu: [0.4, 0.4, 0.4, 0.4], direction: [1, 3, 0], flow });
      const other = simulate(law, start, none, 1 / 240, 200);
      for (const name of ['x', 'y', 'angle'] as const) expect(other[name][199]).toBeCloseTo(one[name][199], 9);
    }
  });
});

describe('polygonCone', () => {
  const mu = [0.5, 0.6, 0.5, 0.4, 0.5, 0.6];

  test('motion along direction j meets mu[j]', () => {
    const law = polygonCone({ mu });
    mu.forEach((value, j) => {
      const angle = (j * Math.PI) / 3;
      const [fx, fy] = frictionAgainst(law, angle);
      expect(-fx * Math.cos(angle) - fy * Math.sin(angle)).toBeCloseTo(value, 9);
    });
  });

  test('associated friction dissipates at least as much as radial friction', () => {
    for (const angle of ANGLES) {
      const [[ax, ay], [rx, ry]] = (['associated', 'radial'] as const).map((flow) =>
        frictionAgainst(polygonCone({ mu, flow }), angle),
      );
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      expect(-ax * x - ay * y).toBeGreaterThanOrEqual(-rx * x - ry * y - 1e-12);
      expect(Math.abs(rx * y - ry * x)).toBeLessThan(1e-12);
    }
  });

  test('64 directions approximate Coulomb friction', () => {
    const law = polygonCone({ mu: Array.from({ length: 64 }, () => 0.5) });
    for (const angle of ANGLES) expect(Math.hypot(...frictionAgainst(law, angle))).toBeCloseTo(0.5, 2);
  });
});

describe('frictionTensor', () => {
  test('isotropic surfaces have the geometric mean', () => {
    const law = frictionTensor({ a: { mu: [0.9, 0.9] }, b: { mu: [0.4, 0.4], direction: [1, 5, 0] } });
    for (const angle of ANGLES) expect(Math.hypot(...frictionAgainst(law, angle))).toBeCloseTo(0.6, 9);
  });

  test('aligned grains have the means along and across', () => {
    const surfaces = { a: { mu: [0.9, 0.1] as const }, b: { mu: [0.4, 0.4] as const } };
    const geometric = frictionTensor(surfaces);
    expect(frictionAgainst(geometric, 0)[0]).toBeCloseTo(-0.6, 9);
    expect(frictionAgainst(geometric, Math.PI / 2)[1]).toBeCloseTo(-0.2, 9);
    const average = frictionTensor({ ...surfaces, combine: 'average' });
    expect(frictionAgainst(average, 0)[0]).toBeCloseTo(-0.65, 9);
    expect(frictionAgainst(average, Math.PI / 2)[1]).toBeCloseTo(-0.25, 9);
  });

  test('crossed grains of equal surfaces are isotropic', () => {
    const law = frictionTensor({ a: { mu: [0.9, 0.1] }, b: { mu: [0.9, 0.1], direction: [0, 1, 0] } });
    for (const angle of ANGLES) expect(Math.hypot(...frictionAgainst(law, angle))).toBeCloseTo(0.3, 9);
  });

  test('F_a # F_b solves X F_a⁻¹ X = F_b, for grains at any angle', () => {
    const turn = 0.7;
    const law = frictionTensor({
      a: { mu: [0.8, 0.2] },
      b: { mu: [0.6, 0.5], direction: [Math.cos(turn), Math.sin(turn), 0] },
    });
    // The rows of X, from the force against slips along principal directions: f = -X X d / |X d|.
    const f = (angle: number) => frictionAgainst(law, angle);
    // With S = X², the support against d is -S d/√(dᵀS d): S from three directions.
    const s11 = f(0)[0] ** 2;
    const s22 = f(Math.PI / 2)[1] ** 2;
    const s12 = f(0)[0] * f(0)[1];
    const root = Math.sqrt(s11 * s22 - s12 * s12);
    const trace = Math.sqrt(s11 + s22 + 2 * root);
    const X = [(s11 + root) / trace, s12 / trace, (s22 + root) / trace];
    const inverseA = [1 / 0.8, 1 / 0.2];
    const b11 = X[0] * X[0] * inverseA[0] + X[1] * X[1] * inverseA[1];
    const b12 = X[0] * X[1] * inverseA[0] + X[1] * X[2] * inverseA[1];
    const b22 = X[1] * X[1] * inverseA[0] + X[2] * X[2] * inverseA[1];
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    expect(b11).toBeCloseTo(0.6 * c * c + 0.5 * s * s, 9);
    expect(b12).toBeCloseTo(0.1 * s * c, 9);
    expect(b22).toBeCloseTo(0.6 * s * s + 0.5 * c * c, 9);
  });
});
