import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Coloured lines a few pixels wide, rewritten every frame, in growing buffers. */
export interface FatLines {
  readonly object: THREE.Object3D;
  clear(): void;
  add(from: ArrayLike<number>, to: ArrayLike<number>, colour: THREE.Color): void;
  /** After the last line. */
  finish(): void;
  dispose(): void;
}

/** `hidden`: other objects can hide them. */
export function createFatLines(width: number, { hidden = false } = {}): FatLines {
  const material = new LineMaterial({ linewidth: width, vertexColors: true, depthTest: hidden, transparent: true });
  let geometry = new LineSegmentsGeometry();
  let positions = new THREE.InstancedInterleavedBuffer(new Float32Array(0), 6, 1);
  let colours = positions;
  const lines = new LineSegments2(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = hidden ? 1 : 3;
  let count = 0;

  function reserve(capacity: number): void {
    const grow = (old: THREE.InterleavedBuffer): THREE.InstancedInterleavedBuffer => {
      const array = new Float32Array(6 * capacity);
      array.set(old.array);
      return new THREE.InstancedInterleavedBuffer(array, 6, 1).setUsage(
        THREE.DynamicDrawUsage,
      ) as THREE.InstancedInterleavedBuffer;
    };
    positions = grow(positions);
    colours = grow(colours);
    geometry.dispose();
    geometry = new LineSegmentsGeometry();
    geometry.setAttribute('instanceStart', new THREE.InterleavedBufferAttribute(positions, 3, 0));
    geometry.setAttribute('instanceEnd', new THREE.InterleavedBufferAttribute(positions, 3, 3));
    geometry.setAttribute('instanceColorStart', new THREE.InterleavedBufferAttribute(colours, 3, 0));
    geometry.setAttribute('instanceColorEnd', new THREE.InterleavedBufferAttribute(colours, 3, 3));
    lines.geometry = geometry;
  }

  reserve(64);
  return {
    object: lines,
    clear() {
      count = 0;
    },
    add(from, to, { r, g, b }) {
      if (6 * count >= positions.array.length) reserve(2 * count);
      const at = 6 * count++;
      for (let e = 0; e < 3; e++) {
        positions.array[at + e] = from[e];
        positions.array[at + 3 + e] = to[e];
      }
      for (const end of [at, at + 3]) {
        colours.array[end] = r;
        colours.array[end + 1] = g;
        colours.array[end + 2] = b;
      }
    },
    finish() {
      positions.needsUpdate = true;
      colours.needsUpdate = true;
      geometry.instanceCount = count;
      lines.visible = count > 0;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
