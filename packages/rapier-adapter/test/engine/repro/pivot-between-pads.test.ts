import { coulomb } from '@stiction/friction-core';
import { disc, patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { G, RAPIER, STEPS } from '../support.js';

const MU = 0.5;
const PAD = 0.02;
const OFFSET = 0.05;
const MASS = 0.5;

/**
 * Two round pads hold a box off its centre, next to twelve boxes that they do not touch. The pads are acquired, because there are fewer of
 * them than boxes. Returns the rotation of the box in one second [rad].
 */
function rotationBetweenPads(press: number, dt: number): number {
  const world = new RAPIER.World({ x: 0, y: 0, z: -G });
  world.timestep = dt;
  const addBox = (x: number, y: number) => {
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, 1).setCanSleep(false));
    const collider = world.createCollider(RAPIER.ColliderDesc.cuboid(0.05, 0.05 + OFFSET, 0.05).setMass(MASS), body);
    return { body, collider };
  };
  const box = addBox(0, OFFSET);
  const others = Array.from({ length: 12 }, (_, k) => addBox(2 + k, 0));
  const pads = [-1, 1].map((side) => {
    const finger = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(0.07 * side, 0, 1)
        .setCanSleep(false)
        .enabledTranslations(true, false, false)
        .enabledRotations(false, false, false),
    );
    finger.addForce({ x: -press * side, y: 0, z: 0 }, true);
    const alongX = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };
    return world.createCollider(RAPIER.ColliderDesc.cylinder(0.02, PAD).setRotation(alongX).setMass(0.2), finger);
  });
  const friction = installFriction(world, { default: coulomb({ mu: MU }) });
  for (const pad of pads) friction.setMaterial(pad, 'pad');
  for (const { collider } of [box, ...others]) friction.setMaterial(collider, 'box');
  friction.setPair('pad', 'box', patch({ mu: MU }));
  expect([friction.owns(pads[0]), friction.owns(box.collider)]).toEqual([true, false]);
  const rotation = (): number => Math.abs(2 * Math.atan2(box.body.rotation().x, box.body.rotation().w));
  const run = (seconds: number): void => {
    for (let k = 0; k < seconds / dt; k++) friction.step();
  };
  run(0.5);
  const settled = rotation();
  run(1);
  const result = press < LIMIT ? rotation() : rotation() - settled;
  world.free();
  return result;
}

/** Press at which the torque of the weight reaches the torsion limit of both pads [N]. */
const LIMIT = (MASS * G * OFFSET) / (2 * MU * disc({ radius: PAD }).r);

describe.each(STEPS)('a box between two pads with a patch law, dt %f', (dt) => {
  test('pivots if the press is below the limit surface', () => {
    expect(rotationBetweenPads(0.9 * LIMIT, dt)).toBeGreaterThan(0.5);
  });

  test('does not rotate if the press is above it', () => {
    expect(rotationBetweenPads(LIMIT + (MASS * G) / (2 * MU), dt)).toBeLessThan(0.01);
  });
});
