import {
  contactSlop,
  hasOnlyDefault,
  materialId,
  NO_MATERIAL,
  pushContact,
  updateTippingRate,
} from '@stiction/friction-core/adapter';
import type { Body, Box, ContactEquation, Heightfield, Material, Shape } from 'cannon-es';
import { HEIGHTFIELD, SPHERE } from '../cannon-enums.js';
import { DEEP_OVERLAP, OPPOSED_COSINE } from '../constants.js';
import type { AdapterState } from '../state/state.js';
import { isDynamic, slotOf } from './bodies.js';
import { gapOf, isValidGeometry, readGeometry } from './contact-geometry.js';
import { findHeightfield, fixHeightfieldContact } from './heightfield-contacts.js';

export function readContact(state: AdapterState, equation: ContactEquation): void {
  const { bi, bj } = equation;
  const { contactGeometry: geometry } = state;
  readGeometry(geometry, equation);
  const si = bodyShape(state, bi, equation.si, 0);
  const sj = bodyShape(state, bj, equation.sj, 3);
  const a = slotOf(state, bi);
  const b = slotOf(state, bj);
  if (a < 0 || b < 0 || !isValidGeometry(geometry)) {
    state.report.nonFiniteContacts++;
    return;
  }
  const size = Math.min(si.boundingSphereRadius, sj.boundingSphereRadius);
  if (!fixGeometry(state, bi, si, bj, sj) || isWedged(state, equation, size)) {
    state.culledEquations.push(equation);
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
    contacts.normal[3 * c + e] = geometry[6 + e];
    contacts.position[3 * c + e] = 0.5 * (geometry[e] + geometry[3 + e]);
  }
  contacts.gap[c] = gapOf(geometry);
  // A ball cannot tip.
  if (si.type !== SPHERE && sj.type !== SPHERE) updateTippingRate(state, a, b, size);
  contacts.slop[c] = contactSlop(state.lengthUnit, size);
  contacts.restitution[c] = equation.restitution;
  contacts.impulse[c] = 0;
  state.contactEquations.push(equation);
}

/** Fixes the geometry of height field contacts. Returns false if there is no contact. */
function fixGeometry(state: AdapterState, bi: Body, si: Shape, bj: Body, sj: Shape): boolean {
  if (si.type === HEIGHTFIELD) return fixHeightfieldContact(state, bi, si as Heightfield, 1, sj);
  if (sj.type === HEIGHTFIELD) return fixHeightfieldContact(state, bj, sj as Heightfield, -1, si);
  return true;
}

/**
 * The shape in `body.shapes` that a contact at `geometry[at]` belongs to. For a height field cannon-es reports a temporary pillar,
 * and for a box on it the box's polyhedron. Neither has a material, and pillars change from step to step.
 */
function bodyShape(state: AdapterState, body: Body, shape: Shape, at: number): Shape {
  if (shape.body === body || body.shapes.includes(shape)) return shape;
  for (const own of body.shapes) if ((own as Partial<Box>).convexPolyhedronRepresentation === shape) return own;
  return findHeightfield(state, body, at) ?? shape;
}

/**
 * A body deep inside two immovable bodies, between opposed normals, would stay stuck: each contact cancels the push of the other.
 * Only the first of two such contacts is solved, the same one in every step.
 */
function isWedged({ contactGeometry, deepContacts }: AdapterState, equation: ContactEquation, size: number): boolean {
  if (!(gapOf(contactGeometry) < -DEEP_OVERLAP * size)) return false;
  const mobile = onlyMobileBody(equation);
  if (!mobile) return false;
  for (const other of deepContacts) {
    if (onlyMobileBody(other) !== mobile) continue;
    const sign = (equation.bi === mobile) === (other.bi === mobile) ? 1 : -1;
    if (sign * equation.ni.dot(other.ni) < OPPOSED_COSINE) return true;
  }
  deepContacts.push(equation);
  return false;
}

/** The body of a contact that can move, or null if both can. */
function onlyMobileBody({ bi, bj }: ContactEquation): Body | null {
  if (isDynamic(bi) && isDynamic(bj)) return null;
  return isDynamic(bi) ? bi : bj;
}

function materialOf(state: AdapterState, material: Material | null | undefined): number {
  if (!material || hasOnlyDefault(state.pairs)) return NO_MATERIAL;
  if (material.name) return materialId(state.pairs, material.name);
  return state.unnamedMaterials.get(material.id) ?? NO_MATERIAL;
}
