import type { Mark } from '@stiction/scenes/demo';
import * as THREE from 'three';

/** The traces of one world: rings and flashes of impacts, and skid marks. */
export interface Marks {
  readonly group: THREE.Group;
  /** Draws the marks made so far. */
  update(marks: readonly Mark[], time: number): void;
  dispose(): void;
}

/** The oldest marks disappear beyond these counts. */
const MOST_SKIDS = 2000;
const MOST_IMPACTS = 100;
/** Duration of a flash, and of the growth of its ring [s]. */
const FLASH = 0.45;
const GROWTH = 0.25;
/** Height above the surface, as a share of the radius. */
const LIFT = 0.02;

export function createMarks(): Marks {
  const group = new THREE.Group();
  const skids = createLayer(new THREE.PlaneGeometry(2, 2), MOST_SKIDS, { opacity: 0.55 });
  const rings = createLayer(new THREE.RingGeometry(0.86, 1, 48), MOST_IMPACTS, { opacity: 0.75 });
  const flashes = createLayer(new THREE.CircleGeometry(1, 32), MOST_IMPACTS, {
    opacity: 0.6,
    blending: THREE.AdditiveBlending,
  });
  const layers = [skids, rings, flashes];
  group.add(...layers);
  const counts = { skid: 0, impact: 0 };
  let drawn = 0;
  /** First impact whose flash is not over yet. */
  let fresh = 0;

  function put(
    mesh: THREE.InstancedMesh,
    k: number,
    { position: at, rotation: turn, size }: Mark,
    scale: number,
  ): void {
    place.set(at[0], at[1], at[2]);
    rotation.set(turn[0], turn[1], turn[2], turn[3]);
    if (mesh !== skids) place.add(lift.set(0, 0, LIFT * size[0]).applyQuaternion(rotation));
    matrix.compose(place, rotation, extent.set(scale * size[0], scale * size[1], 1));
    mesh.setMatrixAt(k, matrix);
    mesh.instanceMatrix.needsUpdate = true;
  }

  function add(mark: Mark): void {
    const meshes = mark.kind === 'skid' ? [skids] : [rings, flashes];
    const k = counts[mark.kind]++;
    for (const mesh of meshes) {
      const most = mesh === skids ? MOST_SKIDS : MOST_IMPACTS;
      mesh.count = Math.min(most, k + 1);
      mesh.setColorAt(k % most, colour.set(mark.colour));
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      put(mesh, k % most, mark, 1);
    }
  }

  const impacts: Mark[] = [];
  return {
    group,
    update(marks, time) {
      for (; drawn < marks.length; drawn++) {
        add(marks[drawn]);
        if (marks[drawn].kind === 'impact') impacts.push(marks[drawn]);
      }
      for (let k = fresh; k < impacts.length; k++) {
        const age = time - impacts[k].time;
        if (age > FLASH && k === fresh) fresh++;
        const bright = Math.max(0, 1 - Math.max(0, age) / FLASH);
        put(rings, k % MOST_IMPACTS, impacts[k], Math.min(1, 0.2 + (0.8 * Math.max(0, age)) / GROWTH));
        put(flashes, k % MOST_IMPACTS, impacts[k], 0.9 * bright * bright);
      }
    },
    dispose() {
      for (const mesh of layers) {
        mesh.geometry.dispose();
        (mesh.material as THREE.Material).dispose();
        mesh.dispose();
      }
    },
  };
}

function createLayer(
  geometry: THREE.BufferGeometry,
  most: number,
  look: THREE.MeshBasicMaterialParameters,
): THREE.InstancedMesh {
  const material = new THREE.MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
    ...look,
  });
  const mesh = new THREE.InstancedMesh(geometry, material, most);
  mesh.count = 0;
  mesh.frustumCulled = false;
  mesh.renderOrder = 1; // after floors
  return mesh;
}

const place = new THREE.Vector3();
const lift = new THREE.Vector3();
const extent = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const matrix = new THREE.Matrix4();
const colour = new THREE.Color();
