import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Sleep extends Example {
  sleeper: CANNON.Body;
  striker: CANNON.Body;
}

/** A box falls asleep on the floor; after three seconds a ball rolls into it and wakes it. */
export function buildSleep(): Sleep {
  const world = createExampleWorld(0.4, { sleep: true });
  const sleeper = addShape(world, box(0.6, 0.6, 0.6), { mass: 1, at: [0, 0, 0.8] });
  const striker = addShape(world, new CANNON.Sphere(0.3), { mass: 2, at: [-4, 0, 0.3] });
  for (const body of [sleeper, striker]) {
    body.allowSleep = true;
    body.sleepSpeedLimit = 0.1;
    body.sleepTimeLimit = 0.5;
    body.angularDamping = 0.3;
  }
  let struck = false;
  const drive = (time: number): void => {
    if (struck || time < 3) return;
    struck = true;
    striker.wakeUp();
    striker.velocity.set(6, 0, 0);
    striker.angularVelocity.set(0, 6 / 0.3, 0);
  };
  const view = { target: [0, 0, 0.5], distance: 14 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.4 }), sleeper, striker, drive, seconds: 9, view };
}
