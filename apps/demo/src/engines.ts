import { type BuildWorld, type EngineName, loadEngine } from '@stiction/scenes';

export const ENGINE_LABELS: Record<EngineName, string> = { cannon: 'cannon-es', rapier: 'Rapier' };

const engines = new Map<EngineName, BuildWorld>();

/** Loads an engine once, so that a restart does not wait for Rapier's WebAssembly again. */
export async function getEngine(name: EngineName): Promise<BuildWorld> {
  const build = engines.get(name) ?? (await loadEngine(name));
  engines.set(name, build);
  return build;
}
