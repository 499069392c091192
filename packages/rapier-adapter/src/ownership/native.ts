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
 * Rapier keeps a contact's coefficient until it computes the manifold again, which for a resting one may be never. Setting a collider's
 * place in its body, to the same value, makes it do that in the next step: no event fires and no impulse is lost. It wakes the body, so
 * what sleeps has to wait. Of a collider that does not move, those that touch it are refreshed.
 */
export function refreshContacts(install: InstallState, record: ColliderRecord): void {
  const parent = parentOf(record.collider);
  if (parent?.isDynamic()) {
    if (parent.isSleeping()) install.colliders.stale.add(record);
    else refresh(install, record);
    return;
  }
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, (handle: number) => {
    const other = install.colliders.of.get(handle);
    if (other && parentOf(other.collider)?.isDynamic()) refreshContacts(install, other);
  });
}

function refresh(install: InstallState, { collider }: ColliderRecord): void {
  const place = collider.translationWrtParent();
  install.writing = true;
  if (place) collider.setTranslationWrtParent(place);
  install.writing = false;
}

/** Colliders whose bodies slept when their coefficient changed, and are awake now. */
export function refreshStale(install: InstallState): void {
  const { stale } = install.colliders;
  if (stale.size === 0) return;
  for (const record of stale) {
    if (!record.gone && parentOf(record.collider)?.isSleeping()) continue;
    stale.delete(record);
    if (!record.gone) refresh(install, record);
  }
}
