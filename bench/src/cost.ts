import type { CannonSceneWorld, SceneWorld } from '@stiction/scenes';
import { pile, stack } from '@stiction/scenes';
import { costContestants } from './builds.js';

/** Whole step with the adapter over the stock step, both worlds from one settled state, stepped in turn. */
const CASES = [
  { name: '1 x 10 cubes', scene: stack({ towers: 1, count: 10 }), asleep: false, settle: 120 },
  { name: '20 x 10 cubes', scene: stack({ towers: 20, count: 10 }), asleep: false, settle: 120 },
  { name: '100 x 10 cubes', scene: stack({ towers: 100, count: 10 }), asleep: false, settle: 120 },
  { name: '100 x 10 cubes, asleep', scene: stack({ towers: 100, count: 10 }), asleep: true, settle: 400 },
];
/** Of Rapier: what collides in cannon-es is another question. */
const PILES = [200, 1000].map((count) => ({
  name: `pile of ${count}`,
  scene: pile({ count }),
  asleep: false,
  settle: 240,
}));
const ROUNDS = 9;
const STEPS = 20;
const DT = 1 / 60;

export async function runCost(): Promise<string> {
  const lines = [
    '| scene | engine | step / stock step (median of rounds) | quartiles | patches | points, stock |',
    '|---|---|---|---|---|---|',
  ];
  for (const { label, build } of await costContestants()) {
    for (const { name, scene, asleep, settle } of label.includes('Rapier') ? [...CASES, ...PILES] : CASES) {
      const world = build({ ...scene, canSleep: asleep });
      for (let k = 0; k < settle; k++) world.step(DT);
      const stock = world.cloneStock();
      if (asleep) meetAgain(world, stock);
      const ratios: number[] = [];
      time(world);
      time(stock);
      for (let round = 0; round < ROUNDS; round++) ratios.push(time(world) / time(stock));
      ratios.sort((a, b) => a - b);
      const { patches = 0, points = 0 } = world.friction?.report ?? {};
      const quartiles = `${ratios[2].toFixed(2)}..${ratios[ROUNDS - 3].toFixed(2)}`;
      const median = ratios[Math.floor(ROUNDS / 2)].toFixed(2);
      lines.push(
        `| ${name} | ${label} | ${median} | ${quartiles} | ${patches} | ${points}, ${stockPoints(stock) ?? '-'} |`,
      );
      world.dispose();
      stock.dispose();
    }
  }
  return lines.join('\n');
}

/**
 * cannon-es goes through a table of all pairs each step, which is as long as the pairs that have touched need. In a clone that
 * was born asleep it is empty: so its bodies touch once, and go back to where they slept.
 */
function meetAgain(world: SceneWorld, stock: Pick<SceneWorld, 'step'>): void {
  const one = world as Partial<CannonSceneWorld>;
  const other = stock as Partial<CannonSceneWorld>;
  if (!one.body || !other.body || !other.copyState) return;
  for (const name of world.names) other.body(name).wakeUp();
  stock.step(DT);
  for (const name of world.names) other.copyState(name, one.body(name));
}

/** Contacts of the last step, where the engine tells. */
function stockPoints(world: object): number | undefined {
  return (world as { world?: { contacts?: { length: number } } }).world?.contacts?.length;
}

function time(world: Pick<SceneWorld, 'step'>): number {
  const start = performance.now();
  for (let k = 0; k < STEPS; k++) world.step(DT);
  return performance.now() - start;
}
