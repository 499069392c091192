import * as CANNON from 'cannon-es';

type Points = readonly (readonly [number, number, number])[];

const TETRAHEDRON: Points = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
];
const OCTAHEDRON: Points = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const WEDGE: Points = [
  [-1, -1, -0.7],
  [1, -1, -0.7],
  [-1, 1, -0.7],
  [1, 1, -0.7],
  [-1, 0, 1],
  [1, 0, 1],
];

const HULLS = { tetrahedron: TETRAHEDRON, octahedron: OCTAHEDRON, wedge: WEDGE };
export type HullName = keyof typeof HULLS;

/** A convex body of the given half extents. */
export function createHull(name: HullName, x: number, y: number, z: number): CANNON.ConvexPolyhedron {
  const points = HULLS[name].map((p) => new CANNON.Vec3(p[0] * x, p[1] * y, p[2] * z));
  const centre = points.reduce((sum, p) => sum.vadd(p), new CANNON.Vec3()).scale(1 / points.length);
  const vertices = points.map((p) => p.vsub(centre));
  return new CANNON.ConvexPolyhedron({ vertices, faces: findFaces(vertices) });
}

/** Every plane through three points with all others on one side, its corners counter-clockwise seen from outside. */
function findFaces(points: readonly CANNON.Vec3[]): number[][] {
  const faces = new Map<string, number[]>();
  for (let a = 0; a < points.length; a++) {
    for (let b = 0; b < points.length; b++) {
      for (let c = 0; c < points.length; c++) {
        if (a === b || b === c || a === c) continue;
        const normal = points[b].vsub(points[a]).cross(points[c].vsub(points[a]));
        normal.normalize();
        const height = points.map((p) => normal.dot(p.vsub(points[a])));
        const tolerance = 1e-9 * points[a].length();
        if (height.some((h) => h > tolerance)) continue;
        const corners = points.map((_, k) => k).filter((k) => height[k] > -tolerance);
        if (!faces.has(corners.join())) faces.set(corners.join(), sortAround(points, corners, normal));
      }
    }
  }
  return [...faces.values()];
}

function sortAround(points: readonly CANNON.Vec3[], corners: readonly number[], normal: CANNON.Vec3): number[] {
  const centre = corners.reduce((sum, k) => sum.vadd(points[k]), new CANNON.Vec3()).scale(1 / corners.length);
  const x = points[corners[0]].vsub(centre);
  const y = normal.cross(x);
  const angle = (k: number): number => {
    const arm = points[k].vsub(centre);
    return Math.atan2(arm.dot(y), arm.dot(x));
  };
  return [...corners].sort((a, b) => angle(a) - angle(b));
}
