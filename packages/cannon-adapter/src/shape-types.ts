/** `Shape.types` of cannon-es by number; not imported, so that the engine stays a type-only dependency. */
export const SHAPE_NAMES: readonly (readonly [type: number, name: string])[] = [
  [1, 'Sphere'],
  [2, 'Plane'],
  [4, 'Box'],
  [16, 'ConvexPolyhedron'],
  [32, 'Heightfield'],
  [64, 'Particle'],
  [128, 'Cylinder'],
  [256, 'Trimesh'],
];
