import { createKinematicTarget, followKinematicTarget } from '@stiction/friction-core/adapter';
import { KINEMATIC } from '../crashcat-enums.js';
import type { AdapterState } from '../state/state.js';
import { readVelocity } from './bodies.js';

/** Lets the velocities of kinematic bodies follow their targets over the substeps. */
export function followKinematicTargets(state: AdapterState, dt: number, h: number): void {
  const { kinematicTargets, kinematicTargetIds, kinematicVelocity: velocity, slotByIndex } = state;
  const { pool, activeBodyIndices, activeBodyCount } = state.world.bodies;
  for (let k = 0; k < activeBodyCount; k++) {
    const body = pool[activeBodyIndices[k]];
    if (body.motionType !== KINEMATIC) continue;
    const { index, id } = body;
    readVelocity(velocity, 0, body);
    if (kinematicTargetIds[index] !== id) {
      kinematicTargetIds[index] = id;
      kinematicTargets[index] = createKinematicTarget(velocity);
    }
    followKinematicTarget(kinematicTargets[index], velocity, state.bodies, slotByIndex[index], dt, h, state.dt === dt);
  }
}
