import {
  exactMaterialStop,
  fourMaterials,
  MATERIAL_TILE,
  MATERIALS,
  materialMap,
  plaster,
} from '../textured/four-materials.js';
import type { DemoScene, Probe, Prop } from './demo-scene.js';
import { normalLook } from './normal-look.js';
import { referenceSolution } from './reference-solution.js';

/** Boxes on four materials (`four-materials.ts`) that differ only in the normal map of the ground, which sets the friction. */
export type MaterialValues = { speed: number; saliency: number };

/** The boxes rest until this time [s]. */
const REST = 0.5;
const DURATION = REST + 2.5;
const BOXES = MATERIALS.map(({ name }) => `box on ${name}`);
/** The ground is drawn this many times coarser, so that its grain is visible. */
const DRAWN = 4;
const COLOURS = ['#9a948a', '#5d6064', '#aab2ba', '#c9b8a0'];

/** Of all lanes. */
const exactStops = referenceSolution(
  ({ speed, saliency }: MaterialValues) => [speed, saliency].join(),
  ({ speed, saliency }) => MATERIALS.map(({ Ra }) => exactMaterialStop(Ra, speed, saliency)),
);

const exactStop = (values: MaterialValues, lane: number): number => exactStops(values)[lane];

/** Distance on plastic over distance on concrete. */
function exactRatio(values: MaterialValues): number {
  return exactStop(values, 3) / exactStop(values, 0);
}

/** The lane whose motion the chart shows: cast iron. */
const SHOWN = 1;

function createProbe(values: MaterialValues, world: Parameters<DemoScene['probe']>[1]): Probe {
  const starts = BOXES.map((name) => world.position(name)[0]);
  let [gone, rests] = [BOXES.map(() => 0), false];
  return {
    sample() {
      gone = BOXES.map((name, k) => world.position(name)[0] - starts[k]);
      rests = world.time > REST + 0.1 && BOXES.every((name) => Math.hypot(...world.velocity(name)) < 0.01);
    },
    get curve() {
      return gone[SHOWN];
    },
    get proof() {
      return rests ? gone[3] / gone[0] : Number.NaN;
    },
    get done() {
      return rests;
    },
    get facts() {
      return MATERIALS.map(({ name }, k) => ({
        label: `Distance on ${name}`,
        unit: 'm',
        value: rests ? gone[k] : Number.NaN,
        reference: exactStop(values, k),
        digits: 3,
      }));
    },
  };
}

/** Reference end positions: a line across each lane, under the front edge of the box. */
function marks(values: MaterialValues): readonly Prop[] {
  return MATERIALS.map((_, lane) => ({
    shape: { kind: 'box', halfExtents: [0.004, 0.22, 0.001] },
    position: [0.1 + exactStop(values, lane), 0.5 * lane, 0.001],
    colour: 'mark',
  }));
}

export const fourMaterialsDemo: DemoScene<MaterialValues> = {
  id: 'four-materials',
  title: 'What looks rough is rough',
  look: 'Four equal boxes on concrete, cast iron, steel and plastic, which differ only in the normal map. Lines mark where their fronts should stop.',
  stockLacks: 'no such law',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should stop at four lines: all materials are alike'),
  controls: {
    speed: { kind: 'slider', label: 'Speed', value: 1.8, min: 0.5, max: 2.4, step: 0.1, unit: 'm/s' },
    saliency: { kind: 'slider', label: 'Saliency: weight of the slopes', value: 2, min: 0, max: 2.25, step: 0.25 },
  },
  scene(values) {
    let started = false;
    return {
      ...fourMaterials(values.saliency),
      drive(world, time) {
        if (started || time < REST - 1e-9) return;
        started = true;
        for (const name of BOXES) world.setVelocity(name, values.speed, 0, 0);
      },
      duration: DURATION,
    };
  },
  probe: createProbe,
  proof: {
    label: 'Distance on plastic over concrete',
    unit: 'times',
    reference: exactRatio,
    good: (proof, values) => Math.abs(proof / exactRatio(values) - 1) < 0.05,
    digits: 2,
  },
  curve: {
    label: 'Distance on cast iron',
    unit: 'm',
    theory(time, values) {
      const stop = exactStop(values, SHOWN);
      const slowing = values.speed ** 2 / (2 * stop);
      const t = Math.min(Math.max(0, time - REST), values.speed / slowing);
      return values.speed * t - 0.5 * slowing * t * t;
    },
    span: DURATION,
  },
  view: {
    target: [0.75, 0.7, 0],
    eye: [-1.1, -3, 2.2],
    frame: [
      [-0.25, -0.25, -0.2],
      [1.5, 1.75, 0.2],
    ],
    tall: [-2.4, -2.2, 2.4],
  },
  floor: -0.2,
  looks: () => ({
    ...Object.fromEntries(
      MATERIALS.map(({ name }, k) => [
        name,
        { colour: COLOURS[k], normalMap: normalLook(materialMap(k), DRAWN * MATERIAL_TILE) },
      ]),
    ),
    ...Object.fromEntries(BOXES.map((name) => [name, { normalMap: normalLook(plaster(), 0.2) }])),
  }),
  props: marks,
  dt: 1 / 120,
  snippet: 'four-materials',
};
