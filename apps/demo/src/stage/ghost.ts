import type { BodySpec } from '@stiction/scenes';
import type { DemoScene, Values } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Theme } from '../theme.js';
import { createGeometry, piecesOf } from './shape-geometry.js';

export interface Ghost {
  readonly group: THREE.Group;
  place(time: number): void;
  dispose(): void;
}

/** Keeps the outline off the faces of a body in the same place. */
const SCALE = 1.03;

/** Outline of a body in its reference pose. */
export function createGhost(demo: DemoScene, values: Values, bodies: readonly BodySpec[], theme: Theme): Ghost | null {
  const { ghost } = demo;
  const spec = bodies.find(({ name }) => name === ghost?.body);
  if (!ghost || !spec) return null;
  const group = new THREE.Group();
  const material = new LineMaterial({ color: theme.theory, linewidth: 2, dashed: true });
  const used: { dispose(): void }[] = [material];
  for (const { shape, local } of piecesOf(spec.shape)) {
    const geometry = createGeometry(shape, { plain: true });
    geometry.computeBoundingSphere();
    const size = geometry.boundingSphere?.radius ?? 1;
    Object.assign(material, { dashSize: 0.12 * size, gapSize: 0.08 * size });
    const edges = new THREE.EdgesGeometry(geometry, 20);
    const outline = new LineSegmentsGeometry().fromEdgesGeometry(edges);
    const lines = new LineSegments2(outline, material);
    local.decompose(lines.position, lines.quaternion, lines.scale);
    lines.scale.multiplyScalar(SCALE);
    lines.computeLineDistances();
    for (const made of [geometry, edges]) made.dispose();
    used.push(outline);
    group.add(lines);
  }
  return {
    group,
    place(time) {
      const [x, y, z] = ghost.position(time, values);
      group.visible = Number.isFinite(x + y + z);
      group.position.set(x, y, z);
      if (ghost.rotation) group.quaternion.set(...ghost.rotation(time, values));
    },
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}
