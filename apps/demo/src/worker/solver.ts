import { demoScenes, type Values } from '@stiction/scenes/demo';

/** Computes references that are simulations of their own, in a worker. */

export interface SolveOrder {
  order: number;
  scene: string;
  values: Values;
}

export interface SolveAnswer {
  order: number;
  /** Absent if a newer order came first, or if it failed: the page then computes it. */
  solution?: unknown;
}

/** A dragged slider asks for more than it needs. */
let newest = 0;

async function solve({ order, scene, values }: SolveOrder): Promise<unknown> {
  const demo = await demoScenes.find(({ id }) => id === scene)?.load();
  // Orders that have come meanwhile.
  await new Promise((resolve) => setTimeout(resolve));
  return order === newest ? demo?.solution?.solve(values) : undefined;
}

self.onmessage = async ({ data }: MessageEvent<SolveOrder>) => {
  newest = data.order;
  const solution = await solve(data).catch(() => undefined);
  postMessage({ order: data.order, solution } satisfies SolveAnswer);
};
