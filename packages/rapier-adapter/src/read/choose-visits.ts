import { LISTED_STEPS, SLOW, TURN } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, slotOfRecord } from '../ownership/collider-table.js';
import { HELD } from '../ownership/law-kind.js';
import { refreshContacts, writeNative } from '../ownership/native.js';
import { isKept } from '../predict/keep-contacts.js';
import { DYNAMIC, FIXED } from './body-table.js';
import { readBody, readVelocity } from './read-bodies.js';

/**
 * Acquired colliders whose contacts matter for the next step, into `reading.visits`. Reading one contact takes as long as asking ten
 * bodies for their velocity, so what Rapier's own friction holds is not read while it hardly moves against anything that it touches.
 */
export function chooseVisits(install: InstallState): void {
  const { reading, colliders, bodies: table, stepIndex } = install;
  reading.visitCount = 0;
  reading.anyAwake = false;
  for (const record of colliders.acquired) {
    const { slot } = record;
    const isFree = slot !== 0 && table.type[slot] === DYNAMIC;
    // Contacts of a collider that is not free are read through the free ones, where all of those are acquired.
    if (isFree ? !isAwake(install, slot) : record.kind === HELD && colliders.readThroughFree) continue;
    if (!readVelocity(install, slot)) readBody(install, slot);
    if (isFree) {
      reading.anyAwake = true;
      if (isKept(install, slot) || canSkip(install, record, slot)) continue;
      table.visited[slot] = stepIndex;
    }
    record.visited = stepIndex;
    reading.visits[reading.visitCount++] = record;
  }
}

export function isAwake({ bodies: table, engine }: InstallState, slot: number): boolean {
  return engine.bodies.rbIsSleeping(table.handle[slot]) === false;
}

/** Is a pair of a collider that is not free needed, for the sake of the free body in `slot`? */
export function isWorthReading(install: InstallState, mine: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  if (!isAwake(install, slot)) return false;
  if (mine.kind !== HELD && table.skipped[slot] === stepIndex) return false;
  if (table.posed[slot] >= 0 && !mine.needsRest && isKept(install, slot)) return false;
  if (table.posed[slot] < 0 || mine.needsRest || mine.kind !== HELD || table.rowed[slot] === stepIndex) return true;
  return !isSlowAgainst(install, slot, mine.slot) || isDue(install, slot);
}

/** Is Rapier's own friction all that the collider needs in the next step? */
function canSkip(install: InstallState, record: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  // The first time, to learn its masses. What Rapier does not hold alone needs every step.
  const isHeld = record.kind === HELD || table.heldInstead[slot] === stepIndex;
  if (table.posed[slot] < 0 || record.needsRest || !isHeld || table.rowed[slot] === stepIndex) return false;
  const isListed = table.jumped[slot] !== stepIndex && stepIndex - record.listed < LISTED_STEPS;
  const isSlow = isSlowHere(install, record);
  if (isSlow && !isListed) listPartners(install, record);
  if (!isSlow || (!isListed && !isSlowHere(install, record))) {
    record.fast = stepIndex;
    return false;
  }
  // One step more, in which its patches have come to rest.
  if (record.fast === stepIndex - 1 || isDue(install, slot)) return false;
  // A patch that carries force and torque at rest may give way before it moves.
  if (record.coupled && (record.loaded >= stepIndex - 1 || isTurnOf(install, slot))) return false;
  if (record.kind === HELD) writeNative(install, record, record.rest, record.restRule);
  table.skipped[slot] = stepIndex;
  record.turned += install.world.timestep * record.turning;
  if (Math.abs(record.turned) > TURN) refreshContacts(install, record);
  return true;
}

/** A body that moves along with what it touches is looked at now and then: its contacts may turn (see `refreshContacts`). */
function isDue(install: InstallState, slot: number): boolean {
  return isTurnOf(install, slot) && !isSlowAgainst(install, slot, 0);
}

/** Not all bodies in the same step. */
function isTurnOf({ stepIndex }: InstallState, slot: number): boolean {
  return (stepIndex + slot) % LISTED_STEPS === 0;
}

/** Does it hardly move against all that it touched when its partners were last listed? */
function isSlowHere(install: InstallState, { slot, partners }: ColliderRecord): boolean {
  for (const partner of partners) {
    if (!readVelocity(install, partner.slot) || !isSlowAgainst(install, slot, partner.slot)) return false;
  }
  return true;
}

/** Lists the colliders near this one, once per step. */
export function listPartners(install: InstallState, record: ColliderRecord): void {
  if (record.listed === install.stepIndex) return;
  record.listed = install.stepIndex;
  record.partners.length = 0;
  install.reading.mine = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, install.reading.onPartner);
}

export function notePartner(install: InstallState, handle: number): void {
  const other = install.colliders.of.get(handle);
  if (!other || other.vetoed || other.isOwn) return;
  slotOfRecord(install, other);
  install.reading.mine?.partners.push(other);
}

/** Does a body hardly move against another one? The other's motion is taken where the body is; turning counts at the radius of gyration. */
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
  if (other !== 0 && table.type[other] !== FIXED) {
    locate(install, slot);
    locate(install, other);
    const { place } = table;
    const a = 6 * other;
    const dx = place[3 * slot] - place[3 * other];
    const dy = place[3 * slot + 1] - place[3 * other + 1];
    const dz = place[3 * slot + 2] - place[3 * other + 2];
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
  if (table.located[slot] === stepIndex) return;
  table.located[slot] = stepIndex;
  engine.bodies.rbWorldCom(table.handle[slot], scratch.out);
  for (let e = 0; e < 3; e++) table.place[3 * slot + e] = scratch.out[e];
}

/** The speed below which Rapier's own friction needs no help in a step [m/s]. */
export function slowSpeed({ gravity: g, leastMu, restSpeed }: InstallState, dt: number): number {
  return Math.min(restSpeed, SLOW * leastMu * dt * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
}
