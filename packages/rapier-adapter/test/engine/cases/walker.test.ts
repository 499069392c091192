import type { FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { formatFigures, full, LAWS, STEP_SIZES, start, upright } from './support.js';
import { addWalker, createWalkerWorld, type Gait } from './walker.js';

const MU = 1.8;
const CYCLES = full ? 10 : 2;

interface Walk {
  /** Distance travelled relative to the commanded distance. */
  share: number;
  /** Sideways drift relative to the commanded distance. */
  drift: number;
  upright: number;
}

function walk(law: FrictionLaw | null, gait: Gait, dt: number): Walk {
  const world = createWalkerWorld(MU, dt);
  const { body, drive } = addWalker(world, MU, gait);
  const stepper = start(world, law);
  let step = 0;
  const run = (cycles: number): void => {
    for (let k = 0; k < Math.round((cycles * gait.period) / dt); k++) {
      drive(step++ * dt);
      stepper.step();
    }
  };
  run(1);
  const from = body.translation();
  run(CYCLES);
  const to = body.translation();
  const commanded = 2 * gait.stride * CYCLES;
  const [c, s] = [Math.cos(gait.heading), Math.sin(gait.heading)];
  const result = {
    share: ((to.x - from.x) * c + (to.y - from.y) * s) / commanded,
    drift: ((to.y - from.y) * c - (to.x - from.x) * s) / commanded,
    upright: upright(body),
  };
  world.free();
  return result;
}

const GAITS: Readonly<Record<string, Gait>> = {
  walks: { heading: 0, stride: 0.06, period: 1 },
  strafes: { heading: Math.PI / 2, stride: 0.05, period: 1 },
};

describe.each(STEP_SIZES)('a hexapod at dt %f', (dt) => {
  for (const [name, gait] of Object.entries(GAITS)) {
    const stock = walk(null, gait, dt);

    test(`${name} 96 to 102 % of the commanded distance in stock Rapier`, () => {
      expect(stock.share, JSON.stringify(stock)).toBeGreaterThan(0.96);
      expect(stock.share, JSON.stringify(stock)).toBeLessThan(1.02);
    });

    test.each(Object.keys(LAWS))(`${name} 95 to 103 % of the commanded distance with %s`, (law) => {
      const ours = walk(LAWS[law](MU), gait, dt);
      expect(ours.share, formatFigures(stock, ours)).toBeGreaterThan(0.95);
      expect(ours.share, formatFigures(stock, ours)).toBeLessThan(1.03);
      expect(Math.abs(ours.drift), formatFigures(stock, ours)).toBeLessThan(Math.abs(stock.drift) + 0.03);
      expect(ours.upright, formatFigures(stock, ours)).toBeGreaterThan(0.99);
    });
  }
});
