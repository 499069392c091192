import {
  createRecords,
  type FrictionLaw,
  makeLaw,
  openRecord,
  type Records,
  SHAPE_STRIDE,
  turnedSet,
} from '@stiction/friction-core';
import { type Cone, coneSet, coneSize, writePolygon, writeSmooth } from './cone.js';
import { definedOptions, requireTextured, type Settings, samplerOptions, type TexturedOptions } from './law-options.js';
import { offsetSet } from './offset-set.js';
import { createPairSample, createSampler, type PatchSampler, prepareSurface } from './patch-sampler.js';
import { recordSet } from './record-set.js';
import { keep, reuse, reuseSize } from './reuse.js';
import { aimWindows, createFound, type Found, sampleCentre, samplePoints } from './windows.js';

/**
 * Friction as rough as its normal maps look, rigid, after [Andrews]:
 *
 *     μ(d) = μ_0 + k_A μ_A(-d) + k_B μ_B(d),     K from μ(d_j) in k directions,     eps = bias = 0
 *
 *   μ_A, μ_B   ploughing of the two surfaces around the contact, see `ploughing.ts`           1
 *   d          unit vector of the slip of B against A                                         1
 *   K          `cone.ts`; torsion radius r mean(μ_j), r as in `coulomb`
 *
 * The points of a patch count by their share of a load that is linear over them. Where they differ, friction acts at the centre of
 * what they can bear, not at the pressure centre (`offset-set.ts`). A patch that rests is not sampled again (`reuse.ts`). Off the texture, and where nothing covers the window, friction is μ_0.
 *
 * Differs from the paper: one friction block per patch instead of one per point; cones with more than four directions and a
 * smooth one; tables instead of a rendering per contact (`@stiction/texture-friction/webgl` renders).
 */
export function textured(options: TexturedOptions): FrictionLaw {
  const settings = requireTextured(options);
  const { mu0, surfaces, cone, windows, align } = settings;
  const sampler = createSampler(samplerOptions(settings));
  for (const one of surfaces) if (one) prepareSurface(sampler, one);
  const k = sampler.directions;
  const records = createRecords(CONE + 3 + coneSize(cone, k));
  const torsionIndex = records.stride - 1;
  const kept = torsionIndex - MEAN;
  const set = recordSet(offsetSet(turnedSet(coneSet(cone, k))), records, OFFSET, torsionIndex);
  const sample = createPairSample(sampler);
  const found = createFound(k);

  const law = makeLaw({
    name: 'textured',
    set,
    stateSize: reuseSize(kept),
    mu: mu0,
    torsionIndex: 1,
    linearize(patches, i, h) {
      openRecord(records, patches, i);
      const { numbers, at } = records;
      // Once per step; the slip is another one in every solve.
      const isNew = numbers[at] !== patches.stamp + 1;
      numbers[at] = patches.stamp + 1;
      if (align === 'slip' || (isNew && !reuse(patches, i, sampler.width, numbers, at + MEAN, kept))) {
        const a = surfaces[patches.flipped[i]];
        const b = surfaces[1 - patches.flipped[i]];
        aimWindows(settings, patches, i, h, a, b, found);
        if (windows === 'patch') sampleCentre(patches, i, sampler, a, b, sample, found);
        else samplePoints(patches, i, sampler, mu0, a, b, sample, found);
        writeCone(records, cone, sampler, mu0, found);
        keep(patches, i, numbers, at + MEAN, kept);
      }
      const shapeAt = SHAPE_STRIDE * i;
      patches.shape[shapeAt] = i;
      patches.shape[shapeAt + 1] = numbers[at + MEAN] * patches.torsionRadius[i];
    },
    combineWith(other, mu) {
      const theirs = known.get(other);
      return textured({
        ...definedOptions(settings),
        mu0: mu,
        ...(surfaces[0] && { a: surfaces[0] }),
        ...(theirs?.surfaces[1] && { b: theirs.surfaces[1] }),
      });
    },
  });
  known.set(law, settings);
  return law;
}

/** What a law was made from, for pairs with another one. */
const known = /* @__PURE__ */ new WeakMap<FrictionLaw, Settings>();

// --- the record of a patch: [stamp + 1, mean μ, least μ, offset, axes, cone]
const MEAN = 1;
const LEAST = 2;
const OFFSET = 3;
const CONE = 5;

function writeCone(
  { numbers, at }: Records,
  cone: Cone,
  sampler: PatchSampler,
  mu0: number,
  { axis, mu, offset }: Found,
): void {
  const { directions: k, d } = sampler;
  let mean = 0;
  for (let j = 0; j < k; j++) mean += mu[j];
  numbers[at + MEAN] = mu0 + mean / k;
  numbers[at + OFFSET] = offset[0];
  numbers[at + OFFSET + 1] = offset[1];
  if (cone === 'smooth') writeSmooth(mu, d, k, mu0, axis, numbers, at + CONE);
  else writePolygon(mu, k, mu0, axis, numbers, at + CONE);
  // Behind the axes.
  const radii = at + CONE + 3;
  let least = Number.POSITIVE_INFINITY;
  for (let e = radii; e < radii + coneSize(cone, k) - 1; e++) least = Math.min(least, numbers[e]);
  numbers[at + LEAST] = least;
}
