import { coulomb, type FrictionLaw, surfaceVelocity } from '@stiction/friction-core';
import { GRAVITY } from '../../cases/box-on-ground.js';
import { multiply } from '../../pieces.js';
import type { BodySpec, Rotation, Scene, ShapeSpec, Vector } from '../../scene.js';
import { solidOf } from '../../solid.js';
import type { DemoScene, Look } from '../demo-scene.js';
import { type Design, type Item, isFixed, PAINTS, sizeOf } from './design.js';
import { readDesign, writeDesign } from './design-text.js';
import { makeLaw } from './laws.js';

/**
 * Build your own: the scene is whatever the text of the design says, so a link holds it all, and the same link gives the same motion.
 * Every paint has a law; two paints share the geometric mean of their coefficients and the law of the more slippery one, unless their
 * pair has a law of its own. A belt has its paint's laws with a surface velocity.
 */
type SandboxValues = { build: string };

const DURATION = 20;

export const itemName = (k: number): string => `shape ${k + 1}`;
/** Index of an item by the name of its body, -1 for the floor. */
export const itemOf = (body: string): number => (body.startsWith('shape ') ? Number(body.slice(6)) - 1 : -1);

/** The material of an item; a belt has its own. */
const materialOf = ({ kind, paint }: Item, k: number): string =>
  kind === 'belt' ? `belt ${k + 1}` : PAINTS[paint].name;

function shapeOf(item: Item): ShapeSpec {
  const [x, y, z] = sizeOf(item).map((length) => length / 2) as [number, number, number];
  switch (item.kind) {
    case 'ball':
      return { kind: 'sphere', radius: x };
    case 'cylinder':
      return { kind: 'cylinder', radius: x, height: 2 * z };
    case 'ramp':
      return {
        kind: 'hull',
        points: [-y, y].flatMap((side): Vector[] => [
          [-x, side, -z],
          [x, side, -z],
          [x, side, z],
        ]),
      };
    default:
      return { kind: 'box', halfExtents: [x, y, z] };
  }
}

function rotationOf({ turn, tilt, kind }: Item): Rotation {
  const half = Math.PI / 360;
  const about: Rotation = [0, 0, Math.sin(half * turn), Math.cos(half * turn)];
  if (kind === 'ramp') return about; // its tilt is in its shape
  return multiply(about, [0, Math.sin(-half * tilt), 0, Math.cos(half * tilt)]);
}

function bodyOf(item: Item, k: number): BodySpec {
  const shape = shapeOf(item);
  const common = {
    name: itemName(k),
    shape,
    position: item.at,
    rotation: rotationOf(item),
    material: materialOf(item, k),
  };
  if (isFixed(item.kind)) return { ...common, kind: 'fixed' };
  return { ...common, kind: 'dynamic', mass: PAINTS[item.paint].density * solidOf(shape).volume };
}

/** Laws of materials and pairs, with those of the belts. */
function lawsOf({ items, laws, pairs }: Design): Required<Pick<Scene, 'materialLaws' | 'pairs' | 'stockMus'>> {
  const choices = PAINTS.map(({ law }, paint) => laws.get(paint) ?? law);
  const materialLaws = PAINTS.map(({ name }, paint): [string, FrictionLaw] => [name, makeLaw(choices[paint])]);
  const pairLaws = [...pairs].map(([pair, choice]): [number, number, FrictionLaw] => [
    Math.floor(pair / PAINTS.length),
    pair % PAINTS.length,
    makeLaw(choice),
  ]);
  const named = pairLaws.map(([a, b, law]): [string, string, FrictionLaw] => [PAINTS[a].name, PAINTS[b].name, law]);
  const stockMus = Object.fromEntries(materialLaws.map(([name, { mu }]) => [name, mu ?? 0.5]));
  for (const [k, { kind, paint, speed }] of items.entries()) {
    if (kind !== 'belt') continue;
    const name = materialOf(items[k], k);
    const moving = (law: FrictionLaw): FrictionLaw => surfaceVelocity(law, { linear: [speed, 0, 0] });
    stockMus[name] = materialLaws[paint][1].mu ?? 0.5;
    materialLaws.push([name, moving(makeLaw(choices[paint]))]);
    for (const [a, b, law] of pairLaws) {
      if (a === paint) named.push([name, PAINTS[b].name, moving(law)]);
      else if (b === paint) named.push([name, PAINTS[a].name, moving(law)]);
    }
  }
  return { materialLaws, pairs: named, stockMus };
}

