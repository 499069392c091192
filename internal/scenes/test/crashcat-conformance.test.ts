import { coulomb } from '@stiction/friction-core';
import { type AdapterDriver, adapterConformance } from '@stiction/friction-core/testing';
import { describe, test } from 'vitest';
import { createCrashcatWorld } from '../src/crashcat-world.js';

describe('the adapter of crashcat conforms', () => {
  const driver: AdapterDriver = (spec) =>
    createCrashcatWorld({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false });
  for (const check of adapterConformance(driver)) test(check.name, check.run);
});
