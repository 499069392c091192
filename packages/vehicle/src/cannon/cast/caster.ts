import type { Body, Shape, World } from 'cannon-es';
import { CHASSIS } from '../../core/bodies.js';
import type { VehicleState } from '../../core/state.js';
import { rotate } from '../../core/vector.js';
import { createFootprint, startFootprint } from './footprint.js';
import { createShapePlace, offerShape } from './shapes.js';

export interface Caster {
  /** What each wheel has hit. */
  readonly grounds: (Body | null)[];
  readonly shapes: (Shape | null)[];
  add(i: number): void;
  cast(state: VehicleState): void;
}

/**
 * Finds the ground of all wheels of a vehicle. `raycastClosest` would look up bodies for every ray, transform all faces of a shape to the
 * world and allocate; here bodies near the vehicle are looked up once, and only faces that look up are tested.
 */
export function createCaster(chassis: Body, world: World): Caster {
  const grounds: (Body | null)[] = [];
  const shapes: (Shape | null)[] = [];
  const area = chassis.aabb.clone();
  const near: (Body | null)[] = [];
  let count = 0;
  // Takes what the broadphase finds without allocating.
  const found = {
    push(body: Body) {
      if (body !== chassis) near[count++] = body;
      return count;
    },
  } as unknown as Body[];
  const footprint = createFootprint();
  const place = createShapePlace(chassis.aabb.clone());
  const at = chassis.position.clone();
  const rotation = chassis.quaternion.clone();

  /** Writes the tops of the struts to `hub`, and fills `near`. */
  function findNear({ wheels, bodies, up }: VehicleState): void {
    const { lowerBound: l, upperBound: h } = area;
    l.set(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    h.set(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const { hub, position, rest, radius, width, isCylinder } = wheels;
    for (let i = 0; i < wheels.count; i++) {
      const k = 3 * i;
      rotate(bodies.rotation, 4 * CHASSIS, position, k, hub, k);
      for (let e = 0; e < 3; e++) hub[k + e] += bodies.origin[e];
      const reach = rest[i] + radius[i];
      const around = isCylinder[i] === 1 ? radius[i] + width[i] / 2 : 0;
      l.x = Math.min(l.x, Math.min(hub[k], hub[k] - reach * up[0]) - around);
      l.y = Math.min(l.y, Math.min(hub[k + 1], hub[k + 1] - reach * up[1]) - around);
      l.z = Math.min(l.z, Math.min(hub[k + 2], hub[k + 2] - reach * up[2]) - around);
      h.x = Math.max(h.x, Math.max(hub[k], hub[k] - reach * up[0]) + around);
      h.y = Math.max(h.y, Math.max(hub[k + 1], hub[k + 1] - reach * up[1]) + around);
      h.z = Math.max(h.z, Math.max(hub[k + 2], hub[k + 2] - reach * up[2]) + around);
    }
    count = 0;
    world.broadphase.aabbQuery(world, area, found);
  }

  function castWheel({ wheels, up }: VehicleState, i: number): void {
    const { hub, axle: a, normal } = wheels;
    const { frame: f, best } = footprint;
    const k = 3 * i;
    f[0] = up[1] * a[k + 2] - up[2] * a[k + 1];
    f[1] = up[2] * a[k] - up[0] * a[k + 2];
    f[2] = up[0] * a[k + 1] - up[1] * a[k];
    for (let e = 0; e < 3; e++) {
      f[3 + e] = a[k + e];
      f[6 + e] = up[e];
      f[9 + e] = hub[k + e];
    }
    const isCylinder = wheels.isCylinder[i] === 1;
    const radius = isCylinder ? wheels.radius[i] : 0;
    startFootprint(footprint, radius, isCylinder ? wheels.width[i] : 0, wheels.rest[i] + wheels.radius[i] - radius);
    grounds[i] = null;
    shapes[i] = null;
    for (let n = 0; n < count; n++) offerBody(near[n], i);
    if (!grounds[i]) return;
    wheels.distance[i] = radius - best[0];
    for (let e = 0; e < 3; e++) normal[k + e] = f[e] * best[1] + f[3 + e] * best[2] + f[6 + e] * best[3];
  }

  /** Filters as rays of cannon-es do. */
  function offerBody(body: Body | null, i: number): void {
    if (!body?.collisionResponse) return;
    if ((chassis.collisionFilterGroup & body.collisionFilterMask) === 0) return;
    if ((body.collisionFilterGroup & chassis.collisionFilterMask) === 0) return;
    for (let s = 0; s < body.shapes.length; s++) {
      const shape = body.shapes[s];
      if (!shape.collisionResponse) continue;
      body.quaternion.mult(body.shapeOrientations[s], rotation);
      body.quaternion.vmult(body.shapeOffsets[s], at);
      at.vadd(body.position, at);
      const before = footprint.best[0];
      offerShape(place, footprint, shape, at, rotation);
      if (footprint.best[0] === before) continue;
      grounds[i] = body;
      shapes[i] = shape;
    }
  }

  return {
    grounds,
    shapes,
    add(i) {
      grounds[i] = null;
      shapes[i] = null;
    },
    cast(state) {
      const { wheels } = state;
      findNear(state);
      for (let i = 0; i < wheels.count; i++) {
        castWheel(state, i);
        const body = grounds[i];
        wheels.hit[i] = body ? 1 : 0;
        if (body) wheels.groundKey[i] = body.id;
      }
      near.fill(null);
    },
  };
}
