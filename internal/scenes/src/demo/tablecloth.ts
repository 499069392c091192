import { coulomb, stribeck } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, PlainWorld, Scene, ShapeSpec, Vector } from '../scene.js';
import type { DemoScene, Look } from './demo-scene.js';
import { block, rod } from './drawn.js';
import { integrateGlass } from './tablecloth-reference.js';

/**
 * Scene 10: a tablecloth is pulled from under the dishes at a constant acceleration a. Friction accelerates a glass by μ g while there
 * is cloth under it, and decelerates it by μt g on the table afterwards. For a narrow glass, its middle d before the rear edge:
 *
 *     a ≤ μ g:  it moves with the cloth, x = a t²/2
 *     a > μ g:  v = μ g √(2 d / (a - μ g)),   it stops at  v²/(2 μ g) + v²/(2 μt g)
 *
 *   a [m/s²]   d [m]   μ, μt  friction of the glass on cloth and table   t  time since the pull began [s]
 *
 * A real glass needs some milliseconds until the edge has passed under it, tips, and drops by the thickness of the cloth: 3 % more with
 * the default values. Reference: `tablecloth-reference.ts`, a glass seen from the side, integrated at 20 µs. The cloth is a kinematic
 * plate of 1 mm. The stock engines use one coefficient for cloth and table here.
 */
type TableclothValues = { pull: number; mu: number; muTable: number; mass: number };

const TOP = 0.72;
const CLOTH: Vector = [0.5, 0.42, 0.0005];
const TABLE: Vector = [0.85, 0.55, 0.02];
/** The glass: radius, height and position; distance from it to the rear edge of the cloth and to the end of the table [m]. */
const PLACE = 0.05;
const GLASS_SIDE = 0.2;
const GLASS = [0.035, 0.11] as const;
const TO_EDGE = CLOTH[0] + PLACE;
const TO_END = TABLE[0] - PLACE;
/** Start of the pull [s]. */
const START = 0.4;
/** The cloth is released this far beyond the table [m]. */
const PULLED = TABLE[0] + CLOTH[0] + 0.15;

const leg = (x: number, y: number) =>
  ({ shape: { kind: 'box', halfExtents: [0.03, 0.03, 0.34] }, position: [x, y, -0.36] }) as const;

const TABLE_BODY: BodySpec = {
  name: 'table',
  kind: 'fixed',
  shape: {
    kind: 'compound',
    parts: [
      { shape: { kind: 'box', halfExtents: TABLE }, position: [0, 0, 0] },
      leg(0.75, 0.45),
      leg(-0.75, 0.45),
      leg(0.75, -0.45),
      leg(-0.75, -0.45),
    ],
  },
  position: [0, 0, TOP - TABLE[2]],
  material: 'table',
};

function dish(name: string, mass: number, shape: ShapeSpec, x: number, y: number): BodySpec {
  const height = shape.kind === 'cylinder' ? shape.height / 2 : shape.kind === 'box' ? shape.halfExtents[2] : 0;
  return {
    name,
    kind: 'dynamic',
    mass,
    shape,
    position: [x, y, TOP + 2 * CLOTH[2] + height],
    material: 'dish',
  };
}

const round = (radius: number, height: number): ShapeSpec => ({ kind: 'cylinder', radius, height });

function dishes(mass: number): BodySpec[] {
  return [
    dish('glass', mass, round(...GLASS), PLACE, GLASS_SIDE),
    dish('plate', 0.6, round(0.11, 0.02), PLACE, -0.08),
    dish('bowl', 0.4, round(0.06, 0.05), -0.22, 0.1),
    dish('cup', 0.25, round(0.04, 0.08), -0.2, -0.22),
    dish('butter', 0.3, { kind: 'box', halfExtents: [0.05, 0.03, 0.02] }, 0.27, 0.04),
    dish('candle', 0.35, { kind: 'box', halfExtents: [0.035, 0.035, 0.07] }, 0.27, -0.25),
  ];
}

function clothPlace(time: number, pull: number): number {
  const t = Math.max(0, time - START);
  return Math.min(PULLED, 0.5 * pull * t * t);
}

/** Along x the cloth follows the pull exactly at the end of each step; beyond the table it falls to the floor. */
function pullCloth(world: PlainWorld, time: number, dt: number, pull: number): void {
  const gone = START + Math.sqrt((2 * PULLED) / pull);
  const fall = (t: number): number => Math.min(TOP - 0.01, 0.5 * GRAVITY * Math.max(0, t - gone) ** 2);
  const vx = (clothPlace(time + dt, pull) - clothPlace(time, pull)) / dt;
  world.setVelocity('cloth', vx, 0, -(fall(time + dt) - fall(time)) / dt);
}

