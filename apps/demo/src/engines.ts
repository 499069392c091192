import { type BuildWorld, type EngineName, loadEngine } from '@stiction/scenes';
import type { DemoScene } from '@stiction/scenes/demo';

export const ENGINE_LABELS: Record<EngineName, string> = { cannon: 'cannon-es', rapier: 'Rapier' };

const engines = new Map<string, BuildWorld>();

/** Name of an engine for the user; scenes seen from above have 2-D engines in place of the two. */
export function engineLabel(name: EngineName, demo: DemoScene | null): string {
  return demo?.engines?.[name].label ?? ENGINE_LABELS[name];
}

/** Loads an engine once, so that a restart does not wait for Rapier's WebAssembly again. */
export async function getEngine(name: EngineName, demo: DemoScene): Promise<BuildWorld> {
  const own = demo.engines?.[name];
  const key = own?.id ?? name;
  const build = engines.get(key) ?? (await (own ? own.load() : loadEngine(name)));
  engines.set(key, build);
  return build;
}
