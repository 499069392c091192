import type { BodySpec, Rotation, ShapeSpec, Vector } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { type Textures, tileGeometry } from './normal-texture.js';
import { createGeometry, type SolidSpec } from './shape-geometry.js';

/** The bodies of one world; one draw call per shape and colour. */
export interface BodyMeshes {
  readonly group: THREE.Group;
  /** Seven numbers per body, in the order of the scene. */
  place(poses: Float32Array): void;
  /** The body of a mesh instance. */
  bodyOf(mesh: THREE.Object3D, instance: number): number | undefined;
  dispose(): void;
}

/** Boxes have no rounded edges beyond this count per shape. */
const MANY = 150;

interface Batch {
  mesh: THREE.InstancedMesh;
  /** For each instance: its body, and the pose of its shape in the body's frame. */
  bodies: number[];
  local: THREE.Matrix4[];
}

interface Piece {
  body: number;
  shape: SolidSpec;
  colour: string;
  local: THREE.Matrix4;
}

export function createBodyMeshes(
  bodies: readonly BodySpec[],
  looks: Readonly<Record<string, Look>>,
  colourOf: (kind: BodySpec['kind']) => string,
  textures: Textures,
): BodyMeshes {
  const group = new THREE.Group();
  const used: { dispose(): void }[] = [];
  const pieces = new Map<string, Piece[]>();
  for (const [body, { name, kind, shape }] of bodies.entries()) {
    const look = looks[name] ?? {};
    if (look.hidden) continue;
    for (const [k, [solid, local]] of solidsOf(look.shape ?? shape).entries()) {
      const colour = look.colours?.[k] ?? look.colour ?? colourOf(kind);
      const map = look.normalMap ? [textures.idOf(look.normalMap), look.normalMap.tile] : [];
      const key = JSON.stringify([solid, colour, map, kind === 'dynamic']);
      const list = pieces.get(key) ?? [];
      pieces.set(key, list);
      list.push({ body, shape: solid, colour, local });
    }
  }
  const batches: Batch[] = [...pieces.values()].map((list) => {
    const { name, kind } = bodies[list[0].body];
    const { normalMap } = looks[name] ?? {};
    const { shape, colour } = list[0];
    const geometry = createGeometry(shape, { plain: normalMap !== undefined || list.length > MANY });
    const material = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.62, vertexColors: true });
    if (normalMap) {
      tileGeometry(geometry, shape, normalMap.tile);
      material.normalMap = textures.of(normalMap);
    }
    const mesh = new THREE.InstancedMesh(geometry, material, list.length);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // they move
    if (kind === 'dynamic' && list.length > 3) tintApart(mesh);
    used.push(geometry, material, mesh);
    group.add(mesh);
    return { mesh, bodies: list.map(({ body }) => body), local: list.map(({ local }) => local) };
  });

  return {
    group,
    place(poses) {
      for (const { mesh, bodies: owners, local } of batches) {
        for (let k = 0; k < owners.length; k++) {
          const at = 7 * owners[k];
          if (Number.isNaN(poses[at])) matrix.makeScale(0, 0, 0);
          else {
            position.set(poses[at], poses[at + 1], poses[at + 2]);
            rotation.set(poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
            matrix.compose(position, rotation, ONE).multiply(local[k]);
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

/** The pieces of a shape with their poses; grounds are drawn separately. */
export function solidsOf(shape: ShapeSpec, place = new THREE.Matrix4()): [SolidSpec, THREE.Matrix4][] {
  if (shape.kind === 'ground') return [];
  if (shape.kind !== 'compound') return [[shape, place]];
  return shape.parts.flatMap(({ shape: part, position: at, rotation: turn }) =>
    solidsOf(part, place.clone().multiply(matrixOf(at, turn))),
  );
}

export function matrixOf(at: Vector, turn: Rotation = [0, 0, 0, 1]): THREE.Matrix4 {
  return new THREE.Matrix4().compose(new THREE.Vector3(...at), new THREE.Quaternion(...turn), ONE);
}
