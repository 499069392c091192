import type { Scene, SceneWorld } from '@stiction/scenes';
import * as THREE from 'three';

/** Forces of a world's contacts. */
export interface Overlay {
  readonly group: THREE.Group;
  update(shown: boolean, selected: string | null): void;
  dispose(): void;
}

export function createOverlay(world: SceneWorld, _scene: Scene): Overlay {
  const group = new THREE.Group();
  const material = new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false });
  const geometry = new THREE.BufferGeometry();
  const lines = new THREE.LineSegments(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = 2;
  group.add(lines);
  return {
    group,
    update(shown) {
      const drawn = shown ? world.friction?.debugLines() : undefined;
      lines.visible = drawn !== undefined && drawn.vertices > 0;
      if (!drawn || !lines.visible) return;
      geometry.setAttribute('position', new THREE.BufferAttribute(drawn.positions, 3));
      geometry.setAttribute('color', new THREE.BufferAttribute(drawn.colors, 4));
      geometry.setDrawRange(0, drawn.vertices);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
