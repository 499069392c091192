import {
  boxMapping,
  cylinderMapping,
  gaussianRoughness,
  type NormalMap,
  planeMapping,
  ridges,
  sawtooth,
  type TextureMapping,
} from '@stiction/texture-friction';
import type { PatchMesh } from '@stiction/texture-friction/webgl';
import { BoxGeometry, CylinderGeometry, PlaneGeometry } from 'three';

/** Contacts that the test samples in Node and the page renders, built from the same seeds. */

export interface TextureShape {
  mesh: PatchMesh;
  mapping: TextureMapping;
  map: NormalMap;
  saliency: number;
  /** Size of the map per unit of the geometry's u and v. */
  repeat: [number, number];
}

interface TextureContact {
  /** Indices of shapes, or null for a smooth one. */
  a: number | null;
  b: number | null;
  /** Point, outward normal, t and b in the frame of the shape. */
  contactA: Float64Array;
  contactB: Float64Array;
  depth: number;
}

export interface TextureScene {
  width: number;
  pixels: number;
  sharpness: number;
  shapes: TextureShape[];
  contacts: TextureContact[];
}

/** Above all slopes of the scenes' maps. */
export const STEEPEST_SLOPE = 4;

const W = 0.02;
const TILE = 0.1;
const BOX = [0.06, 0.04, 0.05];
const PLATE = [0.06, 0.04, 0.00005];
const GROUND = 2;
const RADIUS = 0.1;
const LENGTH = 0.2;

const gaussian = (seed: number, wrap: NormalMap['wrap'] = 'repeat'): NormalMap => ({
  ...gaussianRoughness({ width: 256, height: 256, sigmaX: 0.3, sigmaY: 0.8, seed }),
  wrap,
});
const teeth = () =>
  sawtooth({ width: 256, height: 128, period: 32, steepFraction: 0.25, depth: 0.003, pixel: TILE / 256 });
const rifled = () => ridges({ width: 128, height: 128, period: 16, depth: 0.002, pixel: TILE / 128, direction: 'y' });

function masked(map: NormalMap): NormalMap {
  const mask = Float32Array.from({ length: map.width * map.height }, (_, k) => (k % 7) / 4);
  return { ...map, mask };
}

function ground(map: NormalMap, saliency = 1): TextureShape {
  return {
    mesh: new PlaneGeometry(GROUND, GROUND),
    mapping: planeMapping({ tile: TILE, origin: [-GROUND / 2, -GROUND / 2, 0] }),
    map,
    saliency,
    repeat: [GROUND / TILE, GROUND / TILE],
  };
}

function box(map: NormalMap, saliency = 1, halfExtents = BOX): TextureShape {
  const [x, y, z] = halfExtents;
  return {
    mesh: new BoxGeometry(2 * x, 2 * y, 2 * z),
    mapping: boxMapping({ halfExtents }),
    map,
    saliency,
    repeat: [1, 1],
  };
}

function rod(map: NormalMap): TextureShape {
  return {
    mesh: new CylinderGeometry(RADIUS, RADIUS, LENGTH, 512, 1, true),
    mapping: cylinderMapping({ radius: RADIUS, height: LENGTH, wraps: 6, tile: [1, LENGTH / 2] }),
    map,
    saliency: 1,
    repeat: [6, 2],
  };
}

/** The ground with a second sheet just below, with a different texture offset: the contact is with the upper one. */
function sheets(map: NormalMap, order: readonly [number, number]): TextureShape {
  const half = GROUND / 2;
  const positions = [0, -0.0001].flatMap((z) => [-half, -half, z, half, -half, z, half, half, z, -half, half, z]);
  const uvs = [0, 0, 1, 0, 1, 1, 0, 1, 0.013, 0.037, 1.013, 0.037, 1.013, 1.037, 0.013, 1.037];
  const indices = order.flatMap((sheet) => [0, 1, 2, 0, 2, 3].map((k) => 4 * sheet + k));
  return { ...ground(map), mesh: { positions, uvs, indices } };
}

function randomOf(seed: number): (low?: number, high?: number) => number {
  let state = seed;
  return (low = 0, high = 1) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
}

