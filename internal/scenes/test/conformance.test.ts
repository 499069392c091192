import { coulomb } from '@stiction/friction-core';
import { type AdapterDriver, adapterConformance } from '@stiction/friction-core/testing';
import { describe, test } from 'vitest';
import { engines } from './engines.js';

// In Rapier every collider is acquired: the checks are of the adapter, and Coulomb friction would stay Rapier's own.
const scope = 'all';

for (const { engine, create } of engines) {
  describe(`the adapter of ${engine} conforms`, () => {
    const driver: AdapterDriver = (spec) =>
      create({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false, scope });
    for (const check of adapterConformance(driver)) test(check.name, check.run);
  });
}
