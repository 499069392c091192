import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { fixInertia, installFriction } from '../../../src/index.js';
import { run } from '../support.js';

const G = 9.81;

/** cannon-es builds its vehicles with y up and x forward. */
function createWorld(): CANNON.World {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -G, 0) });
  // Not set afterwards: the wheel rays would use the old bounding box of the plane.
  const quaternion = new CANNON.Quaternion().setFromEuler(-Math.PI / 2, 0, 0);
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane(), quaternion }));
  return world;
}

function addRaycastVehicle(world: CANNON.World): CANNON.RaycastVehicle {
  const chassisBody = new CANNON.Body({ mass: 150, shape: new CANNON.Box(new CANNON.Vec3(2, 0.25, 1)) });
  chassisBody.position.set(0, 0.8, 0);
  const vehicle = new CANNON.RaycastVehicle({ chassisBody });
  for (const x of [-1, 1]) {
    for (const z of [-1, 1]) {
      vehicle.addWheel({
        radius: 0.5,
        directionLocal: new CANNON.Vec3(0, -1, 0),
        axleLocal: new CANNON.Vec3(0, 0, 1),
        chassisConnectionPointLocal: new CANNON.Vec3(x, 0, z),
        suspensionStiffness: 30,
        suspensionRestLength: 0.3,
        maxSuspensionTravel: 0.3,
        dampingRelaxation: 2.3,
        dampingCompression: 4.4,
        frictionSlip: 1.4,
        rollInfluence: 0.01,
      });
    }
  }
  vehicle.addToWorld(world);
  return vehicle;
}

/** Accelerates, steers and brakes. Returns the state of the chassis after each step. */
function drive(world: CANNON.World, vehicle: CANNON.RaycastVehicle): number[][] {
  return Array.from({ length: 240 }, (_, k) => {
    for (const wheel of [0, 1]) vehicle.applyEngineForce(k < 120 ? -300 : 0, wheel);
    for (const wheel of [2, 3]) vehicle.setSteeringValue(k > 60 && k < 120 ? 0.3 : 0, wheel);
    for (const wheel of [0, 1, 2, 3]) vehicle.setBrake(k > 180 ? 5 : 0, wheel);
    world.step(1 / 60);
    const { position, quaternion, velocity } = vehicle.chassisBody;
    return [...position.toArray(), ...quaternion.toArray(), ...velocity.toArray()];
  });
}

describe('RaycastVehicle', () => {
  test('drives as in the stock engine, bit for bit', () => {
    const path = (withFriction: boolean) => {
      const world = createWorld();
      const vehicle = addRaycastVehicle(world);
      if (withFriction) installFriction(world, { default: coulomb({ mu: 0.1 }) });
      return drive(world, vehicle);
    };
    const driven = path(true);
    expect(driven).toEqual(path(false));
    // It has moved on its wheels, taken a corner and braked.
    const speed = (k: number) => Math.hypot(driven[k][7], driven[k][9]);
    expect(Math.hypot(driven[239][0], driven[239][2])).toBeGreaterThan(2);
    expect(Math.abs(driven[179][4])).toBeGreaterThan(0.05);
    expect(speed(120)).toBeGreaterThan(1);
    expect(speed(239)).toBeLessThan(0.5 * speed(180));
    expect(driven[239][1]).toBeGreaterThan(0.6);
  });

  test('pushes a box if friction is low enough', () => {
    const boxPosition = (mu: number) => {
      const world = createWorld();
      const vehicle = addRaycastVehicle(world);
      const box = new CANNON.Body({ mass: 100, shape: new CANNON.Box(new CANNON.Vec3(0.5, 0.75, 1)) });
      box.position.set(4, 0.75, 0);
      world.addBody(box);
      const friction = installFriction(world, { default: coulomb({ mu }) });
      for (let k = 0; k < 240; k++) {
        for (const wheel of [0, 1, 2, 3]) vehicle.applyEngineForce(100, wheel);
        world.step(1 / 60);
      }
      expect(friction.report.problem).toBe('');
      return box.position.x;
    };
    // 400 N move 100 kg at μ 0.1 (98 N). At μ 0.9 (883 N) only the first impact does.
    expect(boxPosition(0.1)).toBeGreaterThan(6);
    expect(boxPosition(0.9)).toBeLessThan(4.6);
  });
});

describe('RigidVehicle', () => {
  function build(mu: number): { world: CANNON.World; vehicle: CANNON.RigidVehicle } {
    const world = createWorld();
    const chassisBody = new CANNON.Body({ mass: 20, shape: new CANNON.Box(new CANNON.Vec3(1, 0.25, 0.5)) });
    chassisBody.position.set(0, 0.6, 0);
    const vehicle = new CANNON.RigidVehicle({ chassisBody });
    for (const x of [-0.9, 0.9]) {
      for (const z of [-0.9, 0.9]) {
        const body = new CANNON.Body({ mass: 2, shape: new CANNON.Sphere(0.4), linearDamping: 0, angularDamping: 0 });
        fixInertia(body);
        vehicle.addWheel({
          body,
          position: new CANNON.Vec3(x, -0.2, z),
          axis: new CANNON.Vec3(0, 0, z > 0 ? 1 : -1),
        });
      }
    }
    chassisBody.linearDamping = 0;
    vehicle.addToWorld(world);
    installFriction(world, { default: coulomb({ mu }) });
    run(world, 30);
    return { world, vehicle };
  }

  /** The axes of wheels at z < 0 point the other way. */
  function setMotors(vehicle: CANNON.RigidVehicle, speed: number): void {
    vehicle.constraints.forEach((hinge, wheel) => {
      // RigidVehicle.setMotorSpeed of cannon-es 0.20 enables the motor, but sets a property that is never read.
      vehicle.setMotorSpeed(0, wheel);
      (hinge as CANNON.HingeConstraint).setMotorSpeed(wheel % 2 === 0 ? speed : -speed);
    });
  }

  test('rolls at the speed of its motors', () => {
    const { world, vehicle } = build(0.8);
    setMotors(vehicle, 5);
    run(world, 240);
    const { velocity, position } = vehicle.chassisBody;
    expect(Math.abs(Math.abs(velocity.x) / (5 * 0.4) - 1)).toBeLessThan(0.02);
    expect(Math.abs(velocity.z)).toBeLessThan(0.01);
    expect(position.y).toBeGreaterThan(0.55);
  });

  test('accelerates by its wheel torques over its mass, including the inertia of the wheels', () => {
    const { world, vehicle } = build(0.8);
    const torque = 2;
    for (const wheel of [0, 1, 2, 3]) vehicle.setWheelForce(wheel % 2 === 0 ? torque : -torque, wheel);
    run(world, 10);
    const before = vehicle.chassisBody.velocity.x;
    run(world, 60);
    const gain = Math.abs(vehicle.chassisBody.velocity.x - before);
    const expected = (4 * torque) / 0.4 / (20 + 4 * (2 + 0.4 * 2));
    expect(Math.abs(gain / expected - 1)).toBeLessThan(0.01);
  });

  test('accelerates by μ g with spinning wheels', () => {
    const mu = 0.05;
    const { world, vehicle } = build(mu);
    setMotors(vehicle, 30);
    run(world, 30);
    const before = Math.abs(vehicle.chassisBody.velocity.x);
    run(world, 60);
    const gain = Math.abs(vehicle.chassisBody.velocity.x) - before;
    expect(Math.abs(gain / (mu * G) - 1)).toBeLessThan(0.03);
  });
});
