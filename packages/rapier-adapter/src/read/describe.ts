import type { Collider, RigidBody } from '@dimforge/rapier3d-compat';
import type { ContactView, PatchBuffers } from '@stiction/friction-core';
import { type ContactPair, fillContactView, fillMotion } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';

interface Colliders {
  colliderA: Collider;
  colliderB: Collider;
}

/** Sets bodies, colliders and materials of patch i. Returns false if one of them was removed. */
export function describePatch(
  install: InstallState,
  contact: ContactPair<RigidBody | null>,
  { bodyA, bodyB, key, material }: PatchBuffers,
  i: number,
): boolean {
  const pair = contact as ContactPair<RigidBody | null> & Colliders;
  const { byKey } = install.colliders;
  const a = install.bodyAt(bodyA[i]);
  const b = install.bodyAt(bodyB[i]);
  const one = byKey.get(key[4 * i + 1]);
  const other = byKey.get(key[4 * i + 3]);
  if (a === undefined || b === undefined || !one || !other) return false;
  pair.bodyA = a;
  pair.bodyB = b;
  pair.colliderA = one.collider;
  pair.colliderB = other.collider;
  pair.materialA = install.pairs.names[material[2 * i]] ?? '';
  pair.materialB = install.pairs.names[material[2 * i + 1]] ?? '';
  return true;
}

/** Fills a view with patch i. `approachSpeed` and `power` are NaN if the velocities before the step were not read. */
export function fillView(
  install: InstallState,
  view: ContactView<RigidBody | null>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
): boolean {
  if (!describePatch(install, view, patches, i)) return false;
  fillContactView(view, patches, i, perSecond);
  const { bodies, entryVelocity } = install.bodies;
  if (isEntered(install, patches.bodyA[i]) && isEntered(install, patches.bodyB[i])) {
    fillMotion(view, patches, i, perSecond, bodies, entryVelocity, patches.pointImpulse);
  } else {
    view.approachSpeed = Number.NaN;
    view.power = Number.NaN;
  }
  return true;
}

function isEntered({ bodies: table, stepIndex }: InstallState, slot: number): boolean {
  return slot === 0 || table.entryStep[slot] === stepIndex;
}
