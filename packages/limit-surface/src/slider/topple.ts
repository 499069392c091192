import { requireFinite } from '../options.js';
import type { EcpState } from './ecp-slider.js';

/**
 * Toppling of a slider, [Xie] section 4.2. The load acts at the ECP, (15) and (16). A patch can only push, so it can
 * carry the load there only if the ECP lies in the convex hull of the patch. If the ECP is outside, the slider tips
 * over and the result of `createEcpSlider`, which assumes that it does not, is invalid.
 *
 * The hull is that of the support polygon in the slider's frame: origin at the CM, rotated by θ in the world.
 */

/** Vertices of the convex hull, counter-clockwise, of points [x, y, x, y, …] in m of any patch, convex or not. */
export function supportHull(points: ArrayLike<number>): Float64Array {
  const owner = 'supportHull';
  if (!(points?.length >= 2) || points.length % 2 !== 0) {
    throw new RangeError(`${owner}: points must be one or more pairs x, y in m (got ${points?.length} numbers)`);
  }
  const order: [number, number][] = [];
  for (let k = 0; k < points.length; k += 2) {
    const x = requireFinite(owner, `points[${k}]`, points[k], 'm');
    order.push([x, requireFinite(owner, `points[${k + 1}]`, points[k + 1], 'm')]);
  }
  order.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = [...halfHull(order), ...halfHull(order.reverse())];
  // If all points coincide, both halves are empty.
  return Float64Array.from(chain.length > 0 ? chain.flat() : order[0]);
}

/** One half of Andrew's monotone chain, without its last point. */
function halfHull(order: readonly [number, number][]): [number, number][] {
  const chain: [number, number][] = [];
  for (const p of order) {
    while (chain.length >= 2 && cross(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
    const last = chain[chain.length - 1];
    if (last === undefined || last[0] !== p[0] || last[1] !== p[1]) chain.push(p);
  }
  chain.pop();
  return chain;
}

function cross(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * Distance [m] from the point x, y inside a hull of `supportHull` to the nearest edge; negative outside. A point or a
 * line has no inside. Allocates nothing.
 */
export function supportMargin(hull: ArrayLike<number>, x: number, y: number): number {
  const count = hull.length / 2;
  let isInside = count > 2;
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const ex = hull[2 * next] - hull[2 * k];
    const ey = hull[2 * next + 1] - hull[2 * k + 1];
    const rx = x - hull[2 * k];
    const ry = y - hull[2 * k + 1];
    const square = ex * ex + ey * ey;
    const along = square > 0 ? Math.min(1, Math.max(0, (rx * ex + ry * ey) / square)) : 0;
    const dx = rx - along * ex;
    const dy = ry - along * ey;
    nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy));
    if (ex * ry - ey * rx < 0) isInside = false;
  }
  return isInside || nearest === 0 ? nearest : -nearest;
}

/** Margin of the ECP of the last step, m, see `supportMargin`. Negative if the slider tips over. Allocates nothing. */
export function toppleMargin(hull: ArrayLike<number>, state: EcpState): number {
  const c = Math.cos(state.angle);
  const s = Math.sin(state.angle);
  const x = state.ecpX - state.x;
  const y = state.ecpY - state.y;
  return supportMargin(hull, c * x + s * y, c * y - s * x);
}

/** True if the ECP of the last step lies outside the support hull. */
export function topples(hull: ArrayLike<number>, state: EcpState): boolean {
  return toppleMargin(hull, state) < 0;
}
