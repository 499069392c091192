import type { RigidBody } from '@dimforge/rapier3d-compat';
import type { Impact } from '@stiction/friction-core';
import {
  addToLandings,
  beginImpacts,
  ensureCapacity,
  finishLandings,
  type ImpactStep,
  startLandings,
} from '@stiction/friction-core/adapter';
import { IMPACT_CHANGE } from '../constants.js';
import type { BodyOf, ColliderOf, RapierWorld } from '../install/flavours.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { type ColliderRecord, slotOfRecord } from '../ownership/collider-table.js';
import { DYNAMIC, FIXED } from './body-table.js';
import { describePatch } from './describe.js';
import { createView, readPairs, type View } from './read-view.js';

/** An impact of two bodies. A body is null if the collider has none. The object and its vectors are reused: copy what you keep. */
export interface RapierImpact<W extends RapierWorld = RapierWorld> extends Impact<BodyOf<W> | null> {
  colliderA: ColliderOf<W>;
  colliderB: ColliderOf<W>;
}

/**
 * Impacts while somebody listens. Velocities of all bodies are read before and after the engine's step. Contacts of the step's own patches are known;
 * those of other pairs are read if one of the bodies has changed its velocity by more than gravity or rest explain.
 */
export interface ImpactReading {
  /** Velocities before the step, six per slot, and the step in which they were read. */
  start: Float64Array;
  readStep: Int32Array;
  checkedStep: Int32Array;
  /** Colliders of bodies that may have had an impact. */
  suspects: ColliderRecord[];
  /** Pairs that are read for impacts only. */
  view: View;
  /** The step's own patches, and those of the view. */
  own: ImpactStep<RigidBody | null>;
  read: ImpactStep<RigidBody | null>;
}

export function createImpactReading(install: () => InstallState): ImpactReading {
  const describe: ImpactStep<RigidBody | null>['describe'] = (pair, patches, i) =>
    describePatch(install(), pair, patches, i);
  return {
    start: new Float64Array(0),
    readStep: new Int32Array(0),
    checkedStep: new Int32Array(0),
    suspects: [],
    view: createView(),
    own: { describe } as ImpactStep<RigidBody | null>,
    read: { describe } as ImpactStep<RigidBody | null>,
  };
}

export function hasImpactListeners({ events }: InstallState): boolean {
  return events.impacts.subscribers.length > 0;
}

/** Before the engine's step: reads the velocities of all bodies. */
export function readStartVelocities(install: InstallState): void {
  if (!hasImpactListeners(install)) return;
  const { colliders, bodies: table, impacts, engine, scratch, stepIndex } = install;
  const { out } = scratch;
  for (const record of colliders.byHandle.values()) {
    const slot = record.isExcluded ? 0 : slotOfRecord(install, record);
    reserveImpacts(impacts, table.body.length);
    if (slot === 0 || impacts.readStep[slot] === stepIndex) continue;
    impacts.readStep[slot] = stepIndex;
    const { start } = impacts;
    start.fill(0, 6 * slot, 6 * slot + 6);
    if (table.type[slot] === FIXED) continue;
    engine.bodies.rbLinvel(table.handle[slot], out);
    for (let e = 0; e < 3; e++) start[6 * slot + e] = out[e];
    engine.bodies.rbAngvel(table.handle[slot], out);
    for (let e = 0; e < 3; e++) start[6 * slot + 3 + e] = out[e];
  }
}

function reserveImpacts(impacts: ImpactReading, slots: number): void {
  if (impacts.start.length >= 6 * slots && impacts.checkedStep.length >= slots) return;
  impacts.start = ensureCapacity(impacts.start, 6 * slots);
  impacts.readStep = ensureCapacity(impacts.readStep, slots);
  impacts.checkedStep = ensureCapacity(impacts.checkedStep, slots);
}

/** At the end of a step: collects its impacts. */
export function collectImpacts(install: InstallState, dt: number): void {
  const { events, impacts, store } = install;
  if (!beginImpacts(events)) return;
  const { view, own, read } = impacts;
  listSuspects(install, dt);
  view.store.current.count = 0;
  if (impacts.suspects.length > 0) readPairs(install, view, impacts.suspects, false);
  // Slip is measured against bodies, not against moving surfaces: nothing was linearized.
  view.store.current.tangentVelocity.fill(0, 0, 3 * view.store.current.count);
  fillStep(install, own, store.current, dt);
  fillStep(install, read, view.store.current, dt);
  for (const step of [own, read]) startLandings(events, step);
  for (const step of [own, read]) addToLandings(events, step);
  finishLandings(events, own);
}

function fillStep(
  { bodies: table, impacts, gravity, lengthUnit }: InstallState,
  step: ImpactStep<RigidBody | null>,
  patches: ImpactStep<RigidBody | null>['patches'],
  dt: number,
): void {
  step.patches = patches;
  step.bodies = table.bodies;
  step.startVelocity = impacts.start;
  step.pointLoad = patches.pointImpulse;
  step.patchLoad = patches.normalImpulse;
  step.dt = dt;
  step.worldSlot = 0;
  step.gravity = length(gravity[0], gravity[1], gravity[2]);
  step.lengthUnit = lengthUnit;
}

/** Lists the colliders of bodies whose velocity has changed by more than rest or free fall explain. */
function listSuspects(install: InstallState, dt: number): void {
  const { colliders, bodies: table, impacts, engine, gravity: g, scratch, stepIndex } = install;
  const { suspects, start, readStep, checkedStep } = impacts;
  const { out } = scratch;
  const least = IMPACT_CHANGE * dt * length(g[0], g[1], g[2]);
  suspects.length = 0;
  for (const record of colliders.byHandle.values()) {
    const { slot } = record;
    if (slot <= 0 || record.isExcluded || table.type[slot] !== DYNAMIC || readStep[slot] !== stepIndex) continue;
    // Odd if the body is a suspect.
    if (checkedStep[slot] !== 2 * stepIndex && checkedStep[slot] !== 2 * stepIndex + 1) {
      engine.bodies.rbLinvel(table.handle[slot], out);
      const x = out[0] - start[6 * slot];
      const y = out[1] - start[6 * slot + 1];
      const z = out[2] - start[6 * slot + 2];
      const isAtRest = length(x, y, z) <= least;
      const isFalling = length(x - dt * g[0], y - dt * g[1], z - dt * g[2]) <= least;
      checkedStep[slot] = 2 * stepIndex + (isAtRest || isFalling ? 0 : 1);
    }
    if (checkedStep[slot] === 2 * stepIndex + 1) suspects.push(record);
  }
}
