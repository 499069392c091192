import {
  clearStep,
  ensureCapacity,
  hasOnlyDefault,
  isFiniteBody,
  materialId,
  NO_MATERIAL,
  noteTipping,
  pushContact,
  reportProblem,
  resizeBodies,
  slopOf,
} from '@stiction/friction-core';
import type { Body, ContactEquation, Equation, Heightfield, Material, Shape } from 'cannon-es';
import { type ContactPlace, fieldAt, fixHeightfield } from './heightfield-contacts.js';
import { finishSpeculativePairs } from './speculative-pairs.js';
import { addSpeculativeVertices } from './speculative-vertices.js';
import type { AdapterState } from './state.js';

const UNSEEN = -1;
const BAD = -2;
const STATIC = 2;
const DYNAMIC = 1;
const SLEEPING = 2;
/** Shape.types. */
const SPHERE = 1;
const HEIGHTFIELD = 32;

/** Sorts the step's equations into contacts and joints, and reads bodies and contacts into the buffers. */
export function extract(state: AdapterState, equations: readonly Equation[]): void {
  const { world } = state;
  clearStep(state);
  state.outsiders.clear();
  state.slotOf = ensureCapacity(state.slotOf, world.bodies.length);
  state.slotOf.fill(UNSEEN, 0, world.bodies.length);
  state.contactEquations.length = 0;
  state.jointEquations.length = 0;
  state.idleEquations.length = 0;
  state.deepContacts.length = 0;
  for (const body of world.bodies) if (!isFiniteMotion(body)) setBad(state, body);
  const { contacts } = state.store;
  let from = 0;
  for (const equation of equations) {
    // Point-to-point and distance constraints are ContactEquations too, but only contacts have shapes.
    if ((equation as Partial<ContactEquation>).si === undefined) {
      state.jointEquations.push(equation);
      continue;
    }
    if (contacts.count > from && !isSamePair(state.contactEquations[from], equation as ContactEquation)) {
      addSpeculativeVertices(state, from);
      from = contacts.count;
    }
    readContact(state, equation as ContactEquation);
  }
  addSpeculativeVertices(state, from);
  for (const equation of state.near.equations) readContact(state, equation);
  finishSpeculativePairs(state);
}

function isSamePair(one: ContactEquation, other: ContactEquation): boolean {
  return one.si === other.si && one.sj === other.sj && one.bi === other.bi && one.bj === other.bj;
}

/** The slot of a body in this step, or a negative number where its state is not finite. */
export function slotOf(state: AdapterState, body: Body): number {
  const { index } = body;
  const inWorld = state.world.bodies[index] === body;
  let slot = inWorld ? state.slotOf[index] : (state.outsiders.get(body) ?? UNSEEN);
  if (slot === UNSEEN) {
    slot = readBody(state, body);
    if (inWorld) state.slotOf[index] = slot;
    else state.outsiders.set(body, slot);
  }
  return slot;
}

function readBody(state: AdapterState, body: Body): number {
  const { bodies } = state;
  const slot = bodies.count;
  resizeBodies(bodies, slot + 1);
  const { position: x, quaternion: q, velocity: v, angularVelocity: w } = body;
  bodies.pose[7 * slot] = x.x;
  bodies.pose[7 * slot + 1] = x.y;
  bodies.pose[7 * slot + 2] = x.z;
  bodies.pose[7 * slot + 3] = q.x;
  bodies.pose[7 * slot + 4] = q.y;
  bodies.pose[7 * slot + 5] = q.z;
  bodies.pose[7 * slot + 6] = q.w;
  bodies.velocity[6 * slot] = v.x;
  bodies.velocity[6 * slot + 1] = v.y;
  bodies.velocity[6 * slot + 2] = v.z;
  bodies.velocity[6 * slot + 3] = w.x;
  bodies.velocity[6 * slot + 4] = w.y;
  bodies.velocity[6 * slot + 5] = w.z;
  readMass(state, body, slot);
  if (!isFiniteBody(bodies, slot)) {
    resizeBodies(bodies, slot);
    setBad(state, body);
    return BAD;
  }
  state.bodyOf[slot] = body;
  return slot;
}

