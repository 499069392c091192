import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, SceneWorld } from '../scene.js';
import { rotateVector } from '../solid.js';
import {
  BLOCK,
  BLOCK_SIGMA,
  BLOCK_TILE,
  BLOCKS,
  type BlockName,
  blockMap,
  EMBOSSED_MU0,
  embossedIncline,
  INCLINE,
  LOGO_TILE,
  logoMap,
  START,
} from '../textured/embossed-incline.js';
import type { DemoScene, Probe, Prop, Surface } from './demo-scene.js';
import { slab } from './drawn.js';
import { normalLook } from './normal-look.js';

/**
 * Tall blocks slide down a slope towards a logo that exists only in its normal map (`embossed-incline.ts`). The edge of the logo
 * catches their feet, and they fall over it.
 */
export type LogoValues = { saliency: number; speed: number };

const DURATION = 1.5;
/** A block that leans by more than this falls [rad]. */
const FALLS = 0.3;

/** The slope is as large as the map; blocks drop off beyond it. */
const THICK = 0.05;
const SLOPE: BodySpec = {
  name: 'plane',
  kind: 'fixed',
  shape: { kind: 'box', halfExtents: [LOGO_TILE / 2, LOGO_TILE / 2, THICK] },
  position: [0, 0, -THICK],
  material: 'plane',
};

/** Acceleration down the slope before the logo [m/s²]: Gaussian slopes of the block. */
function acceleration(name: BlockName): number {
  const mu = EMBOSSED_MU0 + ((2 / Math.PI) * BLOCK_SIGMA[name]) / Math.sqrt(2 * Math.PI);
  return GRAVITY * (Math.sin(INCLINE) - mu * Math.cos(INCLINE));
}

/** Distance from the front of a block at the start to the edge [m]. */
const TO_EDGE = START.above - BLOCK[0];

function watch(world: SceneWorld, name: BlockName): { lean: number; front: number; speed: number } {
  const rotation = world.rotation(name);
  return {
    lean: Math.acos(Math.max(-1, Math.min(1, rotateVector(rotation, [0, 0, 1])[2]))),
    front: world.position(name)[0] + rotateVector(rotation, [BLOCK[0], 0, -BLOCK[2]])[0],
    speed: world.velocity(name)[0],
  };
}

function createProbe(_: LogoValues, world: SceneWorld): Probe {
  const fell = new Map<BlockName, number>();
  let speed = Number.NaN;
  return {
    sample() {
      for (const name of BLOCKS) {
        const { lean, front, speed: now } = watch(world, name);
        if (lean > FALLS && !fell.has(name)) fell.set(name, 1000 * front);
        if (name === 'plastic') speed = fell.has(name) ? Number.NaN : now;
      }
    },
    get curve() {
      return speed;
    },
    get proof() {
      return fell.get('plastic') ?? Number.NaN;
    },
    done: false,
    get facts() {
      return (['metal', 'stone'] as const).map((name) => ({
        label: name === 'stone' ? 'Stone sticks and falls, beyond the edge' : 'Metal falls, beyond the edge',
        unit: 'mm',
        value: fell.get(name) ?? Number.NaN,
        digits: 0,
      }));
    },
  };
}

export const embossedLogo: DemoScene<LogoValues> = {
  id: 'embossed-logo',
  title: 'Tripping over a logo',
  look: 'The slope is flat: the teapot exists only in its normal map. Its edge trips the sliding blocks; the stone block sticks at the start and tips over there.',
  stockLacks: 'no such law',
  stockFault(_engine, proof) {
    if (Number.isNaN(proof)) return '';
    return proof < 0 ? 'should slide to the logo: all are stuck' : 'should trip over the logo: all slide across it';
  },
  controls: {
    saliency: { kind: 'slider', label: 'Saliency of the logo', value: 10, min: 7, max: 15, step: 1 },
    speed: { kind: 'slider', label: 'Initial speed', value: 0.5, min: 0.3, max: 1, step: 0.1, unit: 'm/s' },
  },
  scene(values) {
    const scene = embossedIncline(values);
    return { ...scene, bodies: [SLOPE, ...scene.bodies.slice(1)], duration: DURATION };
  },
  probe: createProbe,
  proof: {
    label: 'Plastic block falls, distance from the edge',
    unit: 'mm',
    reference: () => 0,
    good: (proof) => Math.abs(proof) < 15,
    digits: 1,
  },
  curve: {
    label: 'Speed of the plastic block',
    unit: 'm/s',
    theory(time, { speed }) {
      const a = acceleration('plastic');
      return speed * time + 0.5 * a * time * time < TO_EDGE ? speed + a * time : Number.NaN;
    },
    span: DURATION,
  },
  view: {
    target: [0, 0, 0.05],
    eye: [1.5, -1.6, 1.3],
    frame: [
      [-0.5, -0.5, -0.4],
      [0.55, 0.5, 0.4],
    ],
  },
  looks: () => ({
    plane: { colour: '#cdb58c', surface: 'card', normalMap: normalLook(logoMap(), LOGO_TILE) },
    ...Object.fromEntries(
      BLOCKS.map((name, k) => [
        name,
        { colour: COLOURS[name], surface: SURFACES[name], normalMap: normalLook(blockMap(k), BLOCK_TILE) },
      ]),
    ),
  }),
  props: pedestal,
  rotation: () => [0, Math.sin(INCLINE / 2), 0, Math.cos(INCLINE / 2)],
  dt: 1 / 240,
  snippet: 'embossed-logo',
};

const COLOURS: Record<BlockName, string> = { stone: '#8f8a80', metal: '#c3c9d0', plastic: '#d84a3a' };
const SURFACES: Record<BlockName, Surface> = { stone: 'stone', metal: 'steel', plastic: 'plastic' };

/** A wedge below the slope, down to a level floor. */
function pedestal(): readonly Prop[] {
  const half = LOGO_TILE / 2;
  const [s, c] = [Math.sin(INCLINE), Math.cos(INCLINE)];
  const down = (x: number, depth: number): [number, number] => [x + depth * s, -2 * THICK - depth * c];
  const outline = [down(-half, 0), down(half, 0), down(half, 0.2), down(-half, 0.2 + 2 * half * s)];
  return [{ ...slab(outline, 0.94 * half), position: [0, 0, 0], colour: '#6f7b88', surface: 'paint' }];
}
