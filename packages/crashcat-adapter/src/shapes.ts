import type { Shape } from 'crashcat';

/** ShapeType. */
export const SPHERE = 0;

/** What a sub-shape id of the engine leads to. */
export interface Leaf {
  shape: Shape;
  /** The way there through compounds: a number that stays. Which triangle of a mesh it is has no part in it. */
  path: number;
}

const EMPTY = 0xffffffff;

/** Goes through compounds and decorators as the engine does: the lowest bits of the id are the index of the first compound's child. */
export function findLeaf(leaf: Leaf, shape: Shape, subShapeId: number): void {
  let at: Shape | undefined = shape;
  let rest = subShapeId;
  let used = 0;
  leaf.path = 0;
  while (at) {
    leaf.shape = at;
    const { children, shape: inner } = at as { children?: { shape: Shape }[]; shape?: Shape };
    if (children) {
      const bits = 32 - Math.clz32(children.length - 1);
      const index = rest & (2 ** bits - 1);
      leaf.path |= (index + 1) << used;
      used += bits + 1;
      rest = bits === 0 ? rest : ((rest >>> bits) | (EMPTY << (32 - bits))) >>> 0;
      at = children[index]?.shape;
    } else at = inner;
  }
}

/** Radius of the sphere around the shape's bounding box. */
export function boundingRadius({ aabb }: Shape): number {
  const x = aabb[3] - aabb[0];
  const y = aabb[4] - aabb[1];
  const z = aabb[5] - aabb[2];
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}
