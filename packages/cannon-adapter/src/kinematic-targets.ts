import {
  createKinematicTarget,
  followKinematicTarget,
  KINEMATIC_TARGET_SIZE,
  type KinematicTarget,
  type SnapshotReader,
  takeIndex,
  takeNumber,
} from '@stiction/friction-core';
import type { Body } from 'cannon-es';
import type { AdapterState } from './state.js';

const KINEMATIC = 4;

/** Bodies that the user moves, over the substeps. */
export function followKinematicTargets(state: AdapterState, dt: number, h: number): void {
  const { bodies, kinematicTargets, slotOf } = state;
  for (const body of state.world.bodies) {
    if ((body.type & KINEMATIC) === 0) continue;
    const { velocity: v, angularVelocity: w } = body;
    now[0] = v.x;
    now[1] = v.y;
    now[2] = v.z;
    now[3] = w.x;
    now[4] = w.y;
    now[5] = w.z;
    let target = kinematicTargets.get(body);
    if (!target) {
      target = createKinematicTarget(now);
      kinematicTargets.set(body, target);
    }
    followKinematicTarget(target, now, bodies, slotOf[body.index], dt, h, state.dt === dt);
  }
}

const now = new Float64Array(6);

/** For a snapshot: bodies by their place in the world. */
export function putKinematicTargets(out: number[], state: AdapterState): void {
  const known = state.world.bodies.filter((body) => state.kinematicTargets.has(body));
  out.push(known.length);
  for (const body of known) out.push(body.index, ...(state.kinematicTargets.get(body) ?? []));
}

export function takeKinematicTargets(
  reader: SnapshotReader,
  bodyAt: (place: number) => Body,
): WeakMap<Body, KinematicTarget> {
  const kinematicTargets = new WeakMap<Body, KinematicTarget>();
  for (let count = takeIndex(reader); count > 0; count--) {
    const body = bodyAt(takeIndex(reader));
    kinematicTargets.set(
      body,
      Float64Array.from({ length: KINEMATIC_TARGET_SIZE }, () => takeNumber(reader)),
    );
  }
  return kinematicTargets;
}
