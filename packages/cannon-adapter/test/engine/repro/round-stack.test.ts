import { coulomb } from '@stiction/friction-core';
import { Body, Cylinder, Plane, Quaternion, Vec3, World } from 'cannon-es';
import { expect, test } from 'vitest';
import { full } from '../../../../../scripts/testing/full.js';
import { installFriction } from '../../../src/index.js';

const UPRIGHT = new Quaternion().setFromEuler(Math.PI / 2, 0, 0);

function createWorld(): World {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  world.defaultContactMaterial.restitution = 0;
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  return world;
}

/** The largest speed in the second half of six seconds. */
function lateSpeed(world: World): number {
  for (const body of world.bodies) body.linearDamping = body.angularDamping = 0;
  installFriction(world, { default: coulomb({ mu: 0.5 }) });
  let fastest = 0;
  for (let k = 0; k < 360; k++) {
    world.step(1 / 60);
    if (k >= 180) for (const body of world.bodies) fastest = Math.max(fastest, body.velocity.length());
  }
  return fastest;
}

// Every point used to have a spring as stiff as that of a box corner: stacks of three swayed forever at 0.05 m/s, stacks of five at 0.3.
test.each([[3, 16], [5, 16], [5, 6], ...(full ? [[8, 24]] : [])])(
  'a stack of %d upright cylinders with %d sides comes to rest',
  (count, sides) => {
    const world = createWorld();
    for (let k = 0; k < count; k++) {
      const body = new Body({ mass: 1, position: new Vec3(0, 0, 0.25 + 0.5 * k) });
      body.addShape(new Cylinder(0.3, 0.3, 0.5, sides), new Vec3(), UPRIGHT);
      world.addBody(body);
    }
    expect(lateSpeed(world)).toBeLessThan(1e-3);
  },
);
