import type { OwnedCollider } from './collider-table.js';
import type { InstallState } from './install-state.js';

/**
 * Where a collider is in its body, seen from the centre of mass; where it has no body, in the world. The engine's own world
 * poses of colliders cost two calls each step, this costs none: it changes only if the user changes something.
 */
export function placeCollider(install: InstallState, owned: OwnedCollider): void {
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

/** The user may have changed the body: where its colliders are is to be read again, and where its own frame begins. */
export function forgetPlaces({ bodies: table, colliders, engine }: InstallState, slot: number): void {
  for (const owned of colliders.ofSlot[slot]) owned.placed = false;
  engine.bodies.rbLocalCom(table.handle[slot], centre);
  for (let e = 0; e < 3; e++) table.bodies.origin[3 * slot + e] = -centre[e];
}

const centre = new Float32Array(3);

/** ShapeType. */
const CYLINDER = 10;
const CONE = 11;
const ROUND_CYLINDER = 14;
const ROUND_CONE = 15;

/** Does the shape have flat round caps? */
export function hasCap(shapeType: number): boolean {
  return shapeType === CYLINDER || shapeType === CONE || shapeType === ROUND_CYLINDER || shapeType === ROUND_CONE;
}

function readCap({ collider, cap }: OwnedCollider): void {
  cap.fill(0);
  const type = collider.shapeType() as number;
  if (!hasCap(type)) return;
  const border = type === ROUND_CYLINDER || type === ROUND_CONE ? collider.roundRadius() : 0;
  const height = collider.halfHeight() + border;
  cap[0] = collider.radius();
  cap[1] = type === CYLINDER || type === ROUND_CYLINDER ? height : Number.NaN;
  cap[2] = -height;
}
