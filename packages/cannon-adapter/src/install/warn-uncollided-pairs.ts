import type { Warnings } from '@stiction/friction-core/adapter';
import type { Body, Narrowphase, Shape } from 'cannon-es';
import { SHAPE_NAMES } from '../cannon-enums.js';

/**
 * cannon-es looks up the collision function of two shapes as `narrowphase[typeA | typeB]` and silently skips pairs without one.
 * This adds a function for each missing pair. It makes no contact; it warns, once per pair of shape types, when the bounding boxes
 * of two such bodies overlap. Worlds without such pairs never call it. Returns a function that removes them.
 */
export function warnUncollidedPairs(narrowphase: Narrowphase, warnings: Warnings): () => void {
  const added: [key: number, resolver: unknown][] = [];
  for (const [typeA, nameA] of SHAPE_NAMES) {
    for (const [typeB, nameB] of SHAPE_NAMES) {
      const key = typeA | typeB;
      if (typeA > typeB || Reflect.get(narrowphase, key)) continue;
      const resolver = createWarningResolver(nameA, nameB, warnings);
      Object.defineProperty(narrowphase, key, { value: resolver, configurable: true, writable: true });
      added.push([key, resolver]);
    }
  }
  return () => {
    for (const [key, resolver] of added) {
      if (Reflect.get(narrowphase, key) === resolver) Reflect.deleteProperty(narrowphase, key);
    }
  };
}

/** A narrowphase resolver: cannon-es sets its arguments. */
function createWarningResolver(nameA: string, nameB: string, warnings: Warnings) {
  let hasWarned = false;
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
    // cannon-es sets justTest if neither body can be pushed: they would not collide anyway.
    if (hasWarned || justTest) return false;
    // So far only the bounding spheres overlap; those of a large mesh reach far.
    if (bodyA.aabbNeedsUpdate) bodyA.updateAABB();
    if (bodyB.aabbNeedsUpdate) bodyB.updateAABB();
    if (!bodyA.aabb.overlaps(bodyB.aabb)) return false;
    hasWarned = true;
    warnings.messages.push(
      `cannon-es does not collide ${nameA} with ${nameB}: bodies ${bodyA.id} and ${bodyB.id} will pass through each other ` +
        '(reported once per pair of shape types)',
    );
    return false;
  };
}
