import type { FrictionLaw } from '@stiction/friction-core';
import { isTyreLaw } from '../tyre/tyre.js';
import { CHASSIS, releaseUnused, slotOf } from './bodies.js';
import { updateDeflection } from './correct.js';
import { placeAxes, placeWheel } from './geometry.js';
import { measureGroundLimit } from './ground-limit.js';
import { expect, predict } from './observe.js';
import type { Port } from './port.js';
import {
  applyAboutAxle,
  buildRows,
  IMPULSE,
  measureRow,
  ROW_S,
  ROW_X,
  ROW_Y,
  rowAt,
  VELOCITY,
  writeSpinOnGround,
} from './rows.js';
import { FALL, type VehicleState } from './state.js';
import { updateStatics } from './statics.js';
import { solve, updateLoad, warmStart } from './sweep.js';
import { commitTyre, prepareTyre } from './tyre-state.js';
import { rotateBack } from './vector.js';

/**
 * Everything before one internal step of the engine: read, cast, correct, solve, and apply the impulses as forces. Returns false if the
 * vehicle rests or is not in the world.
 */
export function stepVehicle(state: VehicleState, port: Port, h: number): boolean {
  const { wheels, bodies, gravity } = state;
  if (!port.readChassis(state, h)) return false;
  updateStatics(state);
  gravity[FALL] = h * Math.sqrt(gravity[0] ** 2 + gravity[1] ** 2 + gravity[2] ** 2);
  predict(state, CHASSIS);
  placeAxes(state);
  port.cast(state, h);
  bodies.isUsed.fill(0);
  for (let i = 0; i < wheels.count; i++) {
    limitTorques(state, i);
    placeWheel(state, i);
  }
  for (let i = 0; i < wheels.count; i++) readGround(state, port, i, h);
  releaseUnused(bodies);
  // Impulses of a step of another length.
  if (state.h > 0 && state.h !== h) scaleImpulses(state, h / state.h);
  for (let i = 0; i < wheels.count; i++) {
    updateDeflection(state, i, h, state.rows.arm);
    prepareWheel(state, port, i, h);
  }
  for (let i = 0; i < wheels.count; i++) {
    buildRows(state, i);
    state.rows.scalar[IMPULSE] = h * wheels.driveTorque[i];
    applyAboutAxle(state, i);
  }
  warmStart(state);
  state.sweeps = solve(state, h);
  state.h = h;
  for (let i = 0; i < wheels.count; i++) commitWheel(state, i, h);
  expect(bodies, CHASSIS);
  for (let slot = 1; slot < bodies.isUsed.length; slot++) if (bodies.isUsed[slot] === 1) expect(bodies, slot);
  port.apply(state, h);
  return true;
}

function limitTorques({ wheels }: VehicleState, i: number): void {
  const { drive, brake, driveLimit, brakeLimit } = wheels;
  wheels.driveTorque[i] = Math.min(Math.max(drive[i], -driveLimit[i]), driveLimit[i]);
  wheels.brakeTorque[i] = Math.min(brake[i], brakeLimit[i]);
}

function readGround(state: VehicleState, port: Port, i: number, h: number): void {
  const { wheels, bodies } = state;
  if (wheels.contact[i] === 0) {
    wheels.slot[i] = CHASSIS;
    return;
  }
  const slot = slotOf(bodies, wheels.groundKey[i]);
  wheels.slot[i] = slot;
  if (bodies.isUsed[slot] === 1) return;
  bodies.isUsed[slot] = 1;
  port.readGround(state, slot, i, h);
  predict(state, slot);
}

function prepareWheel(state: VehicleState, port: Port, i: number, h: number): void {
  const { wheels } = state;
  if (wheels.contact[i] === 0) return;
  const law = port.groundLaw(state, i);
  let curve = wheels.tyre[i];
  let mu = Number.NaN;
  let directional: FrictionLaw | undefined;
  if (typeof law === 'number') mu = Math.max(law, 0);
  else if (law && isTyreLaw(law)) curve = law.tyre;
  else if (law?.innerMu === undefined) mu = law?.mu ?? Number.NaN;
  else directional = law;
  wheels.groundMuX[i] = wheels.groundMuY[i] = mu;
  if (directional) measureGroundLimit(state, i, directional, h);
  prepareTyre(state, i, curve, h);
}

