import {
  type BristleDynamics,
  commitBristle,
  createRecords,
  type Direction,
  type DirectionOptions,
  type ElastoPlasticOptions,
  elasticYield,
  type FrictionLaw,
  initBristleFromImpulse,
  LUGRE_OPTIONS,
  linearizeBristle,
  makeLaw,
  openRecord,
  type PatchBuffers,
  requireDirection,
  requireKnownOptions,
  requireLuGre,
  SHAPE_STRIDE,
  writeAxis,
} from '@stiction/friction-core';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { evalContactShape, fitContactShape, openContactShape, POINT, RECORD, shapeRadius } from './contact-shape.js';
import { KERNEL_SIZE } from './kernel.js';
import { evaluatePressure, type Pressure } from './pressure.js';
import { requirePressure } from './pressure-options.js';

export interface LuGrePatchOptions extends ElastoPlasticOptions, DirectionOptions {
  /** Shape and pressure of the patch; its x lies along `direction` in `frame`. @default from the contact points */
  pressure?: Pressure;
}

/** What bends the bristle of a patch. */
interface Bending {
  /** Refreshes the shape of patch i, and writes its torsion radius, (23). */
  prepare(patches: PatchBuffers, i: number): void;
  /** Turns a slip into |v| times the friction of steady sliding, as `BristleDynamics.bend` says. */
  bend(patches: PatchBuffers, i: number, motion: Float64Array): void;
}

/**
 * The reduced elasto-plastic model as an engine law, [Waltersson] (30)-(37): one bristle of three components for the whole patch,
 * bent in the direction that its limit surface has for the slip,
 *
 *     ż = (f̂ - β σ0 z/g(|v|)) |v|,   f̂ = (f₁, f₂, f₃/r) of steady sliding at unit load,   |v|² = v₁² + v₂² + (r v₃)²
 *
 *   z          deflection, (t1, t2, r · angle)                                     m
 *   f          friction of the patch's limit surface, ∇psi, see `patch`             1, 1, m
 *   r          torque of pure spinning per load and friction, (23)                 m
 *   β, σ, g    as in `elastoPlastic`
 *
 * Sticks without creep, slides and spins coupled as a real patch. The shape follows from the contact points, or is given.
 * Differs from the paper: the limit surface is evaluated in closed form, not from a table; stepped implicitly as `elastoPlastic` is.
 */
export function lugrePatch(options: LuGrePatchOptions): FrictionLaw {
  requireKnownOptions('lugrePatch', options, [...LUGRE_OPTIONS, 'sBa', 'pressure', 'direction', 'frame']);
  const { sBa = 0.9 } = options;
  const pressure = requirePressure('lugrePatch', options.pressure);
  if (typeof sBa !== 'number' || !(sBa > 0 && sBa < 1)) {
    throw new RangeError(`lugrePatch: sBa must lie between 0 and 1 (got ${String(sBa)})`);
  }
  const { prepare, bend } = pressure
    ? givenBending(pressure, requireDirection('lugrePatch', options))
    : inferredBending();
  const dynamics: BristleDynamics = { ...requireLuGre('lugrePatch', options), findYield: elasticYield(sBa), bend };
  return makeLaw({
    name: 'lugrePatch',
    set: ellipsoidSet,
    stateSize: 3,
    mu: dynamics.muS,
    torsionIndex: 2,
    linearize(patches, i, h) {
      prepare(patches, i);
      linearizeBristle(dynamics, patches, i, h);
    },
    commit: (patches, i, h) => commitBristle(dynamics, patches, i, h),
    initFromImpulse(patches, i) {
      prepare(patches, i);
      initBristleFromImpulse(dynamics, patches, i);
    },
  });
}

/** From the contact points. */
function inferredBending(): Bending {
  const records = createRecords(RECORD);
  return {
    prepare(patches, i) {
      openRecord(records, patches, i);
      const { numbers } = records;
      openContactShape(patches, i, numbers);
      fitContactShape(patches, i, numbers);
      // (23) of the shape stands for the mean distance of the contact points.
      twist[0] = 0;
      twist[1] = 0;
      twist[2] = 1;
      if (numbers[RECORD * i] === POINT) patches.torsionRadius[i] = 0;
      else {
        evalContactShape(numbers, RECORD * i, twist, out);
        patches.torsionRadius[i] = out[0] * shapeRadius(numbers, RECORD * i);
      }
    },
    bend(patches, i, motion) {
      openRecord(records, patches, i);
      const { numbers, at } = records;
      const r = patches.torsionRadius[i];
      if (numbers[at] === POINT || !(motion[3] > 0) || !(r > 0)) return;
      const R = shapeRadius(numbers, at);
      twist[0] = motion[0];
      twist[1] = motion[1];
      twist[2] = (motion[2] * R) / r;
      evalContactShape(numbers, at, twist, out);
      motion[0] = motion[3] * out[1];
      motion[1] = motion[3] * out[2];
      motion[2] = (motion[3] * out[3] * R) / r;
    },
  };
}

/** The same surface for all patches, in axes of its own: x' = (cos, sin), y' = m (-sin, cos) of t1 and t2. */
function givenBending(pressure: Pressure, direction: Direction): Bending {
  const { r } = pressure;
  return {
    prepare(patches, i) {
      patches.torsionRadius[i] = r;
      writeAxis(patches, i, direction);
      // The bristle's limits will stand there: the axes are kept behind them.
      const { shape } = patches;
      const at = SHAPE_STRIDE * i;
      for (let e = 0; e < 3; e++) shape[at + AXES + e] = shape[at + e];
    },
    bend({ shape }, i, motion) {
      if (!(motion[3] > 0)) return;
      const at = SHAPE_STRIDE * i + AXES;
      const cos = shape[at];
      const sin = shape[at + 1];
      const m = shape[at + 2];
      twist[0] = cos * motion[0] + sin * motion[1];
      twist[1] = m * (cos * motion[1] - sin * motion[0]);
      twist[2] = motion[2] / r;
      evaluatePressure(pressure, twist, out);
      const y = m * out[2];
      motion[0] = motion[3] * (cos * out[1] - sin * y);
      motion[1] = motion[3] * (sin * out[1] + cos * y);
      motion[2] = (motion[3] * out[3]) / r;
    },
  };
}

/** Where the axes of a given pressure stand in `shape`, behind the three limits of the ellipsoid. */
const AXES = 3;
const twist = new Float64Array(3);
const out = new Float64Array(KERNEL_SIZE);
