import { anisotropic, bristle, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import type { Example } from '@stiction/scenes/cannon-examples';
import {
  FAMILIES,
  FAULTS,
  type Family,
  type Fault,
  judge,
  randomScene,
  type Started,
  startExample,
  type Verdict,
} from '@stiction/scenes/cannon-stress';
import { loadMirror, type Mirror } from '@stiction/scenes/rapier-stress';
import { isQuick } from './quick.js';

/** 1,000 random scenes in the stock engine and with Stiction, under the criteria of `judge`. */
const COUNT = isQuick ? 12 : 1_000;

interface Tally {
  scenes: number;
  faulty: { stock: number; stiction: number };
  faults: Record<Fault, { stock: number; stiction: number }>;
  /** Seeds with a fault that only Stiction has, and those that only the stock engine has. */
  worse: number[];
  better: number;
}

type Start = (build: () => Example, options: { stiction: boolean }) => Started;

export async function runRandom(): Promise<string> {
  return runScenes(startExample);
}

/** Replaces the scene's law, `coulomb`. */
const RAPIER_LAWS: { readonly [name: string]: (law: FrictionLaw, mu: number) => FrictionLaw } = {
  coulomb: (law) => law,
  stribeck: (_, mu) => stribeck({ muS: mu, muC: 0.8 * mu, vS: 0.05 }),
  patch: (_, mu) => patch({ mu }),
  anisotropic: (_, mu) => anisotropic({ mu: [1.25 * mu, mu] }),
  bristle: (_, mu) => bristle({ mu, stiffness: 1e5 }),
};

/** Relative changes of gravity. Many of these scenes are chaotic: how many have a fault depends on chance, and this shows how much. */
const NUDGES = [1e-6, 2e-6, 3e-6];

export async function runRapierRandom(): Promise<string> {
  const reflect = await loadMirror();
  // Rapier has its own memory: a world that is not freed leaks.
  let last: Mirror | undefined;
  const stock = new Map<number, Verdict>();
  const starter =
    (name: string, makeLaw: ((law: FrictionLaw, mu: number) => FrictionLaw) | null, nudge: number): Start =>
    (build, { stiction }) => {
      last?.dispose();
      const example = build();
      if (stiction) example.world.gravity.scale(1 + nudge, example.world.gravity);
      const law = stiction && makeLaw ? makeLaw(example.law, example.law.mu ?? 0) : null;
      const mirror = reflect(example.world, { law, scope: name === 'coulomb' ? 'all' : 'special' });
      last = mirror;
      return { example, step: (dt) => mirror.step(dt) };
    };
  const controls = NUDGES.map((nudge) => {
    const tallies = tallyScenes(starter('stock', null, nudge), stock);
    return `Stock Rapier with ${1 + nudge} times the gravity, for comparison:\n\n${table(tallies)}`;
  });
  const parts = Object.entries(RAPIER_LAWS).map(
    ([name, make]) => `Law \`${name}\` on all bodies:\n\n${runScenes(starter(name, make, 0), stock)}`,
  );
  return [...controls, ...parts].join('\n\n');
}

function runScenes(start: Start, stockVerdicts = new Map<number, Verdict>()): string {
  const tallies = tallyScenes(start, stockVerdicts);
  return `${table(tallies)}\n\n${seeds(tallies)}`;
}

function tallyScenes(start: Start, stockVerdicts: Map<number, Verdict>): Map<Family, Tally> {
  const tallies = new Map<Family, Tally>(FAMILIES.map((family) => [family, createTally()]));
  for (let seed = 0; seed < COUNT; seed++) {
    const { family, build } = randomScene(seed);
    const stock = stockVerdicts.get(seed) ?? judge(start(build, { stiction: false }));
    stockVerdicts.set(seed, stock);
    const stiction = judge(start(build, { stiction: true }));
    count(tallies.get(family)!, seed, stock, stiction);
  }
  return tallies;
}

function createTally(): Tally {
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, { stock: 0, stiction: 0 }])) as Tally['faults'];
  return { scenes: 0, faulty: { stock: 0, stiction: 0 }, faults, worse: [], better: 0 };
}

function count(tally: Tally, seed: number, stock: Verdict, stiction: Verdict): void {
  tally.scenes++;
  if (stock.faults.length > 0) tally.faulty.stock++;
  if (stiction.faults.length > 0) tally.faulty.stiction++;
  for (const fault of stock.faults) tally.faults[fault].stock++;
  for (const fault of stiction.faults) tally.faults[fault].stiction++;
  const added = stiction.faults.filter((fault) => !stock.faults.includes(fault));
  if (added.length > 0) {
    tally.worse.push(seed);
    console.error(`seed ${seed}: ${added.map((fault) => show(fault, stiction)).join(', ')}`);
  }
  if (stock.faults.some((fault) => !stiction.faults.includes(fault))) tally.better++;
}

function show(fault: Fault, { worst }: Verdict): string {
  return fault === 'nan' ? fault : `${fault} ${worst[fault].toPrecision(2)}`;
}

function table(tallies: ReadonlyMap<Family, Tally>): string {
  const lines = [
    `| family | scenes | with a fault | ${FAULTS.join(' | ')} | worse / better |`,
    `|---|---|---|${FAULTS.map(() => '---|').join('')}---|`,
  ];
  for (const [family, { scenes, faulty, faults, worse, better }] of tallies) {
    const cells = FAULTS.map((fault) => `${faults[fault].stock} → ${faults[fault].stiction}`);
    const first = `| ${family} | ${scenes} | ${faulty.stock} → ${faulty.stiction} |`;
    lines.push(`${first} ${cells.join(' | ')} | ${worse.length} / ${better} |`);
  }
  return lines.join('\n');
}

/** Seeds in which Stiction has a fault that the stock engine does not have. */
function seeds(tallies: ReadonlyMap<Family, Tally>): string {
  const lines = [...tallies].map(([family, { worse }]) => `- ${family}: ${worse.join(', ') || 'none'}`);
  return `Seeds with a fault that the stock engine has not:\n\n${lines.join('\n')}`;
}