/** Inverse mass and inertia with locked axes taken out, and the free acceleration that `Body.integrate` will add. */
function readMass(state: AdapterState, body: Body, slot: number): void {
  const { invMass, invInertia, acceleration } = state.bodies;
  const m = 3 * slot;
  const k = 6 * slot;
  if (!(body.type & DYNAMIC) || body.sleepState === SLEEPING) {
    invMass.fill(0, m, m + 3);
    invInertia.fill(0, k, k + 6);
    acceleration.fill(0, k, k + 6);
    return;
  }
  const { linearFactor: lf, angularFactor: af, force, torque } = body;
  const e = body.invInertiaWorld.elements;
  invMass[m] = body.invMass * lf.x;
  invMass[m + 1] = body.invMass * lf.y;
  invMass[m + 2] = body.invMass * lf.z;
  invInertia[k] = e[0] * af.x * af.x;
  invInertia[k + 1] = e[1] * af.x * af.y;
  invInertia[k + 2] = e[2] * af.x * af.z;
  invInertia[k + 3] = e[4] * af.y * af.y;
  invInertia[k + 4] = e[5] * af.y * af.z;
  invInertia[k + 5] = e[8] * af.z * af.z;
  const tx = torque.x * af.x;
  const ty = torque.y * af.y;
  const tz = torque.z * af.z;
  acceleration[k] = force.x * invMass[m];
  acceleration[k + 1] = force.y * invMass[m + 1];
  acceleration[k + 2] = force.z * invMass[m + 2];
  acceleration[k + 3] = e[0] * tx + e[1] * ty + e[2] * tz;
  acceleration[k + 4] = e[3] * tx + e[4] * ty + e[5] * tz;
  acceleration[k + 5] = e[6] * tx + e[7] * ty + e[8] * tz;
}

function isFiniteMotion(body: Body): boolean {
  const { position: x, quaternion: q, velocity: v, angularVelocity: w } = body;
  const sum = x.x + x.y + x.z + q.x + q.y + q.z + q.w + v.x + v.y + v.z + w.x + w.y + w.z;
  return sum * 0 === 0;
}

/** Leaves the body out of this step, and says so. */
function setBad(state: AdapterState, body: Body): void {
  if (state.world.bodies[body.index] === body) state.slotOf[body.index] = BAD;
  state.report.badBodies++;
  reportProblem(state.report, `body ${body.id} has a position, velocity, force or mass that is not finite: left out`);
}

function readContact(state: AdapterState, equation: ContactEquation): void {
  const { bi, bj } = equation;
  readPlace(equation);
  const si = ownShape(bi, equation.si, 0);
  const sj = ownShape(bj, equation.sj, 3);
  const a = slotOf(state, bi);
  const b = slotOf(state, bj);
  if (a < 0 || b < 0 || !isGoodPlace()) {
    state.report.badContacts++;
    return;
  }
  const size = Math.min(si.boundingSphereRadius, sj.boundingSphereRadius);
  if (!mendPlace(bi, si, bj, sj) || isWedged(state, equation, size)) {
    state.idleEquations.push(equation);
    return;
  }
  const { contacts } = state.store;
  const c = pushContact(contacts);
  contacts.body[2 * c] = a;
  contacts.body[2 * c + 1] = b;
  contacts.key[4 * c] = bi.id;
  contacts.key[4 * c + 1] = si.id;
  contacts.key[4 * c + 2] = bj.id;
  contacts.key[4 * c + 3] = sj.id;
  contacts.material[2 * c] = materialOf(state, si.material ?? bi.material);
  contacts.material[2 * c + 1] = materialOf(state, sj.material ?? bj.material);
  for (let e = 0; e < 3; e++) {
    contacts.normal[3 * c + e] = place[6 + e];
    contacts.position[3 * c + e] = 0.5 * (place[e] + place[3 + e]);
  }
  contacts.gap[c] = gapOf();
  // A ball cannot tip.
  if (si.type !== SPHERE && sj.type !== SPHERE) noteTipping(state, a, b, size);
  contacts.slop[c] = slopOf(state.lengthUnit, size);
  contacts.restitution[c] = equation.restitution;
  contacts.impulse[c] = 0;
  state.contactEquations.push(equation);
}

