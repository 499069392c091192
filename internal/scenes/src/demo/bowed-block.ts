import { coulomb, elastoPlastic, type FrictionLaw, lugre, stribeck } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import { stickSlip } from '../cases/stick-slip.js';
import type { Scene } from '../scene.js';
import { type Bowed, type Bowing, exactBowing, SAMPLE, watchCycles } from './bowed-block-reference.js';
import type { DemoScene, DrawnShape, Probe, Prop } from './demo-scene.js';
import { block, crate } from './drawn.js';
import { referenceSolution } from './reference-solution.js';

/**
 * Case 14 to see and hear: a block of 1 kg on a belt, held by a spring. The belt carries it along until static friction gives way, it
 * springs back and sticks again, like a string under a bow. Friction falls with the slip speed, by LuGre's bristles or rigidly by
 * Stribeck's curve. The step is 1/960 s: LuGre is inaccurate at large steps (docs/laws/lugre.md), and at this one
 * 3 % too slow in cannon-es and 0.6 % too fast in Rapier.
 *
 * Reference: `bowed-block-reference.ts`. The sound follows the slip speed, as pitch and loudness of a tone, because the cycles take
 * about a second. SI units.
 */
export type BowedBlock = {
  model: string;
  beltSpeed: number;
  stiffness: number;
  muS: number;
  muC: number;
};

const MASS = 1;
const BRISTLES = { vS: 0.05, sigma0: 3000, sigma1: 20 };
const DURATION = 12;
/** From the centre of the block to its front edge [m]. */
const FRONT = 0.25;
/** Where the spring is held [m]. */
const POST = -0.75;
/** Allowed error of the period: LuGre, Stribeck. */
const GOALS = { lugre: 0.05, stribeck: 0.02 };

function bowing(values: BowedBlock): Bowing {
  return { ...values, ...BRISTLES, mass: MASS, law: values.model === 'stribeck' ? 'stribeck' : 'lugre' };
}

function lawOf(values: BowedBlock): FrictionLaw {
  const { muS, muC } = values;
  return bowing(values).law === 'lugre' ? lugre({ ...BRISTLES, muS, muC }) : stribeck({ muS, muC, vS: BRISTLES.vS });
}

function scene(values: BowedBlock): Scene {
  const { stiffness, beltSpeed, muS, muC } = values;
  const base = stickSlip({ mass: MASS, stiffness, beltSpeed, muS, muC, vS: BRISTLES.vS }, 'plate');
  const [belt, block] = base.bodies;
  const law = lawOf(values);
  return {
    ...base,
    name: 'bowed block',
    bodies: [belt, { ...block, velocity: [beltSpeed, 0, 0] }],
    law,
    pairs: [['belt', 'body', law]],
    duration: DURATION,
  };
}

function createProbe(values: BowedBlock): Probe {
  const cycles = watchCycles((values.muC * MASS * GRAVITY) / values.stiffness);
  let place = 0;
  let slip = 0;
  return {
    sample(world) {
      [place] = world.position('body');
      slip = Math.abs(world.velocity('body')[0] - values.beltSpeed);
      cycles.add(world.time, place);
    },
    get curve() {
      return place;
    },
    get proof() {
      return cycles.period;
    },
    done: false,
    get sound() {
      return { pitch: 180 + 500 * Math.min(1, slip), loudness: Math.min(1, 2 * slip) };
    },
    get facts() {
      const reference = exact(values).amplitude;
      return [{ label: 'Amplitude', unit: 'm', value: cycles.amplitude, reference, digits: 4 }];
    },
  };
}

const exact = referenceSolution(
  (values: BowedBlock) => Object.values(values).join(),
  (values): Bowed => exactBowing(bowing(values), DURATION),
);

