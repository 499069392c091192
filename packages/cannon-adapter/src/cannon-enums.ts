/** Numeric enums of cannon-es. They are copied here, so that the engine stays a type-only dependency. */

/** `Body.DYNAMIC`, `Body.STATIC`, `Body.KINEMATIC`: bit flags of `body.type`. */
export const DYNAMIC = 1;
export const STATIC = 2;
export const KINEMATIC = 4;

/** `Body.SLEEPING`, a value of `body.sleepState`. */
export const SLEEPING = 2;

/** `Shape.types`: bit flags of `shape.type`. */
export const SPHERE = 1;
export const PLANE = 2;
export const BOX = 4;
export const CONVEX_POLYHEDRON = 16;
export const HEIGHTFIELD = 32;
export const PARTICLE = 64;
export const CYLINDER = 128;
export const TRIMESH = 256;

export const SHAPE_NAMES: readonly (readonly [type: number, name: string])[] = [
  [SPHERE, 'Sphere'],
  [PLANE, 'Plane'],
  [BOX, 'Box'],
  [CONVEX_POLYHEDRON, 'ConvexPolyhedron'],
  [HEIGHTFIELD, 'Heightfield'],
  [PARTICLE, 'Particle'],
  [CYLINDER, 'Cylinder'],
  [TRIMESH, 'Trimesh'],
];
