import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import * as CANNON from 'cannon-es';
import { addBody, addShape, box, createExampleWorld, type Example } from '../cannon-examples/example.js';
import { addPit } from '../cannon-examples/pile.js';
import { between, logBetween, pick, type Random, randomParts, randomTurn } from './shapes.js';

/**
 * Random scenes: sizes 1 cm to 10 m, masses 1e-3 to 1e4 kg, frictions 0 to 2, joints of every kind. Bodies start without overlap,
 * because their bounding spheres do.
 */
export interface RandomScene {
  seed: number;
  family: Family;
  build: () => Example;
}

const MASS = [1e-3, 1e4] as const;
const SIZE = [0.01, 10] as const;
/** Largest ratio of sizes within a scene. */
const SIZE_RANGE = 10;
const SECONDS = 3;

type Fill = (world: CANNON.World, random: Random, size: number) => void;

const families = { drop, stack, slide, pile, chain, jointed } satisfies Record<string, Fill>;
export type Family = keyof typeof families;
export const FAMILIES = Object.keys(families) as Family[];

/** Scene number `seed`; the families alternate. */
export function randomScene(seed: number): RandomScene {
  const family = FAMILIES[seed % FAMILIES.length];
  return {
    seed,
    family,
    build() {
      const random = seededRandom(seed);
      const mu = between(random, 0, 2);
      const restitution = pick(random, [0, 0, 0.5]);
      const size = logBetween(random, SIZE[0], SIZE[1] / SIZE_RANGE);
      const world = createExampleWorld(mu, { restitution });
      families[family](world, random, size);
      // No damping: it would hide an energy gain.
      for (const body of world.bodies) body.linearDamping = body.angularDamping = 0;
      return { world, law: coulomb({ mu }), seconds: SECONDS, view: { target: [0, 0, 2 * size], distance: 40 * size } };
    },
  };
}

const randomMass = (random: Random): number => logBetween(random, ...MASS);
const randomRadius = (random: Random, size: number): number => 0.5 * logBetween(random, size, SIZE_RANGE * size);

function addRandom(world: CANNON.World, random: Random, radius: number, at: [number, number, number]): CANNON.Body {
  const placed = { mass: randomMass(random), at, turn: randomTurn(random) };
  return addBody(world, placed, randomParts(random, radius));
}

/** In a column, so that they fall on each other. */
function drop(world: CANNON.World, random: Random, size: number): void {
  let z = 0;
  const count = 4 + Math.floor(5 * random());
  for (let k = 0; k < count; k++) {
    const radius = randomRadius(random, size);
    z += radius * between(random, 1, 1.5);
    addRandom(world, random, radius, [between(random, -0.3, 0.3) * radius, between(random, -0.3, 0.3) * radius, z]);
    z += radius;
  }
}

/** Stacked boxes, each supported within the middle of the one below. */
function stack(world: CANNON.World, random: Random, size: number): void {
  let z = 0;
  let below = 0;
  const count = 3 + Math.floor(5 * random());
  for (let k = 0; k < count; k++) {
    const half = 0.5 * logBetween(random, size, 3 * size);
    const height = half * between(random, 0.5, 1);
    const shift = 0.3 * Math.min(half, below);
    const at = [between(random, -shift, shift), between(random, -shift, shift), z + height] as const;
    addShape(world, box(2 * half, 2 * half, 2 * height), { mass: randomMass(random), at });
    z += 2 * height;
    below = half;
  }
}

/** Thrown along the floor in a line, with spin. */
function slide(world: CANNON.World, random: Random, size: number): void {
  let x = 0;
  const count = 4 + Math.floor(5 * random());
  for (let k = 0; k < count; k++) {
    const radius = randomRadius(random, size);
    x += radius * 1.01;
    const body = addRandom(world, random, radius, [x, 0, radius]);
    const speed = between(random, 0, 5) * Math.sqrt(9.81 * size);
    const angle = between(random, 0, 2 * Math.PI);
    body.velocity.set(speed * Math.cos(angle), speed * Math.sin(angle), 0);
    body.angularVelocity.set(0, 0, between(random, -1, 1) * (speed / radius));
    x += radius;
  }
}

/** Poured between four walls. */
function pile(world: CANNON.World, random: Random, size: number): void {
  const half = SIZE_RANGE * size;
  addPit(world, half, 2 * half);
  let z = 0;
  for (let layer = 0; layer < 3; layer++) {
    let tallest = 0;
    for (let k = 0; k < 4; k++) {
      const radius = randomRadius(random, size);
      const at = [half * ((k % 2) - 0.5), half * (Math.floor(k / 2) - 0.5), z + radius] as [number, number, number];
      addRandom(world, random, Math.min(radius, 0.49 * half), at);
      tallest = Math.max(tallest, 2 * radius);
    }
    z += tallest;
  }
}

