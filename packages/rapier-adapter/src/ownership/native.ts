import type { InstallState } from '../install/state.js';
import { type ColliderRecord, parentOf } from './collider-table.js';

/** Gives a collider a coefficient and a rule in the engine. Does nothing where it has them. */
export function writeNative(install: InstallState, record: ColliderRecord, coefficient: number, rule: number): void {
  const { collider } = record;
  const wanted = Math.fround(coefficient);
  if (record.written === wanted && record.writtenRule === rule) return;
  install.writing = true;
  if (record.written !== wanted) collider.setFriction(wanted);
  if (record.writtenRule !== rule) collider.setFrictionCombineRule(rule);
  record.written = wanted;
  record.writtenRule = rule;
  install.writing = false;
  refreshContacts(install, record);
}

/**
 * Rapier keeps a contact as it was, coefficient and friction directions included, while its bodies move little against each other or turn
 * together: a resting one for ever. Contacts of a collider with an active hook are computed in every step; that no hook is given to a
 * plain step does not matter, nothing wakes and no event fires. So a hook is switched on for as long as contacts have to be fresh. In a
 * step with an event queue or hooks, setting the collider's place to what it is does the same, and wakes the body.
 */
export function refreshContacts(install: InstallState, record: ColliderRecord): void {
  record.turned = 0;
  if (install.colliders.live.has(record) && !install.hooksGiven) {
    install.colliders.live.set(record, FRESH_STEPS);
    return;
  }
  if (parentOf(record.collider)?.isDynamic()) {
    refresh(install, record);
    return;
  }
  // Of a collider that does not move, those that touch it are refreshed.
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, (handle: number) => {
    const other = install.colliders.of.get(handle);
    if (other && parentOf(other.collider)?.isDynamic()) refresh(install, other);
  });
}

/** Before a step: a coefficient that the user has set acts at once. */
export function refreshChanged(install: InstallState): void {
  const { changed, of } = install.colliders;
  for (const handle of changed) {
    const record = of.get(handle);
    if (record) refreshContacts(install, record);
  }
  changed.clear();
}

/** Steps that a hook stays on: the one to come, and one more for what was computed before it. */
const FRESH_STEPS = 2;
/** ActiveHooks.FILTER_INTERSECTION_PAIRS: contacts do not ask for it. */
const HOOK = 2;

function refresh(install: InstallState, record: ColliderRecord): void {
  const { collider } = record;
  const { live } = install.colliders;
  if (!hasContacts(install, record)) return;
  if (install.hooksGiven) {
    if (!collider.parent()?.isSleeping()) touchPlace(install, record);
    return;
  }
  if (!live.has(record)) {
    record.hooks = collider.activeHooks();
    if ((record.hooks & HOOK) === 0) collider.setActiveHooks(record.hooks | HOOK);
  }
  live.set(record, FRESH_STEPS);
}

/** Sets the collider's place in its body to what it is. */
function touchPlace(install: InstallState, { collider }: ColliderRecord): void {
  const place = collider.translationWrtParent();
  install.writing = true;
  if (place) collider.setTranslationWrtParent(place);
  install.writing = false;
}

/** Before a step with a queue or hooks, and when friction goes: hooks of ours may not be there. */
export function dropHooks(install: InstallState, wake: boolean): void {
  const { live } = install.colliders;
  for (const record of live.keys()) {
    const { collider, hooks } = record;
    if (record.gone || !collider.isValid()) continue;
    if ((hooks & HOOK) === 0) collider.setActiveHooks(hooks);
    if (wake || !collider.parent()?.isSleeping()) touchPlace(install, record);
  }
  live.clear();
}

/** A collider that touches nothing has nothing to refresh. */
function hasContacts({ world }: InstallState, { handle }: ColliderRecord): boolean {
  let any = false;
  world.narrowPhase.raw.contact_pairs_with(handle, () => {
    any = true;
  });
  return any;
}

/** After a step: hooks that have done their work go. What sleeps has not been computed yet. */
export function settleHooks(install: InstallState): void {
  const { live } = install.colliders;
  for (const [record, steps] of live) {
    if (record.gone) live.delete(record);
    else if (steps > 1) {
      if (!record.collider.parent()?.isSleeping()) live.set(record, steps - 1);
    } else {
      live.delete(record);
      if ((record.hooks & HOOK) === 0 && record.collider.isValid()) record.collider.setActiveHooks(record.hooks);
    }
  }
}
