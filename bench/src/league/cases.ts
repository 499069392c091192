import type { Case } from './case.js';
import { LAW_CASES } from './law-cases.js';
import { PATCH_CASES } from './patch-cases.js';
import { PROBES } from './probes.js';
import { SOLVER_CASES } from './solver-cases.js';

/** Every case of docs/accuracy.md, in its order. */
export const CASES: readonly Case[] = [...SOLVER_CASES, ...LAW_CASES, ...PATCH_CASES].sort(
  (a, b) => numberOf(a.id) - numberOf(b.id),
);

/** Including the probes of the feature matrix. */
export const ALL_CASES: readonly Case[] = [...CASES, ...PROBES];

/** Number of the case in docs/accuracy.md; NaN for probes. */
export function numberOf(id: string): number {
  return Number.parseInt(id, 10);
}
