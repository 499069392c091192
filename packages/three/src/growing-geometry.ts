import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage } from 'three';

/** Coloured vertices that are written anew in every update. The buffers only grow. */
export interface GrowingGeometry {
  /** Stays the same while its buffers grow. */
  readonly geometry: BufferGeometry;
  clear(): void;
  vertex(x: number, y: number, z: number, color: Color): void;
  /** After the last vertex. */
  finish(): void;
}

export function createGrowingGeometry(): GrowingGeometry {
  const geometry = new BufferGeometry();
  let positions = new Float32Array(0);
  let colors = new Float32Array(0);
  let count = 0;

  function grow(capacity: number): void {
    const oldPositions = positions;
    const oldColors = colors;
    positions = new Float32Array(3 * capacity);
    colors = new Float32Array(3 * capacity);
    positions.set(oldPositions);
    colors.set(oldColors);
    geometry.dispose(); // frees the old buffers of the graphics card
    geometry.setAttribute('position', new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(colors, 3).setUsage(DynamicDrawUsage));
  }

  grow(256);
  return {
    geometry,
    clear() {
      count = 0;
    },
    vertex(x, y, z, { r, g, b }) {
      if (3 * count >= positions.length) grow(2 * count);
      const at = 3 * count++;
      positions[at] = x;
      positions[at + 1] = y;
      positions[at + 2] = z;
      colors[at] = r;
      colors[at + 1] = g;
      colors[at + 2] = b;
    },
    finish() {
      geometry.setDrawRange(0, count);
      for (const name of ['position', 'color']) geometry.getAttribute(name).needsUpdate = true;
    },
  };
}
