import type { Prop, Surface } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import { matrixOf, mergePieces, type Piece, piecesOf } from './shape-geometry.js';
import type { Materials } from './surfaces.js';

/** Static objects that are only drawn; one draw call per surface and opacity. */
export function createProps(
  props: readonly Prop[],
  theme: Theme,
  materials: Materials,
): { group: THREE.Group; dispose(): void } {
  const group = new THREE.Group();
  const used: THREE.BufferGeometry[] = [];
  const batches = new Map<string, { prop: Prop; surface: Surface; pieces: Piece[] }>();
  for (const prop of props) {
    const { colour = 'fixed', normalMap, opacity } = prop;
    const chosen = colour === 'mark' ? theme.rampMark : colour === 'fixed' ? theme.ramp : colour;
    const look = { colour: chosen, surface: prop.surface ?? 'paint' };
    for (const piece of piecesOf(prop.shape, look, matrixOf(prop.position, prop.rotation))) {
      const surface = piece.surface ?? 'paint';
      const key = JSON.stringify([surface, opacity, normalMap ? materials.idOf(normalMap) : '']);
      const batch = batches.get(key) ?? { prop, surface, pieces: [] };
      batches.set(key, batch);
      batch.pieces.push(piece);
    }
  }
  for (const { prop, surface, pieces } of batches.values()) {
    const { opacity = 1, normalMap } = prop;
    const geometry = mergePieces(pieces, theme.ramp, { plain: pieces.length > MANY || !!normalMap, normalMap });
    const mesh = new THREE.Mesh(geometry, materials.of(surface, { opacity, normalMap }));
    mesh.castShadow = opacity === 1;
    mesh.receiveShadow = true;
    used.push(geometry);
    group.add(mesh);
  }
  return {
    group,
    dispose() {
      for (const geometry of used) geometry.dispose();
    },
  };
}

/** Boxes have no rounded edges beyond this count per draw call. */
const MANY = 30;
