import type { DynamicRayCastVehicleController } from '@dimforge/rapier3d-compat';
import { createVehicle } from '@stiction/vehicle/rapier';
import { multiply } from '../pieces.js';
import type { RapierSceneWorld } from '../rapier-world.js';
import type { SceneWorld, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import { AXES, CAR, type Car, newReading, wrapVehicle } from './vehicle-car.js';

/** The track's car in Rapier: a vehicle of @stiction/vehicle, or in the stock world Rapier's DynamicRayCastVehicleController. */
export function createRapierCar(sceneWorld: SceneWorld, name: string, mu: number): Car {
  const scene = sceneWorld as RapierSceneWorld;
  const chassis = scene.body(name);
  if (scene.friction) {
    const vehicle = createVehicle(scene.friction, chassis, { world: scene.world, ...AXES });
    return wrapVehicle(vehicle, chassis.linvel().x);
  }
  const vehicle = scene.world.createVehicleController(chassis);
  vehicle.indexUpAxis = 2;
  vehicle.setIndexForwardAxis = 0;
  for (const [k, { position, radius, suspension }] of CAR.wheels.entries()) {
    vehicle.addWheel(vector(position), vector([0, 0, -1]), vector([0, -1, 0]), suspension.rest, radius);
    vehicle.setWheelSuspensionStiffness(k, CAR.stiffness);
    vehicle.setWheelSuspensionCompression(k, CAR.damping);
    vehicle.setWheelSuspensionRelaxation(k, CAR.damping);
    vehicle.setWheelMaxSuspensionTravel(k, suspension.travel ?? suspension.rest);
    vehicle.setWheelFrictionSlip(k, mu);
  }
  return wrapStock(vehicle, scene, name, mu);
}

/** Its brakes and tyres know one coefficient. */
function wrapStock(vehicle: DynamicRayCastVehicleController, scene: RapierSceneWorld, name: string, mu: number): Car {
  const wheels = CAR.wheels.map(newReading);
  const locked = wheels.map(() => false);
  return {
    wheels,
    control({ throttle, steering, brake, handbrake }, dt) {
      for (const [k, { steers, drives }] of CAR.wheels.entries()) {
        locked[k] = brake || (handbrake && !steers);
        vehicle.setWheelSteering(k, steers ? steering * CAR.steering : 0);
        vehicle.setWheelEngineForce(k, drives ? (throttle * CAR.drive) / (2 * CAR.radius) : 0);
        // An impulse per step: what the load of a wheel at rest can give.
        vehicle.setWheelBrake(k, locked[k] ? 0.25 * mu * CAR.mass * -scene.world.gravity.z * dt : 0);
      }
      vehicle.updateVehicle(dt);
    },
    read(dt) {
      const at = scene.position(name);
      const rotation = scene.rotation(name);
      const velocity = scene.velocity(name);
      const [x, y, z, w] = rotation;
      const ahead = rotateVector([-x, -y, -z, w], velocity)[0];
      for (const [k, reading] of wheels.entries()) {
        const [px, py, pz] = CAR.wheels[k].position;
        const hub = rotateVector(rotation, [px, py, pz - (vehicle.wheelSuspensionLength(k) ?? 0)]);
        for (let e = 0; e < 3; e++) reading.position[e] = at[e] + hub[e];
        const steer = (vehicle.wheelSteering(k) ?? 0) / 2;
        const roll = (vehicle.wheelRotation(k) ?? 0) / 2;
        const [c, s, cr, r] = [Math.cos(steer), Math.sin(steer), Math.cos(roll), Math.sin(roll)];
        // chassis · steering about z · rolling about y
        reading.rotation.set(multiply(rotation, [-s * r, c * r, s * cr, c * cr]));
        reading.inContact = vehicle.wheelIsInContact(k);
        copy(reading.point, vehicle.wheelContactPoint(k));
        copy(reading.normal, vehicle.wheelContactNormal(k));
        reading.load = reading.inContact ? (vehicle.wheelSuspensionForce(k) ?? 0) : 0;
        reading.along = (vehicle.wheelForwardImpulse(k) ?? 0) / dt;
        reading.left = -(vehicle.wheelSideImpulse(k) ?? 0) / dt;
        reading.sliding = locked[k] ? Math.hypot(...velocity) : 0;
        reading.spin = locked[k] ? 0 : ahead / CAR.radius;
      }
    },
  };
}

const vector = ([x, y, z]: Vector) => ({ x, y, z });

function copy(to: Float64Array, from: { x: number; y: number; z: number } | null): void {
  if (from) to.set([from.x, from.y, from.z]);
}
