import { coulomb, custom, type FrictionLaw, type SurfaceFunction, splatMap } from '@stiction/friction-core';
import { loadEngine, type Scene, type SceneWorld } from '@stiction/scenes';
import { quantile, timeOf } from './timing.js';

/**
 * Cost of materials by place (`setSurface`): a whole step, CPU time, with all worlds stepping alternately in one process.
 *
 *     npm run bench -- surface-cost
 *
 * 125 crates with four contact points each, at rest or sliding down a slope. `one law` is the same world with one law for the whole
 * floor; in Rapier a law that Rapier lacks, so that the same mechanism acts. `one law again` is a twin of it: how far a ratio deviates from
 * 1 by chance.
 */
const DT = 1 / 60;
const SIDE = 5;
const WARM = 200;
const ROUNDS = 50;
const STEPS = 4;
const GRAVITY = 9.81;

const grass = coulomb({ mu: 0.5 });
const { set, linearize, torsionIndex } = grass;
/** Coulomb friction that no engine recognises. */
const special: FrictionLaw = custom({ name: 'special', set, linearize, mu: 0.5, torsionIndex: torsionIndex as number });

function crates(slope: number, law: FrictionLaw, surface: SurfaceFunction | null): Scene {
  const cells = Array.from({ length: SIDE ** 3 }, (_, k) => k);
  return {
    name: 'crates',
    gravity: [GRAVITY * Math.sin(slope), 0, -GRAVITY * Math.cos(slope)],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      ...cells.map((k) => ({
        name: `crate ${k}`,
        kind: 'dynamic' as const,
        shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.1] } as const,
        position: [(k % 25) * 0.6 - 7, Math.floor(k / 25) * 0.6, 0.1] as const,
        mass: 1,
        material: 'crate',
      })),
    ],
    law: grass,
    pairs: surface
      ? [
          ['crate', 'grass', law],
          ['crate', 'ice', law],
        ]
      : [['crate', 'ground', law]],
    surfaces: surface ? [['ground', surface]] : [],
    stockMu: 0.5,
    duration: 1,
  };
}

const byPosition: SurfaceFunction = ({ point }) => (point[0] > 0 ? 'ice' : 'grass');

function map(): SurfaceFunction {
  const size = 256;
  const data = new Uint8Array(4 * size * size);
  for (let pixel = 0; pixel < size * size; pixel++) data[4 * pixel + (pixel % size > size / 2 ? 1 : 0)] = 255;
  return splatMap({
    data,
    width: size,
    height: size,
    names: ['grass', 'ice'],
    uv: { from: [-20, -20], to: [20, 20], plane: 'xy' },
  });
}

for (const engine of ['cannon', 'rapier'] as const) {
  const create = await loadEngine(engine);
  for (const [state, slope] of [
    ['at rest', 0],
    ['sliding', 0.5],
  ] as const) {
    const worlds: [string, SceneWorld][] = [
      ['stock', create(crates(slope, special, null), { stiction: false })],
      ['one law', create(crates(slope, special, null), { stiction: true })],
      ['one law again', create(crates(slope, special, null), { stiction: true })],
      ['function', create(crates(slope, special, byPosition), { stiction: true })],
      ['splat map', create(crates(slope, special, map()), { stiction: true })],
    ];
    for (const [, world] of worlds) for (let k = 0; k < WARM; k++) world.step(DT);
    const ratios: number[][] = worlds.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      const times = worlds.map(() => 0);
      // There and back, so that no world always runs first.
      const order = worlds.map((_, k) => (round % 2 === 0 ? k : worlds.length - 1 - k));
      for (const k of order) {
        times[k] = timeOf(() => {
          for (let step = 0; step < STEPS; step++) worlds[k][1].step(DT);
        });
      }
      for (const [k, time] of times.entries()) ratios[k].push(time / times[k < 2 ? 0 : 1]);
    }
    const median = ratios.map((list) => quantile(list, 0.5).toFixed(3));
    const { points, patches } = worlds[3][1].friction?.report ?? {};
    const row = worlds.slice(2).map(([name], k) => `${name} ${median[k + 2]}`);
    console.log(
      `${engine}, ${state}, ${points} points, ${patches} patches: one law / stock ${median[1]}; over one law: ${row.join(', ')}`,
    );
    for (const [, world] of worlds) world.dispose();
  }
}
