import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface PointToPoint extends Example {
  anchor: CANNON.Body;
  bob: CANNON.Body;
}

/** A box that swings from a fixed one by a shared point, and spheres hanging from each other. */
export function buildPointToPoint(): PointToPoint {
  const world = createExampleWorld(0.3);
  const anchor = addShape(world, box(0.4, 0.4, 0.4), { mass: 0, at: [-1.5, 0, 4] });
  const bob = addShape(world, box(0.6, 0.6, 0.6), { mass: 5, at: [-2.5, 0, 4] });
  world.addConstraint(new CANNON.PointToPointConstraint(anchor, new CANNON.Vec3(), bob, new CANNON.Vec3(1, 0, 0)));
  let last = addShape(world, new CANNON.Sphere(0.2), { mass: 0, at: [1.5, 0, 4] });
  for (let k = 1; k <= 5; k++) {
    const next = addShape(world, new CANNON.Sphere(0.2), { mass: 1, at: [1.5 + 0.45 * k, 0, 4] });
    const half = new CANNON.Vec3(0.225, 0, 0);
    world.addConstraint(new CANNON.PointToPointConstraint(last, half, next, half.negate()));
    last = next;
  }
  return { world, law: coulomb({ mu: 0.3 }), anchor, bob, seconds: 6, view: { target: [0.5, 0, 2.5], distance: 10 } };
}

export interface Lock extends Example {
  beam: CANNON.Body[];
}

const LOCKED = 6;

/** Boxes locked into one beam on two supports, loaded by a ball in the middle. */
export function buildLock(): Lock {
  const world = createExampleWorld(0.5);
  const beam: CANNON.Body[] = [];
  for (const x of [-1.35, 1.35]) addShape(world, box(0.3, 0.5, 1), { mass: 0, at: [x, 0, 0.5] });
  for (let k = 0; k < LOCKED; k++) {
    const body = addShape(world, box(0.5, 0.5, 0.3), { mass: 1, at: [0.52 * (k - (LOCKED - 1) / 2), 0, 1.2] });
    if (k > 0) world.addConstraint(new CANNON.LockConstraint(beam[k - 1], body, { maxForce: 1e6 }));
    beam.push(body);
  }
  addShape(world, new CANNON.Sphere(0.3), { mass: 2, at: [0, 0, 2.2] });
  return { world, law: coulomb({ mu: 0.5 }), beam, seconds: 5, view: { target: [0, 0, 0.9], distance: 7 } };
}

export interface Distance extends Example {
  rods: [CANNON.Body, CANNON.Body][];
}

/** A row of spheres at fixed distances that falls on the floor, and a rod that swings. */
export function buildDistance(): Distance {
  const world = createExampleWorld(0.3);
  const rods: [CANNON.Body, CANNON.Body][] = [];
  const join = (a: CANNON.Body, b: CANNON.Body): void => {
    world.addConstraint(new CANNON.DistanceConstraint(a, b));
    rods.push([a, b]);
  };
  let last: CANNON.Body | null = null;
  for (let k = 0; k < 8; k++) {
    const body = addShape(world, new CANNON.Sphere(0.2), { mass: 1, at: [-2 + 0.5 * k, 0.5, 1 + 0.2 * k] });
    if (last) join(last, body);
    last = body;
  }
  const anchor = addShape(world, new CANNON.Sphere(0.15), { mass: 0, at: [0, -1, 3] });
  join(anchor, addShape(world, new CANNON.Sphere(0.25), { mass: 3, at: [1.8, -1, 3] }));
  return { world, law: coulomb({ mu: 0.3 }), rods, seconds: 6, view: { target: [0, 0, 1.3], distance: 8 } };
}

export interface Cloth extends Example {
  pinned: CANNON.Body[];
  ball: CANNON.Body;
  particles: CANNON.Body[];
}

const CLOTH = 9;
const SPACING = 0.2;

/** A net of particles with distance constraints, pinned along one side; it falls over a fixed ball. */
export function buildCloth(): Cloth {
  const world = createExampleWorld(0.3);
  const ball = addShape(world, new CANNON.Sphere(0.5), { mass: 0, at: [0, 0.9, 1.2] });
  const pinned: CANNON.Body[] = [];
  const particles: CANNON.Body[] = [];
  for (let row = 0; row < CLOTH; row++) {
    for (let column = 0; column < CLOTH; column++) {
      const at = [SPACING * (column - (CLOTH - 1) / 2), SPACING * row, 2] as const;
      const particle = addShape(world, new CANNON.Particle(), { mass: row === 0 ? 0 : 0.05, at });
      particle.linearDamping = 0.3;
      if (row === 0) pinned.push(particle);
      if (row > 0) world.addConstraint(new CANNON.DistanceConstraint(particle, particles[particles.length - CLOTH]));
      if (row > 0 && column > 0) {
        world.addConstraint(new CANNON.DistanceConstraint(particle, particles[particles.length - 1]));
      }
      particles.push(particle);
    }
  }
  const view = { target: [0, 0.8, 1.2], distance: 6 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.3 }), pinned, ball, particles, seconds: 5, view };
}