/** The contact at hand. */
const place: ContactPlace = new Float64Array(9);

function readPlace({ bi, bj, ri, rj, ni }: ContactEquation): void {
  place[0] = bi.position.x + ri.x;
  place[1] = bi.position.y + ri.y;
  place[2] = bi.position.z + ri.z;
  place[3] = bj.position.x + rj.x;
  place[4] = bj.position.y + rj.y;
  place[5] = bj.position.z + rj.z;
  place[6] = ni.x;
  place[7] = ni.y;
  place[8] = ni.z;
}

function gapOf(): number {
  return place[6] * (place[3] - place[0]) + place[7] * (place[4] - place[1]) + place[8] * (place[5] - place[2]);
}

function isGoodPlace(): boolean {
  const length2 = place[6] * place[6] + place[7] * place[7] + place[8] * place[8];
  return Number.isFinite(gapOf()) && Math.abs(length2 - 1) < 1e-3;
}

/** False where there is no contact. */
function mendPlace(bi: Body, si: Shape, bj: Body, sj: Shape): boolean {
  if (si.type === HEIGHTFIELD) return fixHeightfield(place, bi, si as Heightfield, 1, sj);
  if (sj.type === HEIGHTFIELD) return fixHeightfield(place, bj, sj as Heightfield, -1, si);
  return true;
}

/**
 * The body's own shape that a contact at `place[at]` belongs to. A height field puts forward the pillar that was hit, and a box
 * on it the polyhedron inside: neither has a material, and pillars come and go.
 */
function ownShape(body: Body, shape: Shape, at: number): Shape {
  if (shape.body === body || body.shapes.includes(shape)) return shape;
  for (const own of body.shapes) if (stand(own) === shape) return own;
  return fieldAt(body, place, at) ?? shape;
}

/** What cannon-es lets a box be represented by. */
function stand(shape: Shape): unknown {
  return (shape as { convexPolyhedronRepresentation?: unknown }).convexPolyhedronRepresentation;
}

/** Overlap over the size of the smaller shape beyond which a contact is deep, and the cosine of normals that oppose each other. */
const DEEP = 0.25;
const OPPOSED = -0.9;

/**
 * A body that lies deep in two immovable ones at once, between opposed normals, would never come out: what one pushes, the other
 * takes back. Of two such contacts the first one counts, in every step the same.
 */
function isWedged(state: AdapterState, equation: ContactEquation, size: number): boolean {
  if (!(gapOf() < -DEEP * size)) return false;
  const { deepContacts } = state;
  const mobile = mobileOf(equation);
  if (!mobile) return false;
  for (const other of deepContacts) {
    if (mobileOf(other) !== mobile) continue;
    const sign = (equation.bi === mobile) === (other.bi === mobile) ? 1 : -1;
    if (sign * equation.ni.dot(other.ni) < OPPOSED) return true;
  }
  deepContacts.push(equation);
  return false;
}

/** The one body of a contact that can move; null where both can. */
function mobileOf({ bi, bj }: ContactEquation): Body | null {
  if ((bi.type & DYNAMIC) !== 0 && (bj.type & DYNAMIC) !== 0) return null;
  return (bi.type & DYNAMIC) !== 0 ? bi : bj;
}

/** The id that the pair table knows a material by. */
function materialOf(state: AdapterState, material: Material | null | undefined): number {
  if (!material || hasOnlyDefault(state.pairs)) return NO_MATERIAL;
  if (material.name) return materialId(state.pairs, material.name);
  return state.unnamedMaterials.get(material.id) ?? NO_MATERIAL;
}

/** cannon-es reports no contact between two bodies that both sleep or are static: their patches are kept meanwhile. */
export function pairSleeps(state: AdapterState, idA: number, idB: number): boolean {
  const a = state.world.getBodyById(idA);
  const b = state.world.getBodyById(idB);
  return isQuiet(a) && isQuiet(b);
}

function isQuiet(body: Body | undefined): boolean {
  return body !== undefined && ((body.type & STATIC) !== 0 || body.sleepState === SLEEPING);
}
