import type { Vector } from '@stiction/scenes';
import type { Prop } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import { matrixOf, solidsOf } from './body-meshes.js';
import { type Textures, tileGeometry } from './normal-texture.js';
import { createGeometry, type SolidSpec } from './shape-geometry.js';

/** Props of one shape and look: one draw call. */
interface Batch {
  prop: Prop;
  shape: SolidSpec;
  places: THREE.Matrix4[];
}

/** Static objects that are only drawn. */
export function createProps(
  props: readonly Prop[],
  theme: Theme,
  textures: Textures,
): { group: THREE.Group; dispose(): void } {
  const group = new THREE.Group();
  const used: { dispose(): void }[] = [];
  const batches = new Map<string, Batch>();
  for (const prop of props) {
    const place = matrixOf(prop.position, prop.rotation);
    for (const [solid, local] of solidsOf(prop.shape)) {
      const [shape, scale] = prop.normalMap ? ([solid, UNIT] as const) : unitOf(solid);
      const map = prop.normalMap ? [textures.idOf(prop.normalMap), prop.normalMap.tile] : [];
      const key = JSON.stringify([shape, prop.colour, prop.opacity, map]);
      const batch = batches.get(key) ?? { prop, shape, places: [] };
      batches.set(key, batch);
      batch.places.push(
        place
          .clone()
          .multiply(local)
          .scale(new THREE.Vector3(...scale)),
      );
    }
  }
  for (const { prop, shape, places } of batches.values()) {
    const { colour = 'fixed', opacity = 1, normalMap } = prop;
    const color = colour === 'mark' ? theme.rampMark : colour === 'fixed' ? theme.ramp : colour;
    const geometry = createGeometry(shape, { plain: true, still: true });
    const material = new THREE.MeshStandardMaterial({ color, roughness: 0.8, vertexColors: true });
    if (opacity < 1) Object.assign(material, { transparent: true, opacity, depthWrite: false });
    if (normalMap) {
      tileGeometry(geometry, shape, normalMap.tile);
      material.normalMap = textures.of(normalMap);
    }
    const mesh = new THREE.InstancedMesh(geometry, material, places.length);
    for (const [k, place] of places.entries()) mesh.setMatrixAt(k, place);
    mesh.castShadow = opacity === 1;
    mesh.receiveShadow = true;
    used.push(geometry, material, mesh);
    group.add(mesh);
  }
  return {
    group,
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

const UNIT: Vector = [1, 1, 1];

/** A unit shape and its scale, so that props of many sizes share a draw call. */
function unitOf(shape: SolidSpec): readonly [SolidSpec, Vector] {
  switch (shape.kind) {
    case 'box':
      return [{ kind: 'box', halfExtents: UNIT }, shape.halfExtents];
    case 'sphere':
      return [{ kind: 'sphere', radius: 1 }, [shape.radius, shape.radius, shape.radius]];
    case 'cylinder':
      return [{ kind: 'cylinder', radius: 1, height: 1 }, [shape.radius, shape.radius, shape.height]];
    case 'hull':
      return [shape, UNIT];
  }
}
