import type { CannonSceneWorld, PlainWorld, Scene, SceneWorld } from '@stiction/scenes';
import { loadEngine, pile, stack } from '@stiction/scenes';
import type { PeerWorld } from '../../peers/src/peer.js';
import { timeOf } from '../timing.js';
import type { Contestant } from './contestants.js';

/** Step time of a world over that of its baseline. Both step alternately in one process. */
export interface Cost {
  /** Median over rounds, and their quartiles. */
  ratio: number;
  low: number;
  high: number;
  /** Contact points, if the engine reports them. */
  points?: number;
  otherPoints?: number;
}

interface CostScene {
  id: string;
  title: string;
  scene: Scene;
  asleep: boolean;
  settle: number;
  /** Skipped in cannon-es, whose collision detection lacks some of these shape pairs. */
  notCannon?: boolean;
}

const towers = (count: number, asleep = false): CostScene => ({
  id: `towers-${count}${asleep ? '-asleep' : ''}`,
  title: `${count} x 10 cubes${asleep ? ', asleep' : ''}`,
  scene: stack({ towers: count, count: 10 }),
  asleep,
  settle: asleep ? 400 : 120,
});

export const COST_SCENES: readonly CostScene[] = [
  towers(1),
  towers(20),
  towers(100),
  towers(100, true),
  ...[200, 1000].map((count) => ({
    id: `pile-${count}`,
    title: `pile of ${count}`,
    scene: pile({ count }),
    asleep: false,
    settle: 240,
    notCannon: true,
  })),
];

const ROUNDS = 9;
/** Steps per measurement: enough to take LONG ms, between FEWEST and MOST. */
const LONG = 20;
const FEWEST = 20;
const MOST = 1000;
const DT = 1 / 60;

export function costScenes(engine: string, only: readonly string[] = []): CostScene[] {
  const wanted = COST_SCENES.filter(({ id }) => only.length === 0 || only.includes(id));
  return wanted.filter(({ notCannon }) => !(notCannon && engine === 'cannon'));
}

/** Both worlds start from the same settled state. */
function costOfAdapter(world: SceneWorld, { settle, asleep }: CostScene): Cost {
  for (let k = 0; k < settle; k++) world.step(DT);
  const stock = world.cloneStock() as SceneWorld;
  if (asleep) fillCollisionMatrix(world, stock);
  const cost = race(world, stock);
  const points = world.friction?.report.points;
  const otherPoints = pointsOf(stock as Counted);
  world.dispose();
  stock.dispose();
  return { ...cost, ...(points !== undefined && { points }), ...(otherPoints !== undefined && { otherPoints }) };
}

/** Each world settles separately: two engines cannot share a state. */
function costAgainst(world: PeerWorld, other: PlainWorld, { settle }: CostScene): Cost {
  for (let k = 0; k < settle; k++) {
    world.step(DT);
    other.step(DT);
  }
  const cost = race(world, other);
  const points = world.contactCount?.() ?? pointsOf(world as Counted);
  const otherPoints = pointsOf(other as Counted);
  world.dispose();
  other.dispose();
  return { ...cost, ...(points !== undefined && { points }), ...(otherPoints !== undefined && { otherPoints }) };
}

/** The baseline of Stiction is its stock engine, that of all others stock Rapier. */
export async function measureCost({ kind, load }: Contestant, cost: CostScene): Promise<Cost> {
  const scene = { ...cost.scene, canSleep: cost.asleep };
  const { build } = await load();
  if (kind === 'stiction') return costOfAdapter(build(scene) as SceneWorld, cost);
  const rapier = await loadEngine('rapier');
  return costAgainst(build(scene), rapier(scene, { stiction: false }), cost);
}

function race(world: Stepped, other: Stepped): Pick<Cost, 'ratio' | 'low' | 'high'> {
  const steps = Math.max(stepsFor(world), stepsFor(other));
  time(world, steps);
  time(other, steps);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) ratios.push(time(world, steps) / time(other, steps));
  ratios.sort((a, b) => a - b);
  return { ratio: ratios[ROUNDS >> 1], low: ratios[2], high: ratios[ROUNDS - 3] };
}

type Stepped = Pick<PlainWorld, 'step'>;

/** Also warms up the code. */
function stepsFor(world: Stepped): number {
  const each = time(world, FEWEST) / FEWEST;
  return Math.min(MOST, Math.max(FEWEST, Math.ceil(LONG / Math.max(each, 1e-3))));
}

function time(world: Stepped, steps: number): number {
  return timeOf(() => {
    for (let k = 0; k < steps; k++) world.step(DT);
  });
}

/**
 * Each step, cannon-es walks a collision matrix that grows with the pairs that have touched. It is empty in a clone of a
 * sleeping world, so the clone's bodies touch once and then return to where they slept.
 */
function fillCollisionMatrix(world: SceneWorld, stock: Stepped): void {
  const one = world as Partial<CannonSceneWorld>;
  const other = stock as Partial<CannonSceneWorld>;
  if (!one.body || !other.body || !other.copyState || world.engine !== 'cannon') return;
  for (const name of world.names) other.body(name).wakeUp();
  stock.step(DT);
  for (const name of world.names) other.copyState(name, one.body(name));
}

/** The part of the stock engines' worlds that counting needs. */
interface Counted {
  world?: {
    /** cannon-es. */
    contacts?: { length: number };
    /** Rapier. */
    forEachCollider?(each: (collider: Collider) => void): void;
    contactPairsWith?(collider: Collider, each: (other: Collider) => void): void;
    contactPair?(a: Collider, b: Collider, each: (manifold: { numSolverContacts(): number }) => void): void;
  };
}
interface Collider {
  handle: number;
}

/** Contact points of the last step in a stock world. */
function pointsOf({ world }: Counted): number | undefined {
  if (world?.contacts) return world.contacts.length;
  if (!world?.forEachCollider) return undefined;
  let count = 0;
  world.forEachCollider((collider) =>
    world.contactPairsWith?.(collider, (other) => {
      if (collider.handle > other.handle) return;
      world.contactPair?.(collider, other, (manifold) => {
        count += manifold.numSolverContacts();
      });
    }),
  );
  return count;
}
