import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, RAPIER, run } from './support.js';

type Scope = 'special' | 'all';
const SCOPES: Scope[] = ['special', 'all'];

/** Runs a scene in a stock world and with friction installed; returns both logs. */
function runBoth(
  scope: Scope,
  runScene: (world: World, step: () => void) => string[],
): [stock: string[], ours: string[]] {
  const [stock, ours] = [false, true].map((stiction) => {
    const world = createWorld();
    const friction = stiction ? installFriction(world, { default: coulomb({ mu: 0.1 }), scope }) : world;
    const log = runScene(world, () => friction.step());
    world.free();
    return log;
  });
  return [stock, ours];
}

function stateOf(body: RigidBody): string {
  const { x, y, z, w } = body.rotation();
  const vectors = [body.translation(), body.linvel(), body.angvel()].map((v) => [v.x, v.y, v.z]);
  return [...vectors.flat(), x, y, z, w].join();
}

describe.each(SCOPES)('character controller, scope %s', (scope) => {
  /** Walks up a ramp, drops off its end and slides along a wall. */
  function walk(world: World, step: () => void): string[] {
    const ramp = RAPIER.ColliderDesc.cuboid(1, 2, 0.1).setTranslation(2, 0, 0.2);
    world.createCollider(ramp.setRotation({ x: 0, y: -Math.sin(0.15), z: 0, w: Math.cos(0.15) }));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 9, 1).setTranslation(5, 0, 1));
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(-1, 0, 0.6));
    const collider = world.createCollider(
      RAPIER.ColliderDesc.capsule(0.3, 0.2).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }),
      body,
    );
    const controller = world.createCharacterController(0.01);
    controller.setUp({ x: 0, y: 0, z: 1 });
    controller.enableAutostep(0.15, 0.1, false);
    controller.enableSnapToGround(0.3);
    controller.setApplyImpulsesToDynamicBodies(true);
    const log: string[] = [];
    for (let k = 0; k < 300; k++) {
      controller.computeColliderMovement(collider, { x: 0.04, y: 0.005, z: -0.05 });
      const { x, y, z } = controller.computedMovement();
      const at = body.translation();
      body.setNextKinematicTranslation({ x: at.x + x, y: at.y + y, z: at.z + z });
      step();
      log.push(`${stateOf(body)} ${controller.computedGrounded()} ${controller.numComputedCollisions()}`);
    }
    return log;
  }

  test('walks as in a stock world, bit-identically', () => {
    const [stock, ours] = runBoth(scope, walk);
    expect(ours).toEqual(stock);
    // It has climbed the ramp and reached the wall.
    expect(Number(stock[stock.length - 1].split(',')[0])).toBeGreaterThan(4.6);
    expect(Math.max(...stock.map((line) => Number(line.split(',')[2])))).toBeGreaterThan(0.8);
  });

  test('pushes a box, which friction then brakes', () => {
    const [stock, ours] = runBoth(scope, (world, step) => {
      const box = addBox(world, { x: 0.5, z: 0.1 });
      walk(world, step);
      return [String(box.translation().x)];
    });
    for (const log of [stock, ours]) expect(Number(log[0])).toBeGreaterThan(0.6);
    expect(ours).not.toEqual(stock);
  });
});

describe.each(SCOPES)('ray-cast vehicle, scope %s', (scope) => {
  function drive(world: World, step: () => void): string[] {
    const chassis = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 1).setCanSleep(false).setAdditionalMass(5),
    );
    world.createCollider(RAPIER.ColliderDesc.cuboid(1, 0.5, 0.2).setDensity(10), chassis);
    const vehicle = world.createVehicleController(chassis);
    vehicle.indexUpAxis = 2;
    vehicle.setIndexForwardAxis = 0;
    for (const [x, y] of [
      [0.8, 0.5],
      [0.8, -0.5],
      [-0.8, 0.5],
      [-0.8, -0.5],
    ]) {
      vehicle.addWheel({ x, y, z: -0.1 }, { x: 0, y: 0, z: -1 }, { x: 0, y: 1, z: 0 }, 0.3, 0.3);
    }
    for (let wheel = 0; wheel < 4; wheel++) {
      vehicle.setWheelSuspensionStiffness(wheel, 30);
      vehicle.setWheelFrictionSlip(wheel, 2);
    }
    const log: string[] = [];
    for (let k = 0; k < 300; k++) {
      for (let wheel = 0; wheel < 4; wheel++) {
        vehicle.setWheelEngineForce(wheel, k > 40 && k < 160 ? 20 : 0);
        vehicle.setWheelBrake(wheel, k > 220 ? 0.5 : 0);
        vehicle.setWheelSteering(wheel, wheel < 2 && k > 100 ? 0.2 : 0);
      }
      vehicle.updateVehicle(world.timestep);
      step();
      log.push(`${stateOf(chassis)} ${vehicle.currentVehicleSpeed()} ${vehicle.wheelIsInContact(0)}`);
    }
    return log;
  }

  test('drives, steers and brakes as in a stock world, bit-identically', () => {
    const [stock, ours] = runBoth(scope, drive);
    expect(ours).toEqual(stock);
    const speeds = stock.map((line) => Math.abs(Number(line.split(' ')[1])));
    expect(Math.max(...speeds)).toBeGreaterThan(1);
    expect(stock[stock.length - 1]).toContain('true');
  });

  test('drives as in a stock world while a box slides on the same ground with our law', () => {
    const [stock, ours] = runBoth(scope, (world, step) => {
      const box = addBox(world, { y: 20 });
      run({ step }, world, 0.3);
      box.setLinvel({ x: 3, y: 0, z: 0 }, true);
      const log = drive(world, step);
      return [...log.slice(-1), String(box.translation().x)];
    });
    // The box slides farther with our mu of 0.1; the car's path is unchanged.
    expect(Number(ours[1]) / Number(stock[1])).toBeGreaterThan(3);
    expect(Number(ours[0].split(',')[0])).toBeCloseTo(Number(stock[0].split(',')[0]), 3);
  });
});
