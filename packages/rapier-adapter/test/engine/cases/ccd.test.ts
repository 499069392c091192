import type { FrictionLaw } from '@stiction/friction-core';
import { describe, test } from 'vitest';
import { createWorld, slab } from '../support.js';
import { energyOf, expectNoFailures, formatFigures, LAWS, RAPIER, STEP_SIZES, start } from './support.js';

const MU = 0.5;
const RADIUS = 0.2;
const SPEEDS = [200, 700, 1000];

interface Shot {
  /** Largest rise of the total energy in one step, and from its minimum, relative to the initial energy of the ball. */
  step: number;
  rise: number;
  /** Largest spin of the ball [rad/s]. */
  spin: number;
}

/** Shoots a ball of 10 kg and 0.2 m radius with CCD at a wall of 5 x 5 boxes, or at 45 degrees at a fixed wall. */
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
  const ballEnergy = 0.5 * 10 * speed ** 2;
  let [last, lowest] = [energyOf(world), energyOf(world)];
  const result = { step: 0, rise: 0, spin: 0 };
  for (let k = 0; k < Math.round(0.5 / dt); k++) {
    stepper.step();
    const energy = energyOf(world);
    result.step = Math.max(result.step, (energy - last) / ballEnergy);
    result.rise = Math.max(result.rise, (energy - lowest) / ballEnergy);
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

    test.each(Object.keys(LAWS))(`gains no more energy than in stock at a wall (${wall}), with %s`, (name) => {
      const law = LAWS[name](MU);
      const failures = SPEEDS.flatMap((speed, k) => {
        const ours = shoot(law, wall, speed, dt);
        const { step, rise, spin } = stock[k];
        // At the fixed wall it may end up rolling, with 5/7 of its speed along the wall.
        const spinLimit = wall === 'fixed' ? (1.01 * (5 / 7) * speed * Math.SQRT1_2) / RADIUS : 2 * spin;
        const isGood = ours.step < step + 1e-3 && ours.rise < rise + 1e-3 && ours.spin < spinLimit;
        return isGood ? [] : [`${speed} m/s: ${formatFigures(stock[k], ours)}`];
      });
      expectNoFailures(failures);
    });
  }
});
