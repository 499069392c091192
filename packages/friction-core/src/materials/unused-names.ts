import { NAME_CHECK_STEPS } from '../constants.js';
import type { MaterialPairs } from './material-pairs.js';
import type { Surfaces } from './surface.js';

/** Looks for names in laws that no body has, probably misspelt ones, some steps after the last change of laws. */
export interface NameCheck {
  /** `pairs.changes` when the count began. */
  changes: number;
  /** Steps since then; no longer counted after the check. */
  steps: number;
  reported: Set<string>;
}

export function createNameCheck(): NameCheck {
  return { changes: 0, steps: 0, reported: new Set() };
}

/**
 * Call once per step. Adds one message per unused name, each only once. `addNamesInUse` adds the material names of all bodies; it is called
 * only when the check is due.
 */
export function checkNames(
  check: NameCheck,
  pairs: MaterialPairs,
  surfaces: Surfaces,
  addNamesInUse: (names: Set<string>) => void,
  messages: string[],
): void {
  if (check.changes !== pairs.changes) {
    check.changes = pairs.changes;
    check.steps = 0;
  }
  if (check.steps > NAME_CHECK_STEPS || pairs.mentioned.size === 0) return;
  if (check.steps++ < NAME_CHECK_STEPS) return;
  const inUse = new Set<string>();
  addNamesInUse(inUse);
  for (const id of surfaces.used) {
    for (const part of pairs.blends.get(id)?.ids ?? [id]) if (part > 0) inUse.add(pairs.names[part]);
  }
  const list = [...inUse].sort().join(', ') || 'none';
  for (const name of pairs.mentioned) {
    if (inUse.has(name) || check.reported.has(name)) continue;
    check.reported.add(name);
    messages.push(`no body has the material '${name}' that a law names (materials in use: ${list})`);
  }
}
