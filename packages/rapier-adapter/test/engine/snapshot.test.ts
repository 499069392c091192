import type { ColliderDesc, World } from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, lugre, surfaceVelocity } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBody, addBox, boxShape, createWorld, full, install, RAPIER, slab, tilted } from './support.js';

const LAWS: [string, () => FrictionLaw][] = [
  ['bristle', () => bristle({ mu: 0.4, stiffness: 2e4 })],
  ['coulomb', () => coulomb({ mu: 0.4 })],
  ['lugre', () => lugre({ sigma0: 1000, sigma1: 10, muC: 0.3, muS: 0.4, vS: 0.02 })],
  ['surfaceVelocity', () => surfaceVelocity(coulomb({ mu: 0.4 }), [0.5, 0, 0])],
  ['anisotropic', () => anisotropic({ mu: [0.3, 0.4] })],
];

function stateBits(world: World): string {
  const numbers: unknown[] = [];
  world.forEachRigidBody((body) => {
    const { x, y, z, w } = body.rotation();
    numbers.push(...[body.translation(), body.linvel(), body.angvel()].flatMap((v) => [v.x, v.y, v.z]), x, y, z, w);
    numbers.push(body.isSleeping());
  });
  return numbers.join();
}

/** Restores both snapshots, the engine's and ours, in another world. */
function fork(world: World, friction: RapierFriction, law: FrictionLaw): { world: World; friction: RapierFriction } {
  const data = friction.snapshot();
  const twin = RAPIER.World.restoreSnapshot(world.takeSnapshot());
  const handle = install(twin, law);
  handle.restore(data);
  expect(handle.snapshot()).toEqual(data);
  return { world: twin, friction: handle };
}

/** Steps, forks, then steps both worlds and expects the same bits. `act` runs in each world before step k. */
function expectSameBits(
  world: World,
  law: () => FrictionLaw,
  before: number,
  after: number,
  act: (world: World, k: number) => void = () => undefined,
): void {
  const friction = install(world, law());
  for (let k = 0; k < before; k++) {
    act(world, k);
    friction.step();
  }
  const twin = fork(world, friction, law());
  const saved = friction.saveState();
  const expected: string[] = [];
  for (let k = before; k < before + after; k++) {
    for (const one of [{ world, friction }, twin]) {
      act(one.world, k);
      one.friction.step();
    }
    expected[k] = stateBits(world);
    expect(stateBits(twin.world), `step ${k}`).toBe(expected[k]);
  }
  friction.loadState(saved);
  for (let k = before; k < before + after; k++) {
    act(world, k);
    friction.step();
    expect(stateBits(world), `step ${k} after loadState`).toBe(expected[k]);
  }
  world.free();
  twin.world.free();
}

function applyImpulses(world: World, x: number, y: number): void {
  world.forEachRigidBody((body) => {
    if (body.isDynamic()) body.applyImpulse({ x, y, z: 0 }, true);
  });
}

/** Floors for which Rapier reports no contact loads. */
const FLOORS: [string, () => ColliderDesc][] = [
  [
    'a mesh',
    () =>
      RAPIER.ColliderDesc.trimesh(
        new Float32Array([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0]),
        new Uint32Array([0, 1, 2, 0, 2, 3]),
      ),
  ],
  [
    'a height field',
    () =>
      RAPIER.ColliderDesc.heightfield(4, 4, new Float32Array(25), { x: 18, y: 1, z: 18 }).setRotation({
        x: Math.SQRT1_2,
        y: 0,
        z: 0,
        w: Math.SQRT1_2,
      }),
  ],
];

// Motors hold the first law, Rapier's friction the second.
describe.each(full ? LAWS : LAWS.slice(0, 2))('a restored world continues bit-identically, %s', (name, law) => {
  test('with impulses on a pile, and a changed timestep', () => {
    const world = createWorld();
    for (let k = 0; k < 5; k++) addBox(world, { x: 0.02 * k, z: 0.1 + 0.2 * k, mass: 1 + k });
    addBody(world, RAPIER.ColliderDesc.ball(0.2), { x: 2, z: 0.2 });
    addBody(world, RAPIER.ColliderDesc.cylinder(0.1, 0.3), { x: 4, z: 0.5 });
    expectSameBits(world, law, 45, 90, (one, k) => {
      one.timestep = k === 60 ? 1 / 120 : 1 / 60;
      if (k === 40 || k === 70) applyImpulses(one, 1.5, -0.5);
    });
  });

  test.each(FLOORS)('on %s', (_floor, floor) => {
    const world = createWorld(1 / 60, floor(), tilted(0.2));
    addBox(world, { x: -2 });
    const compound = RAPIER.RigidBodyDesc.dynamic().setTranslation(-2, 2, 0.15).setCanSleep(false);
    const body = world.createRigidBody(compound);
    for (const y of [-0.3, 0.3]) world.createCollider(boxShape().setTranslation(0, y, 0).setMass(1), body);
    expectSameBits(world, law, 45, 60, (one, k) => {
      if (k === 40) applyImpulses(one, 2, 0.3);
    });
  });

  test('with joints, a kinematic carrier, user forces and changed gravity', () => {
    const world = createWorld();
    const carrier = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(0, 0, 0.1));
    world.createCollider(RAPIER.ColliderDesc.cuboid(3, 1, 0.1), carrier);
    const a = addBox(world, { z: 0.3 });
    const b = addBox(world, { x: 0.7, z: 0.3 });
    const rope = RAPIER.JointData.spherical({ x: 0.35, y: 0, z: 0 }, { x: -0.35, y: 0, z: 0 });
    world.createImpulseJoint(rope, a, b, true);
    b.addForce({ x: 0, y: 2, z: 0 }, true);
    expectSameBits(world, law, 40, 80, (one, k) => {
      const moved = one.getRigidBody(carrier.handle);
      moved.setNextKinematicTranslation({ x: 0.0003 * k * k, y: 0, z: 0.1 });
      if (k === 80) one.gravity = { x: 0.5, y: 0, z: -9.7 };
    });
  });

  // Nothing sleeps on a moving surface.
  const rests = name === 'surfaceVelocity' ? [] : ['sleep'];
  test.each(rests)('with bodies that %s and wake', () => {
    const world = createWorld(1 / 60, undefined, tilted(0.25));
    for (let k = 0; k < 3; k++) addBox(world, { z: 0.1 + 0.2 * k, canSleep: true });
    addBox(world, { x: 3, canSleep: true });
    expectSameBits(world, law, 240, 120, (one, k) => {
      if (k < 240) return;
      const asleep: boolean[] = [];
      one.forEachRigidBody((body) => {
        if (body.isDynamic()) asleep.push(body.isSleeping());
      });
      if (k === 240) expect(asleep).toEqual([true, true, true, true]);
      if (k === 270) one.forEachRigidBody((body) => body.wakeUp());
      if (k === 300) applyImpulses(one, 3, 0);
    });
  });
});

