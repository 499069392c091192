import { type DirectionOptions, type FrictionLaw, type PatchBuffers, SHAPE_STRIDE } from '@stiction/friction-core';
import {
  createPatchRecords,
  makeLaw,
  type PatchRecords,
  requireDirection,
  requireKnownOptions,
  requireNumber,
  rotatedSet,
  selectPatchRecord,
  writeAxis,
} from '@stiction/friction-core/adapter';
import { type ConvexSet, ellipsoidSet } from '@stiction/lcp-solver';
import { requirePressure } from '../options.js';
import { type Pressure, scaledKernel } from '../pressure/pressure.js';
import { type SurfaceKernel, solveSurfaceBlock, surfaceGauge, writeSpinFriction } from '../surfaces/block-step.js';
import { beginContactShape, beginStep, createShapeFitter, fitContactShape } from './contact-shape.js';
import { blockMemoryOffset, evalContactShape, POINT, RECORD_SIZE, shapeRadius } from './shape-record.js';

export interface PatchOptions extends DirectionOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Shape and pressure of the patch; its x axis lies along `direction` in `frame`. @default from the contact points */
  pressure?: Pressure;
}

/**
 * Contact patches that slide and spin like real ones, rigid: K is the exact limit surface of the patch,
 *
 *     K = μ · { ∇psi(v) : v },   psi(v) = ∫ p |v_t + w × ρ| dA,   ∫ p dA = 1,   eps = bias = 0
 *
 *   p   pressure per load: linear over the patch's hull, centred where the normal impulses act               1/m²
 *   ρ   position from the pressure centre                                                                   m
 *
 * [Waltersson] (7), (8); Goyal, Ruina & Papadopoulos 1991. A disc that slides and spins comes to rest with v/(R
 * ω) → 0.653 (Farkas et al. 2003); with an ellipsoid the ratio would go to 0. The shape is inferred from the contact
 * points (`contact-shape.ts`); a single point has no torsion. The block step is exact (`surfaces/block-step.ts`).
 */
export function patch(options: PatchOptions): FrictionLaw {
  requireKnownOptions('patch', options, ['mu', 'pressure', 'direction', 'frame']);
  const mu = requireNumber('patch', 'mu', options.mu, 0);
  if (options.pressure === undefined) return inferredPatch(mu);
  return givenPatch(mu, requirePressure('patch', options.pressure), options);
}

/** Shape from the contact points, fitted when the set first needs it. */
function inferredPatch(mu: number): FrictionLaw {
  const records = createPatchRecords(RECORD_SIZE);
  const fitter = createShapeFitter();
  const kernel: SurfaceKernel = (twist, out) => evalContactShape(records.values, records.offset, twist, out);
  let linearized: PatchBuffers | undefined;

  function radius(i: number): number {
    const { values, offset } = records;
    if (linearized && fitContactShape(fitter, linearized, i, values) && values[offset] !== POINT) {
      writeSpinFriction(kernel, values, blockMemoryOffset(i));
    }
    return shapeRadius(values, offset);
  }

  return makeLaw({
    name: 'patch',
    set: surfaceSet(records, kernel, radius),
    stateSize: 0,
    mu,
    coulombMatch: 'sticking',
    coupled: true,
    records,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      patches.shape[at] = mu;
      patches.shape[at + 1] = i;
      selectPatchRecord(records, patches, i);
      linearized = patches;
      if (beginContactShape(patches, i, records.values)) warmStart(patches, i, records.values);
    },
  });
}

/** One surface for all patches. */
function givenPatch(mu: number, pressure: Pressure, options: DirectionOptions): FrictionLaw {
  const direction = requireDirection('patch', options);
  const records = createPatchRecords(RECORD_SIZE);
  const R = Math.sqrt(pressure.u);
  const kernel = scaledKernel(pressure, R);
  return makeLaw({
    name: 'patch',
    set: rotatedSet(surfaceSet(records, kernel, () => R)),
    stateSize: 0,
    mu,
    coulombMatch: 'sticking',
    extraTorsion: true,
    coupled: true,
    records,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      writeAxis(patches, i, direction);
      patches.shape[at + 3] = mu;
      patches.shape[at + 4] = i;
      selectPatchRecord(records, patches, i);
      writeSpinFriction(kernel, records.values, blockMemoryOffset(i));
      if (beginStep(patches, i, records.values)) warmStart(patches, i, records.values);
    },
  });
}

/** Starts the block step from the last slip. */
function warmStart(patches: PatchBuffers, i: number, numbers: Float64Array): void {
  const from = blockMemoryOffset(i) + 3;
  for (let e = 0; e < 3; e++) numbers[from + e] = patches.slip[3 * i + e];
}

/** shape = [μ, patch index]. */
function surfaceSet(records: PatchRecords, kernel: SurfaceKernel, radius: (i: number) => number): ConvexSet {
  const point = new Float64Array(3);
  const scale = new Float64Array(2);
  const twist = new Float64Array(3);
  const kernelOut = new Float64Array(10);

  /** Selects the patch of `shape`; returns false if it is a point. */
  function open(shape: Float64Array, shapeAt: number): boolean {
    const i = shape[shapeAt + 1];
    records.offset = RECORD_SIZE * i;
    scale[0] = radius(i);
    point[0] = shape[shapeAt];
    point[1] = shape[shapeAt];
    return scale[0] > 0;
  }

  return {
    name: 'limitSurface',

    minimize(A, aAt, c, load, loadAt, shape, shapeAt, out) {
      if (!(load[loadAt] > 0)) {
        out.fill(0, 0, 3);
        return false;
      }
      if (!open(shape, shapeAt)) return ellipsoidSet.minimize(A, aAt, c, load, loadAt, point, 0, out);
      scale[1] = load[loadAt] * shape[shapeAt];
      return solveSurfaceBlock(kernel, A, aAt, c, scale, records.values, blockMemoryOffset(shape[shapeAt + 1]), out);
    },

    support(d, shape, shapeAt, out) {
      if (d[2] === 0) {
        // Friction without spin does not depend on the shape.
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
      const R = scale[0];
      twist[0] = d[0];
      twist[1] = d[1];
      twist[2] = R * d[2];
      kernel(twist, kernelOut);
      out[0] = shape[shapeAt] * kernelOut[1];
      out[1] = shape[shapeAt] * kernelOut[2];
      out[2] = shape[shapeAt] * R * kernelOut[3];
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      if (!open(shape, shapeAt)) return ellipsoidSet.gauge(lambda, lambdaAt, point, 0);
      return surfaceGauge(kernel, lambda, lambdaAt, scale[0]) / shape[shapeAt];
    },
  };
}
