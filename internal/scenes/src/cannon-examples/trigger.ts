import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Trigger extends Example {
  zone: CANNON.Body;
  ball: CANNON.Body;
  /** Times [s] at which the ball entered and left the zone; first contact of box and floor. */
  seen: { entered: number[]; left: number[]; landed: number[] };
}

/** A ball falls through a trigger zone, and a box lands on the floor. */
export function buildTrigger(): Trigger {
  const world = createExampleWorld(0.3);
  const zone = addShape(world, box(1.5, 1.5, 1), { mass: 0, at: [0, 0, 3] });
  zone.isTrigger = true;
  const ball = addShape(world, new CANNON.Sphere(0.3), { mass: 1, at: [0, 0, 5] });
  ball.linearDamping = 0;
  const fallen = addShape(world, box(0.5, 0.5, 0.5), { mass: 1, at: [1.5, 0, 2] });
  const seen: Trigger['seen'] = { entered: [], left: [], landed: [] };
  const between = (event: { bodyA: CANNON.Body; bodyB: CANNON.Body }, a: CANNON.Body, b: CANNON.Body): boolean =>
    (event.bodyA === a && event.bodyB === b) || (event.bodyA === b && event.bodyB === a);
  world.addEventListener('beginContact', (event: { bodyA: CANNON.Body; bodyB: CANNON.Body }) => {
    if (between(event, zone, ball)) seen.entered.push(world.time);
  });
  world.addEventListener('endContact', (event: { bodyA: CANNON.Body; bodyB: CANNON.Body }) => {
    if (between(event, zone, ball)) seen.left.push(world.time);
  });
  fallen.addEventListener('collide', () => {
    if (seen.landed.length === 0) seen.landed.push(world.time);
  });
  const view = { target: [0.5, 0, 2.2], distance: 9 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.3 }), zone, ball, seen, seconds: 3, view };
}
