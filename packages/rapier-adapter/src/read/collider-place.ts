import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';

/**
 * Where a collider is in its body, seen from the centre of mass; where it has no body, in the world. The engine's own world
 * poses of colliders cost two calls each step, this costs none: it changes only if the user changes something.
 */
export function placeCollider(install: InstallState, owned: ColliderRecord): void {
  const { collider, place } = owned;
  owned.placed = true;
  const body = install.bodies.body[owned.slot];
  const centre = body?.localCom();
  const t = (body && collider.translationWrtParent()) ?? collider.translation();
  const q = (body && collider.rotationWrtParent()) ?? collider.rotation();
  place[0] = t.x - (centre?.x ?? 0);
  place[1] = t.y - (centre?.y ?? 0);
  place[2] = t.z - (centre?.z ?? 0);
  place[3] = q.x;
  place[4] = q.y;
  place[5] = q.z;
  place[6] = q.w;
  readCap(owned);
}

/** ShapeType. */
const CYLINDER = 10;
const CONE = 11;
const ROUND_CYLINDER = 14;
const ROUND_CONE = 15;

/** Does the shape have flat round caps? */
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
