// Skid marks: a flat quad for each piece of a path, in one mesh. The oldest are overwritten.
import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } from 'three';

const MAX_QUADS = 4000;
/** Length of a piece, width and height above the floor [m]. */
const LENGTH = 0.03;
const WIDTH = 0.12;
const HEIGHT = 0.004;
/** Power of a black mark [W]. */
const DARKEST = 25;

export function createSkidMarks() {
  const positions = new BufferAttribute(new Float32Array(12 * MAX_QUADS), 3);
  const colors = new BufferAttribute(new Float32Array(16 * MAX_QUADS), 4);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', positions);
  geometry.setAttribute('color', colors);
  geometry.setIndex(Array.from({ length: MAX_QUADS }, (_, q) => [0, 1, 2, 2, 1, 3].map((k) => 4 * q + k)).flat());
  const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  /** Where the mark of each body ends. */
  const ends = new Map();
  let count = 0;

  return {
    mesh,
    get count() {
      return count;
    },
    /** Extends the mark of a body that slides through `centre` with this power. */
    add(body, [x, , z], power) {
      const end = ends.get(body);
      if (!end) {
        ends.set(body, [x, z]);
        return;
      }
      const dx = x - end[0];
      const dz = z - end[1];
      const length = Math.hypot(dx, dz);
      if (length < LENGTH) return;
      const sideX = (-dz / length) * (WIDTH / 2);
      const sideZ = (dx / length) * (WIDTH / 2);
      const quad = 4 * (count++ % MAX_QUADS);
      [end, [x, z]].forEach(([px, pz], k) => {
        positions.setXYZ(quad + 2 * k, px - sideX, HEIGHT, pz - sideZ);
        positions.setXYZ(quad + 2 * k + 1, px + sideX, HEIGHT, pz + sideZ);
      });
      for (let k = 0; k < 4; k++) colors.setXYZW(quad + k, 0.05, 0.05, 0.05, Math.min(0.85, power / DARKEST));
      positions.needsUpdate = true;
      colors.needsUpdate = true;
      ends.set(body, [x, z]);
    },
    /** Ends the mark of a body that no longer slides. */
    lift(body) {
      ends.delete(body);
    },
  };
}
