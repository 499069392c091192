import {
  createKinematicTarget,
  ensureCapacity,
  followKinematicTarget,
  hasOnlyDefault,
  isFiniteBody,
  NO_MATERIAL,
  noteTipping,
  pushContact,
  reportProblem,
  resizeBodies,
  rotate,
  slopOf,
} from '@stiction/friction-core';
import type { ContactConstraint, RigidBody } from 'crashcat';
import { roundCap } from './round-caps.js';
import { boundingRadius, CAPSULE, CYLINDER, createLeaf, findLeaf, type Leaf, SPHERE } from './shapes.js';
import { type AdapterState, BAD, DYNAMIC, KINEMATIC, keyOf, UNSEEN } from './state.js';

/** Before the engine integrates forces: remembers velocities, so that what it adds can be told, and finds what is not finite. */
export function rememberVelocities(state: AdapterState): void {
  const { pool, activeBodyIndices, activeBodyCount } = state.world.bodies;
  state.before = ensureCapacity(state.before, 6 * pool.length);
  state.integrated = ensureCapacity(state.integrated, pool.length);
  state.integrated.fill(0);
  for (let k = 0; k < activeBodyCount; k++) {
    const { index, motionProperties: m } = pool[activeBodyIndices[k]];
    for (let e = 0; e < 3; e++) {
      state.before[6 * index + e] = m.linearVelocity[e];
      state.before[6 * index + 3 + e] = m.angularVelocity[e];
    }
    state.integrated[index] = 1;
  }
}

/** The contacts of the step, and the bodies that they need. */
export function extract(state: AdapterState, dt: number): void {
  const { bodies, contactConstraints } = state.world;
  state.slotOf = ensureCapacity(state.slotOf, bodies.pool.length);
  state.slotOf.fill(UNSEEN, 0, bodies.pool.length);
  for (let k = 0; k < bodies.activeBodyCount; k++) {
    const body = bodies.pool[bodies.activeBodyIndices[k]];
    if (!isFiniteMotion(body)) setBad(state, body);
  }
  for (let c = 0; c < contactConstraints.count; c++) readContact(state, contactConstraints.pool[c], dt);
}

/** The slot of a body in this step, or a negative number where its state is not finite. */
export function slotOf(state: AdapterState, body: RigidBody, dt: number): number {
  const known = state.slotOf[body.index];
  if (known !== UNSEEN) return known;
  const { bodies } = state;
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  readMotion(state, body, slot, dt);
  readMass(state, body, slot);
  if (!isFiniteBody(bodies, slot)) {
    resizeBodies(bodies, slot);
    setBad(state, body);
    return BAD;
  }
  state.slotOf[body.index] = slot;
  state.bodyOf[slot] = body;
  state.idOf[slot] = body.id;
  return slot;
}

/** Velocities as before the engine integrated forces, and what it added as an acceleration: damping and limits included. */
function readMotion({ bodies, before, integrated }: AdapterState, body: RigidBody, slot: number, dt: number): void {
  const { pose, velocity, acceleration, origin } = bodies;
  const { centerOfMassPosition: x, quaternion: q, motionProperties: m, shape } = body;
  const gained = body.motionType === DYNAMIC && integrated[body.index] === 1;
  for (let e = 0; e < 3; e++) {
    pose[7 * slot + e] = x[e];
    origin[3 * slot + e] = -shape.centerOfMass[e];
    velocity[6 * slot + e] = m.linearVelocity[e];
    velocity[6 * slot + 3 + e] = m.angularVelocity[e];
  }
  for (let e = 0; e < 4; e++) pose[7 * slot + 3 + e] = q[e];
  for (let e = 0; e < 6; e++) {
    // Along locked axes the engine has set them to 0.
    const start = gained && m.allowedDegreesOfFreedom & (1 << e) ? before[6 * body.index + e] : velocity[6 * slot + e];
    acceleration[6 * slot + e] = (velocity[6 * slot + e] - start) / dt;
    velocity[6 * slot + e] = start;
  }
}

/** Inverse mass and world inertia, with locked axes taken out. */
function readMass({ bodies }: AdapterState, body: RigidBody, slot: number): void {
  const { invMass, invInertia } = bodies;
  const k = 6 * slot;
  invMass.fill(0, 3 * slot, 3 * slot + 3);
  invInertia.fill(0, k, k + 6);
  if (body.motionType !== DYNAMIC || body.sleeping) return;
  const { motionProperties: m } = body;
  const free = m.allowedDegreesOfFreedom;
  for (let e = 0; e < 3; e++) if (free & (1 << e)) invMass[3 * slot + e] = m.invMass;
  inertiaTurn.set(m.inertiaRotation, 3);
  for (let a = 0; a < 3; a++) {
    axis.fill(0);
    axis[a] = 1;
    rotate(inertiaTurn, 0, axis, 0, axis, 0);
    rotate(bodies.pose, 7 * slot, axis, 0, axis, 0);
    for (let e = 0; e < 3; e++) if (!(free & (8 << e))) axis[e] = 0;
    const i = m.invInertiaDiagonal[a];
    invInertia[k] += i * axis[0] * axis[0];
    invInertia[k + 1] += i * axis[0] * axis[1];
    invInertia[k + 2] += i * axis[0] * axis[2];
    invInertia[k + 3] += i * axis[1] * axis[1];
    invInertia[k + 4] += i * axis[1] * axis[2];
    invInertia[k + 5] += i * axis[2] * axis[2];
  }
}

/** A pose of which only the quaternion is looked at. */
const inertiaTurn = new Float64Array(7);
const axis = new Float64Array(3);

