import type { BodySpec } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { type Held, plus } from '../hand.js';
import { type PerSide, SIDES, type Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { createFatLines } from './fat-lines.js';
import { createGeometry, piecesOf } from './shape-geometry.js';

/** What shows that bodies can be held: a rim around the body under the pointer, and the spring to the hand. */
export interface HandMarks {
  readonly group: THREE.Group;
  place(held: Held | null, hover: string | null, poses: PerSide<Float32Array>): void;
  /** Shows one side only. */
  show(side: Side): void;
  dispose(): void;
}

/** Width of the rim, as a share of the body's size. */
const RIM = 0.08;
const COILS = 9;
const COIL = 0.025;

export function createHandMarks(
  bodies: readonly BodySpec[],
  looks: Readonly<Record<string, Look>>,
  theme: Theme,
): HandMarks {
  const group = new THREE.Group();
  const colour = new THREE.Color(theme.wire);
  const rimMaterial = new THREE.MeshBasicMaterial({ color: colour, side: THREE.BackSide, toneMapped: false });
  const springs = { stock: createFatLines(2.5), stiction: createFatLines(2.5) };
  const rims = { stock: new THREE.Group(), stiction: new THREE.Group() };
  for (const side of SIDES) group.add(springs[side].object, rims[side]);
  let rimmed: string | null = null;
  let geometries: THREE.BufferGeometry[] = [];
  let at = -1;

  function clear(): void {
    for (const side of SIDES) rims[side].clear();
    for (const geometry of geometries) geometry.dispose();
    geometries = [];
  }

  function rim(body: string | null): void {
    if (body === rimmed) return;
    clear();
    rimmed = body;
    at = bodies.findIndex(({ name }) => name === body);
    if (at < 0) return;
    const { shape } = bodies[at];
    for (const { shape: solid, local } of piecesOf(looks[bodies[at].name]?.shape ?? shape)) {
      const geometry = createGeometry(solid, { plain: true });
      geometry.computeBoundingBox();
      const size = (geometry.boundingBox as THREE.Box3).getSize(new THREE.Vector3());
      const width = RIM * Math.cbrt(Math.max(1e-9, size.x * size.y * size.z));
      const grown = new THREE.Vector3(1 + width / size.x, 1 + width / size.y, 1 + width / size.z);
      geometries.push(geometry);
      for (const side of SIDES) {
        const mesh = new THREE.Mesh(geometry, rimMaterial);
        mesh.frustumCulled = false;
        mesh.matrixAutoUpdate = false;
        mesh.matrix.copy(local).scale(grown);
        rims[side].add(mesh);
      }
    }
  }

  /** A coil from the body's point to the hand. */
  function drawSpring(side: Side, { localPoint, starts, pull }: Held, pose: Float32Array): void {
    from.fromArray(pose, 7 * at);
    turn.fromArray(pose, 7 * at + 3);
    from.add(to.set(...localPoint).applyQuaternion(turn));
    to.set(...plus(starts[side], pull));
    along.subVectors(to, from);
    const length = along.length();
    across.set(0, 0, 1).cross(along);
    if (across.lengthSq() < 1e-12) across.set(1, 0, 0);
    across.setLength(COIL * Math.sqrt(length));
    let [x, y, z] = from.toArray();
    for (let k = 1; k <= 2 * COILS; k++) {
      const swing = k === 2 * COILS ? 0 : k % 2 === 0 ? 1 : -1;
      const end = [
        from.x + (k / 2 / COILS) * along.x + swing * across.x,
        from.y + (k / 2 / COILS) * along.y + swing * across.y,
        from.z + (k / 2 / COILS) * along.z + swing * across.z,
      ];
      springs[side].add([x, y, z], end, colour);
      [x, y, z] = end;
    }
  }

  return {
    group,
    place(held, hover, poses) {
      rim(held?.body ?? hover);
      for (const side of SIDES) {
        springs[side].clear();
        if (at >= 0 && !Number.isNaN(poses[side][7 * at])) {
          rims[side].position.fromArray(poses[side], 7 * at);
          rims[side].quaternion.fromArray(poses[side], 7 * at + 3);
          if (held) drawSpring(side, held, poses[side]);
        }
        springs[side].finish();
      }
    },
    show(side) {
      for (const other of SIDES) {
        rims[other].visible = other === side;
        springs[other].object.layers.set(other === side ? 0 : HIDDEN);
      }
    },
    dispose() {
      clear();
      rimMaterial.dispose();
      for (const side of SIDES) springs[side].dispose();
    },
  };
}

/** A layer that no camera draws. */
const HIDDEN = 31;
const from = new THREE.Vector3();
const to = new THREE.Vector3();
const along = new THREE.Vector3();
const across = new THREE.Vector3();
const turn = new THREE.Quaternion();
