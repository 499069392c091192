import { BOUND_CHANGE, LEFT_BOUND, NEAR_BOUND, RIGID } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { MOTOR_AXES, type RowJoint } from './row-joints.js';

/**
 * Motors of rows: 0 and 1 along X and Y, 2 about the normal. Writing one wakes its bodies and restarts Rapier's sleep timer, so a motor that
 * does what it should is left alone.
 */

/**
 * A row that holds: force = total (target - v) at the start of the step. The share `elastic` of it is a spring of the engine's about the
 * place where it bears that force. The engine bends it by itself: while a patch holds, nothing is written. `scale` is what
 * friction holds there in all, for the size of what matters.
 */
export function holdRow(
  install: InstallState,
  joint: RowJoint,
  k: number,
  target: number,
  total: number,
  elastic: number,
  bound: number,
  scale: number,
): void {
  if (elastic === 0) {
    setMotor(install, joint, k, 0, target, 0, total, bound, scale, total * target);
    return;
  }
  const { timestep, numSolverIterations } = install.world;
  const stiffness = (elastic * total) / timestep;
  const place = install.scratch.place[k] + (target * total) / stiffness;
  // The engine measures half of an angle.
  const told = k === 2 ? 2 * stiffness : stiffness;
  // In each of n passes the spring counts as bent by one pass more, and is bent by those before: (n - 1)/2 of them on average.
  const ahead = (told + 0.5 * (numSolverIterations - 1) * stiffness) / numSolverIterations;
  const damping = Math.max(0, total - ahead * timestep);
  setMotor(install, joint, k, place, 0, told, damping, bound, scale, total * target);
}

/** A row that gives all the force that its bound allows, until the slip is what the target says. */
export function slideRow(
  install: InstallState,
  joint: RowJoint,
  k: number,
  target: number,
  inverseMass: number,
  most: number,
): void {
  const damping = RIGID / (install.world.timestep * inverseMass);
  setMotor(install, joint, k, 0, target, 0, damping, most, most, damping * target);
}

export function switchOff(install: InstallState, joint: RowJoint, k: number): void {
  setMotor(install, joint, k, 0, 0, 0, 0, 0, 0, 0);
}

/** Writes a motor where it would do something else than it should: `force` is what it should give, `scale` what matters. */
function setMotor(
  { world, scratch }: InstallState,
  { handle, motors, margin, slack }: RowJoint,
  k: number,
  place: number,
  velocity: number,
  stiffness: number,
  damping: number,
  most: number,
  scale: number,
  force: number,
): void {
  const { raw } = world.impulseJoints;
  const at = 5 * k;
  const bound = Number.isFinite(most) ? most : 0;
  const written = motors[at + 4];
  // Far below its bound a row does the same with another one.
  const isFar = stiffness > 0 && Math.abs(force) < NEAR_BOUND * Math.min(bound, written);
  if (!(Math.abs(bound - written) <= (isFar ? Math.max(LEFT_BOUND * bound, margin * scale) : margin * scale))) {
    raw.jointSetMotorMaxForce(handle, MOTOR_AXES[k], bound);
    motors[at + 4] = bound;
  }
  if (bound === 0 && motors[at + 4] === 0) return;
  const bend = (motors[at] - scratch.place[k]) * (k === 2 ? 0.5 : 1);
  const given = motors[at + 2] * bend + motors[at + 3] * motors[at + 1];
  const noise = k < 2 ? stiffness * scratch.place[3] : 0;
  const isRight = Math.abs(cut(given, bound) - cut(force, bound)) <= slack * scale + noise;
  if (isRight && isNear(stiffness, motors[at + 2]) && isNear(damping, motors[at + 3])) return;
  raw.jointConfigureMotor(handle, MOTOR_AXES[k], place, velocity, stiffness, damping);
  motors[at] = place;
  motors[at + 1] = velocity;
  motors[at + 2] = stiffness;
  motors[at + 3] = damping;
}

function cut(force: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, force));
}

function isNear(wanted: number, written: number): boolean {
  return Math.abs(wanted - written) <= BOUND_CHANGE * wanted;
}
