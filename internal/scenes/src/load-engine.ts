import { createCannonWorld } from './cannon-world.js';
import type { EngineName, Scene, SceneWorld } from './scene.js';

/** Builds a scene in one engine, stock or with Stiction. */
export type BuildWorld = (scene: Scene, options: { stiction: boolean }) => SceneWorld;

/** Rapier is a large download, so only those who ask for it pay for it. */
export async function loadEngine(name: EngineName): Promise<BuildWorld> {
  if (name === 'cannon') return createCannonWorld;
  const [{ default: RAPIER }, { createRapierWorld }] = await Promise.all([
    import('@dimforge/rapier3d-compat'),
    import('./rapier-world.js'),
  ]);
  await RAPIER.init();
  return (scene, options) => createRapierWorld(RAPIER, scene, options);
}
