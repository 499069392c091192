import type { DemoScene, Values } from '@stiction/scenes/demo';
import type { SolveAnswer, SolveOrder } from './solver.js';

/** Has the references of scenes computed in a worker, and stores them in the scene. */
export interface Solver {
  /** Resolves when the scene knows its reference for these values, or when the page has to compute it itself. */
  solve(demo: DemoScene, values: Values): Promise<void>;
}

export function createSolver(): Solver {
  let worker: Worker | null = null;
  let orders = 0;
  const waiting = new Map<number, (solution: unknown) => void>();

  function start(): Worker {
    const started = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<SolveAnswer>) => {
      waiting.get(data.order)?.(data.solution);
      waiting.delete(data.order);
    };
    started.onerror = () => {
      started.terminate();
      worker = null;
      for (const resolve of waiting.values()) resolve(undefined);
      waiting.clear();
    };
    return started;
  }

  return {
    async solve({ id, solution: known }, values) {
      if (!known || known.has(values) || typeof Worker === 'undefined') return;
      const asked = { ...values }; // the page's own change while the worker computes
      worker ??= start();
      const order = ++orders;
      const solution = await new Promise<unknown>((resolve) => {
        waiting.set(order, resolve);
        worker?.postMessage({ order, scene: id, values: asked } satisfies SolveOrder);
      });
      if (solution !== undefined) known.put(asked, solution);
    },
  };
}
