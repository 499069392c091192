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

// The numbers of docs/migrating-rapier.md.

const DT = 1 / 60;
const MU = 0.5;

/** Measures in a stock world and in one that was upgraded by one line. */
function both(measure: (world: World, box: RigidBody, stepper: { step(): void }) => number): [number, number] {
  const [stock, ours] = [false, true].map((stiction) => {
    const world = createWorld(DT);
    const box = addBox(world);
    const result = measure(world, box, stiction ? installFriction(world, { fromColliders: true }) : world);
    world.free();
    return result;
  });
  return [stock, ours];
}

function bothRows(measure: (build: Build) => number): [number, number] {
  const [stock, ours] = [false, true].map((stiction) =>
    measure((scene) => createRapierWorld(RAPIER, scene, { stiction })),
  );
  return [stock, ours];
}

test('a box stops from 5 m/s', () => {
  const [stock, ours] = bothRows((build) => measureStop(build, 0.3, 5, 0, DT).distance);
  expect(exactStop(0.3, 5)).toBeCloseTo(4.247, 3);
  expect(stock).toBeCloseTo(4.237, 3);
  expect(ours).toBeCloseTo(4.237, 3);
});

test('the pull that moves 1 kg under 10 kg', () => {
  const [stock, ours] = bothRows((build) => measurePull(build, 0.5, DT));
  expect(exactPull(0.5)).toBeCloseTo(53.96, 1);
  expect(stock).toBeCloseTo(52.64, 1);
  // Coulomb friction stays Rapier's own.
  expect(ours).toBe(stock);
});

test('a disc that slides at 2 m/s and spins with a rim of 2 m/s', () => {
  const start = { v: 2, spin: 2 };
  const [stock, ours] = bothRows((build) => measurePatchSlide(build, DISC, start, DT).distance);
  expect(exactPatchSlide(DISC, start).distance).toBeCloseTo(0.866, 3);
  expect(stock).toBeCloseTo(0.675, 2);
  expect(Math.abs(ours / 0.866 - 1)).toBeLessThan(0.02);
});

test('a carrier that speeds up with 0.8 mu g for 1 s', () => {
  const [stock, ours] = both((world, box, stepper) => {
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

test('an impulse of 0.6 of the limit in every step for 10 s', () => {
  const [stock, ours] = both((world, box, stepper) => {
    run(stepper, world, 0.5);
    const before = box.translation().x;
    run(stepper, world, 10, () => box.applyImpulse({ x: 0.6 * MU * G * DT, y: 0, z: 0 }, true));
    return Math.abs(box.translation().x - before);
  });
  expect(stock).toBeCloseTo(0.054, 2);
  expect(ours).toBe(stock);
});

test('a ball that spins about the vertical', () => {
  const [stock, ours] = both((world, box, stepper) => {
    world.removeRigidBody(box);
    const ball = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.2));
    world.createCollider(RAPIER.ColliderDesc.ball(0.2), ball);
    ball.setAngvel({ x: 0, y: 0, z: 10 }, true);
    run(stepper, world, 5);
    return ball.angvel().z;
  });
  // A point has no torsion; a law `spinning` gives it some.
  expect(stock).toBeCloseTo(10, 2);
  expect(ours).toBeCloseTo(10, 2);
});
