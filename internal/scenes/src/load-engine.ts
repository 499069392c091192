import type { EngineName, Scene, SceneWorld } from './scene.js';

export interface BuildOptions {
  stiction: boolean;
  /** Multiplies the iterations per step of the engine and of Stiction. @default 1 */
  effort?: number;
  /** Which colliders Stiction acquires in Rapier. @default 'special' */
  scope?: 'special' | 'all';
}

/** Builds a scene in one engine, stock or with Stiction. */
export type BuildWorld = (scene: Scene, options: BuildOptions) => SceneWorld;

/** An engine that a scene brings, instead of one of the two 3-D engines. */
export interface EngineChoice {
  /** Part of the names of its snippets. */
  id: string;
  label: string;
  load(): Promise<BuildWorld>;
}

/** Loads an engine on demand: engines are large downloads. */
export async function loadEngine(name: EngineName): Promise<BuildWorld> {
  if (name === 'cannon') return (await import('./cannon-world.js')).createCannonWorld;
  const [{ default: RAPIER }, { createRapierWorld }] = await Promise.all([
    import('@dimforge/rapier3d-compat'),
    import('./rapier-world.js'),
  ]);
  await RAPIER.init();
  return (scene, options) => createRapierWorld(RAPIER, scene, options);
}
