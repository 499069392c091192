import { bristle, coulomb } from '@stiction/friction-core';
import { cardHouse, loadedStack, squarePyramid } from '../cases/standing.js';
import type { BodySpec, Scene, SceneWorld, Vector } from '../scene.js';
import type { DemoScene, DrawnPart, Look } from './demo-scene.js';
import { ALONG_X, block } from './drawn.js';

/**
 * Scene 15: structures that just stand. The reference is 0: everything has to stay where it was placed.
 *
 * - The house has 15 cards of 2 m that lean at α = 16°. An unloaded pair stands if its feet can hold the push (W/2) tan α under the
 *   load W, so for μ ≥ tan(α)/2 = 0.14; below that it must fall. The friction that loaded pairs need depends on where exactly the
 *   cards above touch them: up to μ = 0.4 the scene makes no claim.
 * - The stack is six cubes of 1 kg under one of `load` kg. It needs no friction, and must not creep.
 * - The pyramid has n² + … + 4 + 1 cubes, 1015 with 14 layers; it is the scene for frame times.
 *
 * The number is the largest sideways drift of any body [mm], including settling to the engine's contact depth. The cards set Rapier's
 * `lengthUnit` to 6 cm: with its depths for metres they slip away.
 */
type StandingValues = { what: string; mu: number; load: number; layers: number };

const LEAN = 16;

function build({ what, mu, load, layers }: StandingValues): Scene {
  const friction = { stockMu: mu, law: coulomb({ mu }) };
  if (what === 'stack') return { ...loadedStack(load, 6), ...friction, duration: 10 };
  if (what === 'pyramid') return { ...squarePyramid(layers), ...friction, duration: 5 };
  return { ...cardHouse(2, LEAN), ...friction, lengthUnit: 0.2, duration: 10 };
}

/** True if it must stand, false if it must fall; undefined without a claim. */
function claim({ what, mu }: StandingValues): 'stands' | 'falls' | undefined {
  if (what !== 'cards' || mu >= 0.4) return 'stands';
  return mu < 0.5 * Math.tan((LEAN * Math.PI) / 180) ? 'falls' : undefined;
}

/** Largest sideways drift of a body [m]. */
function largestDrift(world: SceneWorld, bodies: readonly BodySpec[]): number {
  let largest = 0;
  for (const { name, kind, position } of bodies) {
    if (kind !== 'dynamic') continue;
    const [x, y] = world.position(name);
    largest = Math.max(largest, Math.hypot(x - position[0], y - position[1]));
  }
  return largest;
}

/** It stands if nothing has drifted sideways by more [mm]: a hundredth of a card, a twenty-fifth of a box. */
const STANDS = 20;
/** If it falls, it has at least partly fallen by then [s]. */
const SEEN = 2;

