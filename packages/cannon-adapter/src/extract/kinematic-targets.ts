import {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  keepFlag,
  keepNumbers,
  type StateBuffer,
} from '@stiction/friction-core/adapter';
import type { Body } from 'cannon-es';
import { KINEMATIC } from '../cannon-enums.js';
import type { AdapterState } from '../state/state.js';
import { readVelocity } from './bodies.js';

/** Lets the velocities of kinematic bodies follow their targets over the substeps. */
export function followKinematicTargets(state: AdapterState, dt: number, h: number): void {
  const { bodies, kinematicTargets, kinematicVelocity: velocity, slotByIndex } = state;
  for (const body of state.world.bodies) {
    if ((body.type & KINEMATIC) === 0) continue;
    readVelocity(velocity, 0, body);
    let target = kinematicTargets.get(body);
    if (!target) {
      target = createKinematicTarget(velocity);
      kinematicTargets.set(body, target);
    }
    followKinematicTarget(target, velocity, bodies, slotByIndex[body.index], dt, h, state.dt === dt);
  }
}

/** The target of a body in a saved state, if it has one. */
export function keepKinematicTarget(buffer: StateBuffer, { kinematicTargets }: AdapterState, body: Body): void {
  const target = kinematicTargets.get(body);
  if (!keepFlag(buffer, target !== undefined)) {
    if (target) kinematicTargets.delete(body);
    return;
  }
  const kept = target ?? new Float64Array(KINEMATIC_TARGET_SIZE);
  keepNumbers(buffer, kept, KINEMATIC_TARGET_SIZE);
  if (!target) kinematicTargets.set(body, kept);
}
