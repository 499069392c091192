import type { Warnings } from '@stiction/friction-core';
import type { Body, Narrowphase, Shape } from 'cannon-es';
import { SHAPE_NAMES } from './shape-types.js';

/**
 * cannon-es looks up how two shapes collide by `narrowphase[typeA | typeB]` and skips the pair in silence where there is
 * nothing. In each such place this puts a function that makes no contact but says, once per kind of pair, that two bodies have
 * come near each other and will not collide. Where no such pair is near it is never called. Returns the function that undoes it.
 */
export function watchShapePairs(narrowphase: Narrowphase, warnings: Warnings): () => void {
  const own: [place: number, watcher: unknown][] = [];
  for (const [typeA, nameA] of SHAPE_NAMES) {
    for (const [typeB, nameB] of SHAPE_NAMES) {
      const place = typeA | typeB;
      if (typeA > typeB || Reflect.get(narrowphase, place)) continue;
      const watcher = createWatcher(nameA, nameB, warnings);
      Object.defineProperty(narrowphase, place, { value: watcher, configurable: true, writable: true });
      own.push([place, watcher]);
    }
  }
  return () => {
    for (const [place, watcher] of own) {
      if (Reflect.get(narrowphase, place) === watcher) Reflect.deleteProperty(narrowphase, place);
    }
  };
}

/** With the arguments that cannon-es calls a resolver with. */
function createWatcher(nameA: string, nameB: string, warnings: Warnings) {
  let said = false;
  return (
    _shapeA: Shape,
    _shapeB: Shape,
    _xA: unknown,
    _xB: unknown,
    _qA: unknown,
    _qB: unknown,
    bodyA: Body,
    bodyB: Body,
    _ownA: unknown,
    _ownB: unknown,
    justTest: unknown,
  ): boolean => {
    // Two bodies of which none can be pushed would not collide anyway.
    if (said || justTest) return false;
    // Bounding spheres overlap; those of a large mesh reach far.
    if (bodyA.aabbNeedsUpdate) bodyA.updateAABB();
    if (bodyB.aabbNeedsUpdate) bodyB.updateAABB();
    if (!bodyA.aabb.overlaps(bodyB.aabb)) return false;
    said = true;
    warnings.messages.push(
      `cannon-es does not collide ${nameA} with ${nameB}: bodies ${bodyA.id} and ${bodyB.id} are near each other and ` +
        'will pass through each other there (said once for this pair of shapes)',
    );
    return false;
  };
}