export function sandboxScene(design: Design): Scene {
  const floor = PAINTS[design.floor].name;
  return {
    name: 'sandbox',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: floor },
      ...design.items.map(bodyOf),
    ],
    stockMu: 0.5,
    law: coulomb({ mu: 0.5 }),
    ...lawsOf(design),
    duration: DURATION,
  };
}

const lookOf = (paint: number): Look => {
  const { colour, surface } = PAINTS[paint];
  return { colour, surface };
};

const item = (kind: Item['kind'], paint: number, at: Item['at'], rest: Partial<Item> = {}): Item => ({
  kind,
  paint,
  at,
  turn: 0,
  tilt: 0,
  size: 1,
  speed: 0,
  ...rest,
});

/** Three boxes on a ramp, a belt that feeds a ball against planks, and a stack. */
const FIRST: Design = {
  floor: 0,
  items: [
    item('ramp', 1, [-1.2, 0.9, 0.66], { tilt: 20, size: 1.5 }),
    item('box', 3, [-0.4, 1.4, 1.17], { tilt: 20 }),
    item('box', 1, [-0.4, 0.9, 1.17], { tilt: 20 }),
    item('box', 2, [-0.4, 0.4, 1.17], { tilt: 20 }),
    item('belt', 2, [0.6, -1.1, 0.08], { turn: 180, speed: 0.8 }),
    item('box', 4, [1.3, -1.1, 0.36]),
    item('ball', 1, [0.5, -1.1, 0.36]),
    item('plank', 6, [-1.6, -1.1, 0.44], { turn: 90 }),
    item('box', 1, [-1.6, -1.6, 0.2]),
    item('box', 1, [-1.6, -0.6, 0.2]),
    item('cylinder', 4, [-1.6, -1.1, 0.68]),
  ],
  laws: new Map(),
  pairs: new Map(),
};

export const sandbox: DemoScene<SandboxValues> = {
  id: 'sandbox',
  title: 'Build your own',
  look: 'Add shapes, paint them with materials, choose the laws, then press Play and throw things. The link holds everything, for sharing.',
  controls: {
    build: { kind: 'design', label: 'Design', value: writeDesign(FIRST), check: readDesign },
  },
  stockFault: (_engine, _proof, { build }) =>
    readDesign(build).items.some(({ kind, speed }) => kind === 'belt' && speed !== 0)
      ? 'belts should run: there is no surface velocity'
      : '',
  scene: ({ build }) => sandboxScene(readDesign(build)),
  probe(values, world) {
    const moving = readDesign(values.build).items.flatMap(({ kind }, k) => (isFixed(kind) ? [] : [itemName(k)]));
    let fastest = 0;
    let still = 0;
    return {
      sample() {
        fastest = 0;
        still = 0;
        for (const name of moving) {
          const speed = Math.hypot(...world.velocity(name));
          fastest = Math.max(fastest, speed);
          if (speed < 0.01) still++;
        }
      },
      get curve() {
        return fastest;
      },
      get proof() {
        return still;
      },
      get done() {
        return false;
      },
    };
  },
  proof: {
    label: 'Shapes at rest',
    unit: '',
    reference: () => Number.NaN,
    good: Number.isFinite,
    isOpen: true,
    digits: 0,
  },
  curve: { label: 'Speed of the fastest shape', unit: 'm/s', span: DURATION },
  view: {
    target: [-0.3, 0, 0.3],
    eye: [2.6, -6.6, 4.4],
    frame: [
      [-2.9, -1.8, 0],
      [2, 1.6, 1.4],
    ],
    tall: [4.4, -5.2, 4.8],
  },
  looks({ build }) {
    const { floor, items } = readDesign(build);
    const looks: [string, Look][] = items.map(({ paint }, k) => [itemName(k), lookOf(paint)]);
    return { floor: lookOf(floor), ...Object.fromEntries(looks) };
  },
  snippet: 'sandbox',
};

/** For the page's builder. */
export * from './design.js';
export { readDesign, writeDesign } from './design-text.js';
export { defaultChoice, type LawChoice, type LawOption, lawOf, SANDBOX_LAWS } from './laws.js';
