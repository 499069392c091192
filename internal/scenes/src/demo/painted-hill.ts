import { coulomb, type SurfaceFunction, splatMap } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, ShapePart, Terrain, Vector } from '../scene.js';
import type { DemoScene, Look } from './demo-scene.js';
import { type Hill, slideDown } from './painted-hill-reference.js';

/**
 * Sledges on a height field whose material is painted: the weights of ice, grass and rock are those of a terrain shader's splat map. A
 * sledge on grass must stay; one on ice slides down and stops where friction has taken its energy: on a gentle terrain after the drop
 *
 *     h = Σ μ Δx        μ  coefficient of friction     Δx  horizontal distance
 *
 * whatever the shape of the hill. The reference also has the force of the curve; see painted-hill-reference.ts.
 */
type HillValues = { ground: string; ice: number; grass: number };

/** Pixels of the map are squares of 1 m. */
const COLUMNS = 20;
const ROWS = 10;
const FROM = [-8, -5] as const;
const TO = [FROM[0] + COLUMNS, FROM[1] + ROWS] as const;
const ROCK = 0.8;
const NAMES = ['ice', 'grass', 'rock'] as const;

/** The slope is straight up to `BEND[0]` and gets flatter until `BEND[1]`. */
const SLOPE = 0.34;
const BEND = [-2, 2] as const;
/** Walls at the sides begin here, between lanes and edge [m]. */
const BANK = 3.9;
const CELL = 0.5;

const SLEDGE: Vector = [0.35, 0.22, 0.1];
const START = -5;
const LANES = [
  { name: 'red sledge', y: 3, colour: '#c8473a' },
  { name: 'yellow sledge', y: 0, colour: '#d9a520' },
  { name: 'blue sledge', y: -3, colour: '#2f6fb3' },
] as const;
const DURATION = 8;

const slopeAt = (x: number): number => -SLOPE * Math.min(1, Math.max(0, (BEND[1] - x) / (BEND[1] - BEND[0])));

/** Height along the lanes. */
function heightAt(x: number): number {
  const bend = Math.min(Math.max(x, BEND[0]), BEND[1]);
  return (SLOPE * (BEND[1] - bend) ** 2) / (2 * (BEND[1] - BEND[0])) + SLOPE * (bend - Math.min(x, bend));
}

function terrain(): Terrain {
  const bank = (x: number, y: number): number =>
    (0.5 + 0.2 * Math.sin(0.9 * x) + 0.1 * Math.sin(2.3 * x + y)) * Math.max(0, Math.abs(y) - BANK) ** 2;
  return {
    cell: CELL,
    from: FROM,
    heights: Array.from({ length: COLUMNS / CELL + 1 }, (_, i) =>
      Array.from({ length: ROWS / CELL + 1 }, (_, k) => {
        const [x, y] = [FROM[0] + i * CELL, FROM[1] + k * CELL];
        return heightAt(x) + bank(x, y);
      }),
    ),
  };
}

/** The default: digits from the far edge to the near one. 0 is ice, 5 grass, 9 rock. */
const PAINTED = [
  '55555555555555555599',
  '55000000000055555599',
  '55000000000055555599',
  '55555555555555555599',
  '55000000000999955555',
  '55000000000999955555',
  '55555555555555555599',
  '55555555000055555599',
  '55555555000055555599',
  '55555555555555555599',
].join('');

/** Weights of ice, grass and rock, the first row at the smallest y. */
function weights(ground: string): Float64Array {
  const data = new Float64Array(3 * COLUMNS * ROWS);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const digit = Number(ground[(ROWS - 1 - row) * COLUMNS + column]);
      const rock = Math.max(0, (digit - 5) / 4);
      const ice = Math.max(0, (5 - digit) / 5);
      data.set([ice, 1 - ice - rock, rock], 3 * (row * COLUMNS + column));
    }
  }
  return data;
}

const mapOf = (ground: string): SurfaceFunction =>
  splatMap({
    data: weights(ground),
    width: COLUMNS,
    height: ROWS,
    names: [...NAMES],
    uv({ point }, out) {
      out[0] = (point[0] - FROM[0]) / COLUMNS;
      out[1] = (point[1] - FROM[1]) / ROWS;
    },
  });

/** The hill along a lane: μ interpolated like the map's weights, for lanes between two rows of pixels. */
function laneOf({ ground, ice, grass }: HillValues, y: number): Hill {
  const data = weights(ground);
  const mus = [ice, grass, ROCK];
  const muOf = (column: number, row: number): number => {
    const at = 3 * (row * COLUMNS + Math.min(Math.max(column, 0), COLUMNS - 1));
    return mus.reduce((sum, mu, k) => sum + mu * data[at + k], 0);
  };
  const upper = Math.floor(y - FROM[1]);
  return {
    slope: slopeAt,
    bend: (x) => (x > BEND[0] && x < BEND[1] ? SLOPE / (BEND[1] - BEND[0]) : 0),
    mu(x) {
      const u = x - FROM[0] - 0.5;
      const column = Math.floor(u);
      const [a, b] = [column, column + 1].map((at) => 0.5 * (muOf(at, upper - 1) + muOf(at, upper)));
      return a + (u - column) * (b - a);
    },
  };
}

const known = new Map<string, number>();

