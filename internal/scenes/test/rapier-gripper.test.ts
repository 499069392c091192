import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { disc, patch } from '@stiction/limit-surface';
import { installFriction } from '@stiction/rapier-adapter';
import { beforeAll, describe, expect, test } from 'vitest';
import { full, STEPS } from './full.js';

beforeAll(() => RAPIER.init());

const MU = 0.5;

/** Drop and rotation of the box after the half second in which the fingers close, and its total rotation. */
interface Grip {
  drop: number;
  later: number;
  turn: number;
}

/** Two fingers that move only along x press a box of 0.5 kg from both sides; they hold it `offset` beside its middle. */
function grip(law: FrictionLaw, options: { press: number; offset?: number; seconds: number; dt: number }): Grip {
  const { press, offset = 0, seconds, dt } = options;
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = dt;
  const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, offset, 1).setCanSleep(false));
  world.createCollider(RAPIER.ColliderDesc.cuboid(0.05, 0.05 + offset, 0.05).setMass(0.5), box);
  for (const side of [-1, 1]) {
    const finger = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(0.07 * side, 0, 1)
        .setCanSleep(false)
        .enabledTranslations(true, false, false)
        .enabledRotations(false, false, false),
    );
    const turned = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };
    world.createCollider(RAPIER.ColliderDesc.cylinder(0.02, PAD).setRotation(turned).setMass(0.2), finger);
    finger.addForce({ x: -press * side, y: 0, z: 0 }, true);
  }
  const friction = installFriction(world, { default: law });
  const run = (time: number): void => {
    for (let k = 0; k < time / dt; k++) friction.step();
  };
  run(0.5);
  const angle = (): number => Math.abs(2 * Math.atan2(box.rotation().x, box.rotation().w));
  const start = box.translation().z;
  const settled = angle();
  run(seconds);
  const result = { drop: start - box.translation().z, turn: angle(), later: angle() - settled };
  world.free();
  return result;
}

/** Radius of the fingers' round pads [m]. */
const PAD = 0.02;

describe.each(STEPS)('a gripper at dt %f', (dt) => {
  test.each([
    ['coulomb', coulomb({ mu: MU })],
    ['patch', patch({ mu: MU })],
  ])('holds a box under %s: it sinks by less than 0.1 mm in 10 s', (_, law) => {
    const share = full ? 1 : 0.3;
    const { drop, later } = grip(law, { press: 20, seconds: 10 * share, dt });
    expect(Math.abs(drop), 'down [m]').toBeLessThan(1e-4 * share);
    expect(Math.abs(later), 'turn [rad]').toBeLessThan(1e-3 * share);
  });

  // The pads carry weight and torque together: W/2 and W d/2 each, on the limit surface of a disc.
  test('an off-centre box pivots below the grip force of the limit surface and holds above it', () => {
    const offset = 0.05;
    const weight = 0.5 * 9.81;
    const { r } = disc({ radius: PAD });
    // Between the force for the torque alone and the sum of both.
    const torqueAlone = (weight * offset) / (2 * MU * r);
    const both = torqueAlone + weight / (2 * MU);
    const law = patch({ mu: MU });
    expect(grip(law, { press: 0.9 * torqueAlone, offset, seconds: 1, dt }).turn).toBeGreaterThan(0.5);
    const held = grip(law, { press: both, offset, seconds: 1, dt });
    expect(Math.abs(held.later)).toBeLessThan(0.01);
    expect(Math.abs(held.drop)).toBeLessThan(2e-4);
  });
});
