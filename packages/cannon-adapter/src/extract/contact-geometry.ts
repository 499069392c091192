import type { ContactEquation } from 'cannon-es';

/** One contact in the world: the point on A, the point on B, and the normal from A to B. Nine numbers. */
export type ContactGeometry = Float64Array;

export function createContactGeometry(): ContactGeometry {
  return new Float64Array(9);
}

export function readGeometry(out: ContactGeometry, { bi, bj, ri, rj, ni }: ContactEquation): void {
  out[0] = bi.position.x + ri.x;
  out[1] = bi.position.y + ri.y;
  out[2] = bi.position.z + ri.z;
  out[3] = bj.position.x + rj.x;
  out[4] = bj.position.y + rj.y;
  out[5] = bj.position.z + rj.z;
  out[6] = ni.x;
  out[7] = ni.y;
  out[8] = ni.z;
}

/** Distance of B from A along the normal; negative if they overlap. */
export function gapOf(c: ContactGeometry): number {
  return c[6] * (c[3] - c[0]) + c[7] * (c[4] - c[1]) + c[8] * (c[5] - c[2]);
}

/** True if the gap is finite and the normal has unit length. */
export function isValidGeometry(c: ContactGeometry): boolean {
  const length2 = c[6] * c[6] + c[7] * c[7] + c[8] * c[8];
  return Number.isFinite(gapOf(c)) && Math.abs(length2 - 1) < 1e-3;
}
