/** Structure-of-arrays buffers: typed arrays that grow by doubling and never shrink. */

type TypedArray = Float64Array | Int32Array | Uint8Array;

/** Entries per item of each array of type A in T. */
export type Strides<T, A extends TypedArray> = { readonly [K in keyof T as T[K] extends A ? K : never]: number };

/** Copies `count` entries: to[toAt …] = from[fromAt …]. */
export function copyNumbers<A extends TypedArray>(from: A, fromAt: number, to: A, toAt: number, count: number): void {
  for (let e = 0; e < count; e++) to[toAt + e] = from[fromAt + e];
}

/** Returns the array if it is long enough, and a copy of at least twice its length if not. */
export function ensureCapacity<A extends TypedArray>(array: A, length: number): A {
  if (array.length >= length) return array;
  const Typed = array.constructor as new (length: number) => A;
  const larger = new Typed(Math.max(length, 2 * array.length, 64));
  larger.set(array);
  return larger;
}

/**
 * Makes room for `count` items in the arrays named in `strides`, and creates missing ones. Arrays that are always reserved together
 * hold the same number of items, so only the first one is checked.
 */
export function reserve<A extends TypedArray>(
  target: object,
  Typed: new (length: number) => A,
  strides: Readonly<Record<string, number>>,
  count: number,
): void {
  const arrays = target as Record<string, A>;
  for (const name in strides) {
    if (arrays[name]?.length >= strides[name] * count) return;
    break;
  }
  let room = 16;
  while (room < count) room *= 2;
  for (const name in strides) {
    const old = arrays[name];
    if (old && old.length >= strides[name] * count) continue;
    const larger = new Typed(strides[name] * room);
    if (old) larger.set(old);
    arrays[name] = larger;
  }
}

/**
 * Copies an object so that V8 keeps its properties in fixed slots. An object that got more than a dozen properties by computed
 * names, as `reserve` does, lives in a hash table, and every access is a lookup.
 */
export function fastCopy<T extends object>(slow: T): T {
  return { ...slow };
}
