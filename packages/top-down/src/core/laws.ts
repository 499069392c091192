import type { FrictionLaw } from '@stiction/friction-core';
import { findPair, requireLaw } from '@stiction/friction-core/adapter';
import { clearLawState, type FloorState, OWN_SET, SURFACE, TYRE } from './state.js';

/**
 * The laws of friction-core and limit-surface on a floor. A patch has the floor as body A and its normal up, so that every law that
 * needs no more than friction acts as it does in 3-D. Rigid isotropic laws (`coulomb`, `patch`, `stribeck`, `fixedStep`) act on the
 * exact limit surface of the footprint; all others act with their own set, whose torsion radius is that of the footprint.
 */

/** Throws if a law needs something that a floor does not have. `what` names where it was given. */
export function requireFloorLaw(what: string, law: unknown): asserts law is FrictionLaw {
  requireLaw(what, law);
  if (law.extraRows) {
    throw new TypeError(`${what}: the law '${law.name}' resists rolling, and bodies do not roll on a floor`);
  }
  if (law.adhesion) {
    throw new TypeError(`${what}: the law '${law.name}' attracts the surfaces, and a floor has no normal contact`);
  }
}

/** True if the law acts on the exact limit surface of the footprint. */
function isSurfaceLaw(law: FrictionLaw): boolean {
  let base = law;
  while (base.modifier) {
    if (base.modifier.kind !== 'surfaceVelocity') return false;
    base = base.modifier.inner;
  }
  // `patch` with a given pressure has its own surface.
  return base.stateSize === 0 && base.coulombMatch !== undefined && base.extraTorsion !== true;
}

/** True if the coefficient of a surface law depends on the slip speed. */
export function isSpeedLaw(law: FrictionLaw): boolean {
  let base = law;
  while (base.modifier) base = base.modifier.inner;
  return base.coulombMatch === 'sticking' && base.set.name === 'ellipsoid';
}

/** Finds the law of patch i between two materials, and prepares the patch for it if it is a new one. */
export function updateLaw<Body>(state: FloorState<Body>, i: number, floorMaterial: number, bodyMaterial: number): void {
  const { pairs, extras } = state;
  if (
    extras.changes[i] === pairs.changes &&
    extras.floorMaterial[i] === floorMaterial &&
    extras.bodyMaterial[i] === bodyMaterial
  )
    return;
  extras.changes[i] = pairs.changes;
  extras.floorMaterial[i] = floorMaterial;
  extras.bodyMaterial[i] = bodyMaterial;
  const pair = findPair(pairs, floorMaterial, bodyMaterial);
  setPatchLaw(state, i, pair.law, pair.materialA === bodyMaterial && bodyMaterial !== floorMaterial);
}

/** `isBodyFirst`: the body, not the floor, is 'a' of the law. */
export function setPatchLaw<Body>(state: FloorState<Body>, i: number, law: FrictionLaw, isBodyFirst: boolean): void {
  const { patches, extras } = state;
  patches.flipped[i] = isBodyFirst ? 1 : 0;
  growLawState(state, law.stateSize);
  if (extras.kind[i] !== TYRE) extras.kind[i] = isSurfaceLaw(law) ? SURFACE : OWN_SET;
  if (patches.law[i] === law) return;
  patches.law[i] = law;
  clearLawState(patches, i);
  if (patches.normalImpulse[i] > 0) law.initFromImpulse?.(patches, i, state.dt);
}

/** Makes room for the memory of a law with more numbers than any before it. */
function growLawState<Body>({ patches }: FloorState<Body>, size: number): void {
  if (size <= patches.stateStride) return;
  const old = patches.state;
  const oldStride = patches.stateStride;
  patches.stateStride = size;
  patches.state = new Float64Array(size * Math.max(16, patches.points.length));
  for (let i = 0; i < patches.count; i++) {
    for (let e = 0; e < oldStride; e++) patches.state[size * i + e] = old[oldStride * i + e];
  }
}
