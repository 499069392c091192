import { LISTED_STEPS, SLOW } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, slotOfRecord } from '../ownership/collider-table.js';
import { CORRECTED, NATIVE } from '../ownership/law-kind.js';
import { refreshIfRotated, writeNative } from '../ownership/native.js';
import { isKept } from '../predict/keep-contacts.js';
import { DYNAMIC, FIXED } from './body-table.js';
import { readBody, readVelocity } from './read-bodies.js';

/**
 * Lists the acquired colliders whose contacts matter for the next step in `reading.visits`. Reading one contact costs as much as reading ten
 * velocities, so a patch held by Rapier's friction is not read while it hardly moves relative to its neighbours.
 */
export function chooseVisits(install: InstallState): void {
  const { reading, colliders, bodies: table, stepIndex } = install;
  reading.visitCount = 0;
  reading.anyAwake = false;
  for (const record of colliders.acquired) {
    const { slot } = record;
    const isFree = table.type[slot] === DYNAMIC;
    // Contacts of an immovable collider are read through the dynamic ones, if all of those are acquired.
    if (isFree ? !isAwake(install, slot) : record.kind === CORRECTED && colliders.allDynamicAcquired) continue;
    if (!readVelocity(install, slot)) readBody(install, slot);
    if (isFree) {
      reading.anyAwake = true;
      if (isKept(install, slot) || canSkip(install, record, slot)) continue;
      table.visitedStep[slot] = stepIndex;
    }
    record.visitedStep = stepIndex;
    reading.visits[reading.visitCount++] = record;
  }
}

export function isAwake({ bodies: table, engine }: InstallState, slot: number): boolean {
  return engine.bodies.rbIsSleeping(table.handle[slot]) === false;
}

/** True if the pair of an immovable collider has to be read for the dynamic body in `slot`. */
export function isWorthReading(install: InstallState, mine: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  if (!isAwake(install, slot)) return false;
  if (mine.kind !== CORRECTED && table.skippedStep[slot] === stepIndex) return false;
  if (table.poseStep[slot] >= 0 && !mine.worksAtRest && isKept(install, slot)) return false;
  if (table.poseStep[slot] < 0 || mine.worksAtRest || mine.kind !== CORRECTED || table.motorStep[slot] === stepIndex)
    return true;
  return !isSlowAgainst(install, slot, mine.slot) || isDue(install, slot);
}

/** True if Rapier's friction is all that the collider needs in the next step. */
function canSkip(install: InstallState, record: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  // The first visit reads its masses. Patches that Rapier does not hold alone are read in every step.
  if (table.poseStep[slot] < 0 || record.worksAtRest || table.motorStep[slot] === stepIndex) return false;
  if (record.kind !== CORRECTED && table.fallbackStep[slot] !== stepIndex && !staysSkipped(install, slot)) return false;
  const isListed = table.jumpStep[slot] !== stepIndex && stepIndex - record.listedStep < LISTED_STEPS;
  const isSlow = isSlowAgainstPartners(install, record);
  if (isSlow && !isListed) listPartners(install, record);
  if (!isSlow || (!isListed && !isSlowAgainstPartners(install, record))) {
    record.fastStep = stepIndex;
    return false;
  }
  // One more step, in which its patches have come to rest.
  if (record.fastStep === stepIndex - 1 || isDue(install, slot)) return false;
  // A patch that carries force and torque at rest may break away before it moves.
  if (record.coupled && (record.loadedStep >= stepIndex - 1 || isInspectionDue(install, record))) return false;
  if (record.kind === CORRECTED) writeNative(install, record, record.restFriction, record.restRule);
  table.skippedStep[slot] = stepIndex;
  refreshIfRotated(install, record);
  return true;
}

/** A body whose patches Rapier holds instead of motors. Its patches are not planned while it is skipped; now and then it is read, for motors may do. */
function staysSkipped(install: InstallState, slot: number): boolean {
  return install.bodies.skippedStep[slot] === install.stepIndex - 1 && !isScheduled(install, slot);
}

/** A body that moves together with its neighbours is read now and then: its contacts may rotate (see `refreshContacts`). */
function isDue(install: InstallState, slot: number): boolean {
  return isScheduled(install, slot) && !isSlowAgainst(install, slot, 0);
}

