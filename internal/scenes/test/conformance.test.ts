import { coulomb } from '@stiction/friction-core';
import { type AdapterDriver, adapterConformance } from '@stiction/friction-core/testing';
import { describe, test } from 'vitest';
import { engines } from './engines.js';

// With every collider acquired: the checks test the adapter, and Rapier would solve Coulomb friction itself.
const scope = 'all';

for (const { engine, create } of engines) {
  describe(`the adapter of ${engine} conforms`, () => {
    const driver: AdapterDriver = (spec) =>
      create({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false, scope });
    for (const check of adapterConformance(driver)) test(check.name, check.run);
  });
}