/** Longer than any glass takes, pulled or not [s]. */
const LONGEST = 2.5;
let known: { key: string; ways: Float64Array } = { key: '', ways: new Float64Array(1) };

/** Displacement of the glass, until it leaves the table. */
function glassDistance(time: number, { pull, mu, muTable }: TableclothValues): number {
  const key = [pull, mu, muTable].join();
  if (known.key !== key) {
    const [r, height] = GLASS;
    const glass = { r, h: height / 2, thick: 2 * CLOTH[2], toEdge: TO_EDGE, pull, mu, muTable, gravity: GRAVITY };
    known = { key, ways: integrateGlass(glass, LONGEST, TO_END) };
  }
  const at = Math.round(1000 * Math.min(LONGEST, Math.max(0, time - START)));
  return Math.min(TO_END, known.ways[at]);
}

export const tablecloth: DemoScene<TableclothValues> = {
  id: 'tablecloth',
  title: 'Pulling the tablecloth',
  look: 'Pull fast and the dishes hardly move; pull slowly and they all come along. Friction alone makes the difference.',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    if (proof >= TO_END) return 'should stay on the table: it went with the cloth';
    return proof > glassDistance(Number.POSITIVE_INFINITY, values)
      ? 'should stop earlier: the cloth took it too far'
      : 'should move farther: it has too little friction';
  },
  controls: {
    pull: { kind: 'slider', label: 'Pull', value: 15, min: 1, max: 40, step: 0.5, unit: 'm/s²' },
    mu: { kind: 'slider', label: 'Friction on the cloth', value: 0.2, min: 0.05, max: 0.6, step: 0.01 },
    muTable: { kind: 'slider', label: 'Friction on the table', value: 0.4, min: 0.1, max: 0.8, step: 0.01 },
    mass: { kind: 'slider', label: 'Mass of the glass', value: 0.3, min: 0.05, max: 2, step: 0.05, unit: 'kg' },
  },
  scene({ pull, mu, muTable, mass }): Scene {
    return {
      name: 'tablecloth',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        TABLE_BODY,
        {
          name: 'cloth',
          kind: 'kinematic',
          shape: { kind: 'box', halfExtents: CLOTH },
          position: [0, 0, TOP + CLOTH[2]],
          material: 'cloth',
        },
        ...dishes(mass),
      ],
      stockMu: mu,
      law: coulomb({ mu: 0.4 }),
      pairs: [
        ['cloth', 'dish', coulomb({ mu })],
        ['table', 'dish', coulomb({ mu: muTable })],
      ],
      drive: (world, time, dt) => pullCloth(world, time, dt, pull),
      duration: 5,
    };
  },
  probe({ pull }, world) {
    const [x0] = world.position('glass');
    const out = START + Math.sqrt((2 * PULLED) / pull);
    let distance = 0;
    let done = false;
    let rest = 0;
    return {
      sample(now, dt) {
        const [x, , z] = now.position('glass');
        // Off the table counts as carried away.
        if (distance < TO_END) distance = z < TOP - 0.02 ? TO_END : Math.min(TO_END, x - x0);
        rest = Math.hypot(...now.velocity('glass')) < 1e-3 ? rest + dt : 0;
        done = now.time > out + 0.5 && (rest > 0.3 || distance >= TO_END);
      },
      get curve() {
        return distance;
      },
      get proof() {
        return done ? distance : Number.NaN;
      },
      get done() {
        return done;
      },
    };
  },
  proof: {
    label: 'Distance the glass moved',
    unit: 'm',
    reference: (values) => glassDistance(Number.POSITIVE_INFINITY, values),
    // At 1/240 s the edge moves by 1.7 cm per step, and a glass that lands in Rapier has one step without friction.
    good: (proof, values) => Math.abs(proof / glassDistance(Number.POSITIVE_INFINITY, values) - 1) < 0.08,
    digits: 3,
  },
  curve: { label: 'Distance the glass moved', unit: 'm', theory: glassDistance, span: 2 },
  view: {
    target: [0.1, 0, 0.62],
    eye: [0.75, -2.6, 1.6],
    frame: [
      [-0.62, -0.45, 0.62],
      [0.95, 0.45, 0.86],
    ],
    tall: [2.2, -2, 2],
  },
  laws: [
    { id: 'coulomb', label: 'Dry', pair: ['cloth', 'dish'], law: ({ mu }) => coulomb({ mu }) },
    {
      id: 'stribeck',
      label: 'Higher friction at rest',
      pair: ['cloth', 'dish'],
      law: ({ mu }) => stribeck({ muS: 2 * mu, muC: mu, vS: 0.05 }),
    },
    { id: 'smooth', label: 'Silk, no friction', pair: ['cloth', 'dish'], law: () => coulomb({ mu: 0 }) },
  ],
  looks: () => ({
    floor: { colour: '#d6c5ab', surface: 'boards' },
    table: { colour: '#a86c3f', surface: 'wood' },
    ...DISHES,
  }),
  dt: 1 / 240,
  ghost: {
    body: 'glass',
    position: (time, values) => [PLACE + glassDistance(time, values), GLASS_SIDE, TOP + 2 * CLOTH[2] + GLASS[1] / 2],
  },
  snippet: 'tablecloth',
};

