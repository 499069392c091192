import {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  readIndex,
  readNumber,
  readNumbers,
  type SnapshotReader,
  writeNumbers,
} from '@stiction/friction-core/adapter';
import type { RigidBody } from 'crashcat';
import { KINEMATIC } from '../crashcat-enums.js';
import type { AdapterState } from '../state/state.js';
import { readVelocity } from './bodies.js';

type Targets = Pick<AdapterState, 'kinematicTargets' | 'kinematicTargetIds'>;

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

/** Writes the targets to a snapshot, by body index. */
export function writeKinematicTargets(out: number[], state: AdapterState): void {
  const { pool } = state.world.bodies;
  const known = pool.filter((body) => !body._pooled && state.kinematicTargetIds[body.index] === body.id);
  out.push(known.length);
  for (const { index } of known) {
    out.push(index);
    writeNumbers(out, state.kinematicTargets[index], KINEMATIC_TARGET_SIZE);
  }
}

export function readKinematicTargets(reader: SnapshotReader, bodyAt: (index: number) => RigidBody): Targets {
  const targets: Targets = { kinematicTargets: [], kinematicTargetIds: [] };
  for (let count = readIndex(reader); count > 0; count--) {
    const { id, index } = bodyAt(readNumber(reader));
    targets.kinematicTargetIds[index] = id;
    targets.kinematicTargets[index] = new Float64Array(KINEMATIC_TARGET_SIZE);
    readNumbers(reader, targets.kinematicTargets[index], KINEMATIC_TARGET_SIZE);
  }
  return targets;
}
