import { LAW_ROWS } from './law-rows.js';
import { PATCH_ROWS } from './patch-rows.js';
import { PROBES } from './probes.js';
import type { Row } from './row.js';
import { SOLVER_ROWS } from './solver-rows.js';

/** Every row of validation.md, in its order. */
export const ROWS: readonly Row[] = [...SOLVER_ROWS, ...LAW_ROWS, ...PATCH_ROWS].sort(
  (a, b) => numberOf(a.id) - numberOf(b.id),
);

/** And the probes of the feature matrix. */
export const ALL_ROWS: readonly Row[] = [...ROWS, ...PROBES];

/** Of the scene in validation.md; NaN for probes. */
export function numberOf(id: string): number {
  return Number.parseInt(id, 10);
}
