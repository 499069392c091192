import { planarEngines } from '../src/planar/engines.js';
import type { EngineUnderTest } from './engines.js';

/** The 2-D engines, for scenes seen from above. */
export const planar: (Pick<EngineUnderTest, 'engine' | 'create'> & { label: string })[] = await Promise.all(
  (['cannon', 'rapier'] as const).map(async (engine) => {
    const { label, load } = planarEngines[engine];
    return { engine, label, create: await load() };
  }),
);