/** Spreads the work: not all bodies in the same step. */
function isScheduled({ stepIndex }: InstallState, slot: number): boolean {
  return (stepIndex + slot) % LISTED_STEPS === 0;
}

/** Also in the steps of bodies that it holds and that are not acquired, so that everything that holds such a body is read in the same step. */
function isInspectionDue(install: InstallState, { slot, partners, partnerCount }: ColliderRecord): boolean {
  if (isScheduled(install, slot)) return true;
  for (let k = 0; k < partnerCount; k++) {
    const { kind, slot: held } = partners[k];
    if (kind === NATIVE && held > 0 && isScheduled(install, held)) return true;
  }
  return false;
}

/** True if it hardly moves relative to the neighbours that were last listed. */
function isSlowAgainstPartners(install: InstallState, { slot, partners, partnerCount }: ColliderRecord): boolean {
  for (let k = 0; k < partnerCount; k++) {
    const other = partners[k].slot;
    if (!readVelocity(install, other) || !isSlowAgainst(install, slot, other)) return false;
  }
  return true;
}

/** Lists the colliders near this one, once per step. */
export function listPartners(install: InstallState, record: ColliderRecord): void {
  if (record.listedStep === install.stepIndex) return;
  record.listedStep = install.stepIndex;
  record.partnerCount = 0;
  install.reading.visiting = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, install.reading.onPartner);
}

export function addPartner(install: InstallState, handle: number): void {
  const { visiting } = install.reading;
  if (!visiting) return;
  const { partners, partnerCount } = visiting;
  // Most neighbours are those of the last list, in the same order, which saves looking them up.
  const last = partners[partnerCount];
  const other = last?.handle === handle && !last.isRemoved ? last : install.colliders.byHandle.get(handle);
  if (!other || other.isExcluded || other.isUserSet) return;
  slotOfRecord(install, other);
  partners[partnerCount] = other;
  visiting.partnerCount++;
}

/** True if a body hardly moves relative to another one. The other's velocity is taken at the body's centre; rotation counts at the radius of gyration. */
function isSlowAgainst(install: InstallState, slot: number, other: number): boolean {
  const { bodies: table, reading } = install;
  const { velocity: v, invMass, invInertia } = table.bodies;
  const b = 6 * slot;
  let x = v[b];
  let y = v[b + 1];
  let z = v[b + 2];
  let p = v[b + 3];
  let q = v[b + 4];
  let r = v[b + 5];
  if (table.type[other] !== FIXED) {
    locate(install, slot);
    locate(install, other);
    const { centre } = table;
    const a = 6 * other;
    const dx = centre[3 * slot] - centre[3 * other];
    const dy = centre[3 * slot + 1] - centre[3 * other + 1];
    const dz = centre[3 * slot + 2] - centre[3 * other + 2];
    x -= v[a] + v[a + 4] * dz - v[a + 5] * dy;
    y -= v[a + 1] + v[a + 5] * dx - v[a + 3] * dz;
    z -= v[a + 2] + v[a + 3] * dy - v[a + 4] * dx;
    p -= v[a + 3];
    q -= v[a + 4];
    r -= v[a + 5];
  }
  const turns = invInertia[b] + invInertia[b + 3] + invInertia[b + 5];
  const moves = invMass[3 * slot] + invMass[3 * slot + 1] + invMass[3 * slot + 2];
  const turning = turns > 0 ? ((p * p + q * q + r * r) * moves) / turns : 0;
  return x * x + y * y + z * z + turning < reading.slowSpeed * reading.slowSpeed;
}

/** Reads the centre of mass of a body, once per step. */
function locate({ bodies: table, engine, scratch, stepIndex }: InstallState, slot: number): void {
  if (table.centreStep[slot] === stepIndex) return;
  table.centreStep[slot] = stepIndex;
  engine.bodies.rbWorldCom(table.handle[slot], scratch.out);
  for (let e = 0; e < 3; e++) table.centre[3 * slot + e] = scratch.out[e];
}

/** The speed below which Rapier's friction needs no help in a step [m/s]. */
export function slowSpeed({ gravity: g, minRestMu, restSpeed }: InstallState, dt: number): number {
  return Math.min(restSpeed, SLOW * minRestMu * dt * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
}