/** A box with a map repeated this often per face: with wrap 'none' it ends before the face does. */
function repeated(repeat: number): Pick<TextureShape, 'mapping' | 'repeat'> {
  const { chart } = boxMapping({ halfExtents: BOX });
  return {
    repeat: [repeat, repeat],
    mapping: {
      chart(point, normal, layer, out) {
        const found = chart(point, normal, layer, out);
        for (let k = 0; k < 2; k++) out.uv[k] *= repeat;
        for (let k = 0; k < 6; k++) out.gradient[k] *= repeat;
        return found;
      },
    },
  };
}

type Vector = [number, number, number];

/** `depth` / 2 below the surface point, t at `angle` from some direction of the surface; side 1 for A, -1 for B. */
function place(point: Vector, outward: Vector, angle: number, side: number, depth: number): Float64Array {
  const smallest = outward.map(Math.abs).indexOf(Math.min(...outward.map(Math.abs)));
  const other: Vector = [0, 0, 0];
  other[smallest] = 1;
  const n = outward.map((x) => side * x) as Vector;
  const e1 = normalised(cross(other, n));
  const e2 = cross(n, e1);
  const t = e1.map((x, k) => Math.cos(angle) * x + Math.sin(angle) * e2[k]) as Vector;
  return Float64Array.of(...point.map((x, k) => x - (outward[k] * depth) / 2), ...outward, ...t, ...cross(n, t));
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalised(a: Vector): Vector {
  return a.map((x) => x / Math.hypot(...a)) as Vector;
}

type Random = ReturnType<typeof randomOf>;

function onGround(random: Random, side: number, depth: number): Float64Array {
  return place([random(-0.9, 0.9), random(-0.9, 0.9), 0], [0, 0, 1], random(0, 7), side, depth);
}

/** On a random face; `inset` is the distance from its edges, 0 for its very corner. */
function onBox(random: Random, side: number, depth: number, inset: () => number): Float64Array {
  const axis = Math.floor(random(0, 3));
  const sign = random() < 0.5 ? 1 : -1;
  const point = BOX.map((h) => (random() < 0.5 ? 1 : -1) * (h - inset())) as Vector;
  const outward: Vector = [0, 0, 0];
  outward[axis] = sign;
  point[axis] = sign * BOX[axis];
  return place(point, outward, random(0, 7), side, depth);
}

function onRod(random: Random, side: number, depth: number): Float64Array {
  // Some contacts at the seam of u, which is not an edge.
  const angle = random() < 0.3 ? random(-0.02, 0.02) : random(0, 7);
  const outward: Vector = [Math.sin(angle), 0, Math.cos(angle)];
  const point: Vector = [RADIUS * outward[0], random(-0.07, 0.07), RADIUS * outward[2]];
  return place(point, outward, random(0, 7), side, depth);
}

function scene(
  seed: number,
  shapes: TextureShape[],
  count: number,
  contact: (random: Random, k: number) => TextureContact,
) {
  const random = randomOf(seed);
  const contacts = Array.from({ length: count }, (_, k) => contact(random, k));
  return { width: W, pixels: 32, sharpness: 1, shapes, contacts };
}

const inside = (random: Random) => () => random(0.015, 0.03);
const nearEdge = (random: Random) => () => random(0, 0.008);
const depthOf = (random: Random) => random(-0.0002, 0.0005);

/** The ground is A, the body on it is B. */
function onGroundScene(
  seed: number,
  shapes: TextureShape[],
  contactB: (random: Random, side: number, depth: number) => Float64Array,
): TextureScene {
  return scene(seed, shapes, 16, (random) => {
    const depth = depthOf(random);
    const overlap = Math.max(0, depth);
    return { a: 0, b: 1, contactA: onGround(random, 1, overlap), contactB: contactB(random, -1, overlap), depth };
  });
}

const boxInside = (random: Random, side: number, depth: number) => onBox(random, side, depth, inside(random));
const boxAtEdge = (random: Random, side: number, depth: number) => onBox(random, side, depth, nearEdge(random));
const boxCorner = (random: Random, side: number, depth: number) => onBox(random, side, depth, () => 0);

export const textureScenes: Record<string, () => TextureScene> = {
  'box face on ground, Gaussian': () => onGroundScene(1, [ground(gaussian(11)), box(gaussian(12))], boxInside),
  'box face on ground, sawtooth and ridges': () => onGroundScene(2, [ground(teeth()), box(rifled(), 1.7)], boxInside),
  'box edges over ground, Gaussian': () => onGroundScene(3, [ground(gaussian(13), 0.5), box(gaussian(14))], boxAtEdge),
  'box corners over ground, sawtooth': () => onGroundScene(4, [ground(teeth()), box(teeth())], boxCorner),
  'box over ground with a mask and a clamped map': () =>
    onGroundScene(5, [ground(masked(gaussian(15))), box(gaussian(16, 'clamp'))], boxAtEdge),
  'box with a map that ends before its edges': () =>
    onGroundScene(6, [ground(rifled()), { ...box(gaussian(17, 'none')), ...repeated(1.25) }], (random, side, depth) =>
      onBox(random, side, depth, () => 0.4 * BOX[1] + random(-0.01, 0.01)),
    ),
  'plate that is thinner than the layer': () =>
    onGroundScene(14, [ground(teeth()), box(gaussian(25), 1, PLATE)], (random, side, depth) =>
      place([random(-0.04, 0.04), random(-0.03, 0.03), -PLATE[2]], [0, 0, -1], random(0, 7), side, depth),
    ),
  'sheets in the layer, the upper one first': () =>
    onGroundScene(15, [sheets(gaussian(26), [0, 1]), sheets(teeth(), [0, 1])], onGround),
  'sheets in the layer, the lower one first': () =>
    onGroundScene(16, [sheets(gaussian(27), [1, 0]), sheets(teeth(), [1, 0])], onGround),
  'cylinder on ground, Gaussian and ridges': () =>
    onGroundScene(7, [ground(rifled()), rod(gaussian(18))], (random, side, depth) => onRod(random, side, depth)),
  'ground on cylinder: curved A': () =>
    scene(8, [rod(teeth()), ground(gaussian(19))], 16, (random) => {
      const depth = depthOf(random);
      const overlap = Math.max(0, depth);
      return { a: 0, b: 1, contactA: onRod(random, 1, overlap), contactB: onGround(random, -1, overlap), depth };
    }),
  'two boxes, edges of both': () =>
    scene(9, [box(gaussian(20)), box(teeth(), 2)], 16, (random) => {
      const depth = depthOf(random);
      const overlap = Math.max(0, depth);
      return { a: 0, b: 1, contactA: boxAtEdge(random, 1, overlap), contactB: boxAtEdge(random, -1, overlap), depth };
    }),
  'smooth against textured, and the same shape twice': () =>
    scene(10, [box(gaussian(21)), ground(teeth())], 15, (random, k) => ({
      a: [null, 0, 1][k % 3],
      b: [0, null, 1][k % 3],
      contactA: k % 3 === 2 ? onGround(random, 1, 0) : boxAtEdge(random, 1, 0),
      contactB: k % 3 === 2 ? onGround(random, -1, 0) : boxAtEdge(random, -1, 0),
      depth: 0,
    })),
  'sharpness 3, sawtooth': () => ({
    ...onGroundScene(11, [ground(teeth()), box(gaussian(22))], boxInside),
    sharpness: 3,
  }),
  '600 contacts of 16 pixels': () => ({
    ...scene(12, [ground(gaussian(23)), box(rifled())], 600, (random) => ({
      a: 0,
      b: 1,
      contactA: onGround(random, 1, 0),
      contactB: boxAtEdge(random, -1, 0),
      depth: 0,
    })),
    pixels: 16,
  }),
  'one contact of 64 pixels': () => ({
    ...scene(13, [ground(gaussian(24)), box(teeth())], 1, (random) => ({
      a: 0,
      b: 1,
      contactA: onGround(random, 1, 0),
      contactB: boxInside(random, -1, 0),
      depth: 0,
    })),
    pixels: 64,
  }),
};
