// Run by surface-allocation.test.ts in a separate process, with a young generation so large that nothing is collected.
import { type HeapProfiler, Session } from 'node:inspector';
import { coulomb, custom, type SurfaceFunction, splatMap } from '@stiction/friction-core';
import { type EngineName, loadEngine, type Scene } from '../src/index.js';

const [, , engine] = process.argv as [string, string, EngineName];
const SIDE = 4;
/** Until everything is optimized; a step of Rapier calls the function more often. */
const WARM = engine === 'cannon' ? 1200 : 400;
const STEPS = 100;
const DT = 1 / 60;
/** In each adapter; bundling may add a number to the name. */
const READ = /^readSurfaces\d*$/;

const grass = coulomb({ mu: 0.5 });
const { set, linearize, torsionIndex } = grass;
/** No engine recognises it, so Rapier's contacts are read, too. */
const law = custom({ name: 'special', set, linearize, mu: 0.5, torsionIndex: torsionIndex as number });

function crates(surface: SurfaceFunction): Scene {
  return {
    name: 'crates',
    gravity: [9.81 * Math.sin(0.5), 0, -9.81 * Math.cos(0.5)],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      ...Array.from({ length: SIDE * SIDE }, (_, k) => ({
        name: `crate ${k}`,
        kind: 'dynamic' as const,
        shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.1] } as const,
        position: [(k % SIDE) * 0.6, Math.floor(k / SIDE) * 0.6, 0.1] as const,
        mass: 1,
        material: 'crate',
      })),
    ],
    law: grass,
    pairs: ['grass', 'ice'].map((name) => ['crate', name, law] as const),
    surfaces: [['ground', surface]],
    stockMu: 0.5,
    duration: 1,
  };
}

const byPosition: SurfaceFunction = ({ local }) => (local[1] > 1 ? 'ice' : 'grass');
/** Grass that fades into ice along y: nearly every point has a mixture. */
const fading = splatMap({
  data: [255, 0, 0, 255],
  width: 1,
  height: 2,
  names: ['grass', 'ice'],
  uv: { from: [-100, -2], to: [100, 5], plane: 'xy' },
});

/** Allocates an object per point: the measurement must notice it. */
const wasteful: SurfaceFunction = ({ local }) => [local[1] > 1 ? 'ice' : 'grass'].slice()[0];

async function main(): Promise<void> {
  const create = await loadEngine(engine);
  const kinds = { function: byPosition, splatMap: fading, wasteful };
  const results = Object.entries(kinds).map(([kind, surface]) => {
    const world = create(crates(surface), { stiction: true });
    for (let k = 0; k < WARM; k++) world.step(DT);
    const bytes = bytesOf(() => {
      for (let k = 0; k < STEPS; k++) world.step(DT);
    });
    const points = world.friction?.report.points ?? 0;
    return [kind, { bytesPerPoint: bytes / (points * STEPS), points }];
  });
  console.log(JSON.stringify(Object.fromEntries(results)));
}

/** Allocated by reading surfaces while a function runs. */
function bytesOf(action: () => void): number {
  const session = new Session();
  session.connect();
  const includes = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  session.post('HeapProfiler.startSampling', { samplingInterval: 256, ...includes });
  action();
  let bytes = 0;
  session.post('HeapProfiler.stopSampling', (_, { profile }) => {
    bytes = bytesBelow(profile.head, false);
  });
  session.disconnect();
  return bytes;
}

/** All that the function which reads surfaces, and those called by it, have allocated. */
function bytesBelow(node: HeapProfiler.SamplingHeapProfileNode, isInside: boolean): number {
  const inside = isInside || READ.test(node.callFrame.functionName);
  return node.children.reduce((sum, child) => sum + bytesBelow(child, inside), inside ? node.selfSize : 0);
}

void main();
