import {
  createRecords,
  type DirectionOptions,
  type FrictionLaw,
  makeLaw,
  openRecord,
  type PatchBuffers,
  type Records,
  requireDirection,
  requireKnownOptions,
  requireNumber,
  SHAPE_STRIDE,
  turnedSet,
  writeAxis,
} from '@stiction/friction-core';
import { type ConvexSet, ellipsoidSet } from '@stiction/lcp-solver';
import {
  evalContactShape,
  fitContactShape,
  openContactShape,
  POINT,
  RECORD,
  recordMemory,
  shapeRadius,
} from './contact-shape.js';
import { evaluatePressure, type Pressure } from './pressure.js';
import { requirePressure } from './pressure-options.js';
import { type SurfaceKernel, solveSurfaceBlock, surfaceGauge, writeSpinFriction } from './surface-block.js';

export interface PatchOptions extends DirectionOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Shape and pressure of the patch; its x lies along `direction` in `frame`. @default from the contact points */
  pressure?: Pressure;
}

/**
 * Contact patches that slide and spin as real ones do, rigid: K is the true limit surface of the patch,
 *
 *     K = μ · { ∇psi(v) : v },   psi(v) = ∫ p |v_t + w × ρ| dA,   ∫ p dA = 1,   eps = bias = 0
 *
 *   p   pressure per load: linear over the patch's hull, with its centre where the normal impulses have it      1/m²
 *   ρ   from the pressure centre                                                                              m
 *
 * [Waltersson] (7), (8); Goyal, Ruina & Papadopoulos 1991. A disc that slides and spins ends with v/(R ω) = 0.653 (Farkas et al.
 * 2003), where an ellipsoid would end with 0. The shape follows from the contact points, nothing is given by hand
 * (`contact-shape.ts`); a single point has no torsion. The block step is exact (`surface-block.ts`).
 */
export function patch(options: PatchOptions): FrictionLaw {
  requireKnownOptions('patch', options, ['mu', 'pressure', 'direction', 'frame']);
  const mu = requireNumber('patch', 'mu', options.mu, 0);
  const pressure = requirePressure('patch', options.pressure);
  return pressure ? givenPatch(mu, pressure, options) : inferredPatch(mu);
}

/** From the contact points. The shape is found when the set is first asked for something that depends on it. */
function inferredPatch(mu: number): FrictionLaw {
  const records = createRecords(RECORD);
  const kernel: SurfaceKernel = (twist, out) => evalContactShape(records.numbers, records.at, twist, out);
  let linearized: PatchBuffers | undefined;

  function radius(i: number): number {
    const { numbers, at } = records;
    if (linearized && fitContactShape(linearized, i, numbers) && numbers[at] !== POINT) {
      writeSpinFriction(kernel, numbers, recordMemory(i));
    }
    return shapeRadius(numbers, at);
  }

  return makeLaw({
    name: 'patch',
    set: surfaceSet(records, kernel, radius),
    stateSize: 0,
    mu,
    coulombMatch: 'sticking',
    coupled: true,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      patches.shape[at] = mu;
      patches.shape[at + 1] = i;
      openRecord(records, patches, i);
      linearized = patches;
      if (openContactShape(patches, i, records.numbers)) aim(patches, i, records.numbers);
    },
  });
}

/** The same surface for all patches. */
function givenPatch(mu: number, pressure: Pressure, options: DirectionOptions): FrictionLaw {
  const direction = requireDirection('patch', options);
  const records = createRecords(RECORD);
  const R = Math.sqrt(pressure.u);
  const metres = new Float64Array(3);
  // `evaluatePressure` works in metres, the block step in units of R.
  const kernel: SurfaceKernel = (twist, out) => {
    metres[0] = twist[0];
    metres[1] = twist[1];
    metres[2] = twist[2] / R;
    evaluatePressure(pressure, metres, out);
    out[3] /= R;
    out[6] /= R;
    out[8] /= R;
    out[9] /= R * R;
  };
  return makeLaw({
    name: 'patch',
    set: turnedSet(surfaceSet(records, kernel, () => R)),
    stateSize: 0,
    mu,
    coulombMatch: 'sticking',
    extraTorsion: true,
    coupled: true,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      writeAxis(patches, i, direction);
      patches.shape[at + 3] = mu;
      patches.shape[at + 4] = i;
      openRecord(records, patches, i);
      writeSpinFriction(kernel, records.numbers, recordMemory(i));
    },
  });
}

/** The block step of a new step starts from the slip that the last one ended with. */
function aim(patches: PatchBuffers, i: number, numbers: Float64Array): void {
  const from = recordMemory(i) + 3;
  for (let e = 0; e < 3; e++) numbers[from + e] = patches.slip[3 * i + e];
}

/** shape = [μ, number of the patch]. */
function surfaceSet(records: Records, kernel: SurfaceKernel, radius: (i: number) => number): ConvexSet {
  const point = new Float64Array(3);
  const scale2 = new Float64Array(2);
  const twist = new Float64Array(3);
  const k10 = new Float64Array(10);

  /** Turns to the patch of `shape`; false where it is a point. */
  function open(shape: Float64Array, shapeAt: number): boolean {
    const i = shape[shapeAt + 1];
    records.at = RECORD * i;
    scale2[0] = radius(i);
    point[0] = shape[shapeAt];
    point[1] = shape[shapeAt];
    return scale2[0] > 0;
  }

  return {
    name: 'limitSurface',

    minimize(A, aAt, c, load, loadAt, shape, shapeAt, out) {
      if (!(load[loadAt] > 0)) {
        out.fill(0, 0, 3);
        return false;
      }
      if (!open(shape, shapeAt)) return ellipsoidSet.minimize(A, aAt, c, load, loadAt, point, 0, out);
      scale2[1] = load[loadAt] * shape[shapeAt];
      return solveSurfaceBlock(kernel, A, aAt, c, scale2, records.numbers, recordMemory(shape[shapeAt + 1]), out);
    },

    support(d, shape, shapeAt, out) {
      if (d[2] === 0) {
        // Friction of a slide is the same for all shapes.
        const speed = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
        out[0] = speed > 0 ? shape[shapeAt] * (d[0] / speed) : 0;
        out[1] = speed > 0 ? shape[shapeAt] * (d[1] / speed) : 0;
        out[2] = 0;
        return;
      }
      if (!open(shape, shapeAt)) {
        ellipsoidSet.support(d, point, 0, out);
        return;
      }
      const R = scale2[0];
      twist[0] = d[0];
      twist[1] = d[1];
      twist[2] = R * d[2];
      kernel(twist, k10);
      out[0] = shape[shapeAt] * k10[1];
      out[1] = shape[shapeAt] * k10[2];
      out[2] = shape[shapeAt] * R * k10[3];
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      if (!open(shape, shapeAt)) return ellipsoidSet.gauge(lambda, lambdaAt, point, 0);
      return surfaceGauge(kernel, lambda, lambdaAt, scale2[0]) / shape[shapeAt];
    },
  };
}
