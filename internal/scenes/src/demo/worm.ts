import { coulomb } from '@stiction/friction-core';
import { heightMap, type NormalMap } from '@stiction/texture-friction';
import { crawlingWorm, crawlPath, REST, SCALES_TILE, WORM, type Worm, wormLaw } from '../textured/crawling-worm.js';
import type { DemoScene, DrawnPart, DrawnShape, Probe, Prop } from './demo-scene.js';
import { block } from './drawn.js';
import { normalLook } from './normal-look.js';

/**
 * A worm that crawls by the texture of its belly (`crawling-worm.ts`): the painted profile is a height map, and friction follows its
 * slopes. If heights rise steeply towards the head and fall gently, steep facets face the tail and the worm crawls forward.
 */
export type WormValues = { profile: string; sharpness: number; swing: number; period: number };

const COLUMNS = 16;
const ROWS = 8;
/** Height of a 9 [m]: teeth of eight cells have slopes of 0.23 and 1.6. */
const DEPTH = 0.25e-3;
const TEETH = '98654310'.repeat((COLUMNS / 8) * ROWS);
const PERIODS = 6;
/** Scales are drawn sixteen times their size, to be visible [m]. */
const DRAWN_TILE = 16 * SCALES_TILE;

/** The painted profile; the head is on the right. On the belly u runs to the tail. */
function paintedMap(profile: string, side: 'belly' | 'back'): NormalMap {
  const data = Array.from({ length: COLUMNS * ROWS }, (_, k) => {
    const column = side === 'back' ? k : k - (k % COLUMNS) + COLUMNS - 1 - (k % COLUMNS);
    return (DEPTH * Number(profile[column])) / 9;
  });
  return heightMap({ width: COLUMNS, height: ROWS, data, pixel: SCALES_TILE / COLUMNS });
}

function wormOf({ profile, sharpness, swing, period }: WormValues): Worm {
  return { scales: paintedMap(profile, 'belly'), sharpness, swing: swing / 1000, period };
}

const SAMPLE = 5e-3;

/** The mean position of the reference's points, every `SAMPLE`. Caches the last motion: the chart asks for every moment of it. */
function exactPath(values: WormValues): Float64Array {
  const key = Object.values(values).join();
  if (kept?.key !== key) {
    kept = { key, path: crawlPath(wormOf(values), PERIODS * values.period, SAMPLE, 1e-4) };
  }
  return kept.path;
}

let kept: { key: string; path: Float64Array } | undefined;

/** Distance per period, after the first. */
function exactWay(values: WormValues): number {
  const path = exactPath(values);
  const at = (periods: number): number => path[Math.round((periods * values.period) / SAMPLE)];
  return (at(3) - at(1)) / 2;
}

function createProbe({ period }: WormValues, world: Parameters<DemoScene['probe']>[1]): Probe {
  const middle = (): number => WORM.reduce((sum, name) => sum + world.position(name)[0], 0) / WORM.length;
  const start = middle();
  let [now, first, periods, proof] = [start, Number.NaN, 0, Number.NaN];
  return {
    sample(_, dt) {
      const before = now;
      now = middle();
      // Interpolate its position at the end of the period.
      const late = world.time - REST - (periods + 1) * period;
      if (late < -1e-9) return;
      periods++;
      const place = now - (late / dt) * (now - before);
      if (periods === 1) first = place;
      else proof = (place - first) / (periods - 1);
    },
    get curve() {
      return now - start;
    },
    get proof() {
      return proof;
    },
    done: false,
  };
}

/** Two between each pair of neighbours, from face to face. */
const MUSCLES = WORM.slice(1).flatMap((name, k) =>
  [-0.03, 0.03].map(
    (y) =>
      [
        { body: WORM[k], at: [0.05, y, 0] },
        { body: name, at: [-0.05, y, 0] },
      ] as const,
  ),
);

