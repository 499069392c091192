import type { ConvexSet } from '@stiction/lcp-solver';
import { requireOneOf } from '../options.js';
import { radialSet } from '../sets/radial.js';
import { rotatedSet } from '../sets/rotated.js';

export interface FlowOptions {
  /**
   * Direction of the friction of a sliding patch: the one that dissipates most ('associated', along the normal of the limit), or
   * straight against the slip ('radial'). @default 'associated'
   */
  flow?: 'associated' | 'radial';
}

/** The set of a directional law: rotated into the law's frame, with the flow of the options. */
export function withFlow(owner: string, set: ConvexSet, torsionIndex: number, options: FlowOptions): ConvexSet {
  const flow = requireOneOf(owner, 'flow', options.flow ?? 'associated', ['associated', 'radial']);
  return rotatedSet(flow === 'radial' ? radialSet(set, torsionIndex) : set);
}
