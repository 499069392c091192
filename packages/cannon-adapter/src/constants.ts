/** Tuned numbers of the adapter. */

// Contacts

/** A contact is deep if its overlap exceeds this fraction of the smaller shape's bounding radius. */
export const DEEP_OVERLAP = 0.25;
/** Two normals oppose each other if their cosine is below this. */
export const OPPOSED_COSINE = -0.9;

// Speculative pairs

/** How far the second shape is shifted towards the first, in slops. Reaches the slop if the line of centres is within 84° of the normal. */
export const SPECULATIVE_SHIFT = 10;
/** A body was moved by the user if it is off its integrated position by more than this fraction of its bounding radius. */
export const USER_MOVE = 0.1;

// Manifold reduction

/** Manifolds with up to this many points keep all of them, except duplicates. */
export const MAX_UNREDUCED_POINTS = 4;
/** Points are duplicates if they are closer than this fraction of the patch's width ... */
export const DUPLICATE_PATCH_FRACTION = 0.01;
/** ... or than this fraction of the smaller shape's bounding radius. */
export const DUPLICATE_SHAPE_FRACTION = 1e-4;
/** Hull vertices closer than this fraction of the width to the line of their neighbours are dropped. A cap with 100 sides keeps all of its vertices. */
export const HULL_TOLERANCE = 1e-3;

// Height fields

/** A contact normal is a normal of the surface if their cosine exceeds this. */
export const SURFACE_NORMAL_COSINE = 0.999999999;
/** An edge or vertex takes the normals of all triangles within this distance [cells]. */
export const EDGE_REACH = 0.05;
/** Largest gap of a reported point above the surface [cells], as between polyhedra in cannon-es. */
export const MAX_SURFACE_GAP = 1e-6;
/** A normal belongs to an outer face (the bottom or the rim) if its component out of the field exceeds this. */
export const OUTER_FACE_COMPONENT = 0.1;

// Joints

/** A joint row is a spring if its SPOOK compliance exceeds this fraction of its inverse mass. */
export const SPRING_COMPLIANCE = 0.1;
