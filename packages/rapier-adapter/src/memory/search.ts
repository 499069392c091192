import type { MemoryView } from './view.js';

/** Finding out where a struct keeps what, from values that it must hold. Offsets are in bytes, multiples of 4 but for bytes. */

/** Every place in a struct of `size` bytes. */
export function everyOffset(size: number, step = 4): number[] {
  const offsets: number[] = [];
  for (let o = 0; o < size; o += step) offsets.push(o);
  return offsets;
}

/** The offsets at which the struct at `base` holds these floats in a row, to the last bit. */
export function holdingFloats(
  memory: MemoryView,
  base: number,
  offsets: number[],
  values: ArrayLike<number>,
): number[] {
  const { f32 } = memory;
  return offsets.filter((offset) => {
    const at = (base + offset) >> 2;
    for (let k = 0; k < values.length; k++) if (f32[at + k] !== Math.fround(values[k])) return false;
    return true;
  });
}

/** The offsets at which the struct at `base` holds these integers in a row. */
export function holdingWords(memory: MemoryView, base: number, offsets: number[], values: ArrayLike<number>): number[] {
  const { u32 } = memory;
  return offsets.filter((offset) => {
    const at = (base + offset) >> 2;
    for (let k = 0; k < values.length; k++) if (u32[at + k] !== values[k]) return false;
    return true;
  });
}

/** The offsets at which the struct at `base` holds this byte. */
export function holdingByte(memory: MemoryView, base: number, offsets: number[], value: number): number[] {
  return offsets.filter((offset) => memory.u8[base + offset] === value);
}

/** A vector in the engine's memory: a word that points to its first element, and the next word, how many there are. */
export interface VectorPlace {
  /** Of the pointer, in the struct that has the vector. */
  offset: number;
  /** Bytes from element to element. */
  stride: number;
  /** Of what was looked for, in an element. */
  inElement: number;
}

/**
 * The vector in the struct at `base` that has `values.length` elements, or up to `spare` more, and whose element k holds the
 * floats `values[k]`, all at the same place in it. At least two elements. Not the vector at `except`. Throws unless there is exactly one.
 */
export function findVector(
  memory: MemoryView,
  base: number,
  size: number,
  values: ArrayLike<number>[],
  largest: number,
  spare = 0,
  except = -1,
): VectorPlace {
  const found: VectorPlace[] = [];
  for (const offset of everyOffset(size)) {
    if (offset === except) continue;
    const first = memory.u32[(base + offset) >> 2];
    const count = memory.u32[(base + offset + 4) >> 2];
    if (!isAddress(memory, first) || count < values.length || count > values.length + spare) continue;
    for (const inElement of holdingFloats(memory, first, everyOffset(largest), values[0])) {
      for (const stride of holdingFloats(memory, first + inElement, everyOffset(largest), values[1])) {
        if (stride <= inElement || !isRegular(memory, first + inElement, stride, values)) continue;
        found.push({ offset, stride, inElement });
      }
    }
  }
  if (found.length === 0) throw new Error('no vector with the sentinels');
  // A value may be there more than once in an element: the same stride, and any place will do.
  if (found.some(({ offset, stride }) => offset !== found[0].offset || stride !== found[0].stride)) {
    throw new Error('more than one vector with the sentinels');
  }
  return found[0];
}

function isRegular(memory: MemoryView, first: number, stride: number, values: ArrayLike<number>[]): boolean {
  return values.every((value, k) => holdingFloats(memory, first + k * stride, [0], value).length === 1);
}

/** Could this be the address of a struct? */
export function isAddress(memory: MemoryView, address: number): boolean {
  return address >= 1024 && address % 4 === 0 && address < memory.u8.length;
}

/** The one candidate that is left. */
export function onlyOffset(offsets: Map<string, number[]>, name: string): number {
  const left = offsets.get(name) ?? [];
  if (left.length !== 1) throw new Error(`${left.length} places for '${name}'`);
  return left[0];
}