export const worm: DemoScene<WormValues> = {
  id: 'worm',
  title: 'Worm that crawls by its scales',
  look: 'Its muscles only push and pull. Painted teeth make its belly smooth one way and rough the other, so it crawls. Reverse the teeth to reverse it.',
  stockLacks: 'no such law',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should crawl: it stays in place'),
  controls: {
    profile: {
      kind: 'paint',
      label: 'Heights on the belly, head to the right',
      value: TEETH,
      columns: COLUMNS,
      rows: ROWS,
    },
    sharpness: { kind: 'slider', label: 'Sharpness: weight of steep facets', value: 3, min: 1, max: 6, step: 0.5 },
    swing: { kind: 'slider', label: 'Muscle stroke', value: 50, min: 20, max: 60, step: 5, unit: 'mm' },
    period: { kind: 'slider', label: 'Period', value: 1, min: 0.8, max: 2, step: 0.1, unit: 's' },
  },
  scene: (values) => ({ ...crawlingWorm(wormOf(values)), duration: REST + PERIODS * values.period + 0.1 }),
  probe: createProbe,
  proof: {
    label: 'Distance per period',
    unit: 'm',
    reference: exactWay,
    good: (proof, values) => Math.abs(proof - exactWay(values)) < 0.05 * Math.abs(exactWay(values)) + 0.005,
    digits: 3,
  },
  curve: {
    label: 'Distance of the worm',
    unit: 'm',
    theory(time, values) {
      const path = exactPath(values);
      return path[Math.max(0, Math.round((time - REST) / SAMPLE))] ?? Number.NaN;
    },
    span: REST + PERIODS,
  },
  view: {
    target: [0.5, 0, 0.02],
    eye: [0.9, -1.75, 0.95],
    frame: [
      [-0.3, -0.1, 0],
      [1.4, 0.1, 0.06],
    ],
    tall: [1.9, -0.9, 0.9],
  },
  springs: { between: MUSCLES, radius: 0.013, coils: 7, colour: '#c9ced4' },
  laws: [
    {
      id: 'textured',
      label: 'Read from the painting',
      pair: ['worm', 'floor'],
      law: (values) => wormLaw(wormOf(values)),
    },
    {
      id: 'mean',
      label: 'The same, with the plain mean slope',
      pair: ['worm', 'floor'],
      law: (values) => wormLaw({ ...wormOf(values), sharpness: 1 }),
    },
    { id: 'coulomb', label: 'Coulomb', pair: ['worm', 'floor'], law: () => coulomb({ mu: 0.4 }) },
  ],
  looks({ profile }) {
    const normalMap = normalLook(paintedMap(profile, 'back'), DRAWN_TILE);
    return {
      floor: { colour: '#d9bd94', surface: 'boards' as const },
      ...Object.fromEntries(WORM.map((name) => [name, { normalMap, ...(name === 'head' && { shape: HEAD }) }])),
    };
  },
  props: (values) => ruler(crawlingWorm(wormOf(values)).bodies.find(({ name }) => name === 'head')?.position[0] ?? 0),
  snippet: 'worm',
  dt: 1 / 120,
};

/** A line every 10 cm from where the head starts, red every half metre. */
function ruler(head: number): readonly Prop[] {
  return Array.from({ length: 14 }, (_, k): Prop => {
    const isLong = k % 5 === 0;
    return {
      shape: { kind: 'box', halfExtents: [isLong ? 0.004 : 0.002, isLong ? 0.16 : 0.11, 0.0004] },
      position: [head + 0.05 + 0.1 * k, 0, 0.0004],
      colour: isLong ? '#c2402f' : '#8d6b45',
    };
  });
}

/** The block, with eyes. */
const HEAD: DrawnShape = {
  kind: 'group',
  parts: [
    block([0.05, 0.05, 0.025], [0, 0, 0]),
    ...[-1, 1].flatMap((side): DrawnPart[] => [
      {
        shape: { kind: 'sphere', radius: 0.014 },
        position: [0.045, 0.024 * side, 0.022],
        colour: '#ffffff',
        surface: 'ceramic',
      },
      {
        shape: { kind: 'sphere', radius: 0.007 },
        position: [0.056, 0.025 * side, 0.025],
        colour: '#14181d',
        surface: 'ceramic',
      },
    ]),
  ],
};
