import { coulomb, elastoPlastic, type FrictionLaw, lugre, stribeck } from '@stiction/friction-core';
import { GRAVITY } from '../rows/box-on-ground.js';
import { stickSlip } from '../rows/stick-slip.js';
import type { Scene } from '../scene.js';
import { type Bowed, type Bowing, exactBowing, SAMPLE, watchCycles } from './bowed-block-truth.js';
import type { Probe, Prop, Show } from './show.js';

/**
 * Row 14 to be seen and heard: a block of 1 kg on a belt, held by a spring. The belt takes it along until static friction gives way,
 * it springs back and is caught again: what a bow does to a string. Friction falls with the slip speed, by LuGre's bristles or
 * rigidly by Stribeck's curve. The step is 1/960 s: LuGre is coarse at large ones (docs/laws/lugre.md), and 3 % too slow at this one.
 *
 * Truth: `bowed-block-truth.ts`. Heard is the speed of the slip, as pitch and loudness of a tone: cycles of a second are no sound
 * themselves. SI units.
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
/** From the middle of the block to its front edge [m]. */
const FRONT = 0.25;
/** How far the period may be off: LuGre, Stribeck. */
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
  const row = stickSlip({ mass: MASS, stiffness, beltSpeed, muS, muC, vS: BRISTLES.vS }, 'plate');
  const [belt, block] = row.bodies;
  const law = lawOf(values);
  return {
    ...row,
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
      const truth = exact(values).amplitude;
      return [{ label: 'Amplitude', unit: 'm', value: cycles.amplitude, truth, digits: 4 }];
    },
  };
}

/** The last motion is kept, since the chart asks for each moment of it. */
function exact(values: BowedBlock): Bowed {
  const key = Object.values(values).join();
  if (kept?.key !== key) kept = { key, bowed: exactBowing(bowing(values), DURATION) };
  return kept.bowed;
}

let kept: { key: string; bowed: Bowed } | undefined;

export const bowedBlock: Show<BowedBlock> = {
  id: 'bowed-block',
  title: 'Bowed block',
  look: 'The belt takes the block along, friction falls when it slips, and it springs back: stick-slip, as under a bow. Turn on the sound.',
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
  proof: {
    label: 'Period of stick-slip',
    unit: 's',
    truth: (values) => exact(values).period,
    good: (proof, values) => Math.abs(proof / exact(values).period - 1) < GOALS[bowing(values).law],
    digits: 3,
  },
  curve: {
    label: 'Place of the block',
    unit: 'm',
    theory(time, values) {
      const { places } = exact(values);
      return places[Math.min(places.length - 1, Math.round(time / SAMPLE))];
    },
    span: 6,
  },
  view: { target: [0.05, 0, 0.08], eye: [0.25, -2, 0.7] },
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
  looks: () => ({ belt: { colour: '#4a5560' }, body: { colour: '#a5603b' } }),
  props: marks,
  dt: 1 / 960,
  snippet: 'bowed-block',
};

/** Between these two lines the front edge of the block should go to and fro. */
function marks(values: BowedBlock): readonly Prop[] {
  const settled = exact(values).places.slice(-Math.round((0.5 * DURATION) / SAMPLE));
  return [Math.min(...settled), Math.max(...settled)].map((place) => ({
    shape: { kind: 'box', halfExtents: [0.003, 0.45, 0.001] },
    position: [place + FRONT, 0, 0.001],
    colour: 'mark',
  }));
}
