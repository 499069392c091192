import { type EngineName, loadEngine, type Scene, type SceneWorld } from '@stiction/scenes';

/** The four worlds that every accuracy table compares. */
export interface Contestant {
  label: string;
  stiction: boolean;
  build: (scene: Scene) => SceneWorld;
}

const NAMES: Record<EngineName, string> = { cannon: 'cannon-es', rapier: 'Rapier' };

export async function contestants(): Promise<Contestant[]> {
  const all: Contestant[] = [];
  for (const engine of ['cannon', 'rapier'] as const) {
    const build = await loadEngine(engine);
    for (const stiction of [false, true]) {
      const label = stiction ? `Stiction in ${NAMES[engine]}` : NAMES[engine];
      all.push({ label, stiction, build: (scene) => build(scene, { stiction }) });
    }
  }
  return all;
}

/** Those whose cost is measured: Rapier also as read from its memory. */
export async function costContestants(): Promise<Contestant[]> {
  const build = await loadEngine('rapier');
  return [
    ...(await contestants()).filter(({ stiction }) => stiction),
    {
      label: 'Stiction in Rapier, reader memory',
      stiction: true,
      build: (scene) => build(scene, { stiction: true, reader: 'memory' }),
    },
  ];
}
