import type { InstallState } from '../install/state.js';
import { noteUserChange } from './decide.js';
import { writeNative } from './native.js';

/** Gives all colliders back what they had. What the user has set in the meantime stays. */
export function releaseColliders(install: InstallState): void {
  for (const record of install.colliders.of.values()) {
    const { collider } = record;
    if (record.vetoed || !collider.isValid()) continue;
    noteUserChange(install, record);
    writeNative(install, record, record.friction, record.rule);
  }
}
