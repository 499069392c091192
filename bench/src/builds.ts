import { type Build, createCannonWorld, type EngineName, loadRapierBuilder } from '@stiction/scenes';

/** The four worlds that every accuracy table compares. */
export interface Contestant {
  label: string;
  engine: EngineName;
  stiction: boolean;
  build: Build;
}

export async function contestants(): Promise<Contestant[]> {
  const createRapierWorld = await loadRapierBuilder();
  const engines = [
    { engine: 'cannon', name: 'cannon-es', create: createCannonWorld },
    { engine: 'rapier', name: 'Rapier', create: createRapierWorld },
  ] as const;
  return engines.flatMap(({ engine, name, create }) =>
    [false, true].map((stiction) => ({
      label: stiction ? `Stiction in ${name}` : name,
      engine,
      stiction,
      build: (scene) => create(scene, { stiction }),
    })),
  );
}
