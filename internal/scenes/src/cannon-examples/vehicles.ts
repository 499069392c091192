import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createBody, createExampleWorld, type Example } from './example.js';

export interface Vehicle extends Example {
  chassis: CANNON.Body;
  /** Upper bound of the work of the drive [J]. */
  work(): number;
}

const TORQUE = 12;
const ENGINE_FORCE = 150;
const DRIVE_UNTIL = 3;
const DT = 1 / 60;

/** A chassis on four balls as wheels, held by hinges; the rear ones are driven. It crosses a small ramp. */
export function buildRigidVehicle(): Vehicle {
  const world = createExampleWorld(0.8);
  const chassis = createBody({ mass: 20, at: [-5, 0, 0.75] }, [{ shape: box(2.2, 1, 0.3) }]);
  const vehicle = new CANNON.RigidVehicle({ chassisBody: chassis });
  for (const x of [0.8, -0.8]) {
    for (const y of [0.8, -0.8]) {
      const wheel = createBody({ mass: 2, at: [0, 0, 0] }, [{ shape: new CANNON.Sphere(0.35) }]);
      wheel.angularDamping = 0.2;
      vehicle.addWheel({
        body: wheel,
        position: new CANNON.Vec3(x, y, -0.4),
        axis: new CANNON.Vec3(0, 1, 0),
        direction: new CANNON.Vec3(0, 0, -1),
      } as Parameters<CANNON.RigidVehicle['addWheel']>[0]);
    }
  }
  vehicle.addToWorld(world);
  addShape(world, box(1.6, 3, 0.2), { mass: 0, at: [0, 0, 0.05], turn: [[0, 1, 0], -0.1] });
  let work = 0;
  const drive = (time: number): void => {
    const torque = time > 0.5 && time < DRIVE_UNTIL ? TORQUE : 0;
    for (const wheel of [2, 3]) {
      vehicle.setWheelForce(torque, wheel);
      // The torque also accelerates the wheel within the step.
      const body = vehicle.wheelBodies[wheel];
      const gain = (torque * DT) / body.inertia.y;
      work += torque * (Math.abs(vehicle.getWheelSpeed(wheel)) + gain) * DT;
    }
  };
  const view = { target: [0, 0, 0.5], distance: 15 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.8 }), chassis, work: () => work, drive, seconds: 5, view };
}

/** A box on four rays with springs, driven at the rear. */
export function buildRaycastVehicle(): Vehicle {
  const world = createExampleWorld(0.3);
  const chassis = createBody({ mass: 150, at: [-6, 0, 1.1] }, [{ shape: box(2.4, 1.2, 0.5) }]);
  const vehicle = new CANNON.RaycastVehicle({
    chassisBody: chassis,
    indexForwardAxis: 0,
    indexRightAxis: 1,
    indexUpAxis: 2,
  });
  for (const x of [0.9, -0.9]) {
    for (const y of [0.6, -0.6]) {
      vehicle.addWheel({
        radius: 0.35,
        directionLocal: new CANNON.Vec3(0, 0, -1),
        axleLocal: new CANNON.Vec3(0, 1, 0),
        chassisConnectionPointLocal: new CANNON.Vec3(x, y, 0),
        suspensionStiffness: 40,
        suspensionRestLength: 0.4,
        frictionSlip: 1.5,
        dampingRelaxation: 2.3,
        dampingCompression: 4.4,
        maxSuspensionForce: 1e5,
        rollInfluence: 0.01,
        maxSuspensionTravel: 0.3,
      });
    }
  }
  vehicle.addToWorld(world);
  for (let k = 0; k < 3; k++) addShape(world, box(0.5, 0.5, 0.5), { mass: 5, at: [2, 0.7 * (k - 1), 0.25] });
  let work = 0;
  const drive = (time: number): void => {
    const force = time > 0.5 && time < DRIVE_UNTIL ? -ENGINE_FORCE : 0;
    for (const wheel of [2, 3]) {
      vehicle.applyEngineForce(force, wheel);
      const gain = (2 * ENGINE_FORCE * DT) / chassis.mass;
      if (force !== 0) work += ENGINE_FORCE * (chassis.velocity.length() + gain) * DT;
    }
  };
  const view = { target: [0, 0, 0.6], distance: 14 } satisfies Example['view'];
  return {
    world,
    law: coulomb({ mu: 0.3 }),
    chassis,
    wheels: vehicle.wheelInfos,
    work: () => work,
    drive,
    seconds: 5,
    view,
  };
}
