/** Growing buffers (the old contents are not copied) and bit sets. */

export function ensureInts(array: Int32Array, length: number): Int32Array {
  return array.length < length ? new Int32Array(Math.max(length, 2 * array.length)) : array;
}

export function ensureFloats(array: Float64Array, length: number): Float64Array {
  return array.length < length ? new Float64Array(Math.max(length, 2 * array.length)) : array;
}

/** Number of set bits in `words` words from `at`. */
export function countBits(bits: Int32Array, at: number, words: number): number {
  let count = 0;
  for (let w = at; w < at + words; w++) {
    let v = bits[w];
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    count += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Writes the indices of the set bits, ascending, to out[to…] and returns their count. */
export function listBits(bits: Int32Array, at: number, words: number, out: Int32Array, to: number): number {
  let end = to;
  for (let w = 0; w < words; w++) {
    for (let left = bits[at + w]; left !== 0; left &= left - 1) out[end++] = 32 * w + 31 - Math.clz32(left & -left);
  }
  return end - to;
}
