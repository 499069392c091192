import type { CannonFriction } from '@stiction/cannon-adapter';
import { createVehicle } from '@stiction/vehicle/cannon';
import { RaycastVehicle, Vec3 } from 'cannon-es';
import type { CannonSceneWorld } from '../cannon-world.js';
import type { SceneWorld } from '../scene.js';
import { AXES, CAR, type Car, newReading, wrapVehicle } from './vehicle-car.js';

/** The track's car in cannon-es: a vehicle of @stiction/vehicle, or in the stock world cannon-es's own RaycastVehicle. */
export function createCannonCar(sceneWorld: SceneWorld, name: string, mu: number): Car {
  const scene = sceneWorld as CannonSceneWorld;
  const chassis = scene.body(name);
  if (scene.friction) {
    return wrapVehicle(createVehicle(scene.friction as CannonFriction, chassis, AXES), chassis.velocity.x);
  }
  return createStockCar(scene, name, mu);
}

/** Its brakes and tyres know one coefficient. Its constructor's axes make backwards the positive direction of forces. */
function createStockCar({ world, body }: CannonSceneWorld, name: string, mu: number): Car {
  const chassisBody = body(name);
  const vehicle = new RaycastVehicle({ chassisBody, indexForwardAxis: 0, indexRightAxis: 1, indexUpAxis: 2 });
  for (const { position, radius, suspension } of CAR.wheels) {
    vehicle.addWheel({
      radius,
      directionLocal: new Vec3(0, 0, -1),
      axleLocal: new Vec3(0, 1, 0),
      chassisConnectionPointLocal: new Vec3(...position),
      suspensionStiffness: CAR.stiffness,
      suspensionRestLength: suspension.rest,
      maxSuspensionTravel: suspension.travel ?? suspension.rest,
      dampingCompression: CAR.damping,
      dampingRelaxation: CAR.damping,
      frictionSlip: mu,
    });
  }
  world.removeBody(chassisBody); // `addToWorld` adds it
  vehicle.addToWorld(world);
  const wheels = vehicle.wheelInfos.map(newReading);
  const locked = wheels.map(() => false);
  return {
    wheels,
    control({ throttle, steering, brake, handbrake }, dt) {
      for (const [k, { steers, drives }] of CAR.wheels.entries()) {
        locked[k] = brake || (handbrake && !steers);
        vehicle.setSteeringValue(steers ? steering * CAR.steering : 0, k);
        vehicle.applyEngineForce(drives ? (-throttle * CAR.drive) / (2 * CAR.radius) : 0, k);
        // An impulse per step: what the load of a wheel at rest can give.
        vehicle.setBrake(locked[k] ? 0.25 * mu * CAR.mass * -world.gravity.z * dt : 0, k);
      }
    },
    read(dt) {
      for (const [k, reading] of wheels.entries()) {
        vehicle.updateWheelTransform(k);
        const wheel = vehicle.wheelInfos[k];
        const { position, quaternion } = wheel.worldTransform;
        const { hitPointWorld, hitNormalWorld } = wheel.raycastResult;
        position.toArray().forEach((value, e) => {
          reading.position[e] = value;
        });
        reading.rotation.set([quaternion.x, quaternion.y, quaternion.z, quaternion.w]);
        reading.inContact = wheel.raycastResult.body !== null;
        reading.point.set([hitPointWorld.x, hitPointWorld.y, hitPointWorld.z]);
        reading.normal.set([hitNormalWorld.x, hitNormalWorld.y, hitNormalWorld.z]);
        reading.load = wheel.suspensionForce;
        reading.along = -wheel.forwardImpulse / dt;
        reading.left = wheel.sideImpulse / dt;
        reading.sliding = locked[k] ? chassisBody.velocity.length() : 0;
        reading.spin = locked[k] ? 0 : chassisBody.vectorToLocalFrame(chassisBody.velocity).x / CAR.radius;
      }
    },
  };
}
