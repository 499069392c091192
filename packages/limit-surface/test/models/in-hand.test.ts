import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { distributedModel } from '../../src/models/distributed.js';
import { reducedModel } from '../../src/models/reduced.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { fixture, integrate, maskedGrid, P1 } from './support.js';

/** Plate that slips and sticks in a gripper, [Waltersson] Figs 27, 29-31. The patch stays at the fingers. */

const { cases } = fixture<{ cases: Record<string, { rows: number[][]; end: number[] }> }>('in_hand');

const within = (t: number, from: number, to: number) => t > from - 1e-9 && t < to - 1e-9;
const grips: Record<string, (t: number) => number> = {
  case1_f1: (t) => 3.6 + 0.9 * Math.sin(4 * Math.PI * t),
  case1_f2: (t) => (within(t, 0.31, 0.5) ? 2.9 : 4),
  case2_f1: (t) => 1.73 + 0.91 * Math.sin(4 * Math.PI * t),
  case2_f2: (t) => (within(t, 0.33, 0.5) ? 0.84 : 2),
};
const MASS = 0.2;
const INERTIA = (MASS / 12) * (0.15 * 0.15 + 0.08 * 0.08);

/** `npm run test:full`. */
/** The short run ends after the plate has slipped and stuck again, and uses cells only for shapes with few of them. */
const intervals = full ? 200 : 70;
const names = Object.keys(cases).filter((name) => full || !/(Circle|Square)_dist/.test(name));

describe(`in-hand stick-slip, ${intervals / 100} s`, () => {
  test.each(names)(
    '%s: stays within 1e-6 m and 1e-5 rad of the reference',
    (name) => {
      const [set, shape, kind, grip] = name.split('_');
      const pressure = maskedGrid(shape, 21);
      const table = { map: 'spherical', interpolation: 'linear', resolution: 20 } as const;
      const model = kind === 'dist' ? distributedModel(pressure, P1) : reducedModel(limitSurface(pressure, table), P1);
      const rows = new Map(cases[name].rows.map((row) => [Math.round(100 * row[0]), row]));
      const body = Float64Array.of(set === 'case1' ? 0.025 : 0.002, 0, 0, 0, 0, 0);
      const error = [0, 0, 0];
      let compared = 0;
      // The damping of both patches against the mass, or the fastest-yielding bristle, whichever is stiffer. Steps of the
      // reduced model are cheap, so they can be shorter.
      const finer = kind === 'dist' ? 1 : shape === 'LineGradX' ? 5 : 2;
      const [cx, cy] = pressure.centre;
      const stiffness = ([x, y, , vx, vy, w]: Float64Array, fN: number) => {
        const slip = Math.hypot(vx - w * (cy - y), vy + w * (cx - x));
        return finer * Math.max((2 * fN * 800) / MASS, 1e6 * (slip + 0.0142 * Math.abs(w) + 0.012));
      };
      integrate(
        { model, mass: MASS, inertia: INERTIA, centre: pressure.centre, patches: 2, body },
        (t) => ({ wrench: [0, -9.81 * MASS, 0], fN: grips[`${set}_${grip}`](t) }),
        intervals,
        stiffness,
        (t) => {
          const row = rows.get(Math.round(100 * t));
          if (row === undefined) return;
          compared++;
          for (let k = 0; k < 3; k++) error[k] = Math.max(error[k], Math.abs(body[k] - row[1 + k]));
        },
      );
      expect(compared).toBe(cases[name].rows.filter(([t]) => t <= intervals / 100 + 1e-9).length);
      expect(Math.max(error[0], error[1])).toBeLessThan(1e-6);
      expect(error[2]).toBeLessThan(1e-5);
    },
    60_000,
  );
});