function scaleImpulses({ wheels, couplingImpulse, barImpulse }: VehicleState, factor: number): void {
  for (const impulses of [wheels.pS, wheels.pB, wheels.tyreImpulse, wheels.lastLoad, couplingImpulse, barImpulse]) {
    for (let k = 0; k < impulses.length; k++) impulses[k] *= factor;
  }
}

/** Stores the state of wheel i and adds its impulses to the bodies. */
function commitWheel(state: VehicleState, i: number, h: number): void {
  const { wheels, bodies, rows } = state;
  const { axle, omega, rollRadius, muX, muY, pX, pY, pS, bar, pB, driveTorque, contact } = wheels;
  const { v, impulse } = bodies;
  const k = 3 * i;
  const about = pB[i] + h * driveTorque[i];
  for (let e = 0; e < 3; e++) impulse[3 + e] += about * axle[k + e];
  wheels.angle[i] += h * (omega[i] + axle[k] * v[3] + axle[k + 1] * v[4] + axle[k + 2] * v[5]);
  wheels.lastLoad[i] = 0;
  wheels.used[i] = 0;
  if (contact[i] === 0) {
    wheels.load[i] = 0;
    wheels.stuck[i] = 0;
    wheels.slidingSpeed[i] = 0;
    wheels.slipX[i] = wheels.slipY[i] = 0;
    wheels.extension[i] = 0;
    return;
  }
  const ground = wheels.slot[i];
  const { scalar } = rows;
  updateLoad(state, i);
  const load = wheels.load[i];
  wheels.lastLoad[i] = load;
  const limit = load * load * muX[i] * muY[i];
  if (limit > 0) wheels.used[i] = Math.sqrt((pX[i] / (muX[i] * load)) ** 2 + (pY[i] / (muY[i] * load)) ** 2);
  measureRow(state, i, rowAt(i, ROW_X));
  wheels.slipX[i] = scalar[VELOCITY] - rollRadius[i] * omega[i];
  measureRow(state, i, rowAt(i, ROW_Y));
  wheels.slipY[i] = scalar[VELOCITY];
  measureRow(state, i, rowAt(i, ROW_S));
  wheels.extension[i] = scalar[VELOCITY];
  writeSpinOnGround(state, i, v, wheels.groundSpin);
  commitTyre(state, i, h);
  wheels.stuckKey[i] = bodies.key[ground];
  for (let e = 0; e < 3; e++) wheels.stuckHub[k + e] = wheels.hub[k + e] - bodies.origin[3 * ground + e];
  rotateBack(bodies.rotation, 4 * ground, wheels.stuckHub, k, wheels.stuckHub, k);
  scalar[IMPULSE] = pS[i] + bar[i];
  addRowImpulse(state, ground, rowAt(i, ROW_S));
  scalar[IMPULSE] = pX[i];
  addRowImpulse(state, ground, rowAt(i, ROW_X));
  scalar[IMPULSE] = pY[i];
  addRowImpulse(state, ground, rowAt(i, ROW_Y));
}

/** Adds scalar[IMPULSE] of a row to the impulses of both bodies. */
function addRowImpulse({ bodies, rows }: VehicleState, ground: number, at: number): void {
  const { impulse } = bodies;
  const { data } = rows;
  const p = rows.scalar[IMPULSE];
  const g = 6 * ground;
  for (let e = 0; e < 6; e++) impulse[e] += p * data[at + e];
  for (let e = 0; e < 3; e++) {
    impulse[g + e] -= p * data[at + e];
    impulse[g + 3 + e] -= p * data[at + 6 + e];
  }
}
