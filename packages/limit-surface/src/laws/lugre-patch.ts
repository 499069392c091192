import {
  type Direction,
  type DirectionOptions,
  type ElastoPlasticOptions,
  type FrictionLaw,
  type PatchBuffers,
  SHAPE_STRIDE,
} from '@stiction/friction-core';
import {
  type BristleDynamics,
  commitBristle,
  createPatchRecords,
  elasticYield,
  initBristleFromImpulse,
  LUGRE_OPTIONS,
  linearizeBristle,
  makeLaw,
  type PatchRecords,
  requireDirection,
  requireKnownOptions,
  requireLuGre,
  selectPatchRecord,
  writeAxis,
} from '@stiction/friction-core/adapter';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { KERNEL_SIZE } from '../kernels/kernel.js';
import { requireElasticLimit, requirePressure } from '../options.js';
import { evaluatePressure, type Pressure } from '../pressure/pressure.js';
import { beginContactShape, createShapeFitter, fitContactShape } from './contact-shape.js';
import { evalContactShape, POINT, RECORD_SIZE, shapeRadius } from './shape-record.js';

export interface LuGrePatchOptions extends ElastoPlasticOptions, DirectionOptions {
  /** Shape and pressure of the patch; its x axis lies along `direction` in `frame`. @default from the contact points */
  pressure?: Pressure;
}

/** Maps the slip of a patch to the deflection of its bristle. */
interface SlipMapping {
  records?: PatchRecords;
  /** Updates the shape of patch i and writes its torsion radius, (23). */
  prepare(patches: PatchBuffers, i: number): void;
  /** Maps a slip to |v| times the friction of steady sliding, see `BristleDynamics.mapSlip`. */
  mapSlip(patches: PatchBuffers, i: number, slip: Float64Array): void;
}

/**
 * The reduced elasto-plastic model as an engine law, [Waltersson] (30)-(37): one bristle with three components for the
 * whole patch, deflected in the direction of the limit surface's wrench for the slip,
 *
 *     ż = (f̂ - β σ0 z/g(|v|)) |v|,   f̂ = (f₁, f₂, f₃/r) of steady sliding at unit load,   |v|² = v₁² + v₂² + (r v₃)²
 *
 *   z          deflection, (t1, t2, r · angle)                                     m
 *   f          friction of the patch's limit surface, ∇psi, see `patch`             1, 1, m
 *   r          torque of pure spinning per load and friction coefficient, (23)     m
 *   β, σ, g    as in `elastoPlastic`
 *
 * Sticks without creep; sliding and spinning are coupled as in a real patch. The shape is inferred from the contact
 * points, or given. Differs from the paper: the limit surface is evaluated in closed form, not from a table; stepped
 * implicitly like `elastoPlastic`.
 */
export function lugrePatch(options: LuGrePatchOptions): FrictionLaw {
  requireKnownOptions('lugrePatch', options, [...LUGRE_OPTIONS, 'sBa', 'pressure', 'direction', 'frame']);
  const sBa = requireElasticLimit('lugrePatch', options.sBa ?? 0.9);
  const { prepare, mapSlip, records } =
    options.pressure === undefined
      ? inferredMapping()
      : givenMapping(requirePressure('lugrePatch', options.pressure), requireDirection('lugrePatch', options));
  const dynamics: BristleDynamics = { ...requireLuGre('lugrePatch', options), findYield: elasticYield(sBa), mapSlip };
  return makeLaw({
    name: 'lugrePatch',
    set: ellipsoidSet,
    stateSize: 3,
    mu: dynamics.muS,
    torsionIndex: 2,
    records,
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

/** Shape from the contact points. */
function inferredMapping(): SlipMapping {
  const records = createPatchRecords(RECORD_SIZE);
  const fitter = createShapeFitter();
  return {
    records,
    prepare(patches, i) {
      selectPatchRecord(records, patches, i);
      const { values } = records;
      beginContactShape(patches, i, values);
      fitContactShape(fitter, patches, i, values);
      // r of the shape replaces the mean distance of the contact points.
      twist[0] = 0;
      twist[1] = 0;
      twist[2] = 1;
      if (values[RECORD_SIZE * i] === POINT) patches.torsionRadius[i] = 0;
      else {
        evalContactShape(values, RECORD_SIZE * i, twist, out);
        patches.torsionRadius[i] = out[0] * shapeRadius(values, RECORD_SIZE * i);
      }
    },
    mapSlip(patches, i, slip) {
      selectPatchRecord(records, patches, i);
      const { values, offset } = records;
      const r = patches.torsionRadius[i];
      if (values[offset] === POINT || !(slip[3] > 0) || !(r > 0)) return;
      const R = shapeRadius(values, offset);
      twist[0] = slip[0];
      twist[1] = slip[1];
      twist[2] = (slip[2] * R) / r;
      evalContactShape(values, offset, twist, out);
      slip[0] = slip[3] * out[1];
      slip[1] = slip[3] * out[2];
      slip[2] = (slip[3] * out[3] * R) / r;
    },
  };
}

/** One surface for all patches, in its own axes: x' = (cos, sin), y' = m (-sin, cos) of t1 and t2. */
function givenMapping(pressure: Pressure, direction: Direction): SlipMapping {
  const { r } = pressure;
  return {
    prepare(patches, i) {
      patches.torsionRadius[i] = r;
      writeAxis(patches, i, direction);
      // The bristle's limits will overwrite `shape`, so keep the axes behind them.
      const { shape } = patches;
      const at = SHAPE_STRIDE * i;
      for (let e = 0; e < 3; e++) shape[at + AXES_OFFSET + e] = shape[at + e];
    },
    mapSlip({ shape }, i, slip) {
      if (!(slip[3] > 0)) return;
      const at = SHAPE_STRIDE * i + AXES_OFFSET;
      const cos = shape[at];
      const sin = shape[at + 1];
      const m = shape[at + 2];
      twist[0] = cos * slip[0] + sin * slip[1];
      twist[1] = m * (cos * slip[1] - sin * slip[0]);
      twist[2] = slip[2] / r;
      evaluatePressure(pressure, twist, out);
      const y = m * out[2];
      slip[0] = slip[3] * (cos * out[1] - sin * y);
      slip[1] = slip[3] * (sin * out[1] + cos * y);
      slip[2] = (slip[3] * out[3]) / r;
    },
  };
}

/** Offset of the axes of a given pressure in `shape`, behind the three limits of the ellipsoid. */
const AXES_OFFSET = 3;
const twist = new Float64Array(3);
const out = new Float64Array(KERNEL_SIZE);
