import * as CANNON from 'cannon-es';
import * as THREE from 'three';

/** Drawn radius of particles, which have no size [m]. */
const PARTICLE = 0.025;

/** Geometry of a cannon-es shape; null for planes, which are drawn as the floor. */
export function createGeometry(shape: CANNON.Shape): THREE.BufferGeometry | null {
  if (shape instanceof CANNON.Sphere) return new THREE.SphereGeometry(shape.radius, 20, 12);
  if (shape instanceof CANNON.Particle) return new THREE.SphereGeometry(PARTICLE, 8, 6);
  if (shape instanceof CANNON.Box) {
    const { x, y, z } = shape.halfExtents;
    return new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
  }
  if (shape instanceof CANNON.ConvexPolyhedron) return createHullGeometry(shape);
  if (shape instanceof CANNON.Heightfield) return createHeightGeometry(shape);
  return null;
}

function createHullGeometry(hull: CANNON.ConvexPolyhedron): THREE.BufferGeometry {
  const corners: number[] = [];
  for (const face of hull.faces) {
    for (let k = 2; k < face.length; k++) {
      for (const corner of [face[0], face[k - 1], face[k]]) corners.push(...hull.vertices[corner].toArray());
    }
  }
  return fromCorners(corners);
}

function createHeightGeometry(field: CANNON.Heightfield): THREE.BufferGeometry {
  const { data, elementSize: cell } = field;
  const corners: number[] = [];
  const point = (i: number, j: number): number[] => [i * cell, j * cell, data[i][j]];
  for (let i = 0; i + 1 < data.length; i++) {
    for (let j = 0; j + 1 < data[i].length; j++) {
      corners.push(...point(i, j), ...point(i + 1, j), ...point(i, j + 1));
      corners.push(...point(i + 1, j + 1), ...point(i, j + 1), ...point(i + 1, j));
    }
  }
  return fromCorners(corners);
}

/** Three separate vertices per triangle: faces stay flat. */
function fromCorners(corners: readonly number[]): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Edges that make rotation visible; none for particles. */
export function createWires(shape: CANNON.Shape, geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  if (shape instanceof CANNON.Sphere) return createGreatCircles(shape.radius);
  if (shape instanceof CANNON.Heightfield) return new THREE.WireframeGeometry(geometry);
  if (shape instanceof CANNON.Particle) return new THREE.BufferGeometry();
  return new THREE.EdgesGeometry(geometry, 15);
}

const SEGMENTS = 32;

function createGreatCircles(radius: number): THREE.BufferGeometry {
  const points: number[] = [];
  const r = 1.005 * radius;
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < SEGMENTS; k++) {
      for (const end of [k, k + 1]) {
        const angle = (2 * Math.PI * end) / SEGMENTS;
        const point = [0, 0, 0];
        point[axis] = r * Math.cos(angle);
        point[(axis + 1) % 3] = r * Math.sin(angle);
        points.push(...point);
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  return geometry;
}
