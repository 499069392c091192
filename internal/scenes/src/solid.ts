import { convexFaces, cross, dot, minus, scale } from './convex-faces.js';
import type { Rotation, ShapeSpec, Vector } from './scene.js';

/** Volume, centre and second moments ∫ ρ ρᵀ dV about the centre (rows of a 3 x 3 matrix) of a homogeneous solid: m³, m, m⁵. */
export interface Solid {
  volume: number;
  centre: Vector;
  moments: [Vector, Vector, Vector];
}

export function solidOf(shape: ShapeSpec): Solid {
  switch (shape.kind) {
    case 'box': {
      const [a, b, c] = shape.halfExtents;
      return upright(8 * a * b * c, [(a * a) / 3, (b * b) / 3, (c * c) / 3]);
    }
    case 'sphere': {
      const r2 = shape.radius ** 2;
      return upright((4 / 3) * Math.PI * r2 * shape.radius, [r2 / 5, r2 / 5, r2 / 5]);
    }
    case 'cylinder': {
      const r2 = shape.radius ** 2;
      return upright(Math.PI * r2 * shape.height, [r2 / 4, r2 / 4, shape.height ** 2 / 12]);
    }
    case 'hull':
      return hullSolid(shape.points);
    case 'compound':
      return sumSolids(
        shape.parts.map(({ shape: part, position, rotation }) => place(solidOf(part), position, rotation)),
      );
    case 'ground':
      throw new Error('the ground has no volume');
  }
}

/** Inertia about the centre for a mass [kg m²]: (xx, yy, zz) and (xy, xz, yz). */
export function inertiaOf({ volume, moments: [x, y, z] }: Solid, mass: number): [Vector, Vector] {
  const density = mass / volume;
  return [scale([y[1] + z[2], x[0] + z[2], x[0] + y[1]], density), scale([-x[1], -x[2], -y[2]], density)];
}

/** The shape moved so that its centre of mass is the origin, and the old centre. Changes only hulls and compounds. */
export function centreShape(shape: ShapeSpec): { shape: ShapeSpec; centre: Vector } {
  const { centre } = solidOf(shape);
  if (shape.kind === 'hull') return { shape: { ...shape, points: shape.points.map((p) => minus(p, centre)) }, centre };
  if (shape.kind !== 'compound') return { shape, centre };
  const parts = shape.parts.map((part) => ({ ...part, position: minus(part.position, centre) }));
  return { shape: { ...shape, parts }, centre };
}

function upright(volume: number, [x, y, z]: Vector): Solid {
  return {
    volume,
    centre: [0, 0, 0],
    moments: [
      [volume * x, 0, 0],
      [0, volume * y, 0],
      [0, 0, volume * z],
    ],
  };
}

/** Tetrahedra from one point to the triangles of all faces: ∫ ρ ρᵀ dV = V/20 (Σ vₖ vₖᵀ + (Σ vₖ)(Σ vₖ)ᵀ). */
function hullSolid(points: readonly Vector[]): Solid {
  const tip = points[0];
  const pieces: Solid[] = [];
  for (const face of convexFaces(points)) {
    const corners = face.map((at) => minus(points[at], tip));
    for (let k = 2; k < corners.length; k++) {
      const vertices = [corners[0], corners[k - 1], corners[k]];
      const volume = dot(vertices[0], cross(vertices[1], vertices[2])) / 6;
      if (!(volume > 0)) continue; // faces at the tip
      const sum = vertices.reduce(plus);
      const about = [...vertices, sum].reduce((total, v) => addOuter(total, v, volume / 20), NONE);
      const centre = scale(sum, 0.25);
      pieces.push({ volume, centre: plus(centre, tip), moments: addOuter(about, centre, -volume) });
    }
  }
  return sumSolids(pieces);
}

/** By the parallel axis theorem. */
function sumSolids(solids: readonly Solid[]): Solid {
  const volume = solids.reduce((sum, solid) => sum + solid.volume, 0);
  const centre = solids.map((solid) => scale(solid.centre, solid.volume / volume)).reduce(plus);
  const moments = solids.reduce<Solid['moments']>((total, solid) => {
    const own = addOuter(solid.moments, minus(solid.centre, centre), solid.volume);
    return [plus(total[0], own[0]), plus(total[1], own[1]), plus(total[2], own[2])];
  }, NONE);
  return { volume, centre, moments };
}

function place(solid: Solid, position: Vector, rotation: Rotation = [0, 0, 0, 1]): Solid {
  const [x, y, z] = solid.moments;
  // R M Rᵀ: rotate the rows of the symmetric M, then those of the transpose.
  const half = transpose([rotateVector(rotation, x), rotateVector(rotation, y), rotateVector(rotation, z)]);
  const moments: Solid['moments'] = [
    rotateVector(rotation, half[0]),
    rotateVector(rotation, half[1]),
    rotateVector(rotation, half[2]),
  ];
  return { volume: solid.volume, centre: plus(position, rotateVector(rotation, solid.centre)), moments };
}

/** R(q) v. */
export function rotateVector([qx, qy, qz, w]: Rotation, v: Vector): Vector {
  const t = scale(cross([qx, qy, qz], v), 2);
  return plus(plus(v, scale(t, w)), cross([qx, qy, qz], t));
}

const NONE: Solid['moments'] = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];

function addOuter([x, y, z]: Solid['moments'], v: Vector, weight: number): Solid['moments'] {
  return [plus(x, scale(v, weight * v[0])), plus(y, scale(v, weight * v[1])), plus(z, scale(v, weight * v[2]))];
}

function transpose([x, y, z]: Solid['moments']): Solid['moments'] {
  return [
    [x[0], y[0], z[0]],
    [x[1], y[1], z[1]],
    [x[2], y[2], z[2]],
  ];
}

function plus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}
