import { type BuildWorld, type EngineName, loadEngine, type Scene, type SceneWorld } from '../src/index.js';

/** The engines, with Stiction installed by `build`, and the allowed creep in each [m]. */
export interface EngineUnderTest {
  engine: EngineName;
  create: BuildWorld;
  build: (scene: Scene) => SceneWorld;
  creepGoal: number;
}

const CREEP_GOAL: Record<EngineName, number> = { cannon: 1e-6, rapier: 1e-4 };

export const engines: EngineUnderTest[] = await Promise.all(
  (['cannon', 'rapier'] as const).map(async (engine) => {
    const create = await loadEngine(engine);
    return { engine, create, build: (scene) => create(scene, { stiction: true }), creepGoal: CREEP_GOAL[engine] };
  }),
);
