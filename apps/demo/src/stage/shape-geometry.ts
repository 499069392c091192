import type { Rotation, Vector } from '@stiction/scenes';
import type { DrawnPart, DrawnShape, Picture, Surface } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { measureGeometry } from './normal-texture.js';

/** A shape without parts; grounds are drawn as floors. */
export type SolidSpec = Exclude<DrawnShape, { kind: 'ground' | 'compound' | 'group' }>;

export interface Piece {
  shape: SolidSpec;
  local: THREE.Matrix4;
  colour?: string | undefined;
  surface?: Surface | undefined;
}

export interface GeometryOptions {
  /** Boxes have sharp edges. */
  plain: boolean;
  /** It never rotates, or its surface shows rotation. */
  still?: boolean;
  normalMap?: Picture | undefined;
}

/** Round bodies have sectors of two tones, which make rotation visible. */
const LIGHT = 1;
const DARK = 0.72;
const ROUNDING = 0.12;
const CREASE = (28 * Math.PI) / 180;
const LATHE_CREASE = (40 * Math.PI) / 180;
const ONE = new THREE.Vector3(1, 1, 1);

/** The pieces of a shape with their poses. */
export function piecesOf(
  shape: DrawnShape,
  look: Pick<Piece, 'colour' | 'surface'> = {},
  place = new THREE.Matrix4(),
): Piece[] {
  if (shape.kind === 'ground') return [];
  if (shape.kind !== 'compound' && shape.kind !== 'group') return [{ shape, local: place, ...look }];
  return shape.parts.flatMap((part: DrawnPart) => {
    const { colour = look.colour, surface = look.surface } = part;
    return piecesOf(part.shape, { colour, surface }, place.clone().multiply(matrixOf(part.position, part.rotation)));
  });
}

export function matrixOf(at: Vector = [0, 0, 0], turn: Rotation = [0, 0, 0, 1]): THREE.Matrix4 {
  return new THREE.Matrix4().compose(new THREE.Vector3(...at), new THREE.Quaternion(...turn), ONE);
}

/** Pieces as one geometry, with their colours as vertex colours. */
export function mergePieces(pieces: readonly Piece[], colour: string, options: GeometryOptions): THREE.BufferGeometry {
  const geometries = pieces.map(({ shape, local, colour: own = colour, surface }) => {
    const geometry = createGeometry(shape, { ...options, still: options.still || surface !== undefined });
    const tones = geometry.getAttribute('color');
    paint.set(own);
    for (let k = 0; k < tones.count; k++) {
      const tone = tones.getX(k);
      tones.setXYZ(k, tone * paint.r, tone * paint.g, tone * paint.b);
    }
    return geometry.applyMatrix4(local);
  });
  const merged = geometries.length === 1 ? geometries[0] : mergeGeometries(geometries);
  for (const geometry of geometries) if (geometry !== merged) geometry.dispose();
  return merged;
}

const paint = new THREE.Color();

/** Triangles that share no corners, with tones as vertex colours, and u and v in metres. */
export function createGeometry(shape: SolidSpec, options: GeometryOptions): THREE.BufferGeometry {
  const geometry = separate(untoned(shape, options));
  const dark = options.still ? LIGHT : DARK;
  if (shape.kind === 'sphere') tone(geometry, ([x, y, z]) => (isOdd(x, y, 4) === z > 0 ? LIGHT : dark));
  else if (shape.kind === 'cylinder') tone(geometry, ([x, y]) => (isOdd(x, y, 3) ? LIGHT : dark));
  else tone(geometry, () => LIGHT);
  if (options.normalMap) measureGeometry(geometry, shape);
  else project(geometry);
  return geometry;
}

function untoned(shape: SolidSpec, { plain }: GeometryOptions): THREE.BufferGeometry {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.halfExtents;
      if (plain) return new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
      return new RoundedBoxGeometry(2 * x, 2 * y, 2 * z, 2, ROUNDING * Math.min(x, y, z));
    }
    case 'sphere':
      return new THREE.SphereGeometry(shape.radius, 32, 20).rotateX(Math.PI / 2);
    case 'cylinder':
      // u starts at +x and grows towards +y, like `cylinderMapping` for the axis z.
      return new THREE.CylinderGeometry(shape.radius, shape.radius, shape.height, 48)
        .rotateX(Math.PI / 2)
        .rotateZ(Math.PI / 2);
    case 'hull':
      return toCreasedNormals(new ConvexGeometry(shape.points.map((point) => new THREE.Vector3(...point))), CREASE);
    case 'lathe': {
      const points = shape.profile.map(([radius, z]) => new THREE.Vector2(radius, z));
      return toCreasedNormals(new THREE.LatheGeometry(points, 40), LATHE_CREASE).rotateX(Math.PI / 2);
    }
    case 'tube': {
      const { points, radius, closed = false } = shape;
      const curve = new THREE.CatmullRomCurve3(
        points.map((point) => new THREE.Vector3(...point)),
        closed,
      );
      return new THREE.TubeGeometry(curve, 4 * points.length, radius, 8, closed);
    }
  }
}

function separate(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const free = geometry.index ? geometry.toNonIndexed() : geometry;
  if (free !== geometry) geometry.dispose();
  if (!free.getAttribute('uv')) {
    const corners = free.getAttribute('position').count;
    free.setAttribute('uv', new THREE.BufferAttribute(new Float32Array(2 * corners), 2));
  }
  return free;
}

/** Projects each triangle along the axis that it faces most; u runs along the longer side of the whole, like the grain of wood. */
function project(geometry: THREE.BufferGeometry): void {
  const at = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  geometry.computeBoundingBox();
  const size = (geometry.boundingBox as THREE.Box3).getSize(new THREE.Vector3()).toArray();
  for (let k = 0; k < at.count; k += 3) {
    first.fromBufferAttribute(at, k);
    second.fromBufferAttribute(at, k + 1).sub(first);
    third.fromBufferAttribute(at, k + 2).sub(first);
    const facing = second.cross(third).toArray().map(Math.abs);
    const away = facing.indexOf(Math.max(...facing));
    const [u, v] = [0, 1, 2].filter((axis) => axis !== away).sort((a, b) => size[b] - size[a]);
    for (let corner = k; corner < k + 3; corner++)
      uv.setXY(corner, at.getComponent(corner, u), at.getComponent(corner, v));
  }
}

const first = new THREE.Vector3();
const second = new THREE.Vector3();
const third = new THREE.Vector3();

/** Index of the sector about z, out of 2n. */
function isOdd(x: number, y: number, n: number): boolean {
  return Math.floor((n * (Math.atan2(y, x) + 2 * Math.PI)) / Math.PI) % 2 === 1;
}

/** Gives each triangle a tone by its centre. */
function tone(geometry: THREE.BufferGeometry, toneAt: (centre: Vector) => number): void {
  const at = geometry.getAttribute('position');
  const colours = new Float32Array(3 * at.count);
  for (let k = 0; k < at.count; k += 3) {
    const centre = [0, 1, 2].map(
      (e) => (at.getComponent(k, e) + at.getComponent(k + 1, e) + at.getComponent(k + 2, e)) / 3,
    );
    colours.fill(toneAt(centre as unknown as Vector), 3 * k, 3 * k + 9);
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
}
