import type { PatchBuffers } from '@stiction/friction-core';
import { RIM_POINTS } from './constants.js';
import { type FloorState, OWN_SET } from './state.js';

/** Prepares patch i of a body for a step of dt seconds: geometry, load and law. */
export function preparePatch<Body>(state: FloorState<Body>, i: number, dt: number): void {
  const { patches, extras, slots, bodies } = state;
  const slot = extras.slot[i];
  const at = 3 * i;
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  const ox = extras.offset[2 * i];
  const oy = extras.offset[2 * i + 1];
  const rx = cos * ox - sin * oy;
  const ry = sin * ox + cos * oy;
  patches.armB[at] = rx;
  patches.armB[at + 1] = ry;
  patches.centre[at] = bodies.pose[7 * slot] + rx;
  patches.centre[at + 1] = bodies.pose[7 * slot + 1] + ry;
  patches.normalImpulse[i] = slots.mass[slot] * state.gravity * dt * extras.share[i];
  if (extras.kind[i] === OWN_SET) placeRim(state, i);
  linearize(patches, i, dt);
}

/** As `linearizePatch` of friction-core. */
export function linearize(patches: PatchBuffers, i: number, dt: number): void {
  const { eps, bias, tangentVelocity } = patches;
  for (let e = 3 * i; e < 3 * i + 3; e++) {
    eps[e] = 0;
    bias[e] = 0;
    tangentVelocity[e] = 0;
  }
  patches.normalScale[i] = 1;
  patches.law[i].linearize(patches, i, dt);
}

/** Contact points for laws that infer a shape from them: the outline of the footprint. */
function placeRim<Body>({ patches, extras, slots }: FloorState<Body>, i: number): void {
  const slot = extras.slot[i];
  const samples = slots.samples[slot];
  const isSplit = extras.pressure[i] !== slots.pressure[slot];
  patches.points[i] = samples === null ? 1 : RIM_POINTS;
  if (samples === null) return;
  const cos = slots.turn[2 * slot];
  const sin = slots.turn[2 * slot + 1];
  const { centre, pointPosition, torsionRadius } = patches;
  // A part of a split footprint stands for a disc with the same torsion radius, 2/3 of its own.
  const radius = 1.5 * torsionRadius[i];
  const { rim } = samples;
  for (let k = 0; k < RIM_POINTS; k++) {
    const p = 3 * (patches.firstPoint[i] + k);
    const x = isSplit ? radius * cosineOfEighths(k) : rim[2 * k];
    const y = isSplit ? radius * cosineOfEighths(k + 6) : rim[2 * k + 1];
    pointPosition[p] = centre[3 * i] + cos * x - sin * y;
    pointPosition[p + 1] = centre[3 * i + 1] + sin * x + cos * y;
    pointPosition[p + 2] = 0;
  }
}

/** Signs of the cosines of eighths of a turn. */
const SIGN: readonly number[] = [1, 1, 0, -1, -1, -1, 0, 1];

function cosineOfEighths(k: number): number {
  return SIGN[k % 8] * (k % 2 === 0 ? 1 : Math.SQRT1_2);
}
