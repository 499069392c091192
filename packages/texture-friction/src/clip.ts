/** Half planes a x + b y ≤ c that cut into the square window |x|, |y| ≤ half: of two outlines and two maps. */
export interface Cuts {
  /** [a, b, c] each. */
  readonly planes: Float64Array;
  count: number;
  /** The half plane to add. */
  readonly plane: Float64Array;
  /** Half the width of the window [m]. */
  readonly half: Float64Array;
}

/** Of two outlines with up to 16 corners and two maps. */
const MOST_CUTS = 40;

export function createCuts(): Cuts {
  return { planes: new Float64Array(3 * MOST_CUTS), count: 0, plane: new Float64Array(3), half: new Float64Array(1) };
}

/** Adds cuts.plane where it cuts; false where nothing of the window is left. */
export function cutBy(cuts: Cuts): boolean {
  const a = cuts.plane[0];
  const b = cuts.plane[1];
  const c = cuts.plane[2];
  const reach = cuts.half[0] * (Math.abs(a) + Math.abs(b));
  if (reach <= c) return true;
  if (!(-reach < c)) return false;
  const at = 3 * cuts.count++;
  cuts.planes[at] = a;
  cuts.planes[at + 1] = b;
  cuts.planes[at + 2] = c;
  return true;
}

/** A convex polygon [x, y, …], counter-clockwise, with room for the window after all cuts. */
export interface Polygon {
  xy: Float64Array;
  /** The other half of a swap. */
  spare: Float64Array;
  count: number;
  readonly area: Float64Array;
}

export function createPolygon(): Polygon {
  const room = 2 * (4 + MOST_CUTS);
  return { xy: new Float64Array(room), spare: new Float64Array(room), count: 0, area: new Float64Array(1) };
}

/** What the cuts leave of the window; its area is 0 where that is nothing. */
export function clipWindow(cuts: Cuts, out: Polygon): void {
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
      const share = e0 / (e0 - e1);
      spare[2 * kept] = x0 + share * (x1 - x0);
      spare[2 * kept + 1] = y0 + share * (y1 - y0);
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
