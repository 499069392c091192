import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, createExampleWorld, type Example } from './example.js';

export interface Bounce extends Example {
  balls: { body: CANNON.Body; restitution: number; drop: number }[];
}

const RADIUS = 0.5;
const DROP = 3;

/** Three balls without, with partial and with almost full restitution. */
export function buildBounce(): Bounce {
  const world = createExampleWorld(0);
  const ground = world.bodies[0];
  ground.material = new CANNON.Material('floor');
  const balls = [0, 0.7, 0.9].map((restitution, k) => {
    const material = new CANNON.Material(`ball ${k}`);
    world.addContactMaterial(new CANNON.ContactMaterial(ground.material!, material, { friction: 0, restitution }));
    const at = [2 * (k - 1), 0, RADIUS + DROP] as const;
    const body = addShape(world, new CANNON.Sphere(RADIUS), { mass: 1, at, material });
    body.linearDamping = 0;
    return { body, restitution, drop: DROP };
  });
  return { world, law: coulomb({ mu: 0 }), balls, seconds: 4, view: { target: [0, 0, 1.5], distance: 10 } };
}
