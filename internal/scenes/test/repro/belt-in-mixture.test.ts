import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { expect, test } from 'vitest';
import type { Scene } from '../../src/index.js';
import { engines } from '../engines.js';

/** A mixture of materials has a law of its own, so a belt in it that started was not found among the laws of sleeping contacts. */
test.each(engines)(
  'a belt in a mixture of materials takes sleeping crates along when it starts, $engine',
  ({ build }) => {
    const dt = 1 / 60;
    const velocity = [0, 0, 0];
    const mixture = { names: ['belt', 'floor'], weights: [3, 1] };
    const scene: Scene = {
      name: 'belt in a mixture',
      gravity: [0, 0, -9.81],
      bodies: [
        { name: 'plate', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        {
          name: 'crate',
          kind: 'dynamic',
          shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.2] },
          position: [0, 0, 0.2],
          mass: 1,
          material: 'crate',
        },
      ],
      law: coulomb({ mu: 0.5 }),
      pairs: [
        ['belt', 'crate', surfaceVelocity(coulomb({ mu: 0.6 }), velocity)],
        ['floor', 'crate', coulomb({ mu: 0.2 })],
      ],
      surfaces: [['plate', () => mixture]],
      canSleep: true,
      stockMu: 0.5,
      duration: 5,
    };
    const world = build(scene);
    for (let k = 0; k < 5 / dt; k++) world.step(dt);
    expect(Math.abs(world.velocity('crate')[0])).toBeLessThan(1e-4);
    velocity[0] = 0.8;
    for (let k = 0; k < 1.5 / dt; k++) world.step(dt);
    expect(Math.abs(world.velocity('crate')[0] - 0.8)).toBeLessThan(0.02);
    world.dispose();
  },
);
