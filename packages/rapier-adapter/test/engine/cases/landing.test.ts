import type { FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { createWorld, slab } from '../support.js';
import { formatFigures, LAWS, RAPIER, rotationAbout, STEP_SIZES, start, upright } from './support.js';

const MU = 0.5;
const BOUNCE = 0.3;
const HALF = 0.25;
const COUNT = 12;

interface Landing {
  /** Largest tilting rate in the first 0.1 s after the impact [rad/s]. */
  spin: number;
  /** Smallest cosine between the axis of the box and the vertical. */
  upright: number;
}

/** A cube of 0.5 m lands flat at (2, -2) m/s. Each k has another heading and another phase of the impact within the step. */
function land(law: FrictionLaw | null, dt: number, k: number): Landing {
  const world = createWorld(dt, slab().setFriction(MU).setRestitution(BOUNCE));
  const desc = RAPIER.RigidBodyDesc.dynamic()
    .setTranslation(0, 0, HALF + 0.05 + 0.003 * k)
    .setRotation(rotationAbout('z', (k * Math.PI) / 2 / COUNT))
    .setLinvel(2, 0, -2)
    .setCanSleep(false);
  const box = world.createRigidBody(desc);
  world.createCollider(
    RAPIER.ColliderDesc.cuboid(HALF, HALF, HALF).setMass(10).setFriction(MU).setRestitution(BOUNCE),
    box,
  );
  const stepper = start(world, law);
  const result = { spin: 0, upright: 1 };
  let landed = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 1.2; time += dt) {
    stepper.step();
    if (box.linvel().z > -1.5) landed = Math.min(landed, time);
    const { x, y } = box.angvel();
    if (time < landed + 0.1) result.spin = Math.max(result.spin, Math.hypot(x, y));
    result.upright = Math.min(result.upright, upright(box));
  }
  world.free();
  return result;
}

function landAll(law: FrictionLaw | null, dt: number): { spins: number[]; worst: number; tilt: number } {
  const landings = Array.from({ length: COUNT }, (_, k) => land(law, dt, k));
  const spins = landings.map(({ spin }) => spin);
  return { spins, worst: Math.max(...spins), tilt: Math.min(...landings.map((one) => one.upright)) };
}

describe.each(STEP_SIZES)('a box that lands flat with a horizontal velocity, dt %f', (dt) => {
  const stock = landAll(null, dt);

  test.each(Object.keys(LAWS))('tilts no faster than in stock with %s, and does not tip over', (name) => {
    const ours = landAll(LAWS[name](MU), dt);
    expect(ours.worst, formatFigures(stock, ours)).toBeLessThan(1.05 * stock.worst + 0.05);
    // It tips over beyond 45 degrees.
    expect(ours.tilt, formatFigures(stock, ours)).toBeGreaterThan(Math.SQRT1_2);
    expect(stock.tilt, formatFigures(stock, ours)).toBeGreaterThan(Math.SQRT1_2);
  });
});
