import { type FrictionLaw, SHAPE_STRIDE } from '@stiction/friction-core';
import {
  createPatchRecords,
  makeLaw,
  type PatchRecords,
  rotatedSet,
  selectPatchRecord,
} from '@stiction/friction-core/adapter';
import { createPairSample, createSampler, type PatchSampler, prepareSurface } from '../sampling/patch-sampler.js';
import { type Cone, coneSet, coneSize, writeCone } from '../sets/cone.js';
import { offsetSet } from '../sets/offset-set.js';
import { recordSet } from '../sets/record-set.js';
import {
  checkTexturedOptions,
  samplerOptions,
  sharedOptions,
  type TexturedOptions,
  type TexturedSettings,
} from './options.js';
import {
  alignWindows,
  createPatchWindows,
  type PatchWindows,
  sampleAtCentre,
  sampleAtPoints,
} from './patch-windows.js';
import { createRestCache, restCacheSize, restoreSample, storeSample } from './rest-cache.js';

/**
 * Friction from the normal maps of both surfaces, rigid, after [Andrews]:
 *
 *     μ(d) = μ_0 + k_A μ_A(-d) + k_B μ_B(d),     K from μ(d_j) in k directions,     eps = bias = 0
 *
 *   μ_A, μ_B   ploughing coefficients of the two surfaces around the contact, see `ploughing.ts`   1
 *   d          unit vector of the slip of B relative to A                                          1
 *   K          see `cone.ts`; torsion radius r mean(μ_j), r as in `coulomb`
 *
 * The points of a patch are weighted by a load that is linear over them. If their coefficients differ, friction acts at the centre of
 * their friction capacity, not at the pressure centre (`offset-set.ts`). A patch at rest is not sampled again (`rest-cache.ts`). Off
 * the texture, and if nothing covers the window, friction is μ_0.
 *
 * Differs from the paper: one friction block per patch instead of one per point; cones with more than four directions and a
 * smooth cone; tables instead of a rendering per contact (`@stiction/texture-friction/webgl` renders).
 */
export function textured(options: TexturedOptions): FrictionLaw {
  const settings = checkTexturedOptions(options);
  const { mu0, surfaces, cone, align } = settings;
  const sampler = createSampler(samplerOptions(settings));
  for (const surface of surfaces) if (surface) prepareSurface(sampler, surface);
  const k = sampler.directions;
  const records = createPatchRecords(CONE + 3 + coneSize(cone, k));
  const torsionIndex = records.stride - 1;
  const cachedCount = torsionIndex - MEAN;
  const cache = createRestCache(cachedCount, sampler.width);
  const set = recordSet(offsetSet(rotatedSet(coneSet(cone, k))), records, OFFSET, torsionIndex);
  const sample = createPairSample(sampler);
  const windows = createPatchWindows(k);

  const law = makeLaw({
    name: 'textured',
    set,
    stateSize: restCacheSize(cachedCount),
    mu: mu0,
    torsionIndex: 1,
    variesByPlace: true,
    records,
    linearize(patches, i, h) {
      selectPatchRecord(records, patches, i);
      const { values, offset } = records;
      // Sample once per step, except for 'slip', which differs in every solve.
      const isNew = values[offset] !== patches.stamp + 1;
      values[offset] = patches.stamp + 1;
      if (align === 'slip' || (isNew && !restoreSample(cache, patches, i, values, offset + MEAN))) {
        const a = surfaces[patches.flipped[i]];
        const b = surfaces[1 - patches.flipped[i]];
        alignWindows(settings, patches, i, h, a, b, windows);
        if (settings.windows === 'patch') sampleAtCentre(patches, i, sampler, a, b, sample, windows);
        else sampleAtPoints(patches, i, sampler, mu0, a, b, sample, windows);
        writeRecord(records, cone, sampler, mu0, windows);
        storeSample(cache, patches, i, values, offset + MEAN);
      }
      const shapeAt = SHAPE_STRIDE * i;
      patches.shape[shapeAt] = i;
      patches.shape[shapeAt + 1] = values[offset + MEAN] * patches.torsionRadius[i];
    },
    combineWith(other, mu) {
      const theirs = settingsOf.get(other);
      return textured({
        ...sharedOptions(settings),
        mu0: mu,
        ...(surfaces[0] && { a: surfaces[0] }),
        ...(theirs?.surfaces[1] && { b: theirs.surfaces[1] }),
      });
    },
  });
  settingsOf.set(law, settings);
  return law;
}

/** Settings of each textured law, for combining two of them. */
const settingsOf = /* @__PURE__ */ new WeakMap<FrictionLaw, TexturedSettings>();

// Layout of a patch's record: [stamp + 1, mean μ, smallest μ, offset, axes, cone]
const MEAN = 1;
const SMALLEST = 2;
const OFFSET = 3;
const CONE = 5;

function writeRecord(
  { values, offset: start }: PatchRecords,
  cone: Cone,
  sampler: PatchSampler,
  mu0: number,
  { axis, mu, offset }: PatchWindows,
): void {
  const { directions: k, d } = sampler;
  let mean = 0;
  for (let j = 0; j < k; j++) mean += mu[j];
  values[start + MEAN] = mu0 + mean / k;
  values[start + OFFSET] = offset[0];
  values[start + OFFSET + 1] = offset[1];
  writeCone(cone, mu, d, k, mu0, axis, values, start + CONE);
  // The radii follow the axes.
  const radii = start + CONE + 3;
  let smallest = Number.POSITIVE_INFINITY;
  for (let e = radii; e < radii + coneSize(cone, k) - 1; e++) smallest = Math.min(smallest, values[e]);
  values[start + SMALLEST] = smallest;
}
