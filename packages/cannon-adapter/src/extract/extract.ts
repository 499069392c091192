import { clearStep } from '@stiction/friction-core/adapter';
import type { ContactEquation, Equation } from 'cannon-es';
import type { AdapterState } from '../state/state.js';
import { clearBodySlots } from './bodies.js';
import { readContact } from './contacts.js';
import { finishSpeculativePairs } from './speculative-pairs.js';
import { addSpeculativeVertices } from './speculative-vertices.js';

/** Starts a step: sorts its equations into contacts and joints, and reads bodies and contacts into the buffers. */
export function extract(state: AdapterState, equations: readonly Equation[]): void {
  clearStep(state);
  state.contactEquations.length = 0;
  state.jointEquations.length = 0;
  state.culledEquations.length = 0;
  state.deepContacts.length = 0;
  clearBodySlots(state);
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
  for (const equation of state.speculativePairs.equations) readContact(state, equation);
  finishSpeculativePairs(state);
}

function isSamePair(one: ContactEquation, other: ContactEquation): boolean {
  return one.si === other.si && one.sj === other.sj && one.bi === other.bi && one.bj === other.bj;
}
