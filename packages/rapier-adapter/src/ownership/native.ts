import { TURN } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, parentOf } from './collider-table.js';

/** Sets a collider's coefficient and rule in the engine, if they differ. */
export function writeNative(install: InstallState, record: ColliderRecord, coefficient: number, rule: number): void {
  const { collider } = record;
  const wanted = Math.fround(coefficient);
  if (record.written === wanted && record.writtenRule === rule) return;
  install.isWriting = true;
  if (record.written !== wanted) collider.setFriction(wanted);
  if (record.writtenRule !== rule) collider.setFrictionCombineRule(rule);
  record.written = wanted;
  record.writtenRule = rule;
  install.isWriting = false;
  refreshContacts(install, record);
}

/**
 * Rapier reuses a contact, coefficient and friction directions included, while its bodies hardly move relative to each other or rotate together; a resting
 * one forever. Contacts of a collider with an active hook are computed in every step. Without a hook object nothing wakes and no event fires, so a hook
 * flag is set as long as contacts must be fresh. In a step with an event queue or hooks, setting the collider's pose to itself has the same
 * effect, and wakes the body.
 */
function refreshContacts(install: InstallState, record: ColliderRecord): void {
  record.rotationSinceRefresh = 0;
  if (install.colliders.refreshing.has(record) && !install.hasQueueOrHooks) {
    install.colliders.refreshing.set(record, FRESH_STEPS);
    return;
  }
  if (parentOf(record.collider)?.isDynamic()) {
    refresh(install, record);
    return;
  }
  // For an immovable collider, the colliders that touch it are refreshed.
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, (handle: number) => {
    const other = install.colliders.byHandle.get(handle);
    if (other && parentOf(other.collider)?.isDynamic()) refresh(install, other);
  });
}

/**
 * Refreshes contacts that have rotated with their body. The integral of `spinRate` says when to look, the orientation decides: loaded bodies at rest have
 * velocities that are not 0, and refreshing a contact moves a light body that is clamped.
 */
export function refreshIfRotated(install: InstallState, record: ColliderRecord): void {
  record.rotationSinceRefresh += install.reading.dt * record.spinRate;
  if (Math.abs(record.rotationSinceRefresh) <= TURN) return;
  record.rotationSinceRefresh = 0;
  if (hasRotated(install, record)) refreshContacts(install, record);
}

/** True if the body has rotated by TURN since it was last found rotated. */
function hasRotated(
  { bodies: table, engine, scratch }: InstallState,
  { slot, refreshedAt: q }: ColliderRecord,
): boolean {
  const { out } = scratch;
  engine.bodies.rbRotation(table.handle[slot], out);
  const isFirst = q[0] === 0 && q[1] === 0 && q[2] === 0 && q[3] === 0;
  // The cosine of half the angle.
  const cos = out[0] * q[0] + out[1] * q[1] + out[2] * q[2] + out[3] * q[3];
  const isRotated = !isFirst && 1 - cos * cos > 0.25 * TURN * TURN;
  if (isFirst || isRotated) for (let e = 0; e < 4; e++) q[e] = out[e];
  return isRotated;
}

/** Before a step: makes coefficients that the user has set act immediately. */
export function refreshChanged(install: InstallState): void {
  const { changed, byHandle } = install.colliders;
  for (const handle of changed) {
    const record = byHandle.get(handle);
    if (record) refreshContacts(install, record);
  }
  changed.clear();
}

/** Steps that a hook stays set: the next one, and one more for contacts that were computed before it. */
const FRESH_STEPS = 2;
/** ActiveHooks.FILTER_INTERSECTION_PAIRS, which contacts ignore. */
const HOOK = 2;

function refresh(install: InstallState, record: ColliderRecord): void {
  const { collider } = record;
  const { refreshing } = install.colliders;
  if (!hasContacts(install, record)) return;
  if (install.hasQueueOrHooks) {
    if (!collider.parent()?.isSleeping()) touchPose(install, record);
    return;
  }
  if (!refreshing.has(record)) {
    record.userHooks = collider.activeHooks();
    setRefreshHook(record);
  }
  refreshing.set(record, FRESH_STEPS);
}

export function setRefreshHook({ collider, userHooks }: ColliderRecord): void {
  if ((userHooks & HOOK) === 0) collider.setActiveHooks(userHooks | HOOK);
}

/** Sets the collider's pose in its body to its current value. */
function touchPose(install: InstallState, { collider }: ColliderRecord): void {
  const place = collider.translationWrtParent();
  install.isWriting = true;
  if (place) collider.setTranslationWrtParent(place);
  install.isWriting = false;
}

/** Removes our hook flags, before a step with a queue or hooks and on uninstall. */
export function clearRefreshHooks(install: InstallState, wake: boolean): void {
  const { refreshing } = install.colliders;
  for (const record of refreshing.keys()) {
    const { collider, userHooks } = record;
    if (record.isRemoved || !collider.isValid()) continue;
    if ((userHooks & HOOK) === 0) collider.setActiveHooks(userHooks);
    if (wake || !collider.parent()?.isSleeping()) touchPose(install, record);
  }
  refreshing.clear();
}

/** A collider without contacts has nothing to refresh. */
function hasContacts({ world, stepIndex }: InstallState, record: ColliderRecord): boolean {
  if (record.partnerCount > 0 && record.listedStep >= stepIndex - 1) return true;
  let any = false;
  world.narrowPhase.raw.contact_pairs_with(record.handle, () => {
    any = true;
  });
  return any;
}

/** After a step: removes hook flags that are no longer needed. Contacts of sleeping bodies have not been computed yet. */
export function updateRefreshHooks(install: InstallState): void {
  const { refreshing } = install.colliders;
  for (const [record, steps] of refreshing) {
    if (record.isRemoved) refreshing.delete(record);
    else if (steps > 1) {
      if (!record.collider.parent()?.isSleeping()) refreshing.set(record, steps - 1);
    } else {
      refreshing.delete(record);
      if ((record.userHooks & HOOK) === 0 && record.collider.isValid())
        record.collider.setActiveHooks(record.userHooks);
    }
  }
}
