import { coulomb } from '@stiction/friction-core';
import { crateOn, HALF_ICE, integrateHalfIce } from '../cases/places.js';
import type { Scene } from '../scene.js';
import type { DemoScene, DrawnShape, Prop, Surface } from './demo-scene.js';
import { block, crate } from './drawn.js';

/**
 * A crate slides along the edge of a frozen pond, with its left side on the ice. The grass brakes its right side, so it turns. One
 * floor, two materials: the surface function returns the material at each contact point.
 */
type IceValues = { speed: number; grass: number; ice: number };

const START = -1.6;
/** The floor that is drawn: length and half width [m]. */
const LENGTH = 6;
const HALF_WIDTH = 1.2;

/** The last reference, because the page asks for it in every frame. */
const references = new Map<string, number>();

function referenceTurn({ speed, grass, ice }: IceValues): number {
  const key = `${speed} ${grass} ${ice}`;
  let turn = references.get(key);
  if (turn === undefined) {
    turn = (-180 / Math.PI) * integrateHalfIce(speed, grass, ice, 1e-4).yaw;
    references.clear();
    references.set(key, turn);
  }
  return turn;
}

export const halfOnIce: DemoScene<IceValues> = {
  id: 'half-on-ice',
  title: 'Crate half on ice',
  look: 'The left half of the crate is on ice, the right half on grass. It has to turn towards the grass.',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should turn: both halves brake alike'),
  controls: {
    speed: { kind: 'slider', label: 'Speed', value: 1.5, min: 0.5, max: 1.8, step: 0.1, unit: 'm/s' },
    grass: { kind: 'slider', label: 'Grass μ', value: 0.5, min: 0.3, max: 0.8, step: 0.05 },
    ice: { kind: 'slider', label: 'Ice μ', value: 0.05, min: 0.01, max: 0.3, step: 0.01 },
  },
  scene({ speed, grass, ice }): Scene {
    const scene = crateOn(HALF_ICE, [START, 0]);
    return {
      ...scene,
      name: 'half on ice',
      bodies: scene.bodies.map((body) => (body.name === 'body' ? { ...body, velocity: [speed, 0, 0] } : body)),
      law: coulomb({ mu: grass }),
      pairs: [
        ['crate', 'grass', coulomb({ mu: grass })],
        ['crate', 'ice', coulomb({ mu: ice })],
      ],
      stockMu: grass,
      duration: 3,
    };
  },
  probe() {
    let turn = 0;
    let isStill = false;
    return {
      sample(world) {
        const [, , z, w] = world.rotation('body');
        turn = (-360 / Math.PI) * Math.atan2(z, w);
        isStill = world.time > 0.2 && Math.hypot(...world.velocity('body')) < 1e-3;
      },
      get curve() {
        return turn;
      },
      get proof() {
        return isStill ? turn : Number.NaN;
      },
      get done() {
        return isStill;
      },
    };
  },
  proof: {
    label: 'Turned by',
    unit: '°',
    reference: referenceTurn,
    good: (proof, values) => Math.abs(proof - referenceTurn(values)) < 0.04 * referenceTurn(values) + 0.5,
    digits: 1,
  },
  curve: { label: 'Rotation towards the grass', unit: '°', span: 1.5 },
  view: {
    target: [-0.9, 0, 0],
    eye: [1.5, -2.6, 1.9],
    frame: [
      [-1.95, -0.7, 0],
      [-0.3, 0.7, 0.35],
    ],
  },
  floor: -0.1,
  laws: [
    { id: 'coulomb', label: 'Dry ice', pair: ['crate', 'ice'], law: ({ ice }) => coulomb({ mu: ice }) },
    { id: 'melting', label: 'No friction on ice', pair: ['crate', 'ice'], law: () => coulomb({ mu: 0 }) },
  ],
  looks: () => ({ ground: { hidden: true }, body: { shape: pallet(), surface: 'wood' } }),
  props: floor,
  snippet: 'half-on-ice',
};

function floor(): readonly Prop[] {
  const strip = (y: number, colour: string, surface: Surface): Prop => ({
    shape: { kind: 'box', halfExtents: [LENGTH / 2, HALF_WIDTH / 2, 0.05] },
    position: [START + LENGTH / 2 - 1, y, -0.05],
    colour,
    surface,
  });
  return [strip(HALF_WIDTH / 2, '#cfe6f3', 'ice'), strip(-HALF_WIDTH / 2, '#7fae55', 'grass')];
}

/** A crate on the plate that slides. */
function pallet(): DrawnShape {
  return {
    kind: 'group',
    parts: [
      block([0.25, 0.25, 0.02], [0, 0, 0], { colour: '#8a6238' }),
      { shape: crate([0.22, 0.22, 0.15]), position: [0, 0, 0.17] },
    ],
  };
}