type JointKind = 'point' | 'hinge' | 'lock' | 'distance' | 'cone';
const JOINTS: readonly JointKind[] = ['point', 'hinge', 'lock', 'distance', 'cone'];

/** Joins two bodies at a point between them. They do not collide with each other. */
function join(world: CANNON.World, random: Random, a: CANNON.Body, b: CANNON.Body, at: CANNON.Vec3): void {
  const pivotA = a.pointToLocalFrame(at);
  const pivotB = b.pointToLocalFrame(at);
  const axis = new CANNON.Vec3(random() - 0.5, random() - 0.5, random() - 0.5).unit();
  const axisA = a.vectorToLocalFrame(axis);
  const axisB = b.vectorToLocalFrame(axis);
  const constraint = createJoint(pick(random, JOINTS), a, b, { pivotA, pivotB, axisA, axisB });
  constraint.collideConnected = false;
  world.addConstraint(constraint);
}

/** Force limit for a scene of 1e4 kg: 1e6 N, the default of cannon-es, is ten times its weight. */
const MAX_FORCE = 1e9;

interface Frames {
  pivotA: CANNON.Vec3;
  pivotB: CANNON.Vec3;
  axisA: CANNON.Vec3;
  axisB: CANNON.Vec3;
}

function createJoint(kind: JointKind, a: CANNON.Body, b: CANNON.Body, frames: Frames): CANNON.Constraint {
  const options = { ...frames, maxForce: MAX_FORCE };
  switch (kind) {
    case 'point':
      return new CANNON.PointToPointConstraint(a, frames.pivotA, b, frames.pivotB, MAX_FORCE);
    case 'hinge':
      return new CANNON.HingeConstraint(a, b, options);
    case 'lock':
      return new CANNON.LockConstraint(a, b, { maxForce: MAX_FORCE });
    case 'distance':
      return new CANNON.DistanceConstraint(a, b, undefined, MAX_FORCE);
    case 'cone':
      return new CANNON.ConeTwistConstraint(a, b, { ...options, angle: 0.5, twistAngle: 0.5 + twist(a, b, frames) });
  }
}

/** cannon-es measures the twist between tangents of the two axes, which differ for bodies that are rotated relative to each other. */
function twist(a: CANNON.Body, b: CANNON.Body, { axisA, axisB }: Frames): number {
  const tangentA = new CANNON.Vec3();
  const tangentB = new CANNON.Vec3();
  axisA.tangents(tangentA, tangentA);
  axisB.tangents(tangentB, tangentB);
  const cosine = a.vectorToWorldFrame(tangentA).dot(b.vectorToWorldFrame(tangentB));
  return Math.acos(Math.max(-1, Math.min(1, cosine)));
}

/** Hung from a fixed ball, sideways at first, high enough to swing freely or low enough to hit the floor. */
function chain(world: CANNON.World, random: Random, size: number): void {
  const radii = Array.from({ length: 2 + Math.floor(6 * random()) }, () => randomRadius(random, size));
  const length = 2 * radii.reduce((sum, radius) => sum + radius, 0);
  const z = size + length * between(random, 0.5, 1.3) + Math.max(...radii);
  let last = addShape(world, new CANNON.Sphere(size / 2), { mass: 0, at: [-size / 2, 0, z] });
  let x = 0;
  for (const radius of radii) {
    const body = addRandom(world, random, radius, [x + radius, 0, z]);
    join(world, random, last, body, new CANNON.Vec3(x, 0, z));
    last = body;
    x += 2 * radius;
  }
}

/** Bodies joined in threes fall on the floor, one group on another. */
function jointed(world: CANNON.World, random: Random, size: number): void {
  let z = 0;
  for (let group = 0; group < 3; group++) {
    const radii = [0, 1, 2].map(() => randomRadius(random, size));
    const tallest = Math.max(...radii);
    z += tallest * between(random, 1, 2);
    let x = -2 * radii[0];
    let last: CANNON.Body | null = null;
    for (const radius of radii) {
      const body = addRandom(world, random, radius, [x + radius, 0, z]);
      if (last) join(world, random, last, body, new CANNON.Vec3(x, 0, z));
      last = body;
      x += 2 * radius;
    }
    z += tallest;
  }
}
