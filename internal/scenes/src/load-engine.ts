import type { EngineName, Scene, SceneWorld } from './scene.js';

export interface BuildOptions {
  stiction: boolean;
  /** How many times the engine's own iterations, and Stiction's, are done per step. @default 1 */
  effort?: number;
  /** Which colliders Stiction acquires in Rapier. @default 'special' */
  scope?: 'special' | 'all';
}

/** Builds a scene in one engine, stock or with Stiction. */
export type BuildWorld = (scene: Scene, options: BuildOptions) => SceneWorld;

/** Engines are large downloads, so only those who ask for one pay for it. */
export async function loadEngine(name: EngineName): Promise<BuildWorld> {
  if (name === 'cannon') return (await import('./cannon-world.js')).createCannonWorld;
  const [{ default: RAPIER }, { createRapierWorld }] = await Promise.all([
    import('@dimforge/rapier3d-compat'),
    import('./rapier-world.js'),
  ]);
  await RAPIER.init();
  return (scene, options) => createRapierWorld(RAPIER, scene, options);
}
