import {
  adoptBristle,
  type BristleDynamics,
  commitBristle,
  type ElastoPlasticOptions,
  elasticYield,
  type FrictionLaw,
  LUGRE_OPTIONS,
  linearizeBristle,
  makeLaw,
  type PatchBuffers,
  requireKnownOptions,
  requireLuGre,
} from '@stiction/friction-core';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { evalContactShape, POINT, RECORD, shapeRadius, writeContactShape } from './contact-shape.js';
import { KERNEL_SIZE } from './kernel.js';
import { createRecords, openRecord } from './patch-records.js';

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
 * Sticks without creep, slides and spins coupled as a real patch. The shape follows from the contact points.
 * Differs from the paper: the limit surface is evaluated in closed form, not from a table; stepped implicitly as `elastoPlastic` is.
 */
export function lugrePatch(options: ElastoPlasticOptions): FrictionLaw {
  requireKnownOptions('lugrePatch', options, [...LUGRE_OPTIONS, 'sBa']);
  const { sBa = 0.9 } = options;
  if (typeof sBa !== 'number' || !(sBa > 0 && sBa < 1)) {
    throw new RangeError(`lugrePatch: sBa must lie between 0 and 1 (got ${String(sBa)})`);
  }
  const records = createRecords();
  const twist = new Float64Array(3);
  const out = new Float64Array(KERNEL_SIZE);

  /** The slip's direction on the limit surface, times its speed. */
  function bend(patches: PatchBuffers, i: number, motion: Float64Array): void {
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
  }

  const dynamics: BristleDynamics = { ...requireLuGre('lugrePatch', options), findYield: elasticYield(sBa), bend };
  return makeLaw({
    name: 'lugrePatch',
    set: ellipsoidSet,
    stateSize: 3,
    mu: dynamics.muS,
    torsionAt: 2,
    linearize(patches, i, h) {
      openRecord(records, patches, i);
      const { numbers } = records;
      writeContactShape(patches, i, numbers);
      // (23) of the shape stands for the mean distance of the contact points.
      twist[0] = 0;
      twist[1] = 0;
      twist[2] = 1;
      if (numbers[RECORD * i] === POINT) patches.torsionRadius[i] = 0;
      else {
        evalContactShape(numbers, RECORD * i, twist, out);
        patches.torsionRadius[i] = out[0] * shapeRadius(numbers, RECORD * i);
      }
      linearizeBristle(dynamics, patches, i, h);
    },
    commit: (patches, i, h) => commitBristle(dynamics, patches, i, h),
    adopt: (patches, i) => adoptBristle(dynamics, patches, i),
  });
}
