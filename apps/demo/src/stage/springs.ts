import type { Vector } from '@stiction/scenes';
import type { Springs } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Materials } from './surfaces.js';

/** The coil springs of one world: one geometry, stretched between points of bodies. */
export interface DrawnSprings {
  readonly mesh: THREE.InstancedMesh;
  place(poses: Float32Array): void;
  dispose(): void;
}

const PER_COIL = 12;
const WIRE = 0.16;

export function createSprings(
  { between, radius, coils, colour = '#9aa3ad' }: Springs,
  bodies: readonly { name: string; position: Vector }[],
  materials: Materials,
): DrawnSprings {
  const ends = between.map((pair) =>
    pair.map(({ body, at }) => ({ at, body: body === undefined ? -1 : bodies.findIndex(({ name }) => name === body) })),
  );
  const [[a, b]] = ends;
  const startOf = (end: typeof a): THREE.Vector3 =>
    new THREE.Vector3(...end.at).add(new THREE.Vector3(...(bodies[end.body]?.position ?? [0, 0, 0])));
  const length = startOf(a).distanceTo(startOf(b));
  const points = Array.from({ length: PER_COIL * coils + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / PER_COIL;
    return new THREE.Vector3(radius * Math.cos(angle), radius * Math.sin(angle), (length * k) / (PER_COIL * coils));
  });
  const curve = new THREE.CatmullRomCurve3(points);
  const geometry = new THREE.TubeGeometry(curve, points.length, WIRE * radius, 6);
  const shade = new THREE.Color(colour).toArray();
  const corners = geometry.getAttribute('position').count;
  const colours = Float32Array.from({ length: 3 * corners }, (_, k) => shade[k % 3]);
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  const mesh = new THREE.InstancedMesh(geometry, materials.of('steel'), between.length);
  mesh.castShadow = true;
  mesh.frustumCulled = false;

  function locate({ at, body }: typeof a, poses: Float32Array, out: THREE.Vector3): void {
    out.set(at[0], at[1], at[2]);
    if (body < 0) return;
    out.applyQuaternion(turn.fromArray(poses, 7 * body + 3)).add(along.fromArray(poses, 7 * body));
  }

  return {
    mesh,
    place(poses) {
      for (const [k, [start, end]] of ends.entries()) {
        locate(start, poses, from);
        locate(end, poses, to);
        along.subVectors(to, from);
        size.set(1, 1, along.length() / length);
        matrix.compose(from, turn.setFromUnitVectors(UP, along.normalize()), size);
        mesh.setMatrixAt(k, matrix);
      }
      mesh.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      mesh.dispose();
    },
  };
}

const UP = new THREE.Vector3(0, 0, 1);
const from = new THREE.Vector3();
const to = new THREE.Vector3();
const along = new THREE.Vector3();
const size = new THREE.Vector3();
const turn = new THREE.Quaternion();
const matrix = new THREE.Matrix4();
