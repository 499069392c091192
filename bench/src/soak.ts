import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPour, type Pour, type Stepper } from '@stiction/scenes/cannon-stress';
import { loadMirror } from '@stiction/scenes/rapier-stress';
import { isQuick } from './quick.js';

/** Bodies poured into a pit for 10,000 steps, with the oldest removed: does anything leak? */
const STEPS = isQuick ? 200 : 10_000;
const WARM_UP = isQuick ? 100 : 2_000;
const SAMPLE = isQuick ? 10 : 500;
const KEEP = 60;
const SEED = 1;

interface Soak {
  poured: number;
  finite: boolean;
  energy: number;
  /** Bytes after garbage collection: the minimum of the first and of the last samples after the warm-up. */
  first: number;
  last: number;
  /** Maxima of the first and of the second half after the warm-up. */
  points: [number, number];
  snapshot: [number, number];
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function runSoak(): Promise<string> {
  return runPours('cannon-es');
}

export async function runRapierSoak(): Promise<string> {
  const reflect = await loadMirror();
  return runPours('Rapier', (world, law) => reflect(world, { law }));
}

function runPours(engine: string, stepper?: Stepper): string {
  const lines = [
    `Seed ${SEED}.\n`,
    '| pour | bodies | finite | largest energy, share of the input | memory after step 2,000 → 10,000 | contact points, maxima of halves | cached, maxima of halves |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const stiction of [false, true]) {
    const { poured, finite, energy, first, last, points, snapshot } = soak(stiction, stepper);
    const memory = `${megabytes(first)} → ${megabytes(last)}`;
    const counts = stiction
      ? `${points[0]}, ${points[1]} | ${kilobytes(snapshot[0])}, ${kilobytes(snapshot[1])}`
      : '- | -';
    const label = stiction ? `Stiction in ${engine}` : engine;
    lines.push(`| ${label} | ${poured} | ${finite ? 'yes' : 'no'} | ${energy.toFixed(2)} | ${memory} | ${counts} |`);
  }
  return lines.join('\n');
}

function soak(stiction: boolean, stepper?: Stepper): Soak {
  const pour = createPour(SEED, { stiction, keep: KEEP, stepper });
  const memory: number[] = [];
  const points: [number, number] = [0, 0];
  const snapshot: [number, number] = [0, 0];
  let finite = true;
  let energy = 0;
  for (let k = 1; k <= STEPS; k++) {
    pour.step();
    finite &&= pour.isFinite();
    energy = Math.max(energy, pour.energyShare());
    if (k <= WARM_UP) continue;
    const half = k <= (STEPS + WARM_UP) / 2 ? 0 : 1;
    points[half] = Math.max(points[half], pour.friction?.report.points ?? 0);
    if (k % SAMPLE !== 0) continue;
    snapshot[half] = Math.max(snapshot[half], remembered(pour));
    memory.push(used());
  }
  // The number of bodies in the pit varies between samples: the minimum of four shows a leak.
  const first = Math.min(...memory.slice(0, 4));
  const last = Math.min(...memory.slice(-4));
  return { poured: pour.poured, finite, energy, first, last, points, snapshot };
}

function remembered(pour: Pour): number {
  return pour.friction?.snapshot().byteLength ?? 0;
}

function used(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(2)} MB`;
const kilobytes = (bytes: number): string => `${(bytes / 2 ** 10).toFixed(0)} kB`;
