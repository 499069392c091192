import type { InstallState } from '../install/state.js';
import { writeNative } from './native.js';

/** Gives all colliders back what they had. What the user has set in the meantime stays. */
export function releaseColliders(install: InstallState): void {
  for (const record of install.colliders.of.values()) {
    const { collider } = record;
    if (record.vetoed || !collider.isValid()) continue;
    if (Math.fround(collider.friction()) !== record.written) record.friction = collider.friction();
    if ((collider.frictionCombineRule() as number) !== record.writtenRule) record.rule = collider.frictionCombineRule();
    record.written = Math.fround(collider.friction());
    record.writtenRule = collider.frictionCombineRule();
    writeNative(install, record, record.friction, record.rule);
  }
}
