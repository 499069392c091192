import RAPIER, { type RigidBody } from '@dimforge/rapier3d-compat';
import { installFriction as installCannon } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { installFriction as installRapier } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import { expect, test } from 'vitest';
import {
  groundFriction as cannonGroundFriction,
  createVehicle as createCannonVehicle,
} from '../../src/cannon/index.js';
import { cityCar, tyre, type Vehicle } from '../../src/index.js';
import {
  createVehicle as createRapierVehicle,
  groundFriction as rapierGroundFriction,
} from '../../src/rapier/index.js';

await RAPIER.init();

/** A ground that is ice for z > 0 and has the pair law `tyre` on gravel for z < 0; the rest has the default 0.9. */
const iceAhead = ({ point }: { point: Float64Array }) => (point[2] > 0 ? 'ice' : 'gravel');
const gravel = tyre({ muX: 0.55, falloff: 0 });

function addWheels(vehicle: Vehicle): void {
  const { wheels } = cityCar();
  for (const wheel of wheels) vehicle.addWheel(wheel);
}

/** Coefficient of each wheel with locked brakes while the car slides. */
function slide(vehicle: Vehicle, step: () => void, push: (v: number) => void): number[] {
  vehicle.setBrake(1e5);
  for (let k = 0; k < 120; k++) step();
  push(2);
  for (let k = 0; k < 6; k++) step();
  return vehicle.wheels.map(({ frictionUsed, load }) => frictionUsed / load);
}

test('cannon: the friction handle gives the law of tyre and ground, by place too', () => {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.81, 0) });
  const ground = new CANNON.Body({ mass: 0, shape: new CANNON.Box(new CANNON.Vec3(50, 1, 50)) });
  ground.position.set(0, -1, 0);
  ground.aabbNeedsUpdate = true;
  world.addBody(ground);
  const chassis = new CANNON.Body({ mass: 1100, shape: new CANNON.Box(new CANNON.Vec3(0.8, 0.3, 1.9)) });
  chassis.position.set(0, 0.6, 0);
  world.addBody(chassis);
  const friction = installCannon(world, { default: coulomb({ mu: 0.9 }) });
  friction.setPair('tyre', 'ice', coulomb({ mu: 0.1 }));
  friction.setPair('tyre', 'gravel', gravel);
  friction.setSurface(ground.shapes[0], iceAhead);
  const vehicle = createCannonVehicle(friction, chassis);
  addWheels(vehicle);
  const mu = slide(
    vehicle,
    () => world.step(1 / 60),
    (v) => chassis.velocity.set(v, 0, 0),
  );
  expectCoefficients(mu);
  expect(vehicle.wheels.map((wheel) => wheel.groundMaterial)).toEqual(['ice', 'ice', 'gravel', 'gravel']);
  expect(vehicle.wheels[0].ground).toBe(ground);
});

test('rapier: the friction handle gives the law of tyre and ground, by place too', () => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(50, 1, 50).setTranslation(0, -1, 0));
  const chassis = addChassis(world);
  const friction = installRapier(world, { default: coulomb({ mu: 0.9 }), rapier: RAPIER });
  friction.setPair('tyre', 'ice', coulomb({ mu: 0.1 }));
  friction.setPair('tyre', 'gravel', gravel);
  friction.setSurface(ground, iceAhead);
  const vehicle = createRapierVehicle(friction, chassis, { world });
  addWheels(vehicle as Vehicle);
  const mu = slide(
    vehicle as Vehicle,
    () => friction.step(),
    (v) => chassis.setLinvel({ x: v, y: 0, z: 0 }, true),
  );
  expectCoefficients(mu);
  expect(vehicle.wheels.map((wheel) => wheel.groundMaterial)).toEqual(['ice', 'ice', 'gravel', 'gravel']);
  expect(vehicle.wheels[0].ground).toBe(ground);
});

