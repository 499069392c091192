/** What a hash can be fed with. */
export type Hashable = number | boolean | ArrayLike<number>;

/** FNV-1a with 64 bits over the raw bits of float64 numbers. */
export interface StateHash {
  add(...values: readonly Hashable[]): void;
  /** 16 hexadecimal digits. */
  text(): string;
}

/** The FNV prime is 2^40 + 0x1b3. */
const PRIME_LOW = 0x1b3;

export function createHash(): StateHash {
  const number = new Float64Array(1);
  const bytes = new Uint8Array(number.buffer);
  // The two halves of the offset basis.
  let [high, low] = [0xcbf29ce4, 0x84222325];

  function addNumber(value: number): void {
    // One NaN for all: its other bits depend on the compiler.
    number[0] = Number.isNaN(value) ? Number.NaN : value;
    for (let k = 0; k < 8; k++) {
      low = (low ^ bytes[k]) >>> 0;
      const product = low * PRIME_LOW;
      high = (Math.imul(high, PRIME_LOW) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  }

  return {
    add(...values) {
      for (const value of values) {
        if (typeof value === 'number' || typeof value === 'boolean') addNumber(Number(value));
        else for (let k = 0; k < value.length; k++) addNumber(value[k]);
      }
    },
    text: () => [high, low].map((half) => half.toString(16).padStart(8, '0')).join(''),
  };
}
