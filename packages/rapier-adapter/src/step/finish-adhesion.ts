import {
  addImpulse,
  addInverseMassProduct,
  linearizePatch,
  prepareFriction,
  solvePatch,
  updateAdhesion,
} from '@stiction/friction-core/adapter';
import { markCorrected } from '../apply/forces.js';
import { LATE_PULL_SWEEPS } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';
import { PULLED } from './flags.js';

/**
 * After the engine's step: the attraction of adhesive patches in the next step.
 *
 * A patch is known only after the first step in which it exists, and after the step in which its bodies wake. Without attraction, bodies
 * that hang would part by g h², more than the range, and bodies on a wall would fall for a step. So the attraction that was missing, up to
 * what keeps them together, and its friction change their velocities and positions afterwards.
 */
export function finishAdhesion(install: InstallState, dt: number): void {
  const { store, lengthUnit, latePulls } = install;
  const patches = store.current;
  const late = latePulls.patches;
  late.length = 0;
  for (let i = 0; i < patches.count; i++) {
    updateAdhesion(patches, i, lengthUnit);
    if (patches.adhesion[i] > 0 && !wasPulled(install, i)) late.push(i);
  }
  if (late.length > 0) pullLate(install, dt);
}

/** Patches whose attraction was missing in this step, the impulse that each got since, and the bodies that it moved. */
export interface LatePulls {
  patches: number[];
  given: number[];
  moved: number[];
  row: Float64Array;
  inverseMass: Float64Array;
  shift: Float64Array;
}

export function createLatePulls(): LatePulls {
  return {
    patches: [],
    given: [],
    moved: [],
    row: new Float64Array(12),
    inverseMass: new Float64Array(1),
    shift: new Float64Array(3),
  };
}

/** The flag of a patch that has slept is older: its bodies were not entered. */
function wasPulled({ store, bodies: table, stepIndex }: InstallState, i: number): boolean {
  const { flags, bodyA, bodyB } = store.current;
  const isEntered = table.entryStep[bodyA[i]] === stepIndex || table.entryStep[bodyB[i]] === stepIndex;
  return isEntered && (flags[i] & PULLED) !== 0;
}

function pullLate(install: InstallState, dt: number): void {
  const { store, bodies: table, engine, world, latePulls } = install;
  const { patches: late, given, moved, shift } = latePulls;
  const { bodyA, bodyB } = store.current;
  moved.length = 0;
  for (let k = 0; k < late.length; k++) {
    given[k] = 0;
    store.current.impulse.fill(0, 3 * late[k], 3 * late[k] + 3);
    linearizePatch(store.current, late[k], dt);
    addMoved(install, bodyA[late[k]]);
    addMoved(install, bodyB[late[k]]);
  }
  for (let sweep = 0; sweep < LATE_PULL_SWEEPS; sweep++) {
    for (let k = 0; k < late.length; k++) {
      pullPatch(install, k, dt);
      holdPatch(install, k, dt);
    }
  }
  for (const i of late) store.current.impulse.fill(0, 3 * i, 3 * i + 3);
  // Rapier divides a step into n; a force over all of them moves a body by this share of h Δv.
  const n = world.numSolverIterations;
  const share = (dt * (n + 1)) / (2 * n);
  const { velocity, pose } = table.bodies;
  for (const slot of moved) {
    let size = 0;
    for (let e = 0; e < 3; e++) {
      shift[e] = share * (velocity[6 * slot + e] - table.engineVelocity[6 * slot + e]);
      size += Math.abs(shift[e]);
    }
    const body = table.body[slot];
    if (size === 0 || !body) continue;
    for (let e = 0; e < 3; e++) pose[7 * slot + e] += shift[e];
    engine.translate(body, shift, 0);
    markCorrected(install, slot);
  }
}

function addMoved({ bodies: table, latePulls: { moved } }: InstallState, slot: number): void {
  if (table.type[slot] !== DYNAMIC || moved.includes(slot)) return;
  moved.push(slot);
  for (let e = 6 * slot; e < 6 * slot + 6; e++) table.engineVelocity[e] = table.bodies.velocity[e];
}

/**
 * Friction of the load that the rest of the attraction would have made. The normals of a face balance the moment of friction, so there
 * it acts at the centres of mass.
 */
function holdPatch({ store, bodies: table, latePulls }: InstallState, k: number, dt: number): void {
  const { patches: late, given, row } = latePulls;
  const i = late[k];
  const patches = store.current;
  const { normalImpulse, armA, armB } = patches;
  if (patches.law[i].extraRows) return;
  const load = normalImpulse[i];
  normalImpulse[i] = dt * patches.adhesion[i] - given[k];
  const isFace = patches.points[i] > 2;
  for (let e = 0; isFace && e < 3; e++) {
    row[e] = armA[3 * i + e];
    row[3 + e] = armB[3 * i + e];
    armA[3 * i + e] = 0;
    armB[3 * i + e] = 0;
  }
  prepareFriction(patches, i, table.bodies);
  solvePatch(patches, i, table.bodies);
  normalImpulse[i] = load;
  for (let e = 0; isFace && e < 3; e++) {
    armA[3 * i + e] = row[e];
    armB[3 * i + e] = row[3 + e];
  }
  prepareFriction(patches, i, table.bodies);
}

/** Stops the separation of a patch, by at most what its attraction could have done in the step. */
function pullPatch({ store, bodies: table, latePulls }: InstallState, k: number, dt: number): void {
  const { patches: late, given, row, inverseMass } = latePulls;
  const i = late[k];
  const { adhesion, adhesionCentre: c, normal: n, bodyA, bodyB } = store.current;
  const { pose, velocity } = table.bodies;
  inverseMass[0] = 0;
  let speed = 0;
  for (let side = 0; side < 2; side++) {
    const slot = side === 0 ? bodyA[i] : bodyB[i];
    const sign = side === 0 ? -1 : 1;
    const at = 6 * side;
    for (let e = 0; e < 3; e++) {
      const f = (e + 1) % 3;
      const g = (e + 2) % 3;
      const armF = c[3 * i + f] - pose[7 * slot + f];
      const armG = c[3 * i + g] - pose[7 * slot + g];
      row[at + e] = sign * n[3 * i + e];
      row[at + 3 + e] = sign * (armF * n[3 * i + g] - armG * n[3 * i + f]);
    }
    for (let e = 0; e < 6; e++) speed += row[at + e] * velocity[6 * slot + e];
    if (table.type[slot] === DYNAMIC) addInverseMassProduct(table.bodies, slot, row, at, row, at, inverseMass, 0);
  }
  if (!(inverseMass[0] > 0)) return;
  const next = Math.min(dt * adhesion[i], Math.max(0, given[k] + speed / inverseMass[0]));
  const change = given[k] - next;
  given[k] = next;
  if (table.type[bodyA[i]] === DYNAMIC) addImpulse(table.bodies, bodyA[i], row, 0, change, velocity);
  if (table.type[bodyB[i]] === DYNAMIC) addImpulse(table.bodies, bodyB[i], row, 6, change, velocity);
}
