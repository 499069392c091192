import type { ShapeSpec, Vector } from '@stiction/scenes';
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';

/** A shape without parts; grounds are drawn as floors. */
export type SolidSpec = Exclude<ShapeSpec, { kind: 'ground' | 'compound' }>;

export interface GeometryOptions {
  /** Boxes have sharp edges. */
  plain: boolean;
  /** It never rotates, so rotation need not be visible. */
  still?: boolean;
}

/** Round bodies have sectors of two tones, which make rotation visible. */
const LIGHT = 1;
const DARK = 0.72;
const ROUNDING = 0.12;
const CREASE = (28 * Math.PI) / 180;

/** With tones as vertex colours. Textured boxes have the layout of three.js and @stiction/texture-friction. */
export function createGeometry(shape: SolidSpec, options: GeometryOptions): THREE.BufferGeometry {
  const dark = options.still ? LIGHT : DARK;
  switch (shape.kind) {
    case 'box':
      return toned(options.plain ? plainBox(shape.halfExtents) : roundedBox(shape.halfExtents), () => LIGHT);
    case 'sphere': {
      const geometry = new THREE.SphereGeometry(shape.radius, 32, 20).rotateX(Math.PI / 2);
      return toned(geometry.toNonIndexed(), ([x, y, z]) => (isOdd(x, y, 4) === z > 0 ? LIGHT : dark));
    }
    case 'cylinder': {
      const { radius, height } = shape;
      const geometry = new THREE.CylinderGeometry(radius, radius, height, 48);
      // u starts at +x and grows towards +y, like `cylinderMapping` for the axis z.
      geometry.rotateX(Math.PI / 2).rotateZ(Math.PI / 2);
      return toned(geometry.toNonIndexed(), ([x, y]) => (isOdd(x, y, 3) ? LIGHT : dark));
    }
    case 'hull':
      return toned(hullGeometry(shape.points), () => LIGHT);
  }
}

function plainBox([x, y, z]: Vector): THREE.BufferGeometry {
  return new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
}

function roundedBox(half: Vector): THREE.BufferGeometry {
  const [x, y, z] = half;
  return new RoundedBoxGeometry(2 * x, 2 * y, 2 * z, 2, ROUNDING * Math.min(...half));
}

function hullGeometry(points: readonly Vector[]): THREE.BufferGeometry {
  const hull = new ConvexGeometry(points.map((point) => new THREE.Vector3(...point)));
  const creased = toCreasedNormals(hull, CREASE);
  const corners = creased.getAttribute('position').count;
  creased.setAttribute('uv', new THREE.Float32BufferAttribute(new Float32Array(2 * corners), 2));
  return creased;
}

/** Index of the sector about z, out of 2n. */
function isOdd(x: number, y: number, n: number): boolean {
  return Math.floor((n * (Math.atan2(y, x) + 2 * Math.PI)) / Math.PI) % 2 === 1;
}

/** Colours each triangle by its centre, or each vertex if triangles share vertices. */
function toned(geometry: THREE.BufferGeometry, tone: (centre: Vector) => number): THREE.BufferGeometry {
  const at = geometry.getAttribute('position');
  const colours = new Float32Array(3 * at.count);
  const group = geometry.index ? 1 : 3;
  for (let k = 0; k < at.count; k += group) {
    let [x, y, z] = [0, 0, 0];
    for (let e = k; e < k + group; e++) {
      x += at.getX(e) / group;
      y += at.getY(e) / group;
      z += at.getZ(e) / group;
    }
    colours.fill(tone([x, y, z]), 3 * k, 3 * (k + group));
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  return geometry;
}
