import { coulomb } from '@stiction/friction-core';
import { Body, Plane, Sphere, Vec3 } from 'cannon-es';
import { expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { createWorld, run } from '../support.js';

// The load of the spheres above used to be discarded as an impact in every substep: they kept an overlap of 0.19 m.
test('120 spheres in a narrow shaft overlap by less than 0.05 m', () => {
  const world = createWorld();
  world.gravity.z = -30;
  for (const side of [-2.2, 2.2]) {
    for (const [x, y] of [
      [side, 0],
      [0, side],
    ]) {
      const wall = new Body({ mass: 0, shape: new Plane(), position: new Vec3(x, y, 0) });
      wall.quaternion.setFromVectors(Vec3.UNIT_Z, new Vec3(-x, -y, 0).unit());
      world.addBody(wall);
    }
  }
  for (let k = 0; k < 120; k++) {
    const x = -1.1 + 2.2 * (k % 2) + 0.05 * Math.sin(7 * k);
    const y = -1.1 + 2.2 * (Math.floor(k / 2) % 2) + 0.05 * Math.cos(5 * k);
    const position = new Vec3(x, y, 1.05 + 2.05 * Math.floor(k / 4));
    world.addBody(new Body({ mass: 1, shape: new Sphere(1), position }));
  }
  installFriction(world, { default: coulomb({ mu: 0 }) });
  run(world, 180);
  let deepest = 0;
  for (const { bi, bj, ri, rj, ni } of world.contacts) {
    deepest = Math.max(deepest, -ni.dot(bj.position.vadd(rj).vsub(bi.position.vadd(ri))));
  }
  expect(deepest).toBeLessThan(0.05);
});
