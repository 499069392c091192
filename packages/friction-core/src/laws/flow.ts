import type { ConvexSet } from '@stiction/lcp-solver';
import { requireOneOf } from '../options.js';
import { radialSet } from '../sets/radial.js';
import { turnedSet } from '../sets/turned.js';

export interface FlowOptions {
  /**
   * Which friction of the limit a sliding patch has: the one that dissipates most ('associated', along the normal of the
   * limit), or the one straight against the slip ('radial'). @default 'associated'
   */
  flow?: 'associated' | 'radial';
}

/** The set of a directional law: turned into the law's frame, with the flow that the options ask for. */
export function flowing(owner: string, set: ConvexSet, torsionIndex: number, options: FlowOptions): ConvexSet {
  const flow = requireOneOf(owner, 'flow', options.flow ?? 'associated', ['associated', 'radial']);
  return turnedSet(flow === 'radial' ? radialSet(set, torsionIndex) : set);
}
