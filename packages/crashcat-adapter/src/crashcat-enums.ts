/** Numeric enums of crashcat. They are copied here, so that the engine stays a type-only dependency. */

/** `MotionType`. */
export const STATIC = 0;
export const KINEMATIC = 1;
export const DYNAMIC = 2;

/** `ShapeType`. */
export const SPHERE = 0;
export const BOX = 1;
export const CAPSULE = 2;
export const SCALED = 7;
export const CYLINDER = 9;
export const PLANE = 11;
