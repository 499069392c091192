import type { InstallState } from '../install/state.js';
import { readUserFriction } from './decide.js';
import { clearRefreshHooks, writeNative } from './native.js';

/** Gives all colliders their coefficients back. What the user has set in the meantime stays. */
export function releaseColliders(install: InstallState): void {
  install.hasQueueOrHooks = false;
  for (const record of install.colliders.byHandle.values()) {
    const { collider } = record;
    if (record.isExcluded || !collider.isValid()) continue;
    readUserFriction(install, record);
    writeNative(install, record, record.friction, record.rule);
  }
  // There is no later step of ours, so sleeping bodies are woken to refresh their contacts.
  clearRefreshHooks(install, true);
}
