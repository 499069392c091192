import { ensureCapacity } from '@stiction/friction-core';
import type { RigidBody } from 'crashcat';
import { writePose, writeVelocity } from './apply.js';
import { slotOf } from './extract.js';
import { type AdapterState, DYNAMIC, type Guests } from './state.js';

/**
 * Joints of crashcat, of every kind: the engine knows how to set one up, apply what it remembers and solve it once. Where they
 * hang on bodies that touch something, that is done in our substeps, on velocities that go to and fro. Position errors are left to
 * the engine's own position solver, which comes after.
 */
export function createGuests(state: AdapterState): Guests {
  const { world } = state;
  const guests: Guests = {
    count: 0,
    joints: [],
    defs: [],
    slotCount: 0,
    slots: [],
    knownIn: new Int32Array(0),
    solver: {
      begin(h, first) {
        // Joints turn with the bodies: what they remember shall act along new directions, and not again along the old ones.
        if (!first) {
          applyAlone(state, 1);
          addVelocities(state, -1);
          for (let k = 0; k < guests.slotCount; k++) writePose(state, guests.slots[k]);
        }
        for (let k = 0; k < guests.count; k++) guests.defs[k].setupVelocity(guests.joints[k], world.bodies, h);
        applyAlone(state, first ? h / state.stepLength : 1);
        addVelocities(state, 1);
      },
      sweep(h) {
        for (let k = 0; k < guests.slotCount; k++) writeVelocity(state, guests.slots[k]);
        for (let k = 0; k < guests.count; k++) guests.defs[k].solveVelocity(guests.joints[k], world.bodies, h);
        for (let k = 0; k < guests.slotCount; k++) {
          readVelocity(state, guests.slots[k]);
          state.bodies.velocity.set(change, 6 * guests.slots[k]);
        }
      },
    },
  };
  return guests;
}

export function extractJoints(state: AdapterState, dt: number): void {
  const { world, guests } = state;
  guests.count = 0;
  guests.slotCount = 0;
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
  state.solver.externalJoints = guests.count > 0 ? guests.solver : null;
  if (guests.count > 0) takeBack(state, dt);
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
  const { world, guests } = state;
  const type = ((id >>> 24) & 15) as keyof NonNullable<AdapterState['defs']>;
  const joint = world.constraints.pools[type]?.constraints[id & 0xffffff];
  const def = state.defs?.[type];
  if (!joint || !def) return;
  const a = world.bodies.pool[joint.bodyIndexA];
  const b = world.bodies.pool[joint.bodyIndexB];
  if (slotOf(state, a, dt) < 0 || slotOf(state, b, dt) < 0) return;
  guests.joints[guests.count] = joint;
  guests.defs[guests.count++] = def;
  addBody(state, a);
  addBody(state, b);
}

function addBody({ guests, slotOf, report }: AdapterState, body: RigidBody): void {
  if (body.motionType !== DYNAMIC) return;
  const slot = slotOf[body.index];
  guests.knownIn = ensureCapacity(guests.knownIn, slot + 1);
  // Steps that are done: this one is the next.
  if (guests.knownIn[slot] === report.steps + 1) return;
  guests.knownIn[slot] = report.steps + 1;
  guests.slots[guests.slotCount++] = slot;
}

/** The engine has applied the impulses of the last step already, for the whole of this one: they are not forces. */
function takeBack(state: AdapterState, dt: number): void {
  const { bodies, guests, world } = state;
  applyAlone(state, world.settings.solver.warmStarting ? 1 : 0);
  for (let k = 0; k < guests.slotCount; k++) {
    readVelocity(state, guests.slots[k]);
    for (let e = 0; e < 6; e++) bodies.acceleration[6 * guests.slots[k] + e] -= change[e] / dt;
  }
}

/** Velocities of the engine's bodies ← what `ratio` of the remembered impulses would make of bodies at rest. */
function applyAlone({ bodyOf, guests, world }: AdapterState, ratio: number): void {
  for (let k = 0; k < guests.slotCount; k++) {
    const { linearVelocity, angularVelocity } = bodyOf[guests.slots[k]].motionProperties;
    linearVelocity.fill(0);
    angularVelocity.fill(0);
  }
  for (let k = 0; k < guests.count; k++) guests.defs[k].warmStartVelocity(guests.joints[k], world.bodies, ratio);
}

/** Adds `sign` times the velocities of the engine's bodies to ours. */
function addVelocities(state: AdapterState, sign: 1 | -1): void {
  const { bodies, guests } = state;
  for (let k = 0; k < guests.slotCount; k++) {
    readVelocity(state, guests.slots[k]);
    for (let e = 0; e < 6; e++) bodies.velocity[6 * guests.slots[k] + e] += sign * change[e];
  }
}

/** After the last substep: the impulses are those of the whole step again, for users to read and for the next one to start from. */
export function finishJoints({ guests, world, solver }: AdapterState, dt: number): void {
  for (let k = 0; k < guests.count; k++) {
    guests.defs[k].warmStartVelocity(guests.joints[k], world.bodies, dt / solver.h);
  }
}

const change = new Float64Array(6);

/** change ← the velocity of the engine's body. */
function readVelocity({ bodyOf }: AdapterState, slot: number): void {
  const { linearVelocity, angularVelocity } = bodyOf[slot].motionProperties;
  change.set(linearVelocity, 0);
  change.set(angularVelocity, 3);
}