export const standing: DemoScene<StandingValues> = {
  id: 'standing',
  title: 'Cards, stack, pyramid',
  look: 'Nothing should move: a house of cards, a loaded stack and a thousand boxes, held by friction alone.',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    return claim(values) === 'stands' ? 'should stand: it has moved apart' : 'should fall: it stands';
  },
  controls: {
    what: {
      kind: 'choice',
      label: 'Structure',
      value: 'cards',
      options: [
        { value: 'cards', label: 'house of cards' },
        { value: 'stack', label: 'loaded stack' },
        { value: 'pyramid', label: 'pyramid of boxes' },
      ],
    },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.8, min: 0.1, max: 1.2, step: 0.05 },
    load: { kind: 'slider', label: 'Load on the stack', value: 10, min: 1, max: 100, step: 1, unit: 'kg' },
    layers: { kind: 'slider', label: 'Layers of the pyramid', value: 14, min: 2, max: 14, step: 1 },
  },
  scene: build,
  probe(values) {
    const scene = build(values);
    const count = scene.bodies.filter(({ kind }) => kind === 'dynamic').length;
    let drift = 0;
    let time = 0;
    return {
      sample(world) {
        drift = 1000 * largestDrift(world, scene.bodies);
        time = world.time;
      },
      get curve() {
        return drift;
      },
      get proof() {
        return time > SEEN ? drift : Number.NaN;
      },
      get done() {
        return false;
      },
      get facts() {
        return [{ label: 'Bodies', unit: '', value: count, digits: 0 }];
      },
    };
  },
  proof: {
    label: 'Largest sideways drift',
    unit: 'mm',
    reference: (values) => (claim(values) === 'stands' ? 0 : Number.NaN),
    good(proof, values) {
      const expected = claim(values);
      return expected ? proof < STANDS === (expected === 'stands') : Number.isFinite(proof);
    },
    digits: 2,
  },
  curve: {
    label: 'Largest sideways drift',
    unit: 'mm',
    theory: (_time, values) => (claim(values) === 'stands' ? 0 : Number.NaN),
    span: 10,
  },
  view: {
    target: [0, 0, 2.6],
    eye: [8, -10, 3.6],
    frame: [
      [-2.7, -0.7, 0],
      [2.7, 0.7, 5.1],
    ],
  },
  laws: [
    { id: 'coulomb', label: 'Dry', law: ({ mu }) => coulomb({ mu }) },
    { id: 'bristle', label: 'Bristles', law: ({ mu }) => bristle({ mu, stiffness: 1e5 }), sameReference: true },
    { id: 'half', label: 'Half the friction', law: ({ mu }) => coulomb({ mu: 0.5 * mu }) },
  ],
  looks(values) {
    const colours = ['#d8574a', '#f3efe6', '#4f86c6', '#e7b94f'];
    const bodies = build(values).bodies.filter(({ kind }) => kind === 'dynamic');
    const lookOf = ({ shape }: BodySpec, k: number): Look =>
      values.what === 'cards' && shape.kind === 'box'
        ? card(shape.halfExtents, k)
        : { colour: colours[k % 4], surface: 'wood' };
    return Object.fromEntries([
      ['ground', { colour: '#3f7a5c', surface: 'cloth' }],
      ...bodies.map((body, k): [string, Look] => [body.name, lookOf(body, k)]),
    ]);
  },
  snippet: 'standing',
};

/** A playing card: pips on one face, a pattern on the other. Cards that lie are thin along z, the others along x. */
function card([x, y, z]: Vector, k: number): Look {
  const [long, thin] = z < x ? [x, z] : [z, x];
  const ink = k % 2 === 0 ? '#c8202f' : '#1f2a44';
  const back = k % 3 === 0 ? '#2f5fa8' : '#b3333f';
  const diamond = (u: number, v: number, size: number, side: number, colour: string): DrawnPart => ({
    shape: {
      kind: 'hull',
      points: [-1, 1].flatMap((up): Vector[] => [
        [size, 0, 0.001 * up],
        [-size, 0, 0.001 * up],
        [0, 0.72 * size, 0.001 * up],
        [0, -0.72 * size, 0.001 * up],
      ]),
    },
    position: [u * long, v * y, side * thin],
    colour,
  });
  const pips = [
    [0, 0],
    [0.55, 0.45],
    [0.55, -0.45],
    [-0.55, 0.45],
    [-0.55, -0.45],
  ];
  const parts = [
    block([long, y, thin], [0, 0, 0], { colour: '#faf6ec' }),
    ...pips.map(([u, v], n) => diamond(u, v, (n === 0 ? 0.34 : 0.2) * y, 1, ink)),
    block([0.9 * long, 0.86 * y, 0.001], [0, 0, -thin], { colour: back }),
    ...[-0.5, 0, 0.5].map((u) => diamond(u, 0, 0.3 * y, -1.06, '#f4ead2')),
  ];
  const face: DrawnPart = { shape: { kind: 'group', parts }, ...(z < x ? {} : { rotation: ALONG_X }) };
  return { surface: 'card', shape: { kind: 'group', parts: [face] } };
}
