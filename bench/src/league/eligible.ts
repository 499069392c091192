import type { PeerMaterials } from '../../peers/src/peer.js';
import type { Contestant } from './contestants.js';
import type { Row } from './row.js';

/** Why a contestant is not asked, in a word; undefined where it is. */
export function whyNot(
  { needs, not }: Pick<Row, 'needs' | 'not'>,
  { kind, engine }: Pick<Contestant, 'kind' | 'engine'>,
  materials: PeerMaterials,
): string | undefined {
  if (not?.[engine]) return not[engine];
  if (kind === 'stiction' || !needs) return undefined;
  if (needs === 'law' || needs.some((need) => !materials[need])) return 'no such law';
  return undefined;
}
