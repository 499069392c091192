import { MAX_NEWTON } from '../constants.js';

/** Numbers of a block: xx, xy, yy, bx, by, ex, ey, then px and py of the solution. */
export const BLOCK_SIZE = 9;

/**
 * Minimises ½ p'Ap + b'p over the ellipse (px/ex)² + (py/ey)² ≤ 1, with A = [xx, xy; xy, yy] positive definite. In scaled axes q = p/e it
 * is a trust-region step: (A~ + l I) q = -b~ with |q| = 1, by Newton on 1/|q(l)| - 1, which is nearly linear in l (Moré & Sorensen 1983).
 * Returns true if p lies on the boundary.
 */
export function minimizeOverEllipse(block: Float64Array): boolean {
  const xx = block[0];
  const xy = block[1];
  const yy = block[2];
  const bx = block[3];
  const by = block[4];
  const ex = block[5];
  const ey = block[6];
  const det = xx * yy - xy * xy;
  const px = (xy * by - yy * bx) / det;
  const py = (xy * bx - xx * by) / det;
  if ((px / ex) ** 2 + (py / ey) ** 2 <= 1) {
    block[7] = px;
    block[8] = py;
    return false;
  }
  const a = xx * ex * ex;
  const c = xy * ex * ey;
  const d = yy * ey * ey;
  const u = -bx * ex;
  const w = -by * ey;
  let l = 0;
  let qx = 0;
  let qy = 0;
  for (let k = 0; k < MAX_NEWTON; k++) {
    const al = a + l;
    const dl = d + l;
    const determinant = al * dl - c * c;
    qx = (dl * u - c * w) / determinant;
    qy = (al * w - c * u) / determinant;
    const length = Math.sqrt(qx * qx + qy * qy);
    if (Math.abs(length - 1) < 1e-12) break;
    // q' (A~ + l I)⁻¹ q
    const slope = (dl * qx * qx - 2 * c * qx * qy + al * qy * qy) / determinant;
    l = Math.max(0, l + ((length - 1) * length * length) / slope);
  }
  const length = Math.sqrt(qx * qx + qy * qy);
  block[7] = (ex * qx) / length;
  block[8] = (ey * qy) / length;
  return true;
}
