import type { PeerMaterials } from '../../peers/src/peer.js';
import type { Case } from './case.js';
import type { Contestant } from './contestants.js';

/** Why a contestant skips a case; undefined if it takes part. */
export function whyNot(
  { needs, not }: Pick<Case, 'needs' | 'not'>,
  { kind, engine }: Pick<Contestant, 'kind' | 'engine'>,
  materials: PeerMaterials,
): string | undefined {
  if (not?.[engine]) return not[engine];
  if (kind === 'stiction' || !needs) return undefined;
  if (needs === 'law' || needs.some((need) => !materials[need])) return 'no such law';
  return undefined;
}
