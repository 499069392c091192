import type { InstallState } from '../install/state.js';
import { noteUserChange } from './decide.js';
import { dropHooks, writeNative } from './native.js';

/** Gives all colliders back what they had. What the user has set in the meantime stays. */
export function releaseColliders(install: InstallState): void {
  install.hooksGiven = false;
  for (const record of install.colliders.of.values()) {
    const { collider } = record;
    if (record.vetoed || !collider.isValid()) continue;
    noteUserChange(install, record);
    writeNative(install, record, record.friction, record.rule);
  }
  // No step of ours comes after this one: what sleeps is woken for its contacts.
  dropHooks(install, true);
}
