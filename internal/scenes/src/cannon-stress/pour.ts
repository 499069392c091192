import { installFriction } from '@stiction/cannon-adapter';
import { coulomb, type FrictionLaw, type FrictionReport } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import * as CANNON from 'cannon-es';
import { addBody, createExampleWorld } from '../cannon-examples/example.js';
import { isFiniteBody, worldEnergy } from '../cannon-examples/measures.js';
import { addPit } from '../cannon-examples/pile.js';
import { between, logBetween, randomParts, randomTurn } from './shapes.js';

const DT = 1 / 60;
/** One body, or a joined pair, per this many steps. */
const EVERY = 8;
const HALF = 1.5;
/** Bodies enter at four positions in turn; the previous one there has fallen 1.4 m by then, so nothing overlaps. */
const PLACES = [
  [-0.75, -0.75],
  [0.75, 0.75],
  [-0.75, 0.75],
  [0.75, -0.75],
] as const;
const HEIGHT = 3.5;
const RADIUS = 0.3;

/** Pours bodies of every shape into a pit and removes the oldest ones, without end. */
export interface Pour {
  world: CANNON.World;
  friction: PourFriction | null;
  /** Number of bodies so far. */
  readonly poured: number;
  step(): void;
  isFinite(): boolean;
  /** Energy of all present bodies over their initial energy. */
  energyShare(): number;
}

/** The common part of both adapters' handles. */
interface PourFriction {
  readonly report: Readonly<FrictionReport>;
  snapshot(): Uint8Array;
}

/** Steps the bodies of a cannon-es world; cannon-es by default. */
export type Stepper = (world: CANNON.World, law: FrictionLaw | null) => PourStep;

interface PourStep {
  friction: PourFriction | null;
  step(dt: number): void;
}

const stepByCannon: Stepper = (world, law) => ({
  friction: law ? installFriction(world, { default: law }) : null,
  step: (dt) => world.step(dt),
});

interface Poured {
  body: CANNON.Body;
  /** Initial energy [J]. */
  given: number;
  joints: CANNON.Constraint[];
}

export function createPour(
  seed: number,
  options: { stiction: boolean; keep: number; stepper?: Stepper | undefined },
): Pour {
  const random = seededRandom(seed);
  const world = createExampleWorld(0.5);
  addPit(world, HALF, 2);
  const law = options.stiction ? coulomb({ mu: 0.5 }) : null;
  const { friction, step } = (options.stepper ?? stepByCannon)(world, law);
  const queue: Poured[] = [];
  let steps = 0;
  let poured = 0;

  function spawn(x: number, y: number, z: number): Poured {
    const radius = between(random, RADIUS / 2, RADIUS);
    const placed = { mass: logBetween(random, 0.5, 5), at: [x, y, z] as const, turn: randomTurn(random) };
    const body = addBody(world, placed, randomParts(random, radius));
    const one: Poured = { body, given: body.mass * world.gravity.length() * z, joints: [] };
    queue.push(one);
    poured++;
    return one;
  }

  function pour(): void {
    const [x, y] = PLACES[(steps / EVERY) % PLACES.length];
    const first = spawn(x, y, HEIGHT);
    if (random() < 0.2) joinTo(first, spawn(x, y, HEIGHT + 2 * RADIUS));
    while (queue.length > options.keep) remove(queue.shift()!);
  }

  function joinTo(first: Poured, second: Poured): void {
    const at = first.body.position.vadd(second.body.position).scale(0.5);
    const [a, b] = [first.body, second.body];
    const joint = new CANNON.PointToPointConstraint(a, a.pointToLocalFrame(at), b, b.pointToLocalFrame(at));
    world.addConstraint(joint);
    first.joints.push(joint);
    second.joints.push(joint);
  }

  function remove({ body, joints }: Poured): void {
    for (const joint of joints) if (world.constraints.includes(joint)) world.removeConstraint(joint);
    world.removeBody(body);
  }

  return {
    world,
    friction,
    get poured() {
      return poured;
    },
    step() {
      if (steps % EVERY === 0) pour();
      steps++;
      step(DT);
    },
    isFinite: () => queue.every(({ body }) => isFiniteBody(body)),
    energyShare() {
      return worldEnergy(world) / queue.reduce((sum, { given }) => sum + given, 0);
    },
  };
}
