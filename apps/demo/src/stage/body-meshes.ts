import type { BodySpec } from '@stiction/scenes';
import type { DrawnShape, Look, Surface } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { mergePieces, type Piece, piecesOf } from './shape-geometry.js';
import type { Materials } from './surfaces.js';

/** The bodies of one world; one draw call per surface of those that look the same. */
export interface BodyMeshes {
  readonly group: THREE.Group;
  /** Seven numbers per body, in the order of the scene. */
  place(poses: Float32Array): void;
  /** The body of a mesh instance. */
  bodyOf(mesh: THREE.Object3D, instance: number): number | undefined;
  dispose(): void;
}

/** Boxes have no rounded edges beyond this count per draw call. */
const MANY = 60;

interface Batch {
  pieces: readonly Piece[];
  bodies: number[];
}

/** A body, or a part that is only drawn. */
export type Drawn = Pick<BodySpec, 'name' | 'kind'> & { shape: DrawnShape };

export function createBodyMeshes(
  bodies: readonly Drawn[],
  looks: Readonly<Record<string, Look>>,
  colourOf: (kind: BodySpec['kind']) => string,
  materials: Materials,
): BodyMeshes {
  const group = new THREE.Group();
  const used: { dispose(): void }[] = [];
  const found = new Map<string, Batch>();
  for (const [body, { name, kind, shape }] of bodies.entries()) {
    const look = looks[name] ?? {};
    if (look.hidden) continue;
    const map = look.normalMap ? materials.idOf(look.normalMap) : '';
    for (const pieces of bySurface(look, shape, colourOf(kind))) {
      const key = JSON.stringify([pieces, map, kind === 'dynamic']);
      const batch = found.get(key);
      if (batch) batch.bodies.push(body);
      else found.set(key, { pieces, bodies: [body] });
    }
  }
  const batches = [...found.values()].map(({ pieces, bodies: owners }) => {
    const { name, kind } = bodies[owners[0]];
    const look = looks[name] ?? {};
    // Pieces with a surface of their own keep it.
    const normalMap = pieces[0].surface === look.surface ? look.normalMap : undefined;
    const plain = normalMap !== undefined || owners.length > MANY;
    const geometry = mergePieces(pieces, colourOf(kind), { plain, normalMap });
    const material = materials.of(pieces[0].surface ?? 'paint', { normalMap });
    const mesh = new THREE.InstancedMesh(geometry, material, owners.length);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // they move
    if (kind === 'dynamic' && owners.length > 3) tintApart(mesh);
    used.push(geometry, mesh);
    group.add(mesh);
    return { mesh, bodies: owners };
  });

  return {
    group,
    place(poses) {
      for (const { mesh, bodies: owners } of batches) {
        for (let k = 0; k < owners.length; k++) {
          const at = 7 * owners[k];
          if (Number.isNaN(poses[at])) matrix.makeScale(0, 0, 0);
          else {
            position.set(poses[at], poses[at + 1], poses[at + 2]);
            rotation.set(poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
            matrix.compose(position, rotation, ONE);
          }
          mesh.setMatrixAt(k, matrix);
        }
        mesh.instanceMatrix.needsUpdate = true;
        mesh.boundingSphere = null; // recomputed for ray casts
      }
    },
    bodyOf: (mesh, instance) => batches.find((batch) => batch.mesh === mesh)?.bodies[instance],
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

const ONE = new THREE.Vector3(1, 1, 1);
const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const matrix = new THREE.Matrix4();

/** Makes neighbours in a stack distinguishable. */
function tintApart(mesh: THREE.InstancedMesh): void {
  const tint = new THREE.Color();
  for (let k = 0; k < mesh.count; k++) mesh.setColorAt(k, tint.setScalar(1 - 0.08 * ((k * 7) % 4)));
}

/** The pieces of a body, by surface. */
function bySurface(look: Look, shape: DrawnShape, colour: string): Piece[][] {
  const pieces = piecesOf(look.shape ?? shape, { colour: look.colour ?? colour, surface: look.surface });
  for (const [k, own] of (look.colours ?? []).entries()) if (pieces[k]) pieces[k].colour = own;
  const groups = new Map<Surface | undefined, Piece[]>();
  for (const piece of pieces) groups.set(piece.surface, [...(groups.get(piece.surface) ?? []), piece]);
  return [...groups.values()];
}
