import type { Body, RaycastResult, RayOptions, Shape, Vec3 } from 'cannon-es';

/** Objects for `raycastClosest`, without importing the engine: bundles may hold two copies of it. */
export function createRay(chassis: Body): { from: Vec3; to: Vec3; result: RaycastResult; rayOptions: RayOptions } {
  const from = chassis.position.clone();
  const to = chassis.position.clone();
  const vector = () => chassis.position.clone();
  const result = {
    rayFromWorld: vector(),
    rayToWorld: vector(),
    hitNormalWorld: vector(),
    hitPointWorld: vector(),
    hasHit: false,
    shape: null,
    body: null,
    hitFaceIndex: -1,
    distance: -1,
    shouldStop: false,
    reset() {
      this.hasHit = false;
      this.shape = null;
      this.body = null;
      this.hitFaceIndex = -1;
      this.distance = -1;
      this.shouldStop = false;
    },
    abort() {
      this.shouldStop = true;
    },
    set(rayFrom: Vec3, rayTo: Vec3, normal: Vec3, point: Vec3, shape: Shape, body: Body, distance: number) {
      this.rayFromWorld.copy(rayFrom);
      this.rayToWorld.copy(rayTo);
      this.hitNormalWorld.copy(normal);
      this.hitPointWorld.copy(point);
      (this as { shape: Shape | null }).shape = shape;
      (this as { body: Body | null }).body = body;
      this.distance = distance;
    },
  } as RaycastResult;
  const rayOptions: RayOptions = { skipBackfaces: true, callback: ignore };
  return { from, to, result, rayOptions };
}

function ignore(): void {}
