import {
  coulomb,
  ensureCapacity,
  type FrictionLaw,
  makeLaw,
  pairOf,
  SHAPE_STRIDE,
  type Warnings,
} from '@stiction/friction-core';
import type { ContactEquation, World } from 'cannon-es';
import type { AdapterState } from './state.js';

/**
 * The coefficients that cannon-es itself would use, read while it makes its contacts:
 *
 *     μ = μA μB,   where both materials have a friction >= 0
 *     μ = that of the ContactMaterial of the shapes, else of the bodies
 *     μ = that of world.defaultContactMaterial, unless there is a default law
 *
 * All patches that take theirs from here have one law in common; it finds the number by the place of the patch.
 */
export interface ContactMus {
  law: FrictionLaw;
  /** Of `world.contacts` in this step; NONE where neither materials nor a ContactMaterial say anything. */
  ofContact: Float64Array;
  /** How many of them are known, and in which step of the world. */
  captured: number;
  step: number;
  /** Of the patches in this step. */
  ofPatch: Float64Array;
  overrideSaid: boolean;
  badSaid: boolean;
}

const NONE = -1;

export function createContactMus(): ContactMus {
  const unit = coulomb({ mu: 1 });
  const mus: ContactMus = {
    law: makeLaw({
      ...unit,
      name: 'contactMaterial',
      mu: undefined,
      linearize(patches, i, h) {
        unit.linearize(patches, i, h);
        const mu = mus.ofPatch[i];
        for (let e = SHAPE_STRIDE * i; e < SHAPE_STRIDE * i + 3; e++) patches.shape[e] *= mu;
      },
    }),
    ofContact: new Float64Array(0),
    captured: 0,
    step: -1,
    ofPatch: new Float64Array(0),
    overrideSaid: false,
    badSaid: false,
  };
  return mus;
}

/**
 * Called where cannon-es would make the friction of a contact, which is the last one of the list then. With its
 * `enableFrictionReduction` it does so once for all points of a pair of shapes.
 */
export function captureMu(mus: ContactMus, warnings: Warnings, world: World, contact: ContactEquation): void {
  const { currentContactMaterial, result } = world.narrowphase;
  const { bi, bj, si, sj } = contact;
  const a = si.material || bi.material;
  const b = sj.material || bj.material;
  const own = currentContactMaterial !== world.defaultContactMaterial;
  let mu = own ? clean(mus, warnings, currentContactMaterial.friction) : NONE;
  if (a && b && a.friction >= 0 && b.friction >= 0) {
    mu = clean(mus, warnings, a.friction * b.friction);
    if (own && !mus.overrideSaid && mu !== currentContactMaterial.friction) {
      mus.overrideSaid = true;
      warnings.messages.push(
        `materials ${nameOf(a)} and ${nameOf(b)} both have a friction of their own, so cannon-es takes the product ${mu} ` +
          `instead of the ${currentContactMaterial.friction} of their ContactMaterial; leave Material.friction unset to use ` +
          'the ContactMaterial (said once per world)',
      );
    }
  }
  const last = result.length;
  if (mus.step !== world.stepnumber) {
    mus.step = world.stepnumber;
    mus.captured = 0;
  }
  mus.ofContact = ensureCapacity(mus.ofContact, last);
  mus.ofContact.fill(mu, Math.min(mus.captured, last - 1), last);
  mus.captured = last;
}

/** After the patches of a step have been gathered: gives each that has no law of its own its number. */
export function assignMus(state: AdapterState, mus: ContactMus): void {
  const { store, pairs, world, contactEquations, warnings } = state;
  const { contacts, current } = store;
  mus.step = -1;
  mus.ofPatch = ensureCapacity(mus.ofPatch, current.count);
  const worldMu = clean(mus, warnings, world.defaultContactMaterial.friction);
  let known = 0;
  let at = 0;
  for (let c = 0; c < contacts.count; c++) {
    const patch = store.patchOf[c];
    if (patch < known) continue; // patches are numbered by their first contacts
    known = patch + 1;
    mus.ofPatch[patch] = worldMu;
    if (pairOf(pairs, contacts.material[2 * c], contacts.material[2 * c + 1]) !== pairs.fallback) continue;
    // Contacts that are switched off, of triggers or not finite are in the world's list only.
    while (at < world.contacts.length && world.contacts[at] !== contactEquations[c]) at++;
    const mu = at < world.contacts.length ? mus.ofContact[at] : NONE;
    if (mu === NONE) continue;
    mus.ofPatch[patch] = mu;
    current.law[patch] = mus.law;
  }
}

/** As in cannon-es, what is not > 0 is no friction. */
function clean(mus: ContactMus, warnings: Warnings, mu: number): number {
  if (mu * 0 === 0) return Math.max(mu, 0);
  if (!mus.badSaid) {
    mus.badSaid = true;
    warnings.messages.push(`friction of a material must be a finite number (got ${mu}): taken as 0`);
  }
  return 0;
}

function nameOf(material: { name: string; id: number }): string {
  return material.name ? `'${material.name}'` : `#${material.id}`;
}
