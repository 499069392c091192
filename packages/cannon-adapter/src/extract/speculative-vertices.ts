import { copyContact, pushContact, writeVector } from '@stiction/friction-core/adapter';
import type { Body, Box, ConvexPolyhedron, Shape } from 'cannon-es';
import { BOX, CONVEX_POLYHEDRON, CYLINDER, PLANE } from '../cannon-enums.js';
import { multiplyQuaternions } from '../quaternion.js';
import type { AdapterState } from '../state/state.js';
import { readPose } from './bodies.js';

/**
 * cannon-es reports a vertex of a polyhedron on a plane if it is below the plane, but not if it is above by a rounding error. A box on
 * a plane rotated by `setFromEuler(-π/2, 0, 0)` therefore touches with one edge only and tips by g dt² in the first step; a tower of
 * small boxes falls. This adds vertices closer than the slop, by which all contacts may overlap.
 */

/** The contacts from `from` on are between a plane A and a shape B. Adds the vertices of B near the plane that are not reported. */
export function addSpeculativeVertices(state: AdapterState, from: number): void {
  const { contacts } = state.store;
  const reported = contacts.count - from;
  if (reported === 0) return;
  const equation = state.contactEquations[from];
  const { bi, bj, ri, ni } = equation;
  if (equation.si.type !== PLANE || !isPolyhedron(equation.sj)) return;
  const { vertices } = polyhedronOf(equation.sj);
  // A whole face is reported, and the opposite one is far away.
  if (2 * reported >= vertices.length) return;
  const { polyhedronPose, vertex } = state;
  readShapePose(polyhedronPose, vertex, bj, contacts.key[4 * from + 3]);
  const level = ni.x * (bi.position.x + ri.x) + ni.y * (bi.position.y + ri.y) + ni.z * (bi.position.z + ri.z);
  const slop = contacts.slop[from];
  for (const { x, y, z } of vertices) {
    pointToWorld(polyhedronPose, x, y, z, vertex);
    const gap = ni.x * vertex[0] + ni.y * vertex[1] + ni.z * vertex[2] - level;
    if (!(gap > 0 && gap <= slop)) continue;
    const c = pushContact(contacts);
    copyContact(contacts, from, c);
    writeVector(contacts.normal, 3 * c, ni);
    contacts.position[3 * c] = vertex[0] - 0.5 * gap * ni.x;
    contacts.position[3 * c + 1] = vertex[1] - 0.5 * gap * ni.y;
    contacts.position[3 * c + 2] = vertex[2] - 0.5 * gap * ni.z;
    contacts.gap[c] = gap;
    state.contactEquations.push(equation);
  }
}

function polyhedronOf(shape: Shape): ConvexPolyhedron {
  return (shape as Partial<Box>).convexPolyhedronRepresentation ?? (shape as ConvexPolyhedron);
}

/** Writes the pose of the body's shape with this id, and returns its index. Overwrites `origin` too. */
export function readShapePose(pose: Float64Array, origin: Float64Array, body: Body, id: number): number {
  let k = body.shapes.length - 1;
  while (k > 0 && body.shapes[k].id !== id) k--;
  const { x, y, z } = body.shapeOffsets[k];
  readPose(pose, 0, body);
  pointToWorld(pose, x, y, z, origin);
  pose.set(origin);
  multiplyQuaternions(pose, 3, body.quaternion, body.shapeOrientations[k]);
  return k;
}

/** out = position + R(q) (x, y, z). */
function pointToWorld(pose: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  const qx = pose[3];
  const qy = pose[4];
  const qz = pose[5];
  const qw = pose[6];
  const u = 2 * (qy * z - qz * y);
  const v = 2 * (qz * x - qx * z);
  const w = 2 * (qx * y - qy * x);
  out[0] = pose[0] + x + qw * u + qy * w - qz * v;
  out[1] = pose[1] + y + qw * v + qz * u - qx * w;
  out[2] = pose[2] + z + qw * w + qx * v - qy * u;
}

function isPolyhedron({ type }: Shape): boolean {
  return (type & (BOX | CONVEX_POLYHEDRON | CYLINDER)) !== 0;
}