test('rapier: a vehicle also acts in world.step, once per step', () => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 1, 50).setTranslation(0, -1, 0));
  const chassis = addChassis(world);
  const friction = installRapier(world, { default: coulomb({ mu: 0.9 }), rapier: RAPIER, replaceStep: true });
  const vehicle = createRapierVehicle(friction, chassis, { world });
  addWheels(vehicle as Vehicle);
  let steps = 0;
  vehicle.beforeStep(() => steps++);
  for (let k = 0; k < 10; k++) world.step();
  for (let k = 0; k < 10; k++) friction.step();
  expect(steps).toBe(20);
  vehicle.remove();
  for (let k = 0; k < 10; k++) world.step();
  expect(steps).toBe(20);
  expect(chassis.userForce().y).toBe(0);
});

test('cannon: groundFriction lets a RaycastVehicle feel the ground', () => {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.81, 0) });
  const ice = new CANNON.Material('ice');
  const ground = new CANNON.Body({ mass: 0, shape: new CANNON.Plane(), material: ice });
  ground.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
  world.addBody(ground);
  const friction = installCannon(world, { default: coulomb({ mu: 0.9 }) });
  friction.setPair('tyre', 'ice', coulomb({ mu: 0.07 }));
  const chassisBody = new CANNON.Body({ mass: 1000, shape: new CANNON.Box(new CANNON.Vec3(0.8, 0.3, 1.9)) });
  chassisBody.position.set(0, 0.8, 0);
  const vehicle = new CANNON.RaycastVehicle({ chassisBody, indexRightAxis: 0, indexUpAxis: 1, indexForwardAxis: 2 });
  for (const { position, radius } of cityCar().wheels) {
    vehicle.addWheel({
      chassisConnectionPointLocal: new CANNON.Vec3(...position),
      directionLocal: new CANNON.Vec3(0, -1, 0),
      axleLocal: new CANNON.Vec3(-1, 0, 0),
      suspensionRestLength: 0.4,
      radius,
      frictionSlip: 5,
      suspensionStiffness: 40,
      dampingRelaxation: 4,
      dampingCompression: 4,
      maxSuspensionForce: 1e5,
    });
  }
  vehicle.addToWorld(world);
  const stop = cannonGroundFriction(vehicle, friction);
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  const touching = vehicle.wheelInfos.filter((wheel) => wheel.raycastResult.body);
  expect(touching.length).toBeGreaterThan(0); // stock cars bounce on
  for (const wheel of touching) expect(wheel.frictionSlip).toBe(0.07);
  stop();
  expect(vehicle.wheelInfos[0].frictionSlip).toBe(5);
});

test('rapier: groundFriction lets a vehicle controller feel the ground', () => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 1, 50).setTranslation(0, -1, 0).setFriction(0.25));
  const chassis = addChassis(world);
  const controller = world.createVehicleController(chassis);
  for (const { position, radius } of cityCar().wheels) {
    const [x, y, z] = position;
    controller.addWheel({ x, y, z }, { x: 0, y: -1, z: 0 }, { x: -1, y: 0, z: 0 }, 0.4, radius);
  }
  const stop = rapierGroundFriction(controller, null, { world });
  for (let k = 0; k < 60; k++) {
    controller.updateVehicle(world.timestep);
    world.step();
  }
  expect(controller.wheelFrictionSlip(0)).toBeCloseTo(0.25, 6);
  stop();
  expect(controller.wheelFrictionSlip(0)).not.toBeCloseTo(0.25, 6);
});

function addChassis(world: RAPIER.World): RigidBody {
  const chassis = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.6, 0));
  world.createCollider(RAPIER.ColliderDesc.cuboid(0.8, 0.3, 1.9).setMass(1100), chassis);
  return chassis;
}

function expectCoefficients(mu: number[]): void {
  // The tyre's load sensitivity changes the coefficient of `ice` a little; `gravel` is a whole tyre without it.
  expect(mu[0]).toBeGreaterThan(0.08);
  expect(mu[0]).toBeLessThan(0.12);
  expect(mu[2]).toBeCloseTo(0.55, 3);
  expect(mu[3]).toBeCloseTo(0.55, 3);
}
