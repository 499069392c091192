import type { PeerFeatures } from '../../peers/src/peer.js';
import type { StepName } from './case.js';
import type { Cost } from './cost.js';

/** Messages between the league and its child processes. */
export interface Task {
  case: string;
  step: StepName;
}

/** An error or a cost, the reason why the contestant skips the case, or the failure. */
export type Outcome = { error: number } | { cost: Cost } | { none: string } | { failed: string };

export interface Answer extends Task {
  outcome: Outcome;
  seconds: number;
}

/** Sent once, when the engine has loaded. */
export interface Hello {
  ready: { version: string; settings: readonly string[]; documented: PeerFeatures['documented'] };
}
