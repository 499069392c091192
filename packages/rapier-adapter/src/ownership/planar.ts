import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';
import { type ColliderRecord, parentOf } from './collider-table.js';

/**
 * From 0.20 on, Rapier solves friction along both tangents as one 2 × 2 block, and gives up where that block is singular: a contact that nothing can
 * move along one tangent has no friction along the other either. This is every contact of a body that is locked in a plane, as games seen from the
 * side do: translation along an axis locked, rotations about the other two as well. Colliders of such bodies are acquired, whatever their law. Bodies on
 * a rail, with two locked translations, are not: they are fingers and doors, which mostly touch bodies that can move, and Rapier's friction holds those.
 */

/** Finds the colliders on bodies locked in a plane, after colliders or locks have changed. */
export function findPlanar(install: InstallState): void {
  const { colliders: table, engine } = install;
  if (!engine.hasMotors) return;
  for (const record of table.byHandle.values()) {
    if (record.isPlanar === undefined || table.haveLocksChanged) record.isPlanar = isLockedInPlane(install, record);
  }
  table.haveLocksChanged = false;
}

function isLockedInPlane({ engine, scratch: { out } }: InstallState, { collider }: ColliderRecord): boolean {
  const body = parentOf(collider);
  if (!body || (body.bodyType() as number) !== DYNAMIC) return false;
  engine.bodies.rbEffectiveInvMass(body.handle, out);
  const [x, y, z] = out;
  if (Number(x > 0) + Number(y > 0) + Number(z > 0) !== 2) return false;
  // [xx, xy, xz, yy, yz, zz]
  engine.bodies.rbEffectiveWorldInvInertia(body.handle, out);
  const turnsX = out[0] > 0;
  const turnsY = out[3] > 0;
  const turnsZ = out[5] > 0;
  return (x === 0 && !turnsY && !turnsZ) || (y === 0 && !turnsZ && !turnsX) || (z === 0 && !turnsX && !turnsY);
}

/** True if this collider is acquired for that reason. Coefficients that come from the colliders stay Rapier's business: a scene behaves as before. */
export function isAcquiredAsPlanar({ colliderLaw }: InstallState, { isPlanar, isUserSet }: ColliderRecord): boolean {
  return isPlanar === true && !isUserSet && colliderLaw === null;
}
