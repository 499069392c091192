import {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  type KinematicTarget,
  readIndex,
  readNumber,
  type SnapshotReader,
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

/** Writes the targets to a snapshot, by body index. */
export function writeKinematicTargets(out: number[], { world, kinematicTargets }: AdapterState): void {
  const known = world.bodies.filter((body) => kinematicTargets.has(body));
  out.push(known.length);
  for (const body of known) out.push(body.index, ...(kinematicTargets.get(body) ?? []));
}

export function readKinematicTargets(
  reader: SnapshotReader,
  bodyAt: (index: number) => Body,
): WeakMap<Body, KinematicTarget> {
  const kinematicTargets = new WeakMap<Body, KinematicTarget>();
  for (let count = readIndex(reader); count > 0; count--) {
    const body = bodyAt(readIndex(reader));
    kinematicTargets.set(
      body,
      Float64Array.from({ length: KINEMATIC_TARGET_SIZE }, () => readNumber(reader)),
    );
  }
  return kinematicTargets;
}
