import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import { viscoElasticModel } from '../../src/models/visco-elastic.js';
import { dot, frictionAt, length, magnitude, randomFriction, randomVector } from './support.js';

const seed = 20270302;
const SEQUENCES = full ? 10_000 : 2_000;

/** At most ten complaints, so that a failure stays readable. */
function complain(complaints: string[], text: () => string): void {
  if (complaints.length < 10) complaints.push(text());
}

describe(`fixedStepModel never adds energy, ${SEQUENCES} random sequences (seed ${seed})`, () => {
  test.each(['exact', 'approximate'] as const)('%s', (solution) => {
    const random = seededRandom(seed);
    const complaints: string[] = [];
    let slips = 0;
    let sticks = 0;
    for (let run = 0; run < SEQUENCES; run++) {
      const dimension = (1 + Math.floor(3 * random())) as 1 | 2 | 3;
      const mass = magnitude(random, -3, 3);
      const dt = magnitude(random, -5, 0);
      const friction = randomFriction(random);
      const model = fixedStepModel({ mass, friction, solution, dimension });
      const holding = frictionAt(friction, 0);
      const push = magnitude(random, -1, 1) * (holding + (random() < 0.5 ? mass / dt : 0));
      model.reset(randomVector(random, dimension, magnitude(random, -3, 2)));
      for (let k = 0; k < 20; k++) {
        const h = randomVector(random, dimension, random() < 0.2 ? 0 : push);
        const free = model.velocity.map((v, i) => v + (dt * h[i]) / mass);
        const f = model.step(h, dt);
        const v = model.velocity;
        const speed = length(v);
        const where = () => `run ${run} step ${k}: dt ${dt} mass ${mass} v ${v} f ${f} free ${free}`;
        if (!(dot(f, v) <= 0)) complain(complaints, () => `f·v > 0, ${where()}`);
        if (!(speed <= length(free) * (1 + 4 * Number.EPSILON))) complain(complaints, () => `faster, ${where()}`);
        // The step is (17c), and the force that of the curve: at most φ(0) where it sticks, φ(v_k) where it slips.
        const off = length(v.map((value, i) => value - free[i] - (dt * f[i]) / mass));
        if (!(off <= 1e-14 * length(free))) complain(complaints, () => `v is off by ${off}, ${where()}`);
        if (speed > 0) slips++;
        else sticks++;
        if (speed === 0 && !(length(f) <= holding * (1 + 1e-12)) && solution === 'exact') {
          complain(complaints, () => `holds too much, ${where()}`);
        }
        const law = Math.abs(length(f) - frictionAt(friction, speed));
        const roundOff = 1e-12 * length(f) + (1e-13 * length(free) * mass) / dt;
        if (speed > 0 && solution === 'exact' && !(law <= roundOff)) {
          complain(complaints, () => `not on the curve by ${law}, ${where()}`);
        }
      }
    }
    expect(complaints).toEqual([]);
    expect(slips).toBeGreaterThan(SEQUENCES);
    expect(sticks).toBeGreaterThan(SEQUENCES);
  });
});

describe(`viscoElasticModel is passive, ${SEQUENCES} random sequences (seed ${seed + 1})`, () => {
  test.each(['exact', 'approximate'] as const)('the work done on it is stored or dissipated, %s', (solution) => {
    const random = seededRandom(seed + 1);
    const complaints: string[] = [];
    let slips = 0;
    let sticks = 0;
    for (let run = 0; run < SEQUENCES; run++) {
      const dimension = (1 + Math.floor(3 * random())) as 1 | 2 | 3;
      const K = random() < 0.1 ? 0 : magnitude(random, -1, 5);
      const B = random() < 0.3 ? 0 : magnitude(random, -2, 3);
      const M = K + B > 0 && random() < 0.5 ? 0 : magnitude(random, -3, 2);
      const friction = randomFriction(random);
      const model = viscoElasticModel({ stiffness: K, viscosity: B, mass: M, friction, solution, dimension });
      const pace = magnitude(random, -4, 1);
      const longest = magnitude(random, -5, 0);
      let before = 0;
      let slipBefore = new Float64Array(dimension);
      let work = 0;
      let turnover = 0;
      for (let k = 0; k < 20; k++) {
        const v = randomVector(random, dimension, pace);
        const dt = longest * (0.2 + 0.8 * random());
        const f = model.step(v, dt);
        const { deflection, slip, frictionForce: g } = model;
        const stretching = v.map((value, i) => value - slip[i]);
        const jerk = slip.map((value, i) => value - slipBefore[i]);
        const energy = 0.5 * K * dot(deflection, deflection) + 0.5 * M * dot(slip, slip);
        const rubbed = -dt * dot(g, slip);
        const lost =
          0.5 * K * dt * dt * dot(stretching, stretching) +
          0.5 * M * dot(jerk, jerk) +
          B * dt * dot(stretching, stretching) +
          rubbed;
        const input = -dt * dot(f, v);
        const size = length(v) + length(slip) + length(slipBefore);
        turnover += energy + before + dt * length(g) * size + (M + dt * B + dt * dt * K) * size * size;
        work += input;
        const where = () => `run ${run} step ${k}: K ${K} B ${B} M ${M} dt ${dt} v ${v} f ${f} g ${g}`;
        if (!(rubbed >= 0)) complain(complaints, () => `g·w' > 0, ${where()}`);
        const off = Math.abs(input - (energy - before) - lost);
        if (!(off <= 1e-12 * turnover)) complain(complaints, () => `balance off by ${off} of ${turnover}, ${where()}`);
        // From rest, nobody gets more work out of it than went in.
        if (!(work >= energy - 1e-12 * turnover)) complain(complaints, () => `gained ${energy - work}, ${where()}`);
        if (length(slip) > 0) slips++;
        else sticks++;
        before = energy;
        slipBefore = slip.slice();
      }
    }
    expect(complaints).toEqual([]);
    expect(slips).toBeGreaterThan(SEQUENCES);
    expect(sticks).toBeGreaterThan(SEQUENCES);
  });
});

test('(18) without its cap would reverse the velocity', () => {
  // Viscous, with T b / M = 4: (18) gives f = 1 + 4 (v̄ - 1) = 37 for v̄ = 10, and v_k = -27.
  const viscous = fixedStepModel({ mass: 1, friction: (s) => 1 + 4 * s, solution: 'approximate' });
  viscous.reset(10);
  viscous.step(0, 1);
  expect(viscous.velocity[0]).toBe(0);
  expect(viscous.force[0]).toBe(-10);
  const exact = fixedStepModel({ mass: 1, friction: (s) => 1 + 4 * s });
  exact.reset(10);
  exact.step(0, 1);
  expect(exact.velocity[0]).toBeCloseTo(9 / 5, 14);
});
