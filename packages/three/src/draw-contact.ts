import type { Color } from 'three';
import type { GrowingGeometry } from './growing-geometry.js';
import { LIMIT_POINTS } from './limits.js';

/** What the helper reads of a contact. Contacts of every adapter have it. */
export interface HelperContact {
  centre: ArrayLike<number>;
  normal: ArrayLike<number>;
  normalForce: number;
  /** null where Rapier's own friction acts and does not report its force. */
  frictionForce: ArrayLike<number> | null;
  sliding: boolean;
}

/** Geometries and colours to draw with. */
export interface Pens {
  lines: GrowingGeometry;
  cones: GrowingGeometry;
  normal: Color;
  sticking: Color;
  sliding: Color;
  centre: Color;
}

interface Parts {
  normals: boolean;
  forces: boolean;
  limits: boolean;
  cones: boolean;
  centres: boolean;
}

/** Half the size of a cross [m]. */
const CROSS = 0.02;
/** Length of an arrow's head, as a share of the arrow. */
const HEAD = 0.2;

/** Draws a contact from its pressure centre. `ring` is the friction limit about it in N, or null. */
export function drawContact(
  pens: Pens,
  parts: Parts,
  contact: HelperContact,
  ring: Float32Array | null,
  scale: number,
  lengthUnit: number,
): void {
  const { centre: c, normal: n, frictionForce: f } = contact;
  const { lines, cones } = pens;
  const up = scale * contact.normalForce;
  const topX = c[0] + up * n[0];
  const topY = c[1] + up * n[1];
  const topZ = c[2] + up * n[2];
  const color = contact.sliding ? pens.sliding : pens.sticking;
  if (parts.normals) {
    lines.vertex(c[0], c[1], c[2], pens.normal);
    lines.vertex(topX, topY, topZ, pens.normal);
  }
  if (parts.forces && f) {
    drawArrow(lines, c, n, scale * f[0], scale * f[1], scale * f[2], color);
    if (parts.normals) {
      drawArrow(lines, c, n, up * n[0] + scale * f[0], up * n[1] + scale * f[1], up * n[2] + scale * f[2], color);
    }
  }
  for (let k = 3; ring && k < 3 * LIMIT_POINTS; k += 3) {
    const x = topX + scale * ring[k - 3];
    const y = topY + scale * ring[k - 2];
    const z = topZ + scale * ring[k - 1];
    const u = topX + scale * ring[k];
    const v = topY + scale * ring[k + 1];
    const w = topZ + scale * ring[k + 2];
    if (parts.limits) {
      lines.vertex(x, y, z, color);
      lines.vertex(u, v, w, color);
    }
    if (!parts.cones) continue;
    cones.vertex(c[0], c[1], c[2], color);
    cones.vertex(x, y, z, color);
    cones.vertex(u, v, w, color);
  }
  if (parts.centres) drawCross(lines, c, n, CROSS * lengthUnit, pens.centre);
}

/** An arrow from the centre whose head lies in the plane of arrow and contact. */
function drawArrow(
  lines: GrowingGeometry,
  c: ArrayLike<number>,
  n: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
  color: Color,
): void {
  const tipX = c[0] + x;
  const tipY = c[1] + y;
  const tipZ = c[2] + z;
  lines.vertex(c[0], c[1], c[2], color);
  lines.vertex(tipX, tipY, tipZ, color);
  let u = n[1] * z - n[2] * y;
  let v = n[2] * x - n[0] * z;
  let w = n[0] * y - n[1] * x;
  const length = Math.sqrt(u * u + v * v + w * w);
  if (!(length > 0)) return;
  const size = (0.5 * HEAD * Math.sqrt(x * x + y * y + z * z)) / length;
  u *= size;
  v *= size;
  w *= size;
  for (let side = -1; side <= 1; side += 2) {
    lines.vertex(tipX, tipY, tipZ, color);
    lines.vertex(tipX - HEAD * x + side * u, tipY - HEAD * y + side * v, tipZ - HEAD * z + side * w, color);
  }
}

/** Two lines in the contact plane. */
function drawCross(
  lines: GrowingGeometry,
  c: ArrayLike<number>,
  n: ArrayLike<number>,
  size: number,
  color: Color,
): void {
  // Any direction that is not along the normal.
  const isUpright = Math.abs(n[1]) > 0.9;
  let x = isUpright ? 0 : -n[2];
  let y = isUpright ? n[2] : 0;
  let z = isUpright ? -n[1] : n[0];
  const length = Math.sqrt(x * x + y * y + z * z);
  x *= size / length;
  y *= size / length;
  z *= size / length;
  lines.vertex(c[0] - x, c[1] - y, c[2] - z, color);
  lines.vertex(c[0] + x, c[1] + y, c[2] + z, color);
  const u = n[1] * z - n[2] * y;
  const v = n[2] * x - n[0] * z;
  const w = n[0] * y - n[1] * x;
  lines.vertex(c[0] - u, c[1] - v, c[2] - w, color);
  lines.vertex(c[0] + u, c[1] + v, c[2] + w, color);
}
