import type { World } from 'crashcat';

/**
 * crashcat's world is plain data and `updateWorld` one function, so nothing can be put in its place. But three numbers of that
 * data are each written once per update, at the right moments; as accessors they call us there:
 *
 *     contacts.frameStamp     before forces are integrated
 *     previousTimeStep        contacts and islands are known, nothing is solved yet; not in an update of no length
 *     contacts.readIdx        all is done but to clear the forces
 */
export interface Hooks {
  begin: () => void;
  solve: (dt: number) => void;
  end: () => void;
}

/** Returns the function that makes the world plain data again. */
export function hookUpdate(world: World, hooks: Hooks): () => void {
  let updating = false;
  const unwatch = [
    watchNumber(world.contacts, 'frameStamp', () => {
      hooks.begin();
      updating = true;
    }),
    watchNumber(world, 'previousTimeStep', (dt) => {
      if (updating) hooks.solve(dt);
    }),
    watchNumber(world.contacts, 'readIdx', () => {
      if (!updating) return;
      updating = false;
      hooks.end();
    }),
  ];
  return () => {
    for (const end of unwatch) end();
  };
}

function watchNumber<Key extends string>(object: Record<Key, number>, key: Key, onSet: (value: number) => void) {
  let value = object[key];
  const common = { enumerable: true, configurable: true };
  Object.defineProperty(object, key, {
    ...common,
    get: () => value,
    set: (next: number) => {
      value = next;
      onSet(next);
    },
  });
  return () => {
    Object.defineProperty(object, key, { ...common, value, writable: true });
  };
}

/** Impulses that the stock solver would start from: ours has its own, and the engine's are 0 as long as it does not solve. */
export function forgetImpulses(world: World): void {
  for (const { manifolds } of world.contacts.contacts) {
    for (const manifold of manifolds) {
      manifold.frictionLambda1 = 0;
      manifold.frictionLambda2 = 0;
      manifold.angularFrictionLambda = 0;
      for (const point of manifold.contactPoints) point.normalLambda = 0;
    }
  }
}