/** Distance of a sledge by the reference; the last ones, because the page asks often. */
function stopOf(values: HillValues, lane: number): number {
  const key = `${lane} ${values.ice} ${values.grass} ${values.ground}`;
  const stop = known.get(key) ?? slideDown(laneOf(values, LANES[lane].y), START, TO[0], SLEDGE[0]) - START;
  if (known.size > 20) known.clear();
  known.set(key, stop);
  return stop;
}

export const paintedHill: DemoScene<HillValues> = {
  id: 'painted-hill',
  title: 'Sledges on a painted hill',
  look: 'The ground is ice, grass or rock where the map says so. Blue stands on grass and stays; red and yellow slide on ice and stop where theory says. Paint it!',
  dt: 1 / 120,
  controls: {
    ice: { kind: 'slider', label: 'μ of ice', value: 0.05, min: 0.02, max: 0.12, step: 0.01 },
    grass: { kind: 'slider', label: 'μ of grass', value: 0.45, min: 0.4, max: 0.6, step: 0.01 },
    ground: { kind: 'paint', label: 'Ground: 0 ice, 5 grass, 9 rock', value: PAINTED, columns: COLUMNS, rows: ROWS },
  },
  stockFault: (_engine, _proof, { ground }) => (ground === PAINTED ? 'should slide: it knows no ice' : ''),
  scene({ ground, ice, grass }): Scene {
    return {
      name: 'painted hill',
      gravity: [0, 0, -GRAVITY],
      terrain: terrain(),
      bodies: [
        { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
        ...LANES.map(({ name, y }): BodySpec => {
          const lean = Math.atan(SLOPE);
          const [dx, dz] = [SLEDGE[2] * Math.sin(lean), SLEDGE[2] * Math.cos(lean)];
          return {
            name,
            kind: 'dynamic',
            mass: 20,
            shape: { kind: 'box', halfExtents: SLEDGE },
            position: [START + dx, y, heightAt(START) + dz],
            rotation: [0, Math.sin(lean / 2), 0, Math.cos(lean / 2)],
            material: 'sledge',
          };
        }),
      ],
      stockMu: grass,
      law: coulomb({ mu: grass }),
      pairs: [
        ['sledge', 'ice', coulomb({ mu: ice })],
        ['sledge', 'grass', coulomb({ mu: grass })],
        ['sledge', 'rock', coulomb({ mu: ROCK })],
      ],
      surfaces: [['ground', mapOf(ground)]],
      duration: DURATION,
    };
  },
  probe(values, world) {
    const starts = LANES.map(({ name }) => world.position(name)[0]);
    const gone = LANES.map(() => 0);
    let still = 0;
    return {
      sample(now, dt) {
        let fastest = 0;
        for (const [k, { name }] of LANES.entries()) {
          gone[k] = now.position(name)[0] - starts[k];
          fastest = Math.max(fastest, Math.hypot(...now.velocity(name)));
        }
        still = fastest < 5e-3 ? still + dt : 0;
      },
      get curve() {
        return gone[0];
      },
      get proof() {
        return still > 0.3 ? gone[0] : Number.NaN;
      },
      get done() {
        return false;
      },
      get facts() {
        return LANES.slice(1).map(({ name }, k) => ({
          label: `Distance, ${name}`,
          unit: 'm',
          value: gone[k + 1],
          reference: stopOf(values, k + 1),
          digits: 2,
        }));
      },
    };
  },
  proof: {
    label: 'Distance of the red sledge',
    unit: 'm',
    reference: (values) => stopOf(values, 0),
    good: (proof, values) => Math.abs(proof - stopOf(values, 0)) < 0.03 * stopOf(values, 0) + 0.02,
    digits: 2,
  },
  curve: { label: 'Distance of the red sledge', unit: 'm', span: DURATION },
  view: {
    target: [2, 0, 0.5],
    eye: [15, -7.5, 8],
    frame: [
      [-8, -4.5, 0],
      [9, 4.5, 2.5],
    ],
  },
  looks: ({ ground }) => ({
    ground: { colourMap: { width: COLUMNS, height: ROWS, data: coloursOf(ground) } },
    ...Object.fromEntries(LANES.map(({ name, colour }) => [name, sledge(colour)])),
  }),
  snippet: 'painted-hill',
};

const COLOURS = [
  [205, 232, 245],
  [113, 150, 78],
  [124, 118, 112],
] as const;

function coloursOf(ground: string): Uint8ClampedArray {
  const data = weights(ground);
  const colours = new Uint8ClampedArray(4 * COLUMNS * ROWS).fill(255);
  for (let k = 0; k < COLUMNS * ROWS; k++) {
    for (let e = 0; e < 3; e++) {
      colours[4 * k + e] = COLOURS.reduce((sum, colour, m) => sum + data[3 * k + m] * colour[e], 0);
    }
  }
  return colours;
}

/** Two runners, and slats across them. */
function sledge(colour: string): Look {
  const [x, y, z] = SLEDGE;
  const box = (half: Vector, position: Vector): ShapePart => ({ shape: { kind: 'box', halfExtents: half }, position });
  const runners = [-0.8, 0.8].map((side) => box([x, 0.025, 0.6 * z], [0, side * y, -0.4 * z]));
  const slats = [-0.8, -0.4, 0, 0.4, 0.8].map((at) => box([0.055, y, 0.02], [at * x, 0, 0.3 * z]));
  const colours = [...runners.map(() => '#5b4632'), ...slats.map(() => colour)];
  return { shape: { kind: 'compound', parts: [...runners, ...slats] }, colours };
}
