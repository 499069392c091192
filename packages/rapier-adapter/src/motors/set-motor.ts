import { BOUND_CHANGE, LEFT_BOUND, NEAR_BOUND, RIGID } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { type FrictionJoint, MOTOR_AXES } from './friction-joints.js';

/**
 * Motors 0 and 1 act along X and Y, motor 2 about the normal. Writing a motor wakes its bodies and restarts Rapier's sleep timer, so a motor that
 * already does the right thing is not written.
 */

/**
 * A motor that holds: force = total (target - v) at the start of the step. Its share `elastic` is a spring of the engine around the position where it
 * carries that force. The engine deflects the spring, so nothing is written while a patch sticks. `scale` is the total friction of the patch, to
 * judge which changes matter.
 */
export function setHoldingMotor(
  install: InstallState,
  joint: FrictionJoint,
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
  const engineStiffness = k === 2 ? 2 * stiffness : stiffness;
  // In each of n passes the spring is evaluated one pass ahead, plus the deflection of the passes before: (n - 1)/2 of them on average.
  const ahead = (engineStiffness + 0.5 * (numSolverIterations - 1) * stiffness) / numSolverIterations;
  const damping = Math.max(0, total - ahead * timestep);
  setMotor(install, joint, k, place, 0, engineStiffness, damping, bound, scale, total * target);
}

/** A motor that delivers its full bound until the slip reaches the target. */
export function setSlidingMotor(
  install: InstallState,
  joint: FrictionJoint,
  k: number,
  target: number,
  inverseMass: number,
  limit: number,
): void {
  const damping = RIGID / (install.reading.dt * inverseMass);
  setMotor(install, joint, k, 0, target, 0, damping, limit, limit, damping * target);
}

export function switchOff(install: InstallState, joint: FrictionJoint, k: number): void {
  setMotor(install, joint, k, 0, 0, 0, 0, 0, 0, 0);
}

/** Writes a motor only if its force would differ from `force`, relative to `scale`. */
function setMotor(
  { world, scratch }: InstallState,
  { handle, motors, margin, slack }: FrictionJoint,
  k: number,
  place: number,
  velocity: number,
  stiffness: number,
  damping: number,
  limit: number,
  scale: number,
  force: number,
): void {
  const { raw } = world.impulseJoints;
  const at = 5 * k;
  const bound = Number.isFinite(limit) ? limit : 0;
  const written = motors[at + 4];
  // Far below its bound a motor acts the same with another bound.
  const isFar = stiffness > 0 && Math.abs(force) < NEAR_BOUND * Math.min(bound, written);
  if (!(Math.abs(bound - written) <= (isFar ? Math.max(LEFT_BOUND * bound, margin * scale) : margin * scale))) {
    raw.jointSetMotorMaxForce(handle, MOTOR_AXES[k], bound);
    motors[at + 4] = bound;
  }
  if (bound === 0 && motors[at + 4] === 0) return;
  const bend = (motors[at] - scratch.place[k]) * (k === 2 ? 0.5 : 1);
  const given = motors[at + 2] * bend + motors[at + 3] * motors[at + 1];
  const noise = k < 2 ? stiffness * scratch.place[3] : 0;
  const isRight = Math.abs(clampForce(given, bound) - clampForce(force, bound)) <= slack * scale + noise;
  if (isRight && isNear(stiffness, motors[at + 2]) && isNear(damping, motors[at + 3])) return;
  raw.jointConfigureMotor(handle, MOTOR_AXES[k], place, velocity, stiffness, damping);
  motors[at] = place;
  motors[at + 1] = velocity;
  motors[at + 2] = stiffness;
  motors[at + 3] = damping;
}

function clampForce(force: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, force));
}

function isNear(wanted: number, written: number): boolean {
  return Math.abs(wanted - written) <= BOUND_CHANGE * wanted;
}
