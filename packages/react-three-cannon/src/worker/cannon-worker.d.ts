// The modules of src/worker of @pmndrs/cannon-worker-api that the worker uses, as the build exports them (see tsup.config.ts).

declare module 'cannon-worker:index' {
  export function receive(event: { data: { op: string } }): void;
}

declare module 'cannon-worker:state' {
  import type { Material, World } from 'cannon-es';

  export const state: { world: World; materials: Record<string, Material> };
}
