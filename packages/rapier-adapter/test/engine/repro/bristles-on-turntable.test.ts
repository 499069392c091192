import { bristle, coulomb } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import { addBody, createWorld, full, install, RAPIER, run } from '../support.js';

const SPIN = 2; // rad/s; at 0.5 m friction holds up to 3.1 rad/s
const RADIUS = 0.5;

/** Share of the radius by which a box of 1 g drifts outwards on a turntable in 5 s. */
function drift(law: Parameters<typeof install>[1], dt: number): number {
  const world = createWorld(dt);
  const table = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, 0.2));
  world.createCollider(RAPIER.ColliderDesc.cuboid(1.5, 1.5, 0.1), table);
  const box = addBody(world, RAPIER.ColliderDesc.cuboid(0.05, 0.05, 0.05), { mass: 0.001, x: RADIUS, z: 0.35 });
  const friction = install(world, law);
  const radius = () => Math.hypot(box.translation().x, box.translation().y);
  run(friction, world, 3, (k) => table.setAngvel({ x: 0, y: 0, z: Math.min(SPIN, k * dt) }, true));
  const start = radius();
  run(friction, world, 5);
  const end = radius();
  friction.uninstall();
  world.free();
  return end / start - 1;
}

// Bristles too stiff for motors are held by Rapier's friction, whose directions rotate with the bodies unless contacts are computed again.
test.each(full ? [1 / 60, 1 / 240] : [1 / 60])(
  'stiff bristles hold a box on a turntable as coulomb does, dt %f',
  (dt) => {
    const byCoulomb = drift(coulomb({ mu: 0.5 }), dt);
    // A body that moves along the tangent for one step after another drifts by ω² h / 2 of its radius per second.
    expect(byCoulomb).toBeLessThan(1.25 * (Math.exp(5 * 0.5 * SPIN ** 2 * dt) - 1));
    expect(drift(bristle({ mu: 0.5, stiffness: 1e5 }), dt)).toBeCloseTo(byCoulomb, 4);
  },
);
