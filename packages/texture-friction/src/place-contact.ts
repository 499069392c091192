import { type PatchBuffers, rotateBack } from '@stiction/friction-core';
import type { ContactInSurface } from './footprint.js';
import type { TexturedSurface } from './surface.js';

/**
 * A contact at a world position as the surface of patch i's body A or B (`ofB`) sees it, in the frame of its shape: from the world to
 * the body, from there to the shape. `axis` = [cos, sin] of the window's x against t1.
 */
export function placeContact(
  patches: PatchBuffers,
  i: number,
  position: Float64Array,
  at: number,
  axis: Float64Array,
  ofB: boolean,
  surface: TexturedSurface,
  out: ContactInSurface,
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
  for (let e = 0; e < 4; e++) place[3 + e] = surface.rotation[e];
  for (let v = 0; v < 12; v += 3) rotateBack(place, 0, local, v, out, v);
}

const world = new Float64Array(12);
const local = new Float64Array(12);
/** A pose, as `rotateBack` reads it: its quaternion follows three other numbers. */
const place = new Float64Array(7);
