/** Structure-of-arrays buffers: typed arrays that grow by doubling and never shrink. */

type TypedArray = Float64Array | Int32Array | Uint8Array;

/** For the arrays of type A in T: how many numbers each item has there. */
export type Strides<T, A extends TypedArray> = { readonly [K in keyof T as T[K] extends A ? K : never]: number };

/** to[toAt …] = from[fromAt …], `count` numbers. */
export function copyNumbers<A extends TypedArray>(from: A, fromAt: number, to: A, toAt: number, count: number): void {
  for (let e = 0; e < count; e++) to[toAt + e] = from[fromAt + e];
}

/** The array itself where it is long enough, else a copy of at least twice its length. */
export function ensureCapacity<A extends TypedArray>(array: A, length: number): A {
  if (array.length >= length) return array;
  const Typed = array.constructor as new (length: number) => A;
  const larger = new Typed(Math.max(length, 2 * array.length, 64));
  larger.set(array);
  return larger;
}

/**
 * Makes room for `count` items in the arrays named in `strides`, creating those that are not there yet. Arrays that are
 * always reserved together have room for the same number of items: where one has, all have.
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
 * V8 keeps an object that got more than a dozen properties by computed names, as `reserve` gives them, in a hash table, and every
 * access is a search. A copy has them in fixed places.
 */
export function fastCopy<T extends object>(slow: T): T {
  return { ...slow };
}
