import { coulomb } from '@stiction/friction-core';
import { adapterConformance } from '@stiction/friction-core/testing';
import { describe, test } from 'vitest';
import { createCannonWorld } from '../src/index.js';

describe('cannon-es conforms', () => {
  const driver = (spec: Parameters<Parameters<typeof adapterConformance>[0]>[0]) =>
    createCannonWorld({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false });
  for (const check of adapterConformance(driver)) test(check.name, check.run);
});
