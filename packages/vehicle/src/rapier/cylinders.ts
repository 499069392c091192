import type { Collider, Ray, RigidBody, Vector, World } from '@dimforge/rapier3d-compat';
import { MIN_UP_NORMAL } from '../constants.js';
import { CHASSIS } from '../core/bodies.js';
import type { VehicleState } from '../core/state.js';
import { dot, rotate } from '../core/vector.js';
import type { Wheels } from '../core/wheels.js';

type Shape = Parameters<World['castShape']>[3];
type RawShape = ReturnType<Shape['intoRaw']>;

/** Casts wheel i as a cylinder down its strut and changes what its ray has found. Returns the ground, or null if it is that of the ray. */
export type CastCylinder = (
  state: VehicleState,
  i: number,
  flags: number,
  groups: number | undefined,
) => Collider | null;

/** Cosine between the normals of a shape cast and of a ray up to which they mean the same face. */
const SAME_FACE = 0.999;
/** Part of the radius by which shape casts may go too far, and by which the ray that looks for the face starts above it. */
const SLACK = 0.1;

/**
 * The cylinder starts where a ray would: its lowest point at the top of the strut. Shape casts of Rapier are rough: ways are off by up to
 * 1.5 cm, normals by 1e-3, and some casts find nothing; parked cars would creep. So a ray reads the face at the point of contact. The way t
 * to a face with the point q is exact:
 *
 *     n·(start - t u - q) = R √(1 - (n·a)²) + |n·a| w/2
 *
 * Where the cast finds nothing, begins inside something, or touches a wall that the wheel cannot stand on, the face below the strut counts:
 * a wheel that scrapes along a wall keeps its ground.
 */
export function createCylinders(world: World, chassis: RigidBody): CastCylinder {
  let Raw: { cylinder(halfHeight: number, radius: number): RawShape } | undefined;
  let halfWidth = 0;
  let radius = 0;
  // `castShape` frees the shape that it is given. Its class comes from a shape of the world: the engine is not imported.
  const cylinder = { intoRaw: () => Raw?.cylinder(halfWidth, radius) } as unknown as Shape;
  const hub = new Float64Array(3);
  const from = { x: 0, y: 0, z: 0 };
  const down = { x: 0, y: 0, z: 0 };
  const rotation = { x: 0, y: 0, z: 0, w: 1 };
  const ray = { origin: { x: 0, y: 0, z: 0 }, dir: down } as Ray;

  return ({ wheels, bodies, up }, i, flags, groups) => {
    Raw ??= findRawShape(world, chassis);
    if (!Raw) return null;
    const { axle, normal, position, rest, distance } = wheels;
    const k = 3 * i;
    radius = wheels.radius[i];
    halfWidth = wheels.width[i] / 2;
    rotate(bodies.rotation, 4 * CHASSIS, position, k, hub, 0);
    from.x = hub[0] + bodies.origin[0] + radius * up[0];
    from.y = hub[1] + bodies.origin[1] + radius * up[1];
    from.z = hub[2] + bodies.origin[2] + radius * up[2];
    down.x = -up[0];
    down.y = -up[1];
    down.z = -up[2];
    // Shortest rotation from the cylinder's own axis, y, to the axle, whose sign does not matter.
    const sign = axle[k + 1] < 0 ? -1 : 1;
    const w = 1 + sign * axle[k + 1];
    const length = Math.sqrt(w * w + axle[k] ** 2 + axle[k + 2] ** 2);
    rotation.x = (sign * axle[k + 2]) / length;
    rotation.z = (-sign * axle[k]) / length;
    rotation.w = w / length;
    const most = rest[i] + radius + SLACK * radius;
    const hit = world.castShape(from, rotation, down, cylinder, 0, most, true, flags, groups, undefined, chassis);
    const isGround = hit && hit.time_of_impact > 0 && upPart(hit.normal1, up) > MIN_UP_NORMAL;
    if (!isGround) {
      if (wheels.hit[i] === 0) return null;
      distance[i] = wayTo(wheels, i, upNormalOf(wheels, i, up), radius + distance[i]);
      return null;
    }
    wheels.hit[i] = 1;
    distance[i] = hit.time_of_impact;
    setNormal(wheels, i, hit.normal1);
    const point = hit.witness1;
    ray.origin.x = point.x + SLACK * radius * up[0];
    ray.origin.y = point.y + SLACK * radius * up[1];
    ray.origin.z = point.z + SLACK * radius * up[2];
    const face = hit.collider.castRayAndGetNormal(ray, 2 * SLACK * radius, false);
    if (!face) return hit.collider;
    const { x, y, z } = face.normal;
    if (x * normal[k] + y * normal[k + 1] + z * normal[k + 2] < SAME_FACE) return hit.collider;
    setNormal(wheels, i, face.normal);
    const { origin: o } = ray;
    const upNormal = upNormalOf(wheels, i, up);
    const above = (x * (from.x - o.x) + y * (from.y - o.y) + z * (from.z - o.z)) / upNormal + face.timeOfImpact;
    distance[i] = wayTo(wheels, i, upNormal, above);
    return hit.collider;
  };
}

/** The way of wheel i to the face with its normal, whose point on the strut is `above` below the start. */
function wayTo({ axle, normal, radius, width }: Wheels, i: number, upNormal: number, above: number): number {
  const along = Math.abs(dot(normal, 3 * i, axle, 3 * i));
  return above - (radius[i] * Math.sqrt(Math.max(0, 1 - along * along)) + (width[i] / 2) * along) / upNormal;
}

function upNormalOf({ normal }: Wheels, i: number, up: Float64Array): number {
  return Math.max(dot(normal, 3 * i, up, 0), MIN_UP_NORMAL);
}

function upPart({ x, y, z }: Vector, up: Float64Array): number {
  return x * up[0] + y * up[1] + z * up[2];
}

function setNormal({ normal }: Wheels, i: number, { x, y, z }: Vector): void {
  normal[3 * i] = x;
  normal[3 * i + 1] = y;
  normal[3 * i + 2] = z;
}

function findRawShape(world: World, chassis: RigidBody) {
  let shape = chassis.numColliders() > 0 ? chassis.collider(0).shape : undefined;
  if (!shape) {
    world.forEachCollider((collider) => {
      shape ??= collider.shape;
    });
  }
  const raw = shape?.intoRaw();
  raw?.free();
  return raw?.constructor as unknown as { cylinder(halfHeight: number, radius: number): RawShape } | undefined;
}
