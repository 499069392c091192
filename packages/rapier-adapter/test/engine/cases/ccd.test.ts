import type { FrictionLaw } from '@stiction/friction-core';
import { describe, test } from 'vitest';
import { createWorld, slab } from '../support.js';
import { energyOf, expectNone, figures, LAWS, RAPIER, STEP_SIZES, start } from './support.js';

const MU = 0.5;
const RADIUS = 0.2;
const SPEEDS = [200, 700, 1000];

interface Shot {
  /** Largest rise of the energy in one step, and from its lowest value, over what the ball brought. */
  step: number;
  rise: number;
  /** Largest spin of the ball [rad/s]. */
  spin: number;
}

/** A ball of 10 kg and 0.2 m with CCD into a wall: of 5 x 5 boxes that stand, or fixed and hit at 45 degrees. */
function shoot(law: FrictionLaw | null, wall: 'boxes' | 'fixed', speed: number, dt: number): Shot {
  const world = createWorld(dt, slab().setFriction(MU));
  if (wall === 'boxes') {
    for (let k = 0; k < 25; k++) {
      const body = world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic().setTranslation(0, (k % 5) - 2, 0.5 + Math.floor(k / 5)),
      );
      world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5).setMass(10).setFriction(MU), body);
    }
  } else world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 50, 50).setFriction(MU));
  const angle = wall === 'boxes' ? 0 : Math.PI / 4;
  const ball = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(-20, -20 * Math.tan(angle), 2.4)
      .setLinvel(speed * Math.cos(angle), speed * Math.sin(angle), 0)
      .setCcdEnabled(true),
  );
  world.createCollider(RAPIER.ColliderDesc.ball(RADIUS).setMass(10).setFriction(MU), ball);
  const stepper = start(world, law);
  const brought = 0.5 * 10 * speed ** 2;
  let [last, lowest] = [energyOf(world), energyOf(world)];
  const result = { step: 0, rise: 0, spin: 0 };
  for (let k = 0; k < Math.round(0.5 / dt); k++) {
    stepper.step();
    const energy = energyOf(world);
    result.step = Math.max(result.step, (energy - last) / brought);
    result.rise = Math.max(result.rise, (energy - lowest) / brought);
    lowest = Math.min(lowest, energy);
    last = energy;
    const { x, y, z } = ball.angvel();
    result.spin = Math.max(result.spin, Math.hypot(x, y, z));
  }
  world.free();
  return result;
}

describe.each(STEP_SIZES)('a fast ball with CCD, dt %f', (dt) => {
  for (const wall of ['boxes', 'fixed'] as const) {
    const stock = SPEEDS.map((speed) => shoot(null, wall, speed, dt));

    test.each(Object.keys(LAWS))(
      `makes no energy at a wall (${wall}) that it does not make in stock, under %s`,
      (name) => {
        const law = LAWS[name](MU);
        const made = SPEEDS.flatMap((speed, k) => {
          const ours = shoot(law, wall, speed, dt);
          const { step, rise, spin } = stock[k];
          // At the fixed wall it may leave rolling, with 5/7 of its speed along the wall.
          const spinLimit = wall === 'fixed' ? (1.01 * (5 / 7) * speed * Math.SQRT1_2) / RADIUS : 2 * spin;
          const isGood = ours.step < step + 1e-3 && ours.rise < rise + 1e-3 && ours.spin < spinLimit;
          return isGood ? [] : [`${speed} m/s: ${figures(stock[k], ours)}`];
        });
        expectNone(made);
      },
    );
  }
});
