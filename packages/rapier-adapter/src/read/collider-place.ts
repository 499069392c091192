import type { Rotation, Vector } from '@dimforge/rapier3d-compat';
import { writeVector } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';

/**
 * Pose of a collider relative to its body's centre of mass, or in the world if it has no body. The engine's world poses would cost two calls per
 * step; this changes only if the user changes something.
 */
export function placeCollider(install: InstallState, owned: ColliderRecord): void {
  const { collider, localPose } = owned;
  owned.isPlaced = true;
  const body = install.bodies.body[owned.slot];
  const centre = body?.localCom();
  const t = (body && collider.translationWrtParent()) ?? collider.translation();
  const q = (body && collider.rotationWrtParent()) ?? collider.rotation();
  writePose(localPose, t, q);
  if (centre) {
    localPose[0] -= centre.x;
    localPose[1] -= centre.y;
    localPose[2] -= centre.z;
  }
  readCap(owned);
}

export function writePose(pose: Float64Array, position: Vector, rotation: Rotation): void {
  writeVector(pose, 0, position);
  writeVector(pose, 3, rotation);
  pose[6] = rotation.w;
}

/** ShapeType. */
const CYLINDER = 10;
const CONE = 11;
const ROUND_CYLINDER = 14;
const ROUND_CONE = 15;

/** True if the shape has flat round caps. */
export function hasCap(shapeType: number): boolean {
  return shapeType === CYLINDER || shapeType === CONE || shapeType === ROUND_CYLINDER || shapeType === ROUND_CONE;
}

function readCap({ collider, cap }: ColliderRecord): void {
  cap.fill(0);
  const type = collider.shapeType() as number;
  if (!hasCap(type)) return;
  const border = type === ROUND_CYLINDER || type === ROUND_CONE ? collider.roundRadius() : 0;
  const height = collider.halfHeight() + border;
  cap[0] = collider.radius();
  cap[1] = type === CYLINDER || type === ROUND_CYLINDER ? height : Number.NaN;
  cap[2] = -height;
}
