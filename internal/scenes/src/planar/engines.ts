import type { EngineChoice } from '../load-engine.js';
import type { EngineName } from '../scene.js';

/** The 2-D engines of scenes seen from above, each in the place of a 3-D one. */
export const planarEngines: Readonly<Record<EngineName, EngineChoice>> = {
  cannon: {
    id: 'planck',
    label: 'Planck',
    load: async () => (await import('./planck-world.js')).createPlanckWorld,
  },
  rapier: {
    id: 'rapier2d',
    label: 'Rapier 2D',
    async load() {
      const [{ default: RAPIER }, { rapier2dBuilder }] = await Promise.all([
        import('@dimforge/rapier2d-compat'),
        import('./rapier-2d-world.js'),
      ]);
      await RAPIER.init();
      return rapier2dBuilder(RAPIER);
    },
  },
};
