import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { expect, test } from 'vitest';
import {
  type Build,
  DISC,
  exactPatchSlide,
  exactPull,
  exactStop,
  measurePatchSlide,
  measurePull,
  measureStop,
} from '../../../../internal/scenes/src/index.js';
import { createRapierWorld } from '../../../../internal/scenes/src/rapier-world.js';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, G, RAPIER, run } from './support.js';

// The figures of docs/migrating-rapier.md.

const DT = 1 / 60;
const MU = 0.5;

/** Measures in a stock world and in one with friction installed by one line. */
function measureWorlds(measure: (world: World, box: RigidBody, stepper: { step(): void }) => number): [number, number] {
  const [stock, ours] = [false, true].map((stiction) => {
    const world = createWorld(DT);
    const box = addBox(world);
    const result = measure(world, box, stiction ? installFriction(world, { fromColliders: true }) : world);
    world.free();
    return result;
  });
  return [stock, ours];
}

function measureCase(measure: (build: Build) => number): [number, number] {
  const [stock, ours] = [false, true].map((stiction) =>
    measure((scene) => createRapierWorld(RAPIER, scene, { stiction })),
  );
  return [stock, ours];
}

test('stopping distance of a box from 5 m/s', () => {
  const [stock, ours] = measureCase((build) => measureStop(build, 0.3, 5, 0, DT).distance);
  expect(exactStop(0.3, 5)).toBeCloseTo(4.247, 3);
  expect(stock).toBeCloseTo(4.237, 3);
  expect(ours).toBeCloseTo(4.237, 3);
});

test('force that moves a box of 1 kg under 10 kg', () => {
  const [stock, ours] = measureCase((build) => measurePull(build, 0.5, DT));
  expect(exactPull(0.5)).toBeCloseTo(53.96, 1);
  expect(stock).toBeCloseTo(52.64, 1);
  // Rapier computes Coulomb friction.
  expect(ours).toBe(stock);
});

test('sliding distance of a disc at 2 m/s with a rim speed of 2 m/s', () => {
  const start = { v: 2, spin: 2 };
  const [stock, ours] = measureCase((build) => measurePatchSlide(build, DISC, start, DT).distance);
  expect(exactPatchSlide(DISC, start).distance).toBeCloseTo(0.866, 3);
  expect(stock).toBeCloseTo(0.675, 2);
  expect(Math.abs(ours / 0.866 - 1)).toBeLessThan(0.02);
});

test('slip of a box on a carrier that accelerates with 0.8 mu g for 1 s', () => {
  const [stock, ours] = measureWorlds((world, box, stepper) => {
    const carrier = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(0, 0, 1));
    world.createCollider(RAPIER.ColliderDesc.cuboid(9, 1, 0.1).setFriction(MU), carrier);
    box.setTranslation({ x: 0, y: 0, z: 1.2 }, true);
    run(stepper, world, 0.5);
    const before = box.translation().x;
    run(stepper, world, 1, (k) => {
      const time = (k + 1) * DT;
      carrier.setNextKinematicTranslation({ x: 0.4 * MU * G * time * time, y: 0, z: 1 });
    });
    return Math.abs(box.translation().x - carrier.translation().x - before);
  });
  expect(stock).toBeCloseTo(0.013, 3);
  expect(ours).toBe(stock);
});

test('creep under an impulse of 0.6 of the limit in every step for 10 s', () => {
  const [stock, ours] = measureWorlds((world, box, stepper) => {
    run(stepper, world, 0.5);
    const before = box.translation().x;
    run(stepper, world, 10, () => box.applyImpulse({ x: 0.6 * MU * G * DT, y: 0, z: 0 }, true));
    return Math.abs(box.translation().x - before);
  });
  expect(stock).toBeCloseTo(0.054, 2);
  expect(ours).toBe(stock);
});

test('spin of a ball about the vertical after 5 s', () => {
  const [stock, ours] = measureWorlds((world, box, stepper) => {
    world.removeRigidBody(box);
    const ball = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.2));
    world.createCollider(RAPIER.ColliderDesc.ball(0.2), ball);
    ball.setAngvel({ x: 0, y: 0, z: 10 }, true);
    run(stepper, world, 5);
    return ball.angvel().z;
  });
  // A point contact has no torsion; the law `spinning` adds it.
  expect(stock).toBeCloseTo(10, 2);
  expect(ours).toBeCloseTo(10, 2);
});
