import { anisotropic, bristle, dahl, type FrictionLaw, lugre, maxwellSlip } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { createSettledBox, G, run, tilted } from '../support.js';

const ANGLE = 0.4;
const MU = 0.5; // tan 0.4 = 0.85 of it
const STEPS = [1 / 60, 1 / 240];

/** Distance [m] in `seconds` from t = 1.5 s after the start velocity. */
function creep(law: Parameters<typeof createSettledBox>[0], dt: number, velocity: [number, number], spin: number) {
  const { world, box, friction } = createSettledBox(law, 1, { dt, gravity: tilted(ANGLE) });
  const start = box.translation();
  box.setLinvel({ x: velocity[0], y: velocity[1], z: 0 }, true);
  box.setAngvel({ x: 0, y: 0, z: spin }, true);
  run(friction, world, 2);
  const stop = box.translation();
  run(friction, world, 1);
  const end = box.translation();
  friction.uninstall();
  world.free();
  return {
    slid: Math.hypot(stop.x - start.x, stop.y - start.y),
    crept: Math.hypot(end.x - stop.x, end.y - stop.y),
  };
}

/** Friction with an ellipse of semi-axes mu(speed), along x and y, on the slope: distance until rest [m], by small steps. */
function slideOnSlope(mu: (speed: number) => [number, number], [vx, vy]: [number, number]): number {
  const h = 1e-5;
  const normal = G * Math.cos(ANGLE);
  let [u, v, x, y] = [vx, vy, 0, 0];
  for (let t = 0; t < 2 && Math.hypot(u, v) > 1e-5; t += h) {
    const [mx, my] = mu(Math.hypot(u, v));
    const size = Math.hypot(mx * u, my * v);
    u += h * (G * Math.sin(ANGLE) - (normal * mx * mx * u) / size);
    v -= (h * normal * my * my * v) / size;
    x += h * u;
    y += h * v;
  }
  return Math.hypot(x, y);
}

const LUGRE = { sigma0: 1e4, sigma1: 20, sigma2: 0.1, muC: 0.45, muS: 0.6, vS: 0.05 };
const stribeckCurve = (v: number) => 0.45 + 0.15 * Math.exp(-((v / 0.05) ** 2)) + 0.1 * v;

/** Laws with bristles, and their friction at a steady slip. */
const withMemory: Record<string, [FrictionLaw, (speed: number) => number]> = {
  lugre: [lugre(LUGRE), stribeckCurve],
  dahl: [dahl({ mu: MU, sigma0: 1e4 }), () => MU],
  maxwellSlip: [
    maxwellSlip({
      elements: [
        { mu: 0.3, stiffness: 1e4 },
        { mu: 0.2, stiffness: 3e3 },
      ],
    }),
    () => MU,
  ],
  'bristle with a box': [bristle({ mu: MU, stiffness: 1e4, cone: 'box' }), () => MU],
};

// Friction at its limit acts against the slip, and little is left over to stop the box: the direction has to be right.
describe.each(STEPS)('a box on a slope at 0.85 of its limit, dt %d', (dt) => {
  test.each([9, 75])('with bristles of k h²/m = %d, hit or spun, stops and stays', (stiffness) => {
    const law = () => bristle({ mu: MU, stiffness: stiffness / dt ** 2 });
    expect(creep(law(), dt, [0, 0.5], 0).crept).toBeLessThan(1e-5);
    expect(creep(law(), dt, [0, 0], 3).crept).toBeLessThan(1e-5);
    const { slid, crept } = creep(law(), dt, [1, 0.2], 0);
    expect(slid).toBeCloseTo(
      slideOnSlope(() => [MU, MU], [1, 0.2]),
      2,
    );
    expect(crept).toBeLessThan(1e-3);
  });

  // Their friction depends on the slip at the end of the step, which the weight changes as much as friction does.
  test.each(Object.keys(withMemory))('with %s slides as far as it should and stays', (name) => {
    const [law, curve] = withMemory[name];
    const { slid, crept } = creep(law, dt, [1, 0], 0);
    const exact = slideOnSlope((v) => [curve(v), curve(v)], [1, 0]);
    expect(Math.abs(slid / exact - 1)).toBeLessThan(0.03);
    expect(crept).toBeLessThan(1e-4);
  });

  test('with anisotropic friction stops where it should', () => {
    const mu: [number, number] = [MU, 0.2];
    const { slid, crept } = creep(anisotropic({ mu }), dt, [1, 0.5], 0);
    expect(Math.abs(slid / slideOnSlope(() => mu, [1, 0.5]) - 1)).toBeLessThan(0.01);
    expect(crept).toBeLessThan(1e-5);
  });
});
