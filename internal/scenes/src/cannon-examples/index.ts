import { buildBounce } from './bounce.js';
import { buildCardHouse } from './card-house.js';
import { buildChain } from './chain.js';
import { buildCompound } from './compound.js';
import { buildCloth, buildDistance, buildLock, buildPointToPoint } from './constraints.js';
import type { Example } from './example.js';
import { buildFriction } from './friction.js';
import { buildHeightfield } from './heightfield.js';
import { buildHinge } from './hinge.js';
import { buildConvex, buildPile } from './pile.js';
import { buildSeeSaw } from './see-saw.js';
import { buildSleep } from './sleep.js';
import { buildStacks } from './stacks.js';
import { buildTrigger } from './trigger.js';
import { buildRaycastVehicle, buildRigidVehicle } from './vehicles.js';

export type { Example } from './example.js';
export { type Running, startExample } from './start.js';

export interface ExampleEntry {
  name: string;
  title: string;
  /** What to look for. */
  about: string;
  build: () => Example;
}

/** The scenes of the example pages of cannon-es. */
export const cannonExamples: readonly ExampleEntry[] = [
  { name: 'bounce', title: 'Bounce', about: 'Restitution 0, 0.7 and 0.9.', build: buildBounce },
  { name: 'friction', title: 'Friction', about: 'μ 0.05, 0.3 and 0.8 at 20°: two must slide.', build: buildFriction },
  { name: 'stacks', title: 'Stacks', about: 'Towers of three kinds and a pyramid.', build: buildStacks },
  { name: 'card-house', title: 'Card house', about: 'Fifteen cards, μ 0.6.', build: buildCardHouse },
  { name: 'pile', title: 'Pile', about: 'Bodies poured into a pit fall asleep.', build: buildPile },
  { name: 'convex', title: 'Convex hulls', about: 'Tetrahedra, octahedra and wedges.', build: buildConvex },
  { name: 'compound', title: 'Compound', about: 'Tables and a hammer of several shapes.', build: buildCompound },
  { name: 'heightfield', title: 'Height field', about: 'Balls and boxes in a bowl.', build: buildHeightfield },
  { name: 'sleep', title: 'Sleep', about: 'A ball wakes a sleeping box after 3 s.', build: buildSleep },
  { name: 'trigger', title: 'Trigger', about: 'The ball falls through the zone.', build: buildTrigger },
  { name: 'see-saw', title: 'See-saw', about: 'A heavy box throws a light one.', build: buildSeeSaw },
  { name: 'hinge', title: 'Hinge', about: 'A door on an inclined axis, and a motor.', build: buildHinge },
  { name: 'chain', title: 'Chain', about: 'A bridge, and links with a heavy load.', build: buildChain },
  { name: 'point-to-point', title: 'Point to point', about: 'Pendulums.', build: buildPointToPoint },
  { name: 'lock', title: 'Lock', about: 'Six boxes locked into a beam.', build: buildLock },
  { name: 'distance', title: 'Distance', about: 'Balls at fixed distances.', build: buildDistance },
  { name: 'cloth', title: 'Cloth', about: 'A net of particles over a ball.', build: buildCloth },
  { name: 'rigid-vehicle', title: 'Rigid vehicle', about: 'Wheels on hinges.', build: buildRigidVehicle },
  { name: 'raycast-vehicle', title: 'Raycast vehicle', about: 'Wheels are rays.', build: buildRaycastVehicle },
];
