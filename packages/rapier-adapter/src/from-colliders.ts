import { coulomb, type FrictionLaw, makeLaw, SHAPE_STRIDE } from '@stiction/friction-core';
import type { ColliderTable, OwnedCollider } from './collider-table.js';
import type { InstallState } from './install-state.js';

/**
 * The coefficients that Rapier itself would use: each collider's own and its combine rule, of which the one with the larger
 * number wins. All patches that take theirs from here have one law in common; it finds the number by the two colliders.
 */

/** CoefficientCombineRule. */
const AVERAGE = 0;
const MIN = 1;
const MULTIPLY = 2;

export function createColliderLaw(colliders: () => ColliderTable): FrictionLaw {
  const unit = coulomb({ mu: 1 });
  return makeLaw({
    ...unit,
    name: 'collider',
    mu: undefined,
    linearize(patches, i, h) {
      unit.linearize(patches, i, h);
      const { ofKey } = colliders();
      const a = ofKey.get(patches.key[4 * i + 1]);
      const b = ofKey.get(patches.key[4 * i + 3]);
      const mu = a && b ? combinedMu(a, b) : 0;
      for (let e = SHAPE_STRIDE * i; e < SHAPE_STRIDE * i + 3; e++) patches.shape[e] *= mu;
    },
  });
}

function combinedMu(a: OwnedCollider, b: OwnedCollider): number {
  const rule = Math.max(a.rule, b.rule);
  let mu = Math.max(a.friction, b.friction);
  if (rule === AVERAGE) mu = 0.5 * (a.friction + b.friction);
  else if (rule === MIN) mu = Math.min(a.friction, b.friction);
  else if (rule === MULTIPLY) mu = a.friction * b.friction;
  // What is no number, or below 0, is no friction.
  return mu > 0 && mu < Number.POSITIVE_INFINITY ? mu : 0;
}

/**
 * What the user sets by `collider.setFriction` and `setFrictionCombineRule` from now on is taken from there, and what he
 * reads is what he has set, while the engine itself has no friction between our colliders. Returns what undoes it.
 */
export function watchCoefficients(install: InstallState): () => void {
  const set = install.world.colliders.raw;
  const read = set.coFriction;
  const readRule = set.coFrictionCombineRule;
  const write = set.coSetFriction;
  const writeRule = set.coSetFrictionCombineRule;
  const owned = (handle: number) => install.colliders.owned.get(handle);
  set.coFriction = (handle) => owned(handle)?.friction ?? read.call(set, handle);
  set.coFrictionCombineRule = (handle) => owned(handle)?.rule ?? readRule.call(set, handle);
  set.coSetFriction = (handle, friction) => {
    const one = owned(handle);
    if (one) one.friction = Math.fround(friction);
    else write.call(set, handle, friction);
  };
  set.coSetFrictionCombineRule = (handle, rule) => {
    const one = owned(handle);
    if (one) one.rule = rule;
    else writeRule.call(set, handle, rule);
  };
  return () => {
    for (const name of ['coFriction', 'coFrictionCombineRule', 'coSetFriction', 'coSetFrictionCombineRule']) {
      Reflect.deleteProperty(set, name);
    }
  };
}