function isFiniteMotion({ centerOfMassPosition: x, quaternion: q, motionProperties: m }: RigidBody): boolean {
  const { linearVelocity: v, angularVelocity: w } = m;
  const sum = x[0] + x[1] + x[2] + q[0] + q[1] + q[2] + q[3] + v[0] + v[1] + v[2] + w[0] + w[1] + w[2];
  return sum * 0 === 0;
}

/** Leaves the body out of this step, and says so. */
function setBad(state: AdapterState, body: RigidBody): void {
  state.slotOf[body.index] = BAD;
  state.report.badBodies++;
  reportProblem(
    state.report,
    `body ${body.index} has a position, velocity, force or mass that is not finite: left out`,
  );
}

const leafA = /* @__PURE__ */ createLeaf();
const leafB = /* @__PURE__ */ createLeaf();

/** One manifold: up to four points with a normal in common. */
function readContact(state: AdapterState, constraint: ContactConstraint, dt: number): void {
  const { pool } = state.world.bodies;
  const { normal: n, contactPoints, numContactPoints } = constraint;
  const bodyA = pool[constraint.bodyIndexA];
  const bodyB = pool[constraint.bodyIndexB];
  const a = slotOf(state, bodyA, dt);
  const b = slotOf(state, bodyB, dt);
  if (a < 0 || b < 0 || !(Math.abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-3)) {
    state.report.badContacts += numContactPoints;
    return;
  }
  findLeaf(leafA, bodyA, constraint.subShapeIdA);
  findLeaf(leafB, bodyB, constraint.subShapeIdB);
  const size = Math.min(boundingRadius(leafA.shape), boundingRadius(leafB.shape));
  // A ball cannot tip.
  if (leafA.shape.type !== SPHERE && leafB.shape.type !== SPHERE) noteTipping(state, a, b, size);
  const materialA = materialOf(state, bodyA, leafA);
  const materialB = materialOf(state, bodyB, leafB);
  const { contacts } = state.store;
  const first = contacts.count;
  for (let k = 0; k < numContactPoints; k++) {
    const { positionA: p, positionB: q } = contactPoints[k];
    const gap = n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]) + n[2] * (q[2] - p[2]);
    if (gap * 0 !== 0) {
      state.report.badContacts++;
      continue;
    }
    const c = pushContact(contacts);
    contacts.body[2 * c] = a;
    contacts.body[2 * c + 1] = b;
    contacts.key[4 * c] = keyOf(bodyA);
    contacts.key[4 * c + 1] = leafA.path;
    contacts.key[4 * c + 2] = keyOf(bodyB);
    contacts.key[4 * c + 3] = leafB.path;
    contacts.material[2 * c] = materialA;
    contacts.material[2 * c + 1] = materialB;
    for (let e = 0; e < 3; e++) {
      contacts.normal[3 * c + e] = n[e];
      contacts.position[3 * c + e] = 0.5 * (p[e] + q[e]);
    }
    contacts.gap[c] = gap;
    contacts.slop[c] = slopOf(state.lengthUnit, size);
    contacts.restitution[c] = constraint.restitution;
    contacts.impulse[c] = 0;
  }
  if (contacts.count - first < 3) lookAnew(state, constraint);
  else if (leafA.shape.type === CYLINDER && leafA.trueToSize)
    roundCap(contacts, first, leafA, leafB, contactPoints[0].positionB, 1);
  else if (leafB.shape.type === CYLINDER && leafB.trueToSize)
    roundCap(contacts, first, leafB, leafA, contactPoints[0].positionA, -1);
}

/**
 * The engine keeps a manifold as it is while bodies move against each other by less than a millimetre and two degrees. What rolls would
 * take its contact point along that far; so where one shape is round and not on its cap, the engine shall look anew in the next step.
 */
function lookAnew({ world }: AdapterState, { contactIndex }: ContactConstraint): void {
  if (!isRound(leafA) && !isRound(leafB)) return;
  world.pairs.poseCache[CACHED_POSE * world.contacts.contacts[contactIndex].pairRecord] = 0;
}

function isRound({ shape: { type } }: Leaf): boolean {
  return type === SPHERE || type === CAPSULE || type === CYLINDER;
}

/** Numbers per pair in the engine's cache of poses, of which the first one tells whether there is one. */
const CACHED_POSE = 8;

/** That of the shape goes before that of the body. */
function materialOf(state: AdapterState, body: RigidBody, { shape }: Leaf): number {
  if (hasOnlyDefault(state.pairs)) return NO_MATERIAL;
  return state.materials.get(shape) ?? state.materials.get(body) ?? NO_MATERIAL;
}

/** Bodies that the user moves, over the substeps. */
export function followCourses(state: AdapterState, dt: number, h: number): void {
  const { pool, activeBodyIndices, activeBodyCount } = state.world.bodies;
  for (let k = 0; k < activeBodyCount; k++) {
    const { index, id, motionType, motionProperties: m } = pool[activeBodyIndices[k]];
    if (motionType !== KINEMATIC) continue;
    for (let e = 0; e < 3; e++) {
      now[e] = m.linearVelocity[e];
      now[3 + e] = m.angularVelocity[e];
    }
    if (state.courseOf[index] !== id) {
      state.courseOf[index] = id;
      state.kinematicTargets[index] = createKinematicTarget(now);
    }
    followKinematicTarget(
      state.kinematicTargets[index],
      now,
      state.bodies,
      state.slotOf[index],
      dt,
      h,
      state.dt === dt,
    );
  }
}

const now = new Float64Array(6);
