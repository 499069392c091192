import { grown, type PatchBuffers, type PatchList } from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';

/**
 * Friction acts below a body's centre of mass and would tip it, but a body that stands on a face cannot be tipped by it:
 * the normals hold it. Friction is solved without the normals here, so what they block is taken out beforehand, of the
 * body's inverse inertia and of its angular velocity. Two points at p and q under the normal n block turning about
 * d = (p - q) × n:
 *
 *     ω ← ω - g d·(ω - ω₀) / (d·g),     I⁻¹ ← I⁻¹ - g gᵀ / (d·g),     g = I⁻¹ d,     ω₀ of what it stands on
 *
 * What the engine leaves of such a turn is the give of its contacts: it comes to nothing, and friction must not answer it
 * by moving the body. A body that does tip over stands on an edge, and nothing is blocked there.
 *
 * That is for bodies on something whose turning they do not change: the ground, a carrier, or a body that stands firmly on one.
 */
export function standOnFaces(table: BodyTable, patches: PatchBuffers, list: PatchList): void {
  firm = grown(firm, table.body.length);
  axes = grown(axes, 12 * table.body.length);
  axisCount = grown(axisCount, table.body.length);
  base = grown(base, table.body.length);
  ownInertia = grown(ownInertia, 6 * table.body.length);
  axisCount.fill(0);
  for (let slot = 0; slot < table.body.length; slot++) firm[slot] = table.kind[slot] === DYNAMIC ? 0 : 1;
  // Patches with the ground come first, so that most stacks are done from bottom to top in the first of the two rounds.
  for (let round = 0; round < 2; round++) {
    for (let k = 0; k < list.count; k++) {
      const i = list.index[k];
      const a = patches.bodyA[i];
      const b = patches.bodyB[i];
      if (firm[a] === 1 && firm[b] === 0) standOn(table, patches, i, b, a);
      else if (firm[b] === 1 && firm[a] === 0) standOn(table, patches, i, a, b);
    }
  }
}

/** What a body with blocked axes stands on. */
let base = new Int32Array(0);
/** 1 where a body cannot turn but about the normal it stands on. */
let firm = new Uint8Array(0);
/** Per slot: how many axes are blocked, at most two, and of each d and g / (d·g). */
let axisCount = new Uint8Array(0);
let axes = new Float64Array(0);

/** Takes the turns that the footing blocks out of the velocities; `restoreTurns` puts them back. */
export function holdTurns(table: BodyTable): void {
  held = grown(held, 3 * table.body.length);
  const { velocity: v } = table.bodies;
  for (let slot = 0; slot < table.body.length; slot++) {
    if (axisCount[slot] === 0) continue;
    const w = 6 * slot + 3;
    const own = turningOf(table, base[slot]);
    for (let e = 0; e < 3; e++) held[3 * slot + e] = v[w + e];
    for (let n = 0; n < axisCount[slot]; n++) {
      const at = 12 * slot + 6 * n;
      const turn =
        axes[at] * (v[w] - v[own]) + axes[at + 1] * (v[w + 1] - v[own + 1]) + axes[at + 2] * (v[w + 2] - v[own + 2]);
      for (let e = 0; e < 3; e++) v[w + e] -= turn * axes[at + 3 + e];
    }
    for (let e = 0; e < 3; e++) held[3 * slot + e] -= v[w + e];
  }
}

/** Where the angular velocity stands of the carrier, or the ground, at the bottom. */
function turningOf(table: BodyTable, slot: number): number {
  let below = slot;
  // Towers of bodies that stand firmly on each other.
  for (let k = 0; k < MOST_FLOORS && table.kind[below] === DYNAMIC; k++) below = base[below];
  return 6 * below + 3;
}

const MOST_FLOORS = 100;

export function restoreTurns(table: BodyTable): void {
  for (let slot = 0; slot < table.body.length; slot++) {
    if (axisCount[slot] === 0) continue;
    for (let e = 0; e < 3; e++) table.bodies.velocity[6 * slot + 3 + e] += held[3 * slot + e];
  }
}

let held = new Float64Array(0);

/** Gives bodies that stand on a face their own inverse inertia back. */
export function restoreInertia(table: BodyTable): void {
  const { invInertia } = table.bodies;
  for (let slot = 0; slot < table.body.length; slot++) {
    if (axisCount[slot] === 0) continue;
    for (let e = 6 * slot; e < 6 * slot + 6; e++) invInertia[e] = ownInertia[e];
  }
}

let ownInertia = new Float64Array(0);

/** Points carry a body only if they bear at least this share of the load. */
const BEARS = 1e-3;
/**
 * A face is as wide as this share of its length, and as this share of the height of the centre of mass above it. What stands on less, as a card on its
 * edge, can be tipped.
 */
const WIDE = 0.1;