export const bowedBlock: DemoScene<BowedBlock> = {
  id: 'bowed-block',
  title: 'Bowed block',
  look: 'The belt carries the block along until it slips; friction then drops and the block springs back: stick-slip, like a bowed string. Turn on the sound.',
  stockLacks: 'no such law',
  stockFault: () => 'should stick and slip: friction does not drop with speed',
  controls: {
    model: {
      kind: 'choice',
      label: 'Friction',
      value: 'lugre',
      options: [
        { value: 'lugre', label: 'LuGre: bristles' },
        { value: 'stribeck', label: 'Stribeck: rigid' },
      ],
    },
    beltSpeed: { kind: 'slider', label: 'Belt', value: 0.1, min: 0.05, max: 0.3, step: 0.01, unit: 'm/s' },
    stiffness: { kind: 'slider', label: 'Spring', value: 50, min: 30, max: 150, step: 5, unit: 'N/m' },
    muS: { kind: 'slider', label: 'Static friction', value: 0.6, min: 0.5, max: 0.9, step: 0.05 },
    muC: { kind: 'slider', label: 'Sliding friction', value: 0.4, min: 0.2, max: 0.5, step: 0.05 },
  },
  scene,
  probe: createProbe,
  solution: exact,
  proof: {
    label: 'Period of stick-slip',
    unit: 's',
    reference: (values) => exact(values).period,
    good: (proof, values) => Math.abs(proof / exact(values).period - 1) < GOALS[bowing(values).law],
    digits: 3,
  },
  curve: {
    label: 'Position of the block',
    unit: 'm',
    theory(time, values) {
      const { places } = exact(values);
      return places[Math.min(places.length - 1, Math.round(time / SAMPLE))];
    },
    span: 6,
    note: 'The number judges the period. Here each cycle adds its error to a lag.',
  },
  view: {
    target: [0.05, 0, 0.08],
    eye: [0.7, -2, 0.95],
    frame: [
      [-0.82, -0.5, -0.15],
      [0.62, 0.5, 0.3],
    ],
    tall: [1.5, -1.7, 1.1],
  },
  floor: -0.55,
  springs: {
    between: [[{ at: [POST + 0.03, 0, 0.1] }, { body: 'body', at: [-FRONT, 0, 0] }]],
    radius: 0.06,
    coils: 9,
  },
  laws: [
    { id: 'own', label: 'As chosen', pair: ['belt', 'body'], law: lawOf },
    {
      id: 'elastoPlastic',
      label: 'Elasto-plastic',
      pair: ['belt', 'body'],
      law: ({ muS, muC }) => elastoPlastic({ ...BRISTLES, muS, muC }),
    },
    { id: 'coulomb', label: 'Coulomb: no stick-slip', pair: ['belt', 'body'], law: ({ muC }) => coulomb({ mu: muC }) },
  ],
  looks: () => ({ belt: { shape: striped(), surface: 'rubber' }, body: { shape: crate([0.25, 0.25, 0.1]) } }),
  props: marks,
  dt: 1 / 960,
  snippet: 'bowed-block',
};

/** The front edge of the block should move to and fro between these two lines. */
function marks(values: BowedBlock): readonly Prop[] {
  const settled = exact(values).places.slice(-Math.round((0.5 * DURATION) / SAMPLE));
  const lines = [Math.min(...settled), Math.max(...settled)].map(
    (place): Prop => ({
      shape: { kind: 'box', halfExtents: [0.004, 0.42, 0.001] },
      position: [place + FRONT, 0, 0.001],
      colour: '#f2b134',
    }),
  );
  const steel = { colour: '#8b96a3', surface: 'steel' } as const;
  const frame = [
    ...[-0.47, 0.47].map((y) => block([4.1, 0.03, 0.09], [0, y, -0.06], steel)),
    ...[-2.4, -0.8, 0.8, 2.4].flatMap((x) => [-0.47, 0.47].map((y) => block([0.04, 0.03, 0.25], [x, y, -0.35], steel))),
    block([0.03, 0.5, 0.05], [POST, 0, 0.03], { colour: '#d9a441', surface: 'plastic' }),
    block([0.03, 0.06, 0.12], [POST, 0, 0.1], { colour: '#d9a441', surface: 'plastic' }),
  ];
  return [...lines, { shape: { kind: 'group', parts: frame }, position: [0, 0, 0] }];
}

/** A belt as it is drawn, narrower than its body, with stripes that show its motion. */
function striped(): DrawnShape {
  return {
    kind: 'group',
    parts: [
      block([4, 0.44, 0.04], [0, 0, 0.06], { colour: '#34393f' }),
      ...Array.from({ length: 41 }, (_, k) =>
        block([0.02, 0.44, 0.0005], [0.2 * (k - 20), 0, 0.1], { colour: '#565e68' }),
      ),
    ],
  };
}
