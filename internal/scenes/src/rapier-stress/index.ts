import type * as CANNON from 'cannon-es';
import { type Mirror, type MirrorOptions, mirrorInRapier } from './mirror.js';

export { type Mirror, type MirrorOptions, mirrorInRapier };

/** `mirrorInRapier` with the engine loaded. */
export async function loadMirror(): Promise<(scene: CANNON.World, options: MirrorOptions) => Mirror> {
  const { default: RAPIER } = await import('@dimforge/rapier3d-compat');
  await RAPIER.init();
  return (scene, options) => mirrorInRapier(RAPIER, scene, options);
}