/** Turned profiles of radius and height, from the bottom up the outside and down the inside; sizes are those of the bodies. */
const DISHES: Readonly<Record<string, Look>> = {
  cloth: {
    surface: 'cloth',
    shape: {
      kind: 'group',
      parts: [
        block(CLOTH, [0, 0, 0], { colour: '#c22f47' }),
        ...[-1, 1].flatMap((side) => [
          block([0.47, 0.012, 0.0002], [0, side * 0.37, CLOTH[2]], { colour: '#f6ead6' }),
          block([0.012, 0.382, 0.0002], [side * 0.458, 0, CLOTH[2]], { colour: '#f6ead6' }),
        ]),
      ],
    },
  },
  glass: {
    colour: '#a9d4e4',
    surface: 'ceramic',
    shape: {
      kind: 'lathe',
      profile: [
        [0, -0.055],
        [0.027, -0.055],
        [0.035, 0.055],
        [0.0325, 0.055],
        [0.026, -0.04],
        [0, -0.04],
      ],
    },
  },
  plate: {
    colour: '#f7f5f0',
    surface: 'ceramic',
    shape: {
      kind: 'group',
      parts: [
        {
          shape: {
            kind: 'lathe',
            profile: [
              [0, -0.01],
              [0.06, -0.01],
              [0.11, 0.007],
              [0.11, 0.01],
              [0.104, 0.01],
              [0.07, -0.003],
              [0, -0.003],
            ],
          },
        },
        rod(0.012, 0.006, [0.02, 0.01, 0], { colour: '#c0392b' }),
        { shape: { kind: 'sphere', radius: 0.024 }, position: [-0.02, 0.02, 0.016], colour: '#b8322a' },
        { shape: { kind: 'sphere', radius: 0.021 }, position: [0.025, -0.015, 0.014], colour: '#c9892b' },
        { shape: { kind: 'sphere', radius: 0.019 }, position: [-0.02, -0.03, 0.013], colour: '#6f8f3a' },
      ],
    },
  },
  bowl: {
    colour: '#4f7f9c',
    surface: 'ceramic',
    shape: {
      kind: 'lathe',
      profile: [
        [0, -0.025],
        [0.03, -0.025],
        [0.05, -0.005],
        [0.06, 0.025],
        [0.056, 0.025],
        [0.046, -0.003],
        [0.02, -0.016],
        [0, -0.017],
      ],
    },
  },
  cup: {
    colour: '#f7f5f0',
    surface: 'ceramic',
    shape: {
      kind: 'group',
      parts: [
        {
          shape: {
            kind: 'lathe',
            profile: [
              [0, -0.04],
              [0.028, -0.04],
              [0.037, -0.02],
              [0.04, 0.04],
              [0.037, 0.04],
              [0.035, 0.01],
              [0, 0.01],
            ],
          },
        },
        rod(0.0352, 0.004, [0, 0, 0.02], { colour: '#4a2c1a' }),
        {
          shape: {
            kind: 'tube',
            points: [
              [-0.036, 0, 0.026],
              [-0.058, 0, 0.022],
              [-0.06, 0, -0.006],
              [-0.034, 0, -0.018],
            ],
            radius: 0.005,
          },
        },
      ],
    },
  },
  butter: {
    colour: '#f4d35e',
    surface: 'plastic',
    shape: {
      kind: 'group',
      parts: [
        block([0.05, 0.03, 0.004], [0, 0, -0.016], { colour: '#f7f5f0', surface: 'ceramic' }),
        block([0.038, 0.02, 0.016], [0, 0, 0.004]),
      ],
    },
  },
  candle: {
    colour: '#f3ead2',
    surface: 'plastic',
    shape: {
      kind: 'group',
      parts: [
        block([0.035, 0.035, 0.005], [0, 0, -0.065], { colour: '#caa24b', surface: 'brass' }),
        block([0.026, 0.026, 0.065], [0, 0, 0.005]),
        rod(0.002, 0.012, [0, 0, 0.074], { colour: '#2a2420' }),
        {
          shape: {
            kind: 'lathe',
            profile: [
              [0, 0.076],
              [0.007, 0.084],
              [0.006, 0.092],
              [0, 0.112],
            ],
          },
          colour: '#ffb43a',
        },
      ],
    },
  },
};
