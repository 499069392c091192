import { coulomb, type FrictionLaw, SHAPE_STRIDE } from '@stiction/friction-core';
import { makeLaw } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, type ColliderTable, noteFriction } from './collider-table.js';
import { NATIVE } from './law-kind.js';
import { combined } from './represent.js';

/**
 * The coefficients that Rapier would use: each collider's own and its combine rule, where the larger rule number wins. All such patches share one
 * law, which looks the coefficient up by the two colliders.
 */

export function createColliderLaw(colliders: () => ColliderTable): FrictionLaw {
  const unit = coulomb({ mu: 1 });
  return makeLaw({
    ...unit,
    name: 'collider',
    mu: undefined,
    linearize(patches, i, h) {
      unit.linearize(patches, i, h);
      const { byKey } = colliders();
      const a = byKey.get(patches.key[4 * i + 1]);
      const b = byKey.get(patches.key[4 * i + 3]);
      const mu = a && b ? combinedMu(a, b) : 0;
      for (let e = SHAPE_STRIDE * i; e < SHAPE_STRIDE * i + 3; e++) patches.shape[e] *= mu;
    },
  });
}

function combinedMu(a: ColliderRecord, b: ColliderRecord): number {
  const mu = combined(a.friction, a.rule, b.friction, b.rule);
  // NaN and negative values mean no friction.
  return mu > 0 && mu < Number.POSITIVE_INFINITY ? mu : 0;
}

/**
 * `collider.setFriction` and `setFrictionCombineRule` on an acquired collider are stored for the law, and reading returns what the user has set,
 * although the engine has no friction there. Returns a function that undoes this.
 */
export function watchCoefficients(install: InstallState): () => void {
  const set = install.world.colliders.raw;
  const { coFriction, coFrictionCombineRule, coSetFriction, coSetFrictionCombineRule } = set;
  const acquired = (handle: number) => {
    const record = install.colliders.byHandle.get(handle);
    return record && record.kind !== NATIVE && !install.isWriting ? record : undefined;
  };
  set.coFriction = (handle) => acquired(handle)?.friction ?? coFriction.call(set, handle);
  set.coFrictionCombineRule = (handle) => acquired(handle)?.rule ?? coFrictionCombineRule.call(set, handle);
  set.coSetFriction = (handle, friction) => {
    const record = acquired(handle);
    if (record) record.friction = Math.fround(friction);
    else coSetFriction.call(set, handle, friction);
    noteFriction(install, handle);
  };
  set.coSetFrictionCombineRule = (handle, rule) => {
    const record = acquired(handle);
    if (record) record.rule = rule;
    else coSetFrictionCombineRule.call(set, handle, rule);
    noteFriction(install, handle);
  };
  return () => {
    for (const name of ['coFriction', 'coFrictionCombineRule', 'coSetFriction', 'coSetFrictionCombineRule']) {
      Reflect.deleteProperty(set, name);
    }
  };
}
