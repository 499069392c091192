import { pushContact } from '@stiction/friction-core';
import type { Body, Box, ConvexPolyhedron, Shape } from 'cannon-es';
import type { AdapterState } from './state.js';

/**
 * cannon-es tells a corner of a polyhedron on a plane when it lies below the plane, and not when it lies above by a rounding. A
 * box on a plane that was turned by `setFromEuler(-π/2, 0, 0)` so touches by one edge, tips by g dt² in the first step, and a
 * tower of small ones falls. Corners that are nearer than the slop, by which all contacts may overlap, are contacts too.
 */

/** Shape.types. */
const PLANE = 2;
/** Box 4, ConvexPolyhedron 16, Cylinder 128. */
const POLYHEDRA = 148;

/** Pose of the polyhedron: place, then quaternion. */
const pose = new Float64Array(7);
const corner = new Float64Array(3);

/** Adds to the contacts from `from` on, all of one plane A and one shape B, the corners of B that are near and not told. */
export function addSpeculativeVertices(state: AdapterState, from: number): void {
  const { contacts } = state.store;
  const told = contacts.count - from;
  if (told === 0) return;
  const equation = state.contactEquations[from];
  const { bi, bj, ri, ni } = equation;
  if (equation.si.type !== PLANE || (equation.sj.type & POLYHEDRA) === 0) return;
  const { vertices } = polyhedronOf(equation.sj);
  // A whole side is told; the other one is far.
  if (2 * told >= vertices.length) return;
  placeShape(bj, contacts.key[4 * from + 3]);
  const level = ni.x * (bi.position.x + ri.x) + ni.y * (bi.position.y + ri.y) + ni.z * (bi.position.z + ri.z);
  const slop = contacts.slop[from];
  for (const vertex of vertices) {
    locate(vertex.x, vertex.y, vertex.z);
    const gap = ni.x * corner[0] + ni.y * corner[1] + ni.z * corner[2] - level;
    if (!(gap > 0 && gap <= slop)) continue;
    const c = pushContact(contacts);
    for (let e = 0; e < 4; e++) contacts.key[4 * c + e] = contacts.key[4 * from + e];
    for (let e = 0; e < 2; e++) {
      contacts.body[2 * c + e] = contacts.body[2 * from + e];
      contacts.material[2 * c + e] = contacts.material[2 * from + e];
    }
    contacts.normal[3 * c] = ni.x;
    contacts.normal[3 * c + 1] = ni.y;
    contacts.normal[3 * c + 2] = ni.z;
    contacts.position[3 * c] = corner[0] - 0.5 * gap * ni.x;
    contacts.position[3 * c + 1] = corner[1] - 0.5 * gap * ni.y;
    contacts.position[3 * c + 2] = corner[2] - 0.5 * gap * ni.z;
    contacts.gap[c] = gap;
    contacts.slop[c] = slop;
    contacts.restitution[c] = contacts.restitution[from];
    contacts.impulse[c] = 0;
    state.contactEquations.push(equation);
  }
}

function polyhedronOf(shape: Shape): ConvexPolyhedron {
  return (shape as Partial<Box>).convexPolyhedronRepresentation ?? (shape as ConvexPolyhedron);
}

/** Where the shape with the id lies in the world. */
function placeShape(body: Body, id: number): void {
  const k = Math.max(
    0,
    body.shapes.findIndex((shape) => shape.id === id),
  );
  const { position: x, quaternion: a } = body;
  const { x: ox, y: oy, z: oz } = body.shapeOffsets[k];
  const b = body.shapeOrientations[k];
  pose[0] = x.x;
  pose[1] = x.y;
  pose[2] = x.z;
  pose[3] = a.x;
  pose[4] = a.y;
  pose[5] = a.z;
  pose[6] = a.w;
  locate(ox, oy, oz);
  for (let e = 0; e < 3; e++) pose[e] = corner[e];
  pose[3] = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
  pose[4] = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
  pose[5] = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
  pose[6] = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
}

/** corner = place + R(q) x. */
function locate(x: number, y: number, z: number): void {
  const qx = pose[3];
  const qy = pose[4];
  const qz = pose[5];
  const qw = pose[6];
  const u = 2 * (qy * z - qz * y);
  const v = 2 * (qz * x - qx * z);
  const w = 2 * (qx * y - qy * x);
  corner[0] = pose[0] + x + qw * u + qy * w - qz * v;
  corner[1] = pose[1] + y + qw * v + qz * u - qx * w;
  corner[2] = pose[2] + z + qw * w + qx * v - qy * u;
}
