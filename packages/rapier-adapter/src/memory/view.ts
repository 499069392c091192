/** Views on the engine's WebAssembly memory. Only ever read. A read outside of it gives `undefined`, never a throw. */
export interface MemoryView {
  u8: Uint8Array;
  u32: Uint32Array;
  i32: Int32Array;
  f32: Float32Array;
  /** Makes the engine copy an array into its memory. */
  copy: () => void;
}

/** What the engine's class of raw shapes can do; all versions have these. */
export interface RawShapes {
  ball(radius: number): RawObject;
  cuboid(x: number, y: number, z: number): RawObject;
  polyline(vertices: Float32Array, indices: Uint32Array, flags?: number): RawObject;
  trimesh(vertices: Float32Array, indices: Uint32Array, flags: number): RawObject | undefined;
}

/** An object that lives in the engine's memory. */
export interface RawObject {
  __wbg_ptr: number;
  free(): void;
}

/** Throws where the memory is out of reach. */
export function openMemory(shapes: RawShapes): MemoryView {
  const vertices = new Float32Array(6);
  const indices = new Uint32Array([0, 1]);
  const copy = () => shapes.polyline(vertices, indices, 0).free();
  const nothing = new ArrayBuffer(0);
  const view: MemoryView = {
    u8: new Uint8Array(nothing),
    u32: new Uint32Array(nothing),
    i32: new Int32Array(nothing),
    f32: new Float32Array(nothing),
    copy,
  };
  refreshMemory(view);
  return view;
}

/** When the memory grows, the engine gets a new buffer and the old one becomes empty. */
export function refreshMemory(view: MemoryView): void {
  if (view.u32.length > 0) return;
  const buffer = catchBuffer(view.copy);
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength === 0) throw new Error('it is not in reach');
  view.u8 = new Uint8Array(buffer);
  view.u32 = new Uint32Array(buffer);
  view.i32 = new Int32Array(buffer);
  view.f32 = new Float32Array(buffer);
}

/**
 * The buffer of the typed array that `copy` writes to with `set`. The method is inherited; for the time of one call an own
 * one hides it. Frozen prototypes make this throw.
 */
function catchBuffer(copy: () => void): unknown {
  const prototype = Float32Array.prototype;
  const before = Object.getOwnPropertyDescriptor(prototype, 'set');
  const original = prototype.set;
  let buffer: unknown;
  Object.defineProperty(prototype, 'set', {
    configurable: true,
    writable: true,
    value: function (this: Float32Array, source: ArrayLike<number>, offset?: number) {
      buffer = this.buffer;
      original.call(this, source, offset);
    },
  });
  try {
    copy();
  } finally {
    if (before) Object.defineProperty(prototype, 'set', before);
    else Reflect.deleteProperty(prototype, 'set');
  }
  return buffer;
}

const handleBits = new Float64Array(1);
const handleWords = /* @__PURE__ */ wordsOf(handleBits);

function wordsOf(numbers: Float64Array): Uint32Array {
  return new Uint32Array(numbers.buffer);
}

/** A handle is a float whose bits are an index and, above it, a generation. */
export function handleIndex(handle: number): number {
  handleBits[0] = handle;
  return handleWords[0];
}

export function handleGeneration(handle: number): number {
  handleBits[0] = handle;
  return handleWords[1];
}

export function handleOf(index: number, generation: number): number {
  handleWords[0] = index;
  handleWords[1] = generation;
  return handleBits[0];
}
