import {
  contactSlop,
  hasOnlyDefault,
  materialAt,
  NO_MATERIAL,
  pushContact,
  rotateBack,
  updateTippingRate,
} from '@stiction/friction-core/adapter';
import type { ContactConstraint, RigidBody } from 'crashcat';
import { CAPSULE, CYLINDER, SPHERE } from '../crashcat-enums.js';
import { keyOf } from '../state/body-keys.js';
import type { AdapterState } from '../state/state.js';
import { slotOf } from './bodies.js';
import { completeCap } from './round-caps.js';
import { boundingRadius, findSubShape, type SubShape } from './sub-shapes.js';

/** Reads the contacts of the step and the bodies in them. */
export function readContacts(state: AdapterState, dt: number): void {
  const { pool, count } = state.world.contactConstraints;
  for (let c = 0; c < count; c++) readManifold(state, pool[c], dt);
}

/** A manifold has up to four points with a common normal. */
function readManifold(state: AdapterState, constraint: ContactConstraint, dt: number): void {
  const { subShapeA, subShapeB } = state;
  const { pool } = state.world.bodies;
  const { normal: n, contactPoints, numContactPoints } = constraint;
  const bodyA = pool[constraint.bodyIndexA];
  const bodyB = pool[constraint.bodyIndexB];
  const a = slotOf(state, bodyA, dt);
  const b = slotOf(state, bodyB, dt);
  if (a < 0 || b < 0 || !(Math.abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-3)) {
    state.report.nonFiniteContacts += numContactPoints;
    return;
  }
  findSubShape(subShapeA, bodyA, constraint.subShapeIdA);
  findSubShape(subShapeB, bodyB, constraint.subShapeIdB);
  const size = Math.min(boundingRadius(subShapeA.shape), boundingRadius(subShapeB.shape));
  // A ball cannot tip.
  if (subShapeA.shape.type !== SPHERE && subShapeB.shape.type !== SPHERE) updateTippingRate(state, a, b, size);
  const materialA = materialOf(state, bodyA, subShapeA);
  const materialB = materialOf(state, bodyB, subShapeB);
  const { contacts } = state.store;
  const from = contacts.count;
  for (let k = 0; k < numContactPoints; k++) {
    const { positionA: p, positionB: q } = contactPoints[k];
    const gap = n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]) + n[2] * (q[2] - p[2]);
    if (gap * 0 !== 0) {
      state.report.nonFiniteContacts++;
      continue;
    }
    const c = pushContact(contacts);
    contacts.body[2 * c] = a;
    contacts.body[2 * c + 1] = b;
    contacts.key[4 * c] = keyOf(bodyA);
    contacts.key[4 * c + 1] = subShapeA.path;
    contacts.key[4 * c + 2] = keyOf(bodyB);
    contacts.key[4 * c + 3] = subShapeB.path;
    contacts.material[2 * c] = materialA;
    contacts.material[2 * c + 1] = materialB;
    for (let e = 0; e < 3; e++) {
      contacts.normal[3 * c + e] = n[e];
      contacts.position[3 * c + e] = 0.5 * (p[e] + q[e]);
    }
    contacts.gap[c] = gap;
    contacts.slop[c] = contactSlop(state.lengthUnit, size);
    contacts.restitution[c] = constraint.restitution;
    contacts.impulse[c] = 0;
  }
  if (contacts.count - from < 3) refreshRollingManifold(state, constraint);
  else if (isUnscaledCylinder(subShapeA)) {
    completeCap(state.roundCap, contacts, from, subShapeA, subShapeB, contactPoints[0].positionB, 1);
  } else if (isUnscaledCylinder(subShapeB)) {
    completeCap(state.roundCap, contacts, from, subShapeB, subShapeA, contactPoints[0].positionA, -1);
  }
  readSurfaces(state, from, bodyA, bodyB);
}

function readSurfaces(state: AdapterState, from: number, bodyA: RigidBody, bodyB: RigidBody): void {
  if (state.surfaces.byShape.size === 0) return;
  readSurface(state, from, 0, bodyA, state.subShapeA);
  readSurface(state, from, 1, bodyB, state.subShapeB);
}

function isUnscaledCylinder({ shape, isScaled }: SubShape): boolean {
  return shape.type === CYLINDER && !isScaled;
}

/** Sets the materials of the contacts from `from` on, on one side, if the body or shape has a surface function. */
function readSurface(state: AdapterState, from: number, side: number, body: RigidBody, subShape: SubShape): void {
  const { surfaces, surfaceKeys, store } = state;
  const surface = surfaces.byShape.get(surfaceKeys.get(subShape.shape) ?? surfaceKeys.get(body) ?? 0);
  if (!surface) return;
  const { position, normal, material, count } = store.contacts;
  const { where } = surfaces;
  const { pose } = subShape;
  // The normal points from A to B.
  const sign = side === 0 ? 1 : -1;
  for (let c = from; c < count; c++) {
    for (let e = 0; e < 3; e++) {
      where.point[e] = position[3 * c + e];
      where.normal[e] = sign * normal[3 * c + e];
      where.local[e] = position[3 * c + e] - pose[e];
    }
    rotateBack(pose, 0, where.local, 0, where.local, 0);
    // Children of compounds are numbered in the path from 1 on.
    where.subShape = Math.max(0, subShape.path - 1);
    material[2 * c + side] = materialAt(surfaces, state.pairs, surface, state.reportSurface);
  }
}

/** Floats per pair in the engine's pose cache. The first one is 0 if the entry is empty. */
const POSE_CACHE_STRIDE = 8;

/**
 * The engine reuses a manifold while the relative motion is below a millimetre and two degrees. A rolling body would carry its contact
 * point along that far. So if a shape is round and not on its cap, this makes the engine recompute the manifold in the next step.
 */
function refreshRollingManifold(state: AdapterState, { contactIndex }: ContactConstraint): void {
  if (!isRound(state.subShapeA) && !isRound(state.subShapeB)) return;
  const { contacts, pairs } = state.world;
  pairs.poseCache[POSE_CACHE_STRIDE * contacts.contacts[contactIndex].pairRecord] = 0;
}

function isRound({ shape: { type } }: SubShape): boolean {
  return type === SPHERE || type === CAPSULE || type === CYLINDER;
}

/** The material of a shape takes precedence over that of its body. */
function materialOf(state: AdapterState, body: RigidBody, { shape }: SubShape): number {
  if (hasOnlyDefault(state.pairs)) return NO_MATERIAL;
  return state.materials.get(shape) ?? state.materials.get(body) ?? NO_MATERIAL;
}
