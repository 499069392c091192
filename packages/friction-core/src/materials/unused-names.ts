import { NAME_CHECK_STEPS } from '../constants.js';
import type { MaterialPairs } from './material-pairs.js';
import type { Surfaces } from './surface.js';

/** Looks for names in laws that no body has but that resemble one without a law, some steps after the last change of laws. */
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
 * Call once per step. Adds one message per misspelt name, each only once. `addNamesInUse` adds the material names of all bodies; it is called
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
  // Games set laws for more materials than a level has, so only a likely typing error is worth a message.
  const withoutLaw = [...inUse].filter((name) => !pairs.mentioned.has(name));
  for (const name of pairs.mentioned) {
    if (inUse.has(name) || check.reported.has(name)) continue;
    const similar = withoutLaw.find(
      (other) => editDistance(name.toLowerCase(), other.toLowerCase()) <= (name.length > 3 ? 2 : 1),
    );
    if (similar === undefined) continue;
    check.reported.add(name);
    messages.push(`no body has the material '${name}' that a law names; did you mean '${similar}'?`);
  }
}

/** Insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}
