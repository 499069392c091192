import { turnAt } from '@stiction/friction-core/adapter';
import { solveTyres } from '../tyres/solve-tyres.js';
import { ANGLE, DSPIN, DVX, DVY, INERTIA, MASS, MAX_GROUPS, READ_SIZE, SPIN, VX, VY, X, Y } from './constants.js';
import { reportFloorProblem } from './report.js';
import { addSlot, removeSlot } from './slots.js';
import { solveBody } from './solve.js';
import type { FloorState } from './state.js';

/**
 * One step of the floor, before the engine's own step: reads every awake body, solves its friction implicitly, applies the impulse.
 *
 *     v* = v + dv + p,   λ projects the stopping impulse -M v* onto the limit set,   v = v* + M⁻¹ λ
 *
 *   dv   what forces and gravity of the engine will add in this step
 *   p    what contacts and joints are expected to add: what they added in the last two steps, the smaller one in each direction
 *
 * Without p a body that others push would not resist in the step in which they push it. An impact lasts for one step, and so does a
 * velocity that the user sets, so neither is taken for a lasting push.
 */
export function stepFloor<Body>(state: FloorState<Body>, dt: number): void {
  const { report, slots, engine } = state;
  if (!(dt > 0) || !(dt < Number.POSITIVE_INFINITY)) return;
  state.step++;
  state.visits = 0;
  state.patches.h = dt;
  state.patches.stamp = state.step;
  report.steps++;
  report.bodies = 0;
  report.patches = 0;
  report.sweeps = 0;
  report.residual = 0;
  report.nonFiniteBodies = 0;
  const isSameDt = state.dt === dt;
  state.dt = dt;
  if (!isSameDt) {
    slots.pushed.fill(0);
    slots.idle.fill(0);
  }
  engine.forEach(state.visit);
  // In a loop of its own: `dt` crosses calls without being allocated again.
  for (let k = 0; k < state.visits; k++) stepVisited(state, slots.order[k], dt);
  if (state.visits < slots.of.size) removeUnvisited(state);
  if (state.patches.lawError !== '') {
    reportFloorProblem(report, state.patches.lawError);
    state.patches.lawError = '';
  }
}

/** The visitor of `stepFloor`, for `state.visit`: lists the slots of bodies that take part or once did. */
export function visitBody<Body>(state: FloorState<Body>, body: Body): void {
  const { slots, engine } = state;
  const guess = slots.order[state.visits];
  let slot = guess > 0 && slots.body[guess] === body ? guess : (slots.of.get(body) ?? 0);
  if (slot === 0) {
    if (!engine.isActive(body)) return;
    slot = addSlot(state, body);
  }
  slots.order[state.visits++] = slot;
  slots.visited[slot] = state.step;
}

function stepVisited<Body>(state: FloorState<Body>, slot: number, dt: number): void {
  const { slots, engine } = state;
  const body = slots.body[slot];
  if (body === undefined || (slots.idle[slot] === 1 && staysIdle(state, slot, body))) return;
  slots.idle[slot] = 0;
  if (engine.wake !== undefined && isDriven(state, slot) && !engine.isActive(body)) engine.wake(body);
  if (engine.isActive(body)) stepBody(state, slot, body, dt);
  else rest(state, slot);
}

/** True if a body cannot sleep: its tyres drive it, or the surface under it moves. */
function isDriven<Body>({ slots, patches }: FloorState<Body>, slot: number): boolean {
  const set = slots.tyres[slot];
  if (set !== null) {
    const { tyres } = set;
    for (let k = 0; k < tyres.length; k++) if (Math.abs(tyres[k].drive) > tyres[k].brake) return true;
  }
  for (let k = 0; k < slots.groupCount[slot]; k++) {
    if (patches.law[slots.group[MAX_GROUPS * slot + k]].modifier?.isMoving?.() === true) return true;
  }
  return false;
}

/** True, with a step without friction, if a body at rest still is and its law is still the same. */
function staysIdle<Body>(
  { slots, engine, extras, pairs, report }: FloorState<Body>,
  slot: number,
  body: Body,
): boolean {
  if (extras.changes[slots.group[MAX_GROUPS * slot]] !== pairs.changes || engine.isAtRest?.(body) !== true)
    return false;
  const { pushed, pushedBefore } = slots;
  for (let e = 3 * slot; e < 3 * slot + 3; e++) {
    pushed[e] = 0;
    pushedBefore[e] = 0;
  }
  report.bodies++;
  report.patches++;
  return true;
}

/** True if a body that did not move in this step needs no friction in the next one either, unless something moves it. */
function isIdle<Body>({ slots, patches, materialAt, engine }: FloorState<Body>, slot: number): boolean {
  if (engine.isAtRest === undefined || materialAt !== null) return false;
  if (slots.tyres[slot] !== null || slots.groupCount[slot] !== 1) return false;
  const { law } = patches;
  const { stateSize, modifier } = law[slots.group[MAX_GROUPS * slot]];
  // Bristles relax, and surfaces may start to move.
  return stateSize === 0 && modifier === undefined;
}

