/**
 * A texture around one point of a shape: texture coordinates, linear in position, and the outline of the surface. All vectors are in the
 * frame of the shape.
 */
export interface Chart {
  /** Texture coordinates at the point. */
  readonly uv: Float64Array;
  /** Gradients of u and v [1/m]: [ux, uy, uz, vx, vy, vz]. */
  readonly gradient: Float64Array;
  /** Unit vectors [T, B] of the texture's frame: the x and y axes of the normal map. */
  readonly axes: Float64Array;
  /** Corners of the flat, convex surface around the point, counter-clockwise seen from outside, three floats each. */
  readonly outline: Float64Array;
  /** Number of corners; 0 if the surface has no boundary nearby. */
  corners: number;
}

/** Maximum number of corners of a chart's outline. */
export const MAX_CORNERS = 16;

export function createChart(): Chart {
  return {
    uv: new Float64Array(2),
    gradient: new Float64Array(6),
    axes: new Float64Array(6),
    outline: new Float64Array(3 * MAX_CORNERS),
    corners: 0,
  };
}

/** Maps a texture onto a shape, e.g. `boxMapping`. */
export interface TextureMapping {
  /**
   * Writes the chart around `point` (on the surface, or within `depth` of it) with the contact's outward normal `normal`.
   * `depth` [m] is the thickness of the layer around the contact plane in which a curved surface counts. Returns false if there is
   * no texture.
   */
  chart(point: Float64Array, normal: Float64Array, depth: Float64Array, out: Chart): boolean;
}
