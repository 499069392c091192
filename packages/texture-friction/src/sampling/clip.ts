/** Half planes a x + b y ≤ c that clip the square window |x|, |y| ≤ half: the outlines and map edges of two surfaces. */
export interface HalfPlanes {
  /** [a, b, c] each. */
  readonly planes: Float64Array;
  count: number;
  /** Argument of addHalfPlane, [a, b, c]. */
  readonly candidate: Float64Array;
  /** Half the width of the window [m]. */
  readonly half: Float64Array;
}

/** Two outlines with up to 16 corners and two maps with 4 edges. */
const MAX_HALF_PLANES = 40;

export function createHalfPlanes(): HalfPlanes {
  return {
    planes: new Float64Array(3 * MAX_HALF_PLANES),
    count: 0,
    candidate: new Float64Array(3),
    half: new Float64Array(1),
  };
}

/** Adds cuts.candidate if it clips the window; false if it removes the whole window. */
export function addHalfPlane(cuts: HalfPlanes): boolean {
  const a = cuts.candidate[0];
  const b = cuts.candidate[1];
  const c = cuts.candidate[2];
  const reach = cuts.half[0] * (Math.abs(a) + Math.abs(b));
  if (reach <= c) return true;
  if (!(-reach < c)) return false;
  const at = 3 * cuts.count++;
  cuts.planes[at] = a;
  cuts.planes[at + 1] = b;
  cuts.planes[at + 2] = c;
  return true;
}

/** A convex polygon [x, y, …], counter-clockwise, with capacity for a window clipped by all half planes. */
export interface Polygon {
  xy: Float64Array;
  /** Second buffer of `xy`. */
  spare: Float64Array;
  count: number;
  readonly area: Float64Array;
}

export function createPolygon(): Polygon {
  const capacity = 2 * (4 + MAX_HALF_PLANES);
  return { xy: new Float64Array(capacity), spare: new Float64Array(capacity), count: 0, area: new Float64Array(1) };
}

/** Writes the clipped window; its area is 0 if nothing is left. */
export function clipWindow(cuts: HalfPlanes, out: Polygon): void {
  const h = cuts.half[0];
  const xy = out.xy;
  xy[0] = -h;
  xy[1] = -h;
  xy[2] = h;
  xy[3] = -h;
  xy[4] = h;
  xy[5] = h;
  xy[6] = -h;
  xy[7] = h;
  out.count = 4;
  for (let k = 0; k < cuts.count; k++) clip(out, cuts.planes, 3 * k);
  let area = 0;
  for (let k = 0, j = out.count - 1; k < out.count; j = k++) {
    area += out.xy[2 * j] * out.xy[2 * k + 1] - out.xy[2 * k] * out.xy[2 * j + 1];
  }
  out.area[0] = area > 0 ? area / 2 : 0;
}

function clip(polygon: Polygon, planes: Float64Array, at: number): void {
  const a = planes[at];
  const b = planes[at + 1];
  const c = planes[at + 2];
  const { xy, spare, count } = polygon;
  let kept = 0;
  for (let k = 0, j = count - 1; k < count; j = k++) {
    const x0 = xy[2 * j];
    const y0 = xy[2 * j + 1];
    const x1 = xy[2 * k];
    const y1 = xy[2 * k + 1];
    const e0 = a * x0 + b * y0 - c;
    const e1 = a * x1 + b * y1 - c;
    if (e0 > 0 !== e1 > 0) {
      const t = e0 / (e0 - e1);
      spare[2 * kept] = x0 + t * (x1 - x0);
      spare[2 * kept + 1] = y0 + t * (y1 - y0);
      kept++;
    }
    if (e1 <= 0) {
      spare[2 * kept] = x1;
      spare[2 * kept + 1] = y1;
      kept++;
    }
  }
  polygon.xy = spare;
  polygon.spare = xy;
  polygon.count = kept;
}
