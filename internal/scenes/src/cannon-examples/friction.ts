import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Friction extends Example {
  /** The slope's angle [rad]. */
  angle: number;
  /** Down the slope. */
  direction: CANNON.Vec3;
  boxes: { body: CANNON.Body; mu: number }[];
}

const ANGLE = (20 * Math.PI) / 180;
const LENGTH = 8;
const FRICTIONS = { ice: 0.05, wood: 0.3, rubber: 0.8 };

/** Boxes of three materials side by side on a slope of 20°: two must slide, one must stay. */
export function buildFriction(): Friction {
  const world = createExampleWorld(0.3);
  const slopeMaterial = new CANNON.Material('slope');
  const middle = [0, 0, 2.2] as const;
  const slope = addShape(world, box(LENGTH, 4, 0.2), {
    mass: 0,
    at: middle,
    turn: [[0, 1, 0], ANGLE],
    material: slopeMaterial,
  });
  const direction = slope.vectorToWorldFrame(new CANNON.Vec3(1, 0, 0));
  const boxes: Friction['boxes'] = [];
  const pairs: [string, string, ReturnType<typeof coulomb>][] = [];
  let y = -1.2;
  for (const [name, mu] of Object.entries(FRICTIONS)) {
    const material = new CANNON.Material(name);
    world.addContactMaterial(new CANNON.ContactMaterial(slopeMaterial, material, { friction: mu, restitution: 0 }));
    pairs.push(['slope', name, coulomb({ mu })]);
    const at = slope.pointToWorldFrame(new CANNON.Vec3(-LENGTH / 2 + 0.8, y, 0.1 + 0.25));
    const body = addShape(world, box(0.7, 0.7, 0.5), {
      mass: 2,
      at: [at.x, at.y, at.z],
      turn: [[0, 1, 0], ANGLE],
      material,
    });
    body.linearDamping = 0;
    boxes.push({ body, mu });
    y += 1.2;
  }
  return {
    world,
    law: coulomb({ mu: 0.3 }),
    pairs,
    angle: ANGLE,
    direction,
    boxes,
    seconds: 4,
    view: { target: [0.3, 0, 1.9], distance: 16 },
  };
}