function stepBody<Body>(state: FloorState<Body>, slot: number, body: Body, dt: number): void {
  const { slots, engine, read, report, push } = state;
  const s = 3 * slot;
  read[DVX] = read[DVY] = read[DSPIN] = 0;
  engine.read(body, dt, read);
  let sum = 0;
  for (let e = 0; e < READ_SIZE - 1; e++) sum += read[e] * 0;
  if (sum !== 0) {
    leaveOut(state, slot);
    return;
  }
  const mass = read[MASS];
  if (!(mass > 0)) {
    rest(state, slot);
    return;
  }
  report.bodies++;
  slots.nonFinite[slot] = 0;
  slots.mass[slot] = mass;
  slots.inertia[slot] = read[INERTIA] > 0 ? read[INERTIA] : Number.POSITIVE_INFINITY;
  fillBody(state, slot);
  const wasActive = slots.active[slot] === 1;
  slots.active[slot] = 1;
  predictPush(state, s, wasActive);
  if (engine.canPush?.() === false) push.fill(0);
  const v = state.bodies.velocity;
  const b = 6 * slot;
  const limit = state.gravity * dt;
  v[b] = read[VX] + read[DVX] + push[0];
  v[b + 1] = read[VY] + read[DVY] + push[1];
  v[b + 5] = read[SPIN] + read[DSPIN] + push[2];
  if (!(limit > 0)) return;
  const isStill = v[b] === 0 && v[b + 1] === 0 && v[b + 5] === 0;
  const delay = dt * (engine.substepLag?.() ?? 0);
  const { motion } = state.bodies;
  motion[b] = delay * read[VX];
  motion[b + 1] = delay * read[VY];
  const { impulse } = slots;
  impulse[s] = impulse[s + 1] = impulse[s + 2] = 0;
  const tyres = slots.tyres[slot];
  if (tyres !== null) solveTyres(state, slot, tyres, dt);
  else solveBody(state, slot, dt);
  const jx = impulse[s];
  const jy = impulse[s + 1];
  const jr = impulse[s + 2];
  slots.expected[s] = read[VX] + read[DVX] + jx / mass;
  slots.expected[s + 1] = read[VY] + read[DVY] + jy / mass;
  slots.expected[s + 2] = read[SPIN] + read[DSPIN] + jr / slots.inertia[slot];
  if ((jx + jy + jr) * 0 !== 0) {
    // A law of the user's own: the body goes on without friction.
    leaveOut(state, slot);
    return;
  }
  if (engine.beginPush !== undefined && (push[0] !== 0 || push[1] !== 0 || push[2] !== 0)) {
    engine.beginPush(body, push, dt);
  }
  if (jx === 0 && jy === 0 && jr === 0) {
    if (isStill) slots.idle[slot] = isIdle(state, slot) ? 1 : 0;
    return;
  }
  state.impulse[0] = jx;
  state.impulse[1] = jy;
  state.impulse[2] = jr;
  engine.apply(body, state.impulse, dt);
}

/** Pose, cosine and sine of the body in `read`. */
function fillBody<Body>({ slots, bodies, read, half }: FloorState<Body>, slot: number): void {
  const { pose, invMass, invInertia } = bodies;
  const p = 7 * slot;
  const q = 2 * slot;
  pose[p] = read[X];
  pose[p + 1] = read[Y];
  half[0] = 0.5 * read[ANGLE];
  turnAt(half, 0);
  pose[p + 5] = half[1];
  pose[p + 6] = half[0];
  slots.turn[q] = 1 - 2 * half[1] * half[1];
  slots.turn[q + 1] = 2 * half[0] * half[1];
  const inverse = 1 / slots.mass[slot];
  invMass[3 * slot] = inverse;
  invMass[3 * slot + 1] = inverse;
  invInertia[6 * slot + 5] = 1 / slots.inertia[slot];
}

/** push = what contacts and joints are expected to add; `pushed` becomes what they added in the last step. */
function predictPush<Body>({ slots, read, push }: FloorState<Body>, s: number, wasActive: boolean): void {
  const { pushed, pushedBefore: before, expected } = slots;
  for (let e = 0; e < 3; e++) {
    before[s + e] = pushed[s + e];
    pushed[s + e] = wasActive ? read[VX + e] - expected[s + e] : 0;
    const a = pushed[s + e];
    const b = before[s + e];
    // The smaller one of equal signs, else 0. Without branches: on a free body it is rounding noise of either sign.
    push[e] = Math.max(0, Math.min(a, b)) + Math.min(0, Math.max(a, b));
  }
}

/** A body that does not take part: asleep, or no longer dynamic. */
function rest<Body>({ slots, patches }: FloorState<Body>, slot: number): void {
  if (slots.active[slot] === 0) return;
  slots.active[slot] = 0;
  for (let e = 3 * slot; e < 3 * slot + 3; e++) slots.pushed[e] = 0;
  for (let k = 0; k < slots.groupCount[slot]; k++) patches.sliding[slots.group[MAX_GROUPS * slot + k]] = 0;
}

function leaveOut<Body>(state: FloorState<Body>, slot: number): void {
  const { slots, report } = state;
  report.nonFiniteBodies++;
  slots.nonFinite[slot] = 1;
  rest(state, slot);
  reportFloorProblem(
    report,
    'the velocity, pose, mass or force of a body is not a finite number: the body is left out',
  );
}

function removeUnvisited<Body>(state: FloorState<Body>): void {
  const { slots } = state;
  for (let slot = 1; slot < slots.count; slot++) {
    if (slots.body[slot] !== undefined && slots.visited[slot] !== state.step) removeSlot(state, slot);
  }
}
