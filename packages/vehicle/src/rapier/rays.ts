import type { Collider, RigidBody, World } from '@dimforge/rapier3d-compat';
import type { VehicleState } from '../core/state.js';
import { createCylinders } from './cylinders.js';

/** Flag of Rapier's query filter: sensors are not ground. */
const EXCLUDE_SENSORS = 8;
/** The stock controller clamps struts to this travel [m]. */
const NO_CLAMP = 1e6;

export interface Rays {
  /** What each wheel has hit. */
  readonly grounds: (Collider | null)[];
  add(state: VehicleState, i: number): void;
  cast(state: VehicleState, h: number): void;
  remove(): void;
}

/**
 * Casts the rays of all wheels in one call, with a stock vehicle controller whose forces are all 0: four rays take about 9 µs, and single
 * calls of castRayAndGetNormal 16 to 70 µs.
 */
export function createRays(world: World, chassis: RigidBody, groups: number | undefined): Rays {
  const controller = world.createVehicleController(chassis);
  const grounds: (Collider | null)[] = [];
  const castCylinder = createCylinders(world, chassis);
  const vector = { x: 0, y: 0, z: 0 };
  const from = (a: Float64Array, at: number, sign: number) => ({
    x: sign * a[at],
    y: sign * a[at + 1],
    z: sign * a[at + 2],
  });
  return {
    grounds,
    add({ wheels, localUp, localAxle }, i) {
      const { position, rest, radius } = wheels;
      controller.addWheel(from(position, 3 * i, 1), from(localUp, 0, -1), from(localAxle, 0, 1), rest[i], radius[i]);
      controller.setWheelMaxSuspensionTravel(i, NO_CLAMP);
      controller.setWheelMaxSuspensionForce(i, 0);
      controller.setWheelSuspensionStiffness(i, 0);
      controller.setWheelSuspensionCompression(i, 0);
      controller.setWheelSuspensionRelaxation(i, 0);
      controller.setWheelFrictionSlip(i, 0);
      controller.setWheelSideFrictionStiffness(i, 0);
      grounds[i] = null;
    },
    cast(state, h) {
      const { wheels } = state;
      const mask = groups ?? (chassis.numColliders() > 0 ? chassis.collider(0).collisionGroups() : undefined);
      controller.updateVehicle(h, EXCLUDE_SENSORS, mask);
      for (let i = 0; i < wheels.count; i++) {
        const ground = controller.wheelIsInContact(i) ? controller.wheelGroundObject(i) : null;
        wheels.hit[i] = ground ? 1 : 0;
        grounds[i] = ground;
        if (ground) {
          wheels.distance[i] = (controller.wheelSuspensionLength(i) ?? 0) + wheels.radius[i];
          const n = controller.wheelContactNormal(i, vector);
          wheels.normal[3 * i] = n?.x ?? 0;
          wheels.normal[3 * i + 1] = n?.y ?? 0;
          wheels.normal[3 * i + 2] = n?.z ?? 0;
        }
        if (wheels.isCylinder[i] === 1) grounds[i] = castCylinder(state, i, EXCLUDE_SENSORS, mask) ?? ground;
      }
    },
    remove() {
      world.removeVehicleController(controller);
    },
  };
}
