import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import type { Scene } from '@stiction/scenes';
import { against, type Case } from './case.js';

/** Scenes for the feature matrix only; the accuracy tables leave them out. */
const SPEED = 1;

const CONVEYOR: Scene = {
  name: 'conveyor',
  gravity: [0, 0, -9.81],
  bodies: [
    {
      name: 'belt',
      kind: 'fixed',
      shape: { kind: 'box', halfExtents: [10, 1, 0.1] },
      position: [0, 0, -0.1],
      material: 'belt',
    },
    {
      name: 'body',
      kind: 'dynamic',
      mass: 1,
      shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.1] },
      position: [0, 0, 0.1],
      material: 'body',
    },
  ],
  stockMu: 0.5,
  law: coulomb({ mu: 0.5 }),
  pairs: [['belt', 'body', surfaceVelocity(coulomb({ mu: 0.5 }), [SPEED, 0, 0])]],
  peerFriction: { surfaceVelocity: { body: 'belt', velocity: [SPEED, 0, 0] } },
  duration: 2,
};

export const PROBES: readonly Case[] = [
  {
    id: 'probe-conveyor',
    title: 'speed of a box on a conveyor after 2 s',
    goal: '-',
    needs: ['surfaceVelocity'],
    ...against(SPEED, 'm/s', (build, dt) => {
      const world = build(CONVEYOR);
      for (let k = 0; k < Math.round(2 / dt); k++) world.step(dt);
      const [speed] = world.velocity('body');
      world.dispose();
      return speed;
    }),
  },
];
