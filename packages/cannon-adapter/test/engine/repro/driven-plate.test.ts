import { coulomb } from '@stiction/friction-core';
import { Body, Box, Vec3, World } from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

/** A box on a kinematic plate, settled. */
function boxOnPlate(mu: number, dt: number) {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  const plate = new Body({ type: Body.KINEMATIC, shape: new Box(new Vec3(5, 1, 0.1)), position: new Vec3(0, 0, -0.1) });
  const box = new Body({
    mass: 1,
    linearDamping: 0,
    shape: new Box(new Vec3(0.25, 0.25, 0.1)),
    position: new Vec3(0, 0, 0.1),
  });
  world.addBody(plate);
  world.addBody(box);
  installFriction(world, { default: coulomb({ mu }) });
  for (let k = 0; k < 0.5 / dt; k++) world.step(dt);
  const start = box.position.x;
  return { world, plate, box, slipDistance: () => box.position.x - plate.position.x - start };
}

describe.each([1 / 60, 1 / 120, 1 / 240])('dt %f', (dt) => {
  // The velocity used to jump in the first substep, where friction can only follow by μ g h: the box slipDistance by 5.6 mm at 1/60 s.
  test('a box does not slide on a plate that accelerates below μ g', () => {
    const { world, plate, slipDistance } = boxOnPlate(0.8, dt);
    for (let k = 0; k < 1 / dt; k++) {
      plate.velocity.x = 3 * (k + 0.5) * dt;
      world.step(dt);
    }
    expect(Math.abs(slipDistance())).toBeLessThan(5e-5);
  });

  test('a box slides by v² / (2 μ g) on a plate that starts abruptly', () => {
    const { world, plate, box, slipDistance } = boxOnPlate(0.5, dt);
    plate.velocity.x = 1;
    for (let k = 0; k < 1 / dt; k++) world.step(dt);
    expect(box.velocity.x).toBeCloseTo(1, 6);
    expect(Math.abs(slipDistance() / (-1 / (2 * 0.5 * 9.81)) - 1)).toBeLessThan(0.02);
  });
});
