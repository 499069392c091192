import type { PeerFeatures } from '../../peers/src/peer.js';
import type { Cost } from './cost.js';
import type { StepName } from './row.js';

/** What the league and its processes say to each other. */
export interface Task {
  row: string;
  step: StepName;
}

/** An error or a cost; why the row is no question to this contestant; or what went wrong. */
export type Outcome = { error: number } | { cost: Cost } | { none: string } | { failed: string };

export interface Answer extends Task {
  outcome: Outcome;
  seconds: number;
}

/** Said once, when the engine is there. */
export interface Hello {
  ready: { version: string; settings: readonly string[]; documented: PeerFeatures['documented'] };
}