describe('a snapshot', () => {
  const law = coulomb({ mu: 0.4 });

  test('includes materials, and the coefficients from before the install', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { default: law });
    friction.setMaterial(box.collider(0), 'ice');
    world.forEachCollider((collider) => {
      if (!collider.parent()) friction.setMaterial(collider, 'floor');
    });
    friction.setPair('ice', 'floor', coulomb({ mu: 0 }));
    friction.step();
    const data = friction.snapshot();
    const twin = RAPIER.World.restoreSnapshot(world.takeSnapshot());
    const handle = installFriction(twin, { default: law });
    handle.setPair('ice', 'floor', coulomb({ mu: 0 }));
    handle.restore(data);
    const slider = twin.getRigidBody(box.handle);
    slider.setLinvel({ x: 1, y: 0, z: 0 }, true);
    for (let k = 0; k < 30; k++) handle.step();
    expect(slider.linvel().x).toBeCloseTo(1, 4);
    handle.uninstall();
    expect(slider.collider(0).friction()).toBe(0.5);
    expect(slider.collider(0).frictionCombineRule()).toBe(RAPIER.CoefficientCombineRule.Average);
    world.free();
    twin.free();
  });

  test('includes coefficients that the user has set after the install', () => {
    const world = createWorld();
    const box = addBox(world);
    const friction = install(world, 0);
    box.collider(0).setFriction(0.7);
    box.collider(0).setFrictionCombineRule(RAPIER.CoefficientCombineRule.Max);
    for (let k = 0; k < 30; k++) friction.step();
    const twin = fork(world, friction, coulomb({ mu: 0 }));
    for (const one of [world, twin.world]) one.getRigidBody(box.handle).setLinvel({ x: 2, y: 0, z: 0 }, true);
    for (let k = 0; k < 30; k++) {
      friction.step();
      twin.friction.step();
    }
    expect(box.linvel().x).toBeLessThan(0.1);
    expect(stateBits(twin.world)).toBe(stateBits(world));
    world.free();
    twin.world.free();
  });

  test('continues bit-identically if bodies are added and removed around it', () => {
    const world = createWorld();
    const boxes = [0, 2, 4].map((x) => addBox(world, { x }));
    const friction = install(world, law);
    for (let k = 0; k < 30; k++) friction.step();
    world.removeRigidBody(boxes[1]);
    const late = addBox(world, { x: 6 });
    const twin = fork(world, friction, law);
    const later = [world, twin.world].map((one) => addBox(one, { x: 8 }));
    for (let k = 0; k < 60; k++) {
      if (k === 20) {
        for (const one of [world, twin.world]) one.getRigidBody(late.handle).setLinvel({ x: 1, y: 1, z: 0 }, true);
        for (const box of later) box.setLinvel({ x: 1, y: 1, z: 0 }, true);
      }
      friction.step();
      twin.friction.step();
      expect(stateBits(twin.world), `step ${k}`).toBe(stateBits(world));
    }
    twin.friction.uninstall();
    // Also the collider added after the engine's snapshot.
    twin.world.forEachCollider((collider) => {
      expect(collider.friction()).toBe(0.5);
    });
    world.free();
    twin.world.free();
  });

  test('is rejected by a world that does not match, which stays unchanged', () => {
    const world = createWorld();
    addBox(world);
    addBox(world, { x: 3 });
    const friction = installFriction(world, { default: law });
    for (let k = 0; k < 30; k++) friction.step();
    const data = friction.snapshot();
    const small = createWorld(1 / 60, slab());
    addBox(small);
    const handle = installFriction(small, { default: law });
    for (let k = 0; k < 30; k++) handle.step();
    const before = handle.snapshot();
    expect(() => handle.restore(data)).toThrow(
      /^restore: expected a world with (body|collider) .* \(got none\): restore Rapier's own snapshot first/,
    );
    expect(handle.snapshot()).toEqual(before);
    world.free();
    small.free();
  });
});
