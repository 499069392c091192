import { anisotropic, coulomb, type FrictionLaw, spinning } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { createWorld, G } from '../support.js';

/** A box of 1 x 1 x 0.2 m that only spins. Returns its loss of spin relative to radius N t / I, and its largest sideways speed. */
function spin(law: FrictionLaw, radius: number, dt: number): { lost: number; sideways: number } {
  const world = createWorld();
  const box = new CANNON.Body({ mass: 1, shape: new CANNON.Box(new CANNON.Vec3(0.5, 0.5, 0.1)) });
  box.position.set(0, 0, 0.1);
  box.linearDamping = box.angularDamping = 0;
  world.addBody(box);
  installFriction(world, { default: law });
  for (let k = 0; k < 0.5 / dt; k++) world.step(dt);
  box.angularVelocity.set(0, 0, 5);
  const steps = Math.round(0.4 / dt);
  let sideways = 0;
  for (let k = 0; k < steps; k++) {
    world.step(dt);
    sideways = Math.max(sideways, Math.hypot(box.velocity.x, box.velocity.y));
  }
  const lost = (5 - box.angularVelocity.z) / ((radius * G * steps * dt) / box.inertia.z);
  return { lost, sideways };
}

// Loads and friction of a spinning patch used to excite each other: up to four times the braking, and 12 mm/s sideways.
describe.each<[string, FrictionLaw, number]>([
  ['spinning, 1 cm', spinning(coulomb({ mu: 0.5 }), { radius: 0.01 }), 0.01],
  ['spinning, 3 mm', spinning(coulomb({ mu: 0.8 }), { radius: 0.003 }), 0.003],
  ['spinning, 20 cm', spinning(coulomb({ mu: 0.5 }), { radius: 0.2 }), 0.2],
  // The parts of `ecp` in limit-surface.
  ['ecp, er 4 cm', spinning(anisotropic({ mu: [0.5, 0.4] }), { radius: 0.02 }), 0.02],
])('a spinning box with %s', (_, law, radius) => {
  test.each([1 / 60, 1 / 240])('loses its spin by the torsion of its law, and does not drift, at dt %f', (dt) => {
    const { lost, sideways } = spin(law, radius, dt);
    expect(Math.abs(lost - 1), `loss of spin relative to the expected one: ${lost}`).toBeLessThan(0.01);
    expect(sideways).toBeLessThan(5e-4);
  });
});
