import { coulomb } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { G, RAPIER } from '../support.js';

const HALF = 0.05;

/** Two fingers on prismatic joints clamp a box of 1 g with 5 N for ten seconds. Returns its final height [m]. */
function clampLightBox(isInstalled: boolean): number {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const addPart = (x: number, mass: number) => {
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 0, 0).setCanSleep(false);
    const body = world.createRigidBody(desc);
    world.createCollider(RAPIER.ColliderDesc.cuboid(HALF, HALF, HALF).setMass(mass).setFriction(0.8), body);
    return body;
  };
  const box = addPart(0, 1e-3);
  const fingers = [-1, 1].map((side) => {
    const centre = { x: 0, y: 0, z: 0 };
    const base = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(2 * HALF * side, 0, 0));
    const finger = addPart(2 * HALF * side, 0.3);
    const rail = RAPIER.JointData.prismatic(centre, centre, { x: 1, y: 0, z: 0 });
    world.createImpulseJoint(rail, base, finger, true);
    return finger;
  });
  const stepper = isInstalled ? installFriction(world, { default: coulomb({ mu: 0.8 }), scope: 'all' }) : world;
  for (let k = 0; k < 630; k++) {
    for (const [n, finger] of fingers.entries()) {
      finger.resetForces(true);
      finger.addForce({ x: (n === 0 ? 5 : -5) * Math.min(1, k / 15), y: 0, z: 0 }, true);
    }
    if (k === 30) world.gravity = { x: 0, y: 0, z: -G };
    stepper.step();
  }
  const { z } = box.translation();
  world.free();
  return z;
}

test('a light clamped box that jitters in place sinks no more than in stock', () => {
  expect(Math.abs(clampLightBox(true) - clampLightBox(false))).toBeLessThan(1e-4);
});
