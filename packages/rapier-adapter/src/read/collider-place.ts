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
  localPose[0] = t.x - (centre?.x ?? 0);
  localPose[1] = t.y - (centre?.y ?? 0);
  localPose[2] = t.z - (centre?.z ?? 0);
  localPose[3] = q.x;
  localPose[4] = q.y;
  localPose[5] = q.z;
  localPose[6] = q.w;
  readCap(owned);
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
