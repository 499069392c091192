import { scaled } from '../laws/scaled.js';
import { findPair, type MaterialPair, type MaterialPairs, materialId } from './material-pairs.js';

/**
 * A mixture of materials, as a surface function returns it where a terrain fades from one ground into another. Against any other
 * material its law is that of the heaviest part, scaled to
 *
 *     μ = Σ w_k μ_k      over the parts whose law is of the same kind and has a μ
 *
 *   w_k   weight of part k, rounded to 1/32; they sum to 1        1
 *   μ_k   coefficient of friction at rest of part k              1
 */
export interface Blend {
  /** Material ids. */
  ids: readonly number[];
  /** In 32nds. */
  weights: readonly number[];
}

/** Weights are rounded to this fraction, so that a terrain has few different laws. */
export const BLEND_STEPS = 32;

/** Returns the id of a mixture. `shares`: one integer per id, with the sum `BLEND_STEPS`. */
export function blendId(pairs: MaterialPairs, ids: readonly number[], shares: ArrayLike<number>): number {
  const parts: number[] = [];
  const weights: number[] = [];
  for (let k = 0; k < ids.length; k++) {
    if (shares[k] === 0) continue;
    parts.push(ids[k]);
    weights.push(shares[k]);
  }
  if (parts.length === 1) return parts[0];
  const name = parts.map((id, k) => `${pairs.names[id]} ${weights[k]}/${BLEND_STEPS}`).join(' + ');
  const id = materialId(pairs, name);
  if (id > 0 && !pairs.blends.has(id)) pairs.blends.set(id, { ids: parts, weights });
  return id;
}

/** The law of a pair in which one material is a mixture; undefined for all others. */
export function blendPair(pairs: MaterialPairs, a: number, b: number): MaterialPair | undefined {
  if (pairs.blends.size === 0) return undefined;
  const blend = pairs.blends.get(a) ?? pairs.blends.get(b);
  if (!blend) return undefined;
  const id = pairs.blends.has(a) ? a : b;
  const other = id === a ? b : a;
  const { ids, weights } = blend;
  const found = ids.map((part) => findPair(pairs, part, other));
  const main = weights.indexOf(Math.max(...weights));
  const { law, materialA } = found[main];
  let sum = 0;
  let mu = 0;
  found.forEach((pair, k) => {
    if (pair.law.name !== law.name || pair.law.mu === undefined) return;
    sum += weights[k];
    mu += weights[k] * pair.law.mu;
  });
  return {
    law: law.mu && sum > 0 ? scaled(law, mu / sum / law.mu) : law,
    materialA: materialA === ids[main] ? id : materialA,
  };
}
