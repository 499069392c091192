import type { PatchBuffers } from '@stiction/friction-core';
import { rotateBack } from '@stiction/friction-core/adapter';
import type { TexturedSurface } from '../mappings/surface.js';
import type { LocalContact } from '../sampling/contact-chart.js';

/** Buffers of writeLocalContact. */
export interface ContactTransform {
  /** The contact relative to the body's position, in world axes. */
  readonly world: Float64Array;
  /** The contact in the frame of the body. */
  readonly local: Float64Array;
  /** The surface's rotation as a pose: `rotateBack` expects the quaternion after three other floats. */
  readonly pose: Float64Array;
}

export function createContactTransform(): ContactTransform {
  return { world: new Float64Array(12), local: new Float64Array(12), pose: new Float64Array(7) };
}

/**
 * Writes a contact at a world position in the frame of the shape of patch i's body A, or B if `ofB`: world to body to shape.
 * `axis` = [cos, sin] of the window's x axis relative to t1.
 */
export function writeLocalContact(
  { world, local, pose: shapePose }: ContactTransform,
  patches: PatchBuffers,
  i: number,
  position: Float64Array,
  at: number,
  axis: Float64Array,
  ofB: boolean,
  surface: TexturedSurface,
  out: LocalContact,
): void {
  const { normal: n, tangent1: t, tangent2: u } = patches;
  const { pose, origin } = patches.bodies;
  const body = ofB ? patches.bodyB[i] : patches.bodyA[i];
  const side = ofB ? -1 : 1;
  const c = axis[0];
  const s = axis[1];
  for (let e = 0; e < 3; e++) {
    const p = 3 * i + e;
    world[e] = position[at + e] - pose[7 * body + e];
    world[3 + e] = side * n[p];
    world[6 + e] = c * t[p] + s * u[p];
    world[9 + e] = c * u[p] - s * t[p];
  }
  for (let v = 0; v < 12; v += 3) rotateBack(pose, 7 * body, world, v, local, v);
  for (let e = 0; e < 3; e++) local[e] -= origin[3 * body + e] + surface.position[e];
  for (let e = 0; e < 4; e++) shapePose[3 + e] = surface.rotation[e];
  for (let v = 0; v < 12; v += 3) rotateBack(shapePose, 0, local, v, out, v);
}
