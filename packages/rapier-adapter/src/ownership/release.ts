import type { InstallState } from '../install/state.js';
import { noteUserChange } from './decide.js';
import { settleHooks, writeNative } from './native.js';

/** Gives all colliders back what they had. What the user has set in the meantime stays. */
export function releaseColliders(install: InstallState): void {
  for (const record of install.colliders.of.values()) {
    const { collider } = record;
    if (record.vetoed || !collider.isValid()) continue;
    noteUserChange(install, record);
    writeNative(install, record, record.friction, record.rule);
  }
  // No step of ours comes after this one.
  const { live } = install.colliders;
  for (const record of live.keys()) live.set(record, 1);
  settleHooks(install);
}
