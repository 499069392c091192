import type { World } from 'crashcat';

/**
 * A crashcat world is plain data and `updateWorld` is one function, so there is no method to replace. But `updateWorld` writes three
 * numbers of the world once per update, each at the right moment. This turns them into accessors that call the hooks:
 *
 *     contacts.frameStamp   begin: before forces are integrated
 *     previousTimeStep      solve: contacts and islands are known, nothing is solved yet; not written if the update has no length
 *     contacts.readIdx      end: everything is done except clearing the forces
 */
export interface UpdateHooks {
  begin: () => void;
  solve: (dt: number) => void;
  end: () => void;
}

/** Returns a function that turns the world into plain data again. */
export function hookUpdate(world: World, hooks: UpdateHooks): () => void {
  let isUpdating = false;
  const unwatch = [
    watchNumber(world.contacts, 'frameStamp', () => {
      hooks.begin();
      isUpdating = true;
    }),
    watchNumber(world, 'previousTimeStep', (dt) => {
      if (isUpdating) hooks.solve(dt);
    }),
    watchNumber(world.contacts, 'readIdx', () => {
      if (!isUpdating) return;
      isUpdating = false;
      hooks.end();
    }),
  ];
  return () => {
    for (const restore of unwatch) restore();
  };
}

function watchNumber<Key extends string>(object: Record<Key, number>, key: Key, onSet: (value: number) => void) {
  let value = object[key];
  const attributes = { enumerable: true, configurable: true };
  Object.defineProperty(object, key, {
    ...attributes,
    get: () => value,
    set: (next: number) => {
      value = next;
      onSet(next);
    },
  });
  return () => {
    Object.defineProperty(object, key, { ...attributes, value, writable: true });
  };
}

/** Clears the impulses for the stock solver's warm start. They stay 0 while it does not solve. */
export function clearEngineImpulses(world: World): void {
  for (const { manifolds } of world.contacts.contacts) {
    for (const manifold of manifolds) {
      manifold.frictionLambda1 = 0;
      manifold.frictionLambda2 = 0;
      manifold.angularFrictionLambda = 0;
      for (const point of manifold.contactPoints) point.normalLambda = 0;
    }
  }
}
