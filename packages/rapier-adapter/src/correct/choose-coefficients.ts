import { COEFFICIENT_CHANGE, RELATIVE_TURN, SAME_COEFFICIENT } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, colliderA, colliderB } from '../ownership/collider-table.js';
import { CORRECTED, NATIVE, REPLACED } from '../ownership/law-kind.js';
import { refreshIfRotated, writeNative } from '../ownership/native.js';
import { combined, MAX, MIN, MULTIPLY } from '../ownership/represent.js';
import { DYNAMIC } from '../read/body-table.js';

/** Gives each collider the largest coefficient that one of its patches wants, so that sticking patches hold. */
export function chooseCoefficients(install: InstallState): void {
  const { store, plan, colliders, stepIndex } = install;
  const patches = store.current;
  // Once more after the last patch is gone.
  const wasBusy = plan.hadPatches;
  plan.hadPatches = patches.count > 0;
  if (!plan.hadPatches && !wasBusy) return;
  for (let i = 0; i < patches.count; i++) {
    const a = colliderA(install, i);
    const b = colliderB(install, i);
    if (!a || !b) continue;
    if (plan.kind[i] === NATIVE) continue;
    // One side is enough: the one that moves, which has fewer other contacts.
    const isFreeA = isFree(install, a);
    if (plan.kind[i] === CORRECTED) trackRotation(install, i, isFreeA ? a : b);
    if (a.kind === REPLACED || b.kind === REPLACED) {
      if (a.kind === REPLACED) wantOff(a, plan.kind[i] === REPLACED, stepIndex);
      if (b.kind === REPLACED) wantOff(b, plan.kind[i] === REPLACED, stepIndex);
      continue;
    }
    if (a.kind === CORRECTED && (isFreeA || b.kind !== CORRECTED)) want(a, b, plan.coefficient[i], stepIndex);
    if (b.kind === CORRECTED && (isFree(install, b) || a.kind !== CORRECTED))
      want(b, a, plan.coefficient[i], stepIndex);
  }
  for (const record of colliders.acquired) {
    if (record.kind === CORRECTED) {
      // A body in flight may land.
      if (record.wantedStep === stepIndex) writeWanted(install, record);
      else writeNative(install, record, record.restFriction, record.restRule);
    }
    if (record.kind !== REPLACED || record.flightFriction === 0) continue;
    // A body in flight may land: Rapier's friction acts on the impact, motors from the next step on.
    const isOff = record.wantedStep === stepIndex && record.wantedFriction === 0;
    if (isOff) writeNative(install, record, record.restFriction, record.restRule);
    else if (record.wantedStep === stepIndex || wasVisited(install, record))
      writeNative(install, record, record.flightFriction, MAX);
  }
}

/** Rapier reuses contacts whose bodies rotate slowly or together, friction directions included: refreshes them after some rotation. */
function trackRotation(install: InstallState, i: number, record: ColliderRecord): void {
  const { normal: n, bodyA, bodyB } = install.store.current;
  const { velocity: v } = install.bodies.bodies;
  // Once per step: opposite normals would cancel each other.
  if (record.spinStep === install.stepIndex) return;
  record.spinStep = install.stepIndex;
  let a = 0;
  let b = 0;
  for (let e = 0; e < 3; e++) {
    a += n[3 * i + e] * v[6 * bodyA[i] + 3 + e];
    b += n[3 * i + e] * v[6 * bodyB[i] + 3 + e];
  }
  const larger = Math.abs(a) > Math.abs(b) ? a : b;
  const shared = a * b > 0 ? a + b - larger : 0;
  record.spinRate = shared + RELATIVE_TURN * (larger - shared);
  refreshIfRotated(install, record);
}

/** Awake, and not held by motors that were skipped in the last step. */
function wasVisited({ bodies: table, stepIndex }: InstallState, { slot }: ColliderRecord): boolean {
  return table.visitedStep[slot] === stepIndex - 1;
}

function isFree({ bodies: table }: InstallState, { slot }: ColliderRecord): boolean {
  return table.type[slot] === DYNAMIC;
}

/** Switches Rapier's friction off if motors hold one patch of the collider. */
function wantOff(record: ColliderRecord, byMotors: boolean, step: number): void {
  if (record.wantedStep !== step) record.wantedFriction = 1;
  record.wantedStep = step;
  if (byMotors) record.wantedFriction = 0;
}

function want(record: ColliderRecord, partner: ColliderRecord, coefficient: number, step: number): void {
  if (record.wantedStep === step && record.wantedFriction >= coefficient) return;
  record.wantedStep = step;
  record.wantedFriction = coefficient;
  record.wantedPartner = partner;
}

function writeWanted(install: InstallState, record: ColliderRecord): void {
  const { wantedFriction, wantedPartner } = record;
  if (!wantedPartner) return;
  const resting = combined(record.restFriction, record.restRule, wantedPartner.written, wantedPartner.writtenRule);
  // A partner that is overridden too, or has Max, decides on its own.
  if (
    Math.abs(resting - wantedFriction) <= SAME_COEFFICIENT * resting ||
    wantedPartner.writtenRule === MAX ||
    !(wantedPartner.restFriction > 0)
  ) {
    writeNative(install, record, record.restFriction, record.restRule);
    return;
  }
  // If both colliders are overridden, the smaller coefficient wins, or the product in a table of products.
  const { restFriction, restRule } = wantedPartner;
  // More than at rest: a product too, since the zero of a replaced collider must win against it.
  const most = (1 + SAME_COEFFICIENT) * combined(record.restFriction, record.restRule, restFriction, restRule);
  const isProduct = wantedFriction > most || record.restRule === MULTIPLY || restRule === MULTIPLY;
  const coefficient = isProduct ? wantedFriction / restFriction : wantedFriction;
  const rule = isProduct ? MULTIPLY : MIN;
  const isSame =
    record.writtenRule === rule && Math.abs(record.written - coefficient) <= COEFFICIENT_CHANGE * coefficient;
  if (!isSame) writeNative(install, record, coefficient, rule);
}
