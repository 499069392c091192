import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface SeeSaw extends Example {
  plank: CANNON.Body;
  light: CANNON.Body;
  heavy: CANNON.Body;
}

/** A plank on a hinge: a heavy box falls on one end and throws a light one from the other. */
export function buildSeeSaw(): SeeSaw {
  const world = createExampleWorld(0.5);
  const stand = addShape(world, box(0.2, 0.8, 0.6), { mass: 0, at: [0, 0, 0.3] });
  const plank = addShape(world, box(4, 0.8, 0.1), { mass: 4, at: [0, 0, 0.7] });
  world.addConstraint(
    new CANNON.HingeConstraint(stand, plank, {
      pivotA: new CANNON.Vec3(0, 0, 0.4),
      pivotB: new CANNON.Vec3(),
      axisA: new CANNON.Vec3(0, 1, 0),
      axisB: new CANNON.Vec3(0, 1, 0),
      collideConnected: false,
    }),
  );
  const light = addShape(world, box(0.4, 0.4, 0.4), { mass: 1, at: [1.6, 0, 0.95] });
  const heavy = addShape(world, box(0.6, 0.6, 0.6), { mass: 20, at: [-1.6, 0, 3.5] });
  const view = { target: [0, 0, 1.9], distance: 13 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.5 }), plank, light, heavy, seconds: 5, view };
}
