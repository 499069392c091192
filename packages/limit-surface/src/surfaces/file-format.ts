import type { LimitSurface } from './limit-surface.js';
import type { Interpolation, TableMap, WrenchTable } from './table.js';

/**
 * Binary format of a limit surface, little-endian:
 *
 *     'STLS', version, map, interpolation, resolution, columns, length of the shape's name   7 × int32 (the first 4 letters)
 *     centre x, centre y, r, u                                                               4 × float64
 *     the name, 2 bytes per letter; then the nodes, float32; then a checksum, int32
 */
const MAGIC = 0x534c5453;
const VERSION = 1;
const MAPS: readonly TableMap[] = ['diamond', 'spherical'];
const INTERPOLATIONS: readonly Interpolation[] = ['linear', 'quadratic'];
const HEADER = 60; // bytes: seven integers and four floats

export function saveLimitSurface(surface: LimitSurface): Uint8Array {
  const { shape, centre, r, u, table } = surface;
  const { map, interpolation, resolution, columns, nodes } = table;
  const bytes = new Uint8Array(HEADER + 2 * shape.length + 4 * nodes.length + 4);
  const view = new DataView(bytes.buffer);
  const fields = [
    MAGIC,
    VERSION,
    MAPS.indexOf(map),
    INTERPOLATIONS.indexOf(interpolation),
    resolution,
    columns,
    shape.length,
  ];
  for (const [k, value] of fields.entries()) view.setInt32(4 * k, value, true);
  for (const [k, value] of [centre[0], centre[1], r, u].entries()) view.setFloat64(28 + 8 * k, value, true);
  let at = HEADER;
  for (let k = 0; k < shape.length; k++, at += 2) view.setUint16(at, shape.charCodeAt(k), true);
  for (let k = 0; k < nodes.length; k++, at += 4) view.setFloat32(at, nodes[k], true);
  view.setUint32(at, checksum(bytes, at), true);
  return bytes;
}

/** Throws unless the bytes are complete and were written by `saveLimitSurface` of this version. */
export function loadLimitSurface(bytes: Uint8Array): LimitSurface {
  const owner = 'loadLimitSurface';
  if (!(bytes instanceof Uint8Array))
    throw new TypeError(`${owner}: bytes must be a Uint8Array (got ${String(bytes)})`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getInt32(0, true) !== MAGIC) {
    throw new RangeError(`${owner}: bytes must be a limit surface (got ${bytes.length} other bytes)`);
  }
  const version = view.getInt32(4, true);
  if (version !== VERSION) {
    throw new RangeError(
      `${owner}: version must be ${VERSION} (got ${version}); rebuild the surface with limitSurface`,
    );
  }
  if (bytes.length < HEADER)
    throw new RangeError(`${owner}: bytes are truncated (${bytes.length} of at least ${HEADER})`);
  const [map, interpolation, resolution, columns, letters] = [2, 3, 4, 5, 6].map((k) => view.getInt32(4 * k, true));
  const count = 3 * columns * (resolution + 1);
  const size = HEADER + 2 * letters + 4 * count + 4;
  const isValid = MAPS[map] && INTERPOLATIONS[interpolation] && resolution > 0 && letters >= 0;
  if (!isValid || (columns !== 1 && columns !== 4 * resolution + 1)) {
    throw new RangeError(`${owner}: the header is corrupt`);
  }
  if (bytes.length !== size) {
    const problem = bytes.length < size ? 'truncated' : 'too long';
    throw new RangeError(`${owner}: bytes are ${problem} (${bytes.length} of ${size})`);
  }
  if (view.getUint32(size - 4, true) !== checksum(bytes, size - 4)) {
    throw new RangeError(`${owner}: bytes are corrupt, the checksum does not match`);
  }
  const [x, y, r, u] = [0, 1, 2, 3].map((k) => view.getFloat64(28 + 8 * k, true));
  let shape = '';
  for (let k = 0; k < letters; k++) shape += String.fromCharCode(view.getUint16(HEADER + 2 * k, true));
  const nodes = new Float32Array(count);
  for (let k = 0; k < count; k++) nodes[k] = view.getFloat32(HEADER + 2 * letters + 4 * k, true);
  const table: WrenchTable = {
    map: MAPS[map],
    interpolation: INTERPOLATIONS[interpolation],
    resolution,
    columns,
    nodes,
    coarse: null,
  };
  return { shape, centre: [x, y], r, u, table };
}

/** FNV-1a of the first `size` bytes. */
function checksum(bytes: Uint8Array, size: number): number {
  let sum = 0x811c9dc5;
  for (let k = 0; k < size; k++) sum = Math.imul(sum ^ bytes[k], 0x01000193);
  return sum >>> 0;
}
