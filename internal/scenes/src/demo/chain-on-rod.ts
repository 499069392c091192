import {
  BEAD,
  COUNT,
  capstanRatio,
  chainOnRod,
  exactSink,
  ROD,
  ROD_TILE,
  rodMap,
  sinkPath,
} from '../textured/chain-on-rod.js';
import type { DemoScene, Look, Probe, Prop } from './demo-scene.js';
import { block } from './drawn.js';
import { normalLook } from './normal-look.js';
import { referenceSolution } from './reference-solution.js';

/**
 * A chain over a rod with a weight at each end (`chain-on-rod.ts`). The roughness of the rod's normal map decides whether it holds, by
 * the capstan equation T2/T1 ≤ e^(μ π).
 */
export type ChainValues = { roughness: number; heavy: number };

const DURATION = 2;
/** Time at which the proof is read, while there is chain on both sides [s]. */
const READ = 0.4;
const HEAVY = `bead ${COUNT - 1}`;

function chainOf({ roughness, heavy }: ChainValues): { Ra: number; heavy: number } {
  return { Ra: roughness / 1000, heavy };
}

/** Sink of the heavy end, every millisecond [m]. */
const exactPath = referenceSolution(
  (values: ChainValues) => Object.values(values).join(),
  (values): Float64Array => {
    const path = sinkPath(chainOf(values), DURATION);
    const end = path.findIndex((sunk) => sunk > HANGING);
    return end < 0 ? path : path.slice(0, end);
  },
);

/** Allowed error of μ: beads around the rod are not a rope. */
const OFF = 0.15;
/** Sink until the chain is taut [m]. */
const SLACK = 0.015;

/** The light end hangs this far below the rod; once it has risen by that, its side has no chain left [m]. */
const HANGING = BEAD.hanging * BEAD.link;

function createProbe(values: ChainValues, world: Parameters<DemoScene['probe']>[1]): Probe {
  const [, , start] = world.position(HEAVY);
  let [sunk, proof] = [0, Number.NaN];
  return {
    sample() {
      sunk = start - world.position(HEAVY)[2];
      if (Number.isNaN(proof) && world.time > READ - 1e-9) proof = sunk;
    },
    get curve() {
      return sunk < 1 ? 1000 * sunk : Number.NaN;
    },
    get proof() {
      return 1000 * proof;
    },
    get done() {
      return sunk > 3;
    },
    get facts() {
      return [
        {
          label: 'Force ratio that the rod holds',
          unit: '',
          value: Number.NaN,
          reference: capstanRatio(values.roughness / 1000),
          digits: 2,
        },
      ];
    },
  };
}

export const chainOnRodDemo: DemoScene<ChainValues> = {
  id: 'chain-on-rod',
  title: 'Chain around a rough rod',
  look: 'One end is twice as heavy as the other: a rough rod holds the chain, a smooth one lets it run off. The stock engine cannot tell them apart.',
  stockLacks: 'no such law',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    return proof > 1000 * exactSink(chainOf(values), READ)
      ? 'should hold: the chain runs off'
      : 'should run off: the chain holds';
  },
  controls: {
    roughness: {
      kind: 'slider',
      label: 'Rod roughness, Ra',
      value: 1,
      min: 0,
      max: 1.5,
      step: 0.05,
      unit: 'mm',
    },
    heavy: { kind: 'slider', label: 'Heavy end', value: 2, min: 1, max: 3, step: 0.1, unit: 'kg' },
  },
  scene: (values) => ({ ...chainOnRod(chainOf(values)), duration: DURATION }),
  probe: createProbe,
  solution: exactPath,
  proof: {
    label: `Sink of the heavy end after ${READ} s`,
    unit: 'mm',
    reference: (values) => 1000 * exactSink(chainOf(values), READ),
    good(proof, values) {
      const [least, most] = [1 + OFF, 1 - OFF].map((grip) => exactSink({ ...chainOf(values), grip }, READ));
      const sunk = proof / 1000;
      return sunk > 0.9 * least - 1e-3 && sunk < 1.1 * most + SLACK;
    },
    digits: 1,
  },
  curve: {
    label: 'Sink of the heavy end',
    unit: 'mm',
    theory: (time, values) => 1000 * (exactPath(values)[Math.round(1000 * time)] ?? Number.NaN),
    span: DURATION,
  },
  view: {
    target: [0, 0, -0.1],
    eye: [0.5, -1.3, 0.4],
    frame: [
      [-0.24, -0.2, -0.56],
      [0.24, 0.3, 0.2],
    ],
  },
  floor: -0.62,
  looks: () => ({
    rod: { hidden: true },
    ...Object.fromEntries(Array.from({ length: COUNT }, (_, k) => [`bead ${k}`, BEAD_LOOK])),
    [HEAVY]: { ...BEAD_LOOK, colour: '#d2452f', surface: 'plastic' },
    'bead 0': { ...BEAD_LOOK, colour: '#2f7fd0', surface: 'plastic' },
  }),
  props: ({ roughness }) => [
    {
      shape: { kind: 'cylinder', radius: ROD.radius - 0.0005, height: 0.4 },
      position: [0, 0, 0],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      colour: '#a7adb5',
      surface: 'steel',
      normalMap: normalLook(rodMap(roughness / 1000), ROD_TILE),
    },
    ...STAND,
  ],
  // As in the paper: at steps of 4 ms the chain creeps.
  dt: 1e-3,
  snippet: 'chain-on-rod',
};

const BEAD_LOOK: Look = { colour: '#d9a93f', surface: 'brass' };

/** A board that holds the rod at its far end. */
const STAND: readonly Prop[] = [
  { ...block([0.26, 0.02, 0.42], [0, 0.22, -0.2]), position: [0, 0.22, -0.2], colour: '#b98350', surface: 'wood' },
  { ...block([0.3, 0.14, 0.02], [0, 0.2, -0.6]), position: [0, 0.2, -0.6], colour: '#8a5f37', surface: 'wood' },
];
