import RAPIER from '@dimforge/rapier2d-compat';
import { coulomb } from '@stiction/friction-core';
import { beforeAll, expect, test } from 'vitest';
import { installFloor } from '../../src/rapier/index.js';

const MU = 0.3;
const RADIUS = 0.5;

beforeAll(() => RAPIER.init());

function create() {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const floor = installFloor(world, { default: coulomb({ mu: MU }) });
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
  world.createCollider(RAPIER.ColliderDesc.ball(RADIUS), body);
  world.step();
  return { world, floor, body };
}

test("a step leaves the user's force and torque as they were, on bodies that slide and on those held", () => {
  const { world, floor, body } = create();
  for (const [fx, fy, torque] of [
    [0.1, -0.2, 0.03],
    [0, 0, 0.7],
    [5, 1, 0],
    [0, 0, 0],
  ]) {
    body.resetForces(true);
    body.resetTorques(true);
    body.addForce({ x: fx, y: fy }, true);
    body.addTorque(torque, true);
    const before = { ...body.userForce(), torque: body.userTorque() };
    for (let k = 0; k < 5; k++) world.step();
    expect({ ...body.userForce(), torque: body.userTorque() }).toEqual(before);
  }
  floor.uninstall();
  world.free();
});

test('without a vector of the engine to reuse, friction is the same', () => {
  const known = create();
  const unknown = create();
  // A build that sets velocities in a way of its own.
  const { setLinvel } = unknown.body;
  for (const { body } of [known, unknown]) body.setLinvel({ x: 2, y: 1 }, true);
  unknown.body.setLinvel = () => {};
  for (const { body } of [known, unknown]) body.setAngvel(3, true);
  for (let k = 0; k < 20; k++) for (const { world } of [known, unknown]) world.step();
  expect(known.body.linvel().x).toBeLessThan(1.5);
  expect({ ...unknown.body.linvel() }).toEqual({ ...known.body.linvel() });
  unknown.body.setLinvel = setLinvel;
});

test('a disc whose axle is pinned stops spinning after 3 R w/(4 mu g)', () => {
  const { world, body } = create();
  body.lockTranslations(true, true);
  const spin = 10;
  body.setAngvel(spin, true);
  const time = (3 * RADIUS * spin) / (4 * MU * 9.81);
  const steps = Math.round((0.5 * time) / world.timestep);
  for (let k = 0; k < steps; k++) world.step();
  expect(body.angvel() / (spin * (1 - (steps * world.timestep) / time))).toBeCloseTo(1, 3);
  for (let k = 0; k < steps + 2; k++) world.step();
  // The engine's single precision leaves some 1e-9.
  expect(Math.abs(body.angvel())).toBeLessThan(1e-6);
});
