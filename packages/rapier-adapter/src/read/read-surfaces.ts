import type { Vector } from '@dimforge/rapier3d-compat';
import { materialAt, rotateBack, writeVector } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, slotOfRecord } from '../ownership/collider-table.js';
import { placeCollider } from './collider-place.js';
import { readBody } from './read-bodies.js';

/** Sets the materials of contacts on colliders with a surface function. */
export function readSurfaces(install: InstallState): void {
  const { surfaces, store, colliders } = install;
  if (surfaces.byShape.size === 0) return;
  const { contacts } = store;
  for (let side = 0; side < 2; side++) {
    // Consecutive contacts often belong to the same collider.
    let key = -1;
    let record: ColliderRecord | undefined;
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.key[4 * c + 2 * side + 1] !== key) {
        key = contacts.key[4 * c + 2 * side + 1];
        record = surfaces.byShape.has(key) ? colliders.byKey.get(key) : undefined;
      }
      if (!record?.surface) continue;
      const slot = contacts.body[2 * c + side];
      // The normal points from A to B.
      describePlace(install, record, slot, contacts.position, contacts.normal, 3 * c, side === 0 ? 1 : -1);
      const part = contacts.part[2 * c + side];
      surfaces.where.subShape = part;
      surfaces.where.triangle = record.hasTriangles ? part : -1;
      contacts.material[2 * c + side] = materialAt(surfaces, install.pairs, record.surface, install.reportSurface);
    }
  }
}

/** The name of the material of a collider at a point, for rays and casts. */
export function nameAt(
  install: InstallState,
  record: ColliderRecord,
  at: Vector,
  normal: Vector,
  part: number,
): string {
  const { surfaces, pairs, scratch } = install;
  if (!record.surface) return pairs.names[record.material];
  const slot = slotOfRecord(install, record);
  readBody(install, slot);
  writeVector(scratch.vector, 0, at);
  writeVector(scratch.other, 0, normal);
  describePlace(install, record, slot, scratch.vector, scratch.other, 0, 1);
  surfaces.where.subShape = part;
  surfaces.where.triangle = record.hasTriangles ? part : -1;
  return pairs.names[materialAt(surfaces, pairs, record.surface, install.reportSurface)];
}

/** Fills `surfaces.where` for the point position[at …] of a collider, with `sign` times its normal. */
function describePlace(
  install: InstallState,
  record: ColliderRecord,
  slot: number,
  position: Float64Array,
  normal: Float64Array,
  at: number,
  sign: number,
): void {
  const { where } = install.surfaces;
  const { pose } = install.bodies.bodies;
  if (!record.isPlaced) placeCollider(install, record);
  for (let e = 0; e < 3; e++) {
    where.point[e] = position[at + e];
    where.normal[e] = sign * normal[at + e];
    where.local[e] = position[at + e] - pose[7 * slot + e];
  }
  const { local } = where;
  if (pose[7 * slot + 6] !== 1) rotateBack(pose, 7 * slot, local, 0, local, 0);
  for (let e = 0; e < 3; e++) local[e] -= record.localPose[e];
  if (record.localPose[6] !== 1) rotateBack(record.localPose, 0, local, 0, local, 0);
}