function standOn(table: BodyTable, patches: PatchBuffers, i: number, slot: number, below: number): void {
  const { pointPosition: x, pointImpulse, firstPoint, points } = patches;
  const least = BEARS * patches.normalImpulse[i];
  // The two bearing points that are farthest apart from the first, and then from the line through both.
  let first = -1;
  let second = -1;
  let far = 0;
  for (let q = firstPoint[i]; q < firstPoint[i] + points[i]; q++) {
    if (!(pointImpulse[q] > least)) continue;
    if (first < 0) {
      first = q;
      continue;
    }
    const distance = squaredDistance(x, first, q);
    if (distance > far) {
      far = distance;
      second = q;
    }
  }
  if (second < 0) return;
  let third = -1;
  const height = heightAbove(table, patches, i, slot, first);
  let off = WIDE * WIDE * Math.max(far, height * height);
  for (let q = firstPoint[i]; q < firstPoint[i] + points[i]; q++) {
    if (!(pointImpulse[q] > least)) continue;
    const distance = squaredDistanceFromLine(x, first, second, q, far);
    if (distance > off) {
      off = distance;
      third = q;
    }
  }
  if (third < 0) return;
  base[slot] = below;
  block(table, patches, i, slot, first, second);
  block(table, patches, i, slot, first, third);
  firm[slot] = 1;
}

/** Of the centre of mass above the plane of the patch, through point q. */
function heightAbove(table: BodyTable, patches: PatchBuffers, i: number, slot: number, q: number): number {
  const { pointPosition: x, normal: n } = patches;
  const { pose } = table.bodies;
  const at = 7 * slot;
  return (
    n[3 * i] * (pose[at] - x[3 * q]) +
    n[3 * i + 1] * (pose[at + 1] - x[3 * q + 1]) +
    n[3 * i + 2] * (pose[at + 2] - x[3 * q + 2])
  );
}

/** Blocks turning about (p - q) × n. */
function block(table: BodyTable, patches: PatchBuffers, i: number, slot: number, p: number, q: number): void {
  const { pointPosition: x, normal: n } = patches;
  const j = table.bodies.invInertia;
  const k = 6 * slot;
  const px = x[3 * p] - x[3 * q];
  const py = x[3 * p + 1] - x[3 * q + 1];
  const pz = x[3 * p + 2] - x[3 * q + 2];
  const nx = n[3 * i];
  const ny = n[3 * i + 1];
  const nz = n[3 * i + 2];
  const dx = py * nz - pz * ny;
  const dy = pz * nx - px * nz;
  const dz = px * ny - py * nx;
  const gx = j[k] * dx + j[k + 1] * dy + j[k + 2] * dz;
  const gy = j[k + 1] * dx + j[k + 3] * dy + j[k + 4] * dz;
  const gz = j[k + 2] * dx + j[k + 4] * dy + j[k + 5] * dz;
  const size = dx * gx + dy * gy + dz * gz;
  // What is left of an axis that is blocked already is rounding error.
  if (axisCount[slot] === 2 || !(size > 1e-9 * (j[k] + j[k + 3] + j[k + 5]) * (dx * dx + dy * dy + dz * dz))) return;
  if (axisCount[slot] === 0) for (let e = k; e < k + 6; e++) ownInertia[e] = j[e];
  const at = 12 * slot + 6 * axisCount[slot]++;
  axes[at] = dx;
  axes[at + 1] = dy;
  axes[at + 2] = dz;
  axes[at + 3] = gx / size;
  axes[at + 4] = gy / size;
  axes[at + 5] = gz / size;
  j[k] -= (gx * gx) / size;
  j[k + 1] -= (gx * gy) / size;
  j[k + 2] -= (gx * gz) / size;
  j[k + 3] -= (gy * gy) / size;
  j[k + 4] -= (gy * gz) / size;
  j[k + 5] -= (gz * gz) / size;
}

function squaredDistance(x: Float64Array, p: number, q: number): number {
  const dx = x[3 * p] - x[3 * q];
  const dy = x[3 * p + 1] - x[3 * q + 1];
  const dz = x[3 * p + 2] - x[3 * q + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Of point q from the line through p and r, whose squared distance is `length`. */
function squaredDistanceFromLine(x: Float64Array, p: number, r: number, q: number, length: number): number {
  const ax = x[3 * r] - x[3 * p];
  const ay = x[3 * r + 1] - x[3 * p + 1];
  const az = x[3 * r + 2] - x[3 * p + 2];
  const bx = x[3 * q] - x[3 * p];
  const by = x[3 * q + 1] - x[3 * p + 1];
  const bz = x[3 * q + 2] - x[3 * p + 2];
  const along = ax * bx + ay * by + az * bz;
  return bx * bx + by * by + bz * bz - (along * along) / length;
}
