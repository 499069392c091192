import { CUBES, STRUCK, type StackName, type StackSpec, stackMap, stacks, strikePath } from '../textured/stacks.js';
import type { DemoScene, Probe } from './demo-scene.js';
import { normalLook } from './normal-look.js';

/**
 * Stacks that differ only in their normal maps (`stacks.ts`). The second cube of each gets the same impulse: acrylic shoots out, and so
 * does oak along its grain, but not across it; PVC hardly moves.
 */
export type StackValues = { impulse: number };

const SPECS: readonly (StackSpec & { colour: string })[] = [
  { name: 'acrylic', material: 'acrylic', at: [0, -0.75], colour: '#9fc3d9' },
  { name: 'oak', material: 'oak', at: [0, -0.25], colour: '#b98a56' },
  { name: 'turned oak', material: 'oak', at: [0, 0.25], turn: Math.PI / 2, colour: '#a8794a' },
  { name: 'PVC', material: 'pvc', at: [0, 0.75], colour: '#8d8f94' },
];

const REST = 0.5;
const DURATION = REST + 2.5;
/** Time after the impulse at which distances are read, before anything tips [s]. */
const READ = 0.1;
/** The reference does not model tipping: shown until this time [s]. */
const SHOWN = 0.15;

const SAMPLE = 1e-3;

function exactSlid(material: StackName, grain: 'along' | 'across', impulse: number, time: number): number {
  const key = [material, grain, impulse].join();
  const path = paths.get(key) ?? strikePath(material, grain, impulse, SHOWN, SAMPLE);
  paths.set(key, path);
  return path[Math.round(time / SAMPLE)] ?? Number.NaN;
}

const paths = new Map<string, Float64Array>();

function createProbe({ impulse }: StackValues, world: Parameters<DemoScene['probe']>[1]): Probe {
  const struck = SPECS.map(({ name }) => `${name} ${STRUCK}`);
  let [gone, read] = [struck.map(() => 0), struck.map(() => Number.NaN)];
  return {
    sample() {
      gone = struck.map((name) => world.position(name)[0]);
      if (Number.isNaN(read[0]) && world.time > REST + READ - 1e-9) read = gone;
    },
    get curve() {
      return gone[1];
    },
    get proof() {
      return read[1] / read[2];
    },
    done: false,
    get facts() {
      return SPECS.map(({ name, material }, k) => ({
        label: `Slide after ${READ} s: ${name}`,
        unit: 'm',
        value: read[k],
        // The others rock.
        ...(k < 2 && { reference: exactSlid(material, 'along', impulse, READ) }),
        digits: 3,
      }));
    },
  };
}

export const texturedStacks: DemoScene<StackValues> = {
  id: 'textured-stacks',
  title: 'Stacks of acrylic, oak and PVC',
  look: 'Every second cube gets the same impulse. Acrylic shoots out, and so does oak along its grain; across the grain oak holds, and PVC hardly moves.',
  stockLacks: 'no such law',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should tell the materials apart: all slide alike'),
  controls: {
    impulse: { kind: 'slider', label: 'Impulse', value: 2, min: 1, max: 3, step: 0.1, unit: 'N s' },
  },
  scene(values) {
    let struck = false;
    return {
      ...stacks(SPECS),
      drive(world, time, dt) {
        if (struck || time < REST - 1e-9) return;
        struck = true;
        for (const { name } of SPECS) world.push(`${name} ${STRUCK}`, values.impulse / dt, 0, 0);
      },
      duration: DURATION,
    };
  },
  probe: createProbe,
  proof: {
    label: 'Slide of oak, along over across the grain',
    unit: 'times',
    reference: () => Number.NaN,
    good: (proof) => proof > 1.6 && proof < 4,
    digits: 2,
  },
  curve: {
    label: 'Slide of oak along its grain',
    unit: 'm',
    theory: (time, { impulse }) =>
      time < REST ? 0 : time < REST + SHOWN ? exactSlid('oak', 'along', impulse, time - REST) : Number.NaN,
    span: REST + 1,
  },
  view: {
    target: [0.2, 0, 0.32],
    eye: [2.1, -2.2, 1.2],
    frame: [
      [-0.15, -0.85, 0],
      [0.6, 0.85, 0.8],
    ],
  },
  looks: () =>
    Object.fromEntries(
      SPECS.flatMap(({ name, material, colour }) =>
        Array.from({ length: CUBES }, (_, k) => [
          `${name} ${k}`,
          {
            colour,
            surface: material === 'oak' ? ('wood' as const) : ('plastic' as const),
            normalMap: normalLook(stackMap(material), 0.2),
          },
        ]),
      ),
    ),
  dt: 1 / 240,
  snippet: 'textured-stacks',
};
