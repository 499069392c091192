import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from './collider-table.js';

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
  refreshContacts(record);
  install.writing = false;
}

/**
 * Rapier keeps a contact's coefficient until it computes the manifold again, which for a resting one may be never. Setting a
 * collider's place in its body, to the same value, makes it do that in the next step: no event fires and no impulse is lost.
 */
function refreshContacts({ collider }: ColliderRecord): void {
  const place = collider.translationWrtParent();
  if (place) collider.setTranslationWrtParent(place);
  else collider.setTranslation(collider.translation());
}
