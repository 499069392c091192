import { replaceWorker } from './replace-worker.js';

export interface FrictionWorkerOptions {
  /** The module that calls `startPhysics`, from the root of the project: '/src/physics-worker.js'. */
  worker: string;
}

/** What Vite asks of a plugin; structural, so that every version of it fits. */
export interface FrictionWorkerPlugin {
  name: string;
  enforce: 'pre';
  config(): { optimizeDeps: { exclude: string[]; include: string[] }; worker: { format: 'es' } };
  transform(code: string, id: string): { code: string; map: null } | undefined;
}

const FILE = /[\\/](?:@react-three[\\/]cannon|@pmndrs[\\/]cannon-worker-api)[\\/]dist[\\/]index\.js(\?|$)/;
/** The same packages, bundled by Vite in advance for its dev server. */
const PREBUNDLED = /[\\/](?:@react-three_cannon|@pmndrs_cannon-worker-api)\.js(\?|$)/;

/** Vite plugin: `<Physics>` of @react-three/cannon starts your worker instead of the one in its package. So does `CannonWorkerAPI` without React. */
export function frictionWorker({ worker }: FrictionWorkerOptions): FrictionWorkerPlugin {
  if (typeof worker !== 'string' || !/^\.?\/[^/]/.test(worker)) {
    throw new TypeError(
      `frictionWorker: worker must be a path from the root of the project, such as '/src/physics-worker.js' (got ${String(worker)})`,
    );
  }
  const module = `${worker.replace(/^\./, '')}?worker`;
  return {
    name: 'stiction-friction-worker',
    enforce: 'pre',
    config: () => ({
      optimizeDeps: {
        exclude: ['@react-three/cannon', '@pmndrs/cannon-worker-api'], // bundled in advance they could not be changed
        include: ['react', 'react/jsx-runtime', 'three', '@react-three/fiber'],
      },
      worker: { format: 'es' },
    }),
    transform(code, id) {
      if (PREBUNDLED.test(id)) {
        throw new Error(
          'frictionWorker: Vite has bundled @react-three/cannon in advance, where its worker cannot be replaced; remove it from optimizeDeps.include',
        );
      }
      return FILE.test(id) ? { code: replaceWorker(code, module), map: null } : undefined;
    },
  };
}
