import type { GuestJoints } from '@stiction/friction-core';
import { writePose, writeVelocity } from './apply.js';
import { slotOf } from './extract.js';
import { type AdapterState, DYNAMIC } from './state.js';

/**
 * Joints of crashcat, of every kind: the engine knows how to set one up, apply what it remembers and solve it once. Where they
 * hang on bodies that touch something, that is done in our substeps, on velocities that go to and fro. Position errors are left to
 * the engine's own position solver, which comes after.
 */
export function extractJoints(state: AdapterState, dt: number): void {
  const { world, guests, guestSlots } = state;
  guests.length = 0;
  guestSlots.length = 0;
  for (const island of world.islands.islands) {
    if (island.contactIndices.length === 0) continue;
    // The contacts are ours now. Joints of bodies that touch nothing are the engine's, as ever.
    island.contactIndices.length = 0;
    if (island.constraintIds.length > 0 && !state.defs) {
      sayJoints(state);
      continue;
    }
    island.numVelocitySteps = 0;
    for (const id of island.constraintIds) addGuest(state, id, dt);
  }
  state.solver.guests = guests.length > 0 ? state.guestSolver : null;
  if (guests.length > 0) takeBack(state, dt);
}

/** Without the engine's functions its joints are solved after our contacts, which may then overlap or slip a little. */
function sayJoints(state: AdapterState): void {
  if (state.jointsSaid) return;
  state.jointsSaid = true;
  state.warnings.messages.push(
    "bodies with joints touch something: give installFriction the option constraints, which is 'constraints' of crashcat, for both to be solved together",
  );
}

/** ConstraintId: 24 bits of place in the pool of its type, 4 bits of type. */
function addGuest(state: AdapterState, id: number, dt: number): void {
  const { world, guestSlots } = state;
  const type = ((id >>> 24) & 15) as keyof NonNullable<AdapterState['defs']>;
  const joint = world.constraints.pools[type]?.constraints[id & 0xffffff];
  const def = state.defs?.[type];
  if (!joint || !def) return;
  const a = slotOf(state, world.bodies.pool[joint.bodyIndexA], dt);
  const b = slotOf(state, world.bodies.pool[joint.bodyIndexB], dt);
  if (a < 0 || b < 0) return;
  state.guests.push({ joint, def });
  for (const slot of [a, b]) if (!guestSlots.includes(slot) && isFree(state, slot)) guestSlots.push(slot);
}

function isFree({ bodyOf }: AdapterState, slot: number): boolean {
  return bodyOf[slot].motionType === DYNAMIC;
}

/** The engine has applied the impulses of the last step already, for the whole of this one: they are not forces. */
function takeBack(state: AdapterState, dt: number): void {
  const { bodies, guestSlots, world } = state;
  applyAlone(state, world.settings.solver.warmStarting ? 1 : 0);
  for (const slot of guestSlots) {
    readVelocity(state, slot, change);
    for (let e = 0; e < 6; e++) bodies.acceleration[6 * slot + e] -= change[e] / dt;
  }
}

const change = new Float64Array(6);

/** Velocities of the engine's bodies ← what `ratio` of the remembered impulses would make of bodies at rest. */
function applyAlone({ bodyOf, guestSlots, guests, world }: AdapterState, ratio: number): void {
  for (const slot of guestSlots) {
    bodyOf[slot].motionProperties.linearVelocity.fill(0);
    bodyOf[slot].motionProperties.angularVelocity.fill(0);
  }
  for (const { joint, def } of guests) def.warmStartVelocity(joint, world.bodies, ratio);
}

/** Adds `sign` times the velocities of the engine's bodies to ours. */
function addVelocities(state: AdapterState, sign: 1 | -1): void {
  const { velocity } = state.bodies;
  for (const slot of state.guestSlots) {
    readVelocity(state, slot, change);
    for (let e = 0; e < 6; e++) velocity[6 * slot + e] += sign * change[e];
  }
}

export function createGuestSolver(state: AdapterState): GuestJoints {
  const { world, guests, guestSlots } = state;
  return {
    begin(h, first) {
      // Joints turn with the bodies: what they remember shall act along new directions, and not again along the old ones.
      if (!first) {
        applyAlone(state, 1);
        addVelocities(state, -1);
        for (const slot of guestSlots) writePose(state, slot);
      }
      for (const { joint, def } of guests) def.setupVelocity(joint, world.bodies, h);
      applyAlone(state, first ? h / state.stepLength : 1);
      addVelocities(state, 1);
    },
    sweep(h) {
      for (const slot of guestSlots) writeVelocity(state, slot);
      for (const { joint, def } of guests) def.solveVelocity(joint, world.bodies, h);
      for (const slot of guestSlots) {
        readVelocity(state, slot, change);
        state.bodies.velocity.set(change, 6 * slot);
      }
    },
  };
}

/** After the last substep: the impulses are those of the whole step again, for users to read and for the next one to start from. */
export function finishJoints(state: AdapterState, dt: number): void {
  for (const { joint, def } of state.guests) def.warmStartVelocity(joint, state.world.bodies, dt / state.solver.h);
}

function readVelocity({ bodyOf }: AdapterState, slot: number, out: Float64Array): void {
  const { linearVelocity, angularVelocity } = bodyOf[slot].motionProperties;
  out.set(linearVelocity, 0);
  out.set(angularVelocity, 3);
}
