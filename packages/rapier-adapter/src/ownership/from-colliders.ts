import { coulomb, type FrictionLaw, makeLaw, SHAPE_STRIDE } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord, ColliderTable } from './collider-table.js';
import { NATIVE } from './law-kind.js';
import { combined } from './represent.js';

/**
 * The coefficients that Rapier itself would use: each collider's own and its combine rule, of which the one with the larger
 * number wins. All patches that take theirs from here have one law in common; it finds the number by the two colliders.
 */

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

function combinedMu(a: ColliderRecord, b: ColliderRecord): number {
  const mu = combined(a.friction, a.rule, b.friction, b.rule);
  // What is no number, or below 0, is no friction.
  return mu > 0 && mu < Number.POSITIVE_INFINITY ? mu : 0;
}

/**
 * What the user sets by `collider.setFriction` and `setFrictionCombineRule` on an acquired collider is kept for the law, and what they
 * read is what they have set, while the engine has no friction there. Returns what undoes it.
 */
export function watchCoefficients(install: InstallState): () => void {
  const set = install.world.colliders.raw;
  const { coFriction, coFrictionCombineRule, coSetFriction, coSetFrictionCombineRule } = set;
  const acquired = (handle: number) => {
    const record = install.colliders.of.get(handle);
    return record && record.kind !== NATIVE && !install.writing ? record : undefined;
  };
  const noteChange = (handle: number) => {
    if (install.writing) return;
    install.colliders.changed.add(handle);
    install.colliders.undecided = true;
  };
  set.coFriction = (handle) => acquired(handle)?.friction ?? coFriction.call(set, handle);
  set.coFrictionCombineRule = (handle) => acquired(handle)?.rule ?? coFrictionCombineRule.call(set, handle);
  set.coSetFriction = (handle, friction) => {
    const record = acquired(handle);
    if (record) record.friction = Math.fround(friction);
    else coSetFriction.call(set, handle, friction);
    noteChange(handle);
  };
  set.coSetFrictionCombineRule = (handle, rule) => {
    const record = acquired(handle);
    if (record) record.rule = rule;
    else coSetFrictionCombineRule.call(set, handle, rule);
    noteChange(handle);
  };
  return () => {
    for (const name of ['coFriction', 'coFrictionCombineRule', 'coSetFriction', 'coSetFrictionCombineRule']) {
      Reflect.deleteProperty(set, name);
    }
  };
}
