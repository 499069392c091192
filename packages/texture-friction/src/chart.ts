/**
 * Where a texture lies around one point of a shape: texture coordinates, linear in the place, and how far the surface reaches.
 * All vectors are in the frame of the shape.
 */
export interface Chart {
  /** Texture coordinates at the point. */
  readonly uv: Float64Array;
  /** Gradients of u and v [1/m]: [ux, uy, uz, vx, vy, vz]. */
  readonly gradient: Float64Array;
  /** Unit vectors of the texture's frame, along which the normal map's x and y point: [T, B]. */
  readonly axes: Float64Array;
  /** Corners of the flat surface around the point, counter-clockwise seen from outside, three numbers each; the surface is convex. */
  readonly outline: Float64Array;
  /** How many corners; 0 where the surface has no end nearby. */
  corners: number;
}

export const MOST_CORNERS = 16;

export function createChart(): Chart {
  return {
    uv: new Float64Array(2),
    gradient: new Float64Array(6),
    axes: new Float64Array(6),
    outline: new Float64Array(3 * MOST_CORNERS),
    corners: 0,
  };
}

/** How a texture lies on a shape, e.g. `boxMapping`. */
export interface TextureMapping {
  /**
   * Writes the chart around `point` (on the surface, or within `depth` of it) where the outward normal of the contact is `normal`.
   * `depth` [m] is the thickness of the layer around the contact plane in which a curved surface counts. Returns false where
   * the texture has nothing there.
   */
  chart(point: Float64Array, normal: Float64Array, depth: Float64Array, out: Chart): boolean;
}
