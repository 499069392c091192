import { coulomb, type FrictionLaw, SHAPE_STRIDE } from '@stiction/friction-core';
import { ensureCapacity, findPair, makeLaw, type Warnings } from '@stiction/friction-core/adapter';
import type { ContactEquation, World } from 'cannon-es';
import type { AdapterState } from '../state/state.js';

/**
 * The coefficients of friction that cannon-es itself would use, read while it creates its contacts:
 *
 *     μ = μA μB                                   if both materials have friction >= 0
 *     μ = ContactMaterial.friction                of the shapes' materials, otherwise of the bodies' materials
 *     μ = world.defaultContactMaterial.friction   unless there is a default law
 *
 * All patches that use them share one law, which looks up μ by patch index.
 */
export interface ContactCoefficients {
  law: FrictionLaw;
  /** By index in `world.contacts`; NONE if neither materials nor a ContactMaterial set it. */
  byContact: Float64Array;
  /** How many contacts have been captured, and in which step of the world. */
  captured: number;
  step: number;
  byPatch: Float64Array;
  hasWarnedOverride: boolean;
  hasWarnedNonFinite: boolean;
}

const NONE = -1;

export function createContactCoefficients(): ContactCoefficients {
  const unit = coulomb({ mu: 1 });
  const coefficients: ContactCoefficients = {
    law: makeLaw({
      ...unit,
      name: 'contactMaterial',
      mu: undefined,
      linearize(patches, i, h) {
        unit.linearize(patches, i, h);
        const mu = coefficients.byPatch[i];
        for (let e = SHAPE_STRIDE * i; e < SHAPE_STRIDE * i + 3; e++) patches.shape[e] *= mu;
      },
    }),
    byContact: new Float64Array(0),
    captured: 0,
    step: -1,
    byPatch: new Float64Array(0),
    hasWarnedOverride: false,
    hasWarnedNonFinite: false,
  };
  return coefficients;
}

/**
 * Called where cannon-es would create the friction equations of the last contact in its list. With `enableFrictionReduction` it calls
 * this once for all points of a pair of shapes.
 */
export function captureCoefficient(
  coefficients: ContactCoefficients,
  warnings: Warnings,
  world: World,
  { bi, bj, si, sj }: ContactEquation,
): void {
  const { currentContactMaterial, result } = world.narrowphase;
  const a = si.material || bi.material;
  const b = sj.material || bj.material;
  const hasContactMaterial = currentContactMaterial !== world.defaultContactMaterial;
  let mu = hasContactMaterial ? clampCoefficient(coefficients, warnings, currentContactMaterial.friction) : NONE;
  if (a && b && a.friction >= 0 && b.friction >= 0) {
    mu = clampCoefficient(coefficients, warnings, a.friction * b.friction);
    if (hasContactMaterial && !coefficients.hasWarnedOverride && mu !== currentContactMaterial.friction) {
      coefficients.hasWarnedOverride = true;
      warnings.messages.push(
        `materials ${nameOf(a)} and ${nameOf(b)} both set Material.friction, so cannon-es uses their product ${mu} ` +
          `instead of ${currentContactMaterial.friction} from their ContactMaterial; leave Material.friction unset to use ` +
          'the ContactMaterial (reported once per world)',
      );
    }
  }
  const count = result.length;
  if (coefficients.step !== world.stepnumber) {
    coefficients.step = world.stepnumber;
    coefficients.captured = 0;
  }
  coefficients.byContact = ensureCapacity(coefficients.byContact, count);
  coefficients.byContact.fill(mu, Math.min(coefficients.captured, count - 1), count);
  coefficients.captured = count;
}

/** Assigns coefficients to the gathered patches of a step that have no law of their own. */
export function assignCoefficients(state: AdapterState, coefficients: ContactCoefficients): void {
  const { store, pairs, world, contactEquations, warnings } = state;
  const { contacts, current } = store;
  coefficients.step = -1;
  coefficients.byPatch = ensureCapacity(coefficients.byPatch, current.count);
  const defaultMu = clampCoefficient(coefficients, warnings, world.defaultContactMaterial.friction);
  let assigned = 0;
  let at = 0;
  for (let c = 0; c < contacts.count; c++) {
    const patch = store.contactPatch[c];
    if (patch < assigned) continue; // patches are numbered by their first contacts
    assigned = patch + 1;
    coefficients.byPatch[patch] = defaultMu;
    if (findPair(pairs, contacts.material[2 * c], contacts.material[2 * c + 1]) !== pairs.defaultPair) continue;
    // Disabled, trigger and non-finite contacts are only in the world's list.
    while (at < world.contacts.length && world.contacts[at] !== contactEquations[c]) at++;
    const mu = at < world.contacts.length ? coefficients.byContact[at] : NONE;
    if (mu === NONE) continue;
    coefficients.byPatch[patch] = mu;
    current.law[patch] = coefficients.law;
  }
}

/** As in cannon-es, a negative μ is 0. A non-finite one is 0 too, with a warning. */
function clampCoefficient(coefficients: ContactCoefficients, warnings: Warnings, mu: number): number {
  if (mu * 0 === 0) return Math.max(mu, 0);
  if (!coefficients.hasWarnedNonFinite) {
    coefficients.hasWarnedNonFinite = true;
    warnings.messages.push(`friction of a material must be a finite number (got ${mu}); using 0`);
  }
  return 0;
}

function nameOf(material: { name: string; id: number }): string {
  return material.name ? `'${material.name}'` : `#${material.id}`;
}
