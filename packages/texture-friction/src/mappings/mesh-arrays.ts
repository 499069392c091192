import { requireKnownOptions } from '@stiction/friction-core/adapter';

/** A triangle mesh with texture coordinates, given as arrays. */
export interface MeshMappingOptions {
  /** x, y, z of the vertices in the frame of the shape [m]. */
  positions: ArrayLike<number>;
  /** u, v of the vertices. */
  uvs: ArrayLike<number>;
  /** Three vertices per triangle, counter-clockwise seen from outside. @default consecutive vertices */
  indices?: ArrayLike<number>;
  /** Vertex normals. They define the outside of triangles with the opposite winding. */
  normals?: ArrayLike<number>;
}

/** The used part of three.js' BufferAttribute, interleaved or not. */
interface AttributeLike {
  readonly count: number;
  getX(i: number): number;
  getY(i: number): number;
  getZ(i: number): number;
}

/** The used part of three.js' BufferGeometry. */
export interface BufferGeometryLike {
  readonly attributes: { readonly [name: string]: unknown };
  readonly index?: { readonly count: number; getX(i: number): number } | null;
}

/** A validated mesh. */
export interface MeshArrays {
  positions: ArrayLike<number>;
  uvs: ArrayLike<number>;
  indices: ArrayLike<number>;
  normals: ArrayLike<number> | null;
}

export function readMesh(owner: string, mesh: MeshMappingOptions | BufferGeometryLike): MeshArrays {
  if (mesh === null || typeof mesh !== 'object') {
    throw new TypeError(
      `${owner}: mesh must be { positions, uvs, indices? } or a BufferGeometry (got ${String(mesh)})`,
    );
  }
  return requireMesh(owner, 'attributes' in mesh ? readGeometry(mesh) : mesh);
}

function readGeometry({ attributes, index }: BufferGeometryLike): MeshMappingOptions {
  const { position, uv, normal } = attributes as { [name: string]: AttributeLike | undefined };
  return {
    positions: readAttribute(position, 3),
    uvs: readAttribute(uv, 2),
    ...(index && { indices: Uint32Array.from({ length: index.count }, (_, k) => index.getX(k)) }),
    ...(normal && { normals: readAttribute(normal, 3) }),
  };
}

function readAttribute(attribute: AttributeLike | undefined, size: number): Float64Array {
  const values = new Float64Array(size * (attribute?.count ?? 0));
  for (let i = 0; attribute !== undefined && i < attribute.count; i++) {
    values[size * i] = attribute.getX(i);
    values[size * i + 1] = attribute.getY(i);
    if (size === 3) values[size * i + 2] = attribute.getZ(i);
  }
  return values;
}

function requireMesh(owner: string, mesh: MeshMappingOptions): MeshArrays {
  requireKnownOptions(owner, mesh, ['positions', 'uvs', 'indices', 'normals']);
  const { positions, uvs, normals = null } = mesh;
  const count = (positions?.length ?? 0) / 3;
  if (!(count >= 3) || !Number.isInteger(count)) {
    throw new RangeError(
      `${owner}: positions must be x, y, z of at least 3 vertices (got ${positions?.length} numbers)`,
    );
  }
  if (!((uvs?.length ?? 0) > 0)) throw new TypeError(`${owner}: the mesh has no texture coordinates (uv)`);
  if (uvs.length !== 2 * count) {
    throw new RangeError(`${owner}: uvs must be u, v of ${count} vertices (got ${uvs.length} numbers)`);
  }
  if (normals !== null && normals.length !== 3 * count) {
    throw new RangeError(`${owner}: normals must be x, y, z of ${count} vertices (got ${normals.length} numbers)`);
  }
  const indices = mesh.indices ?? Uint32Array.from({ length: count }, (_, k) => k);
  if (indices.length === 0 || indices.length % 3 !== 0) {
    throw new RangeError(`${owner}: indices must be three vertices per triangle (got ${indices.length} numbers)`);
  }
  requireAll(owner, 'positions', positions, Number.isFinite, 'finite');
  requireAll(owner, 'uvs', uvs, Number.isFinite, 'finite');
  const isVertex = (k: number) => Number.isInteger(k) && k >= 0 && k < count;
  requireAll(owner, 'indices', indices, isVertex, `from 0 to ${count - 1}`);
  return { positions, uvs, indices, normals };
}

function requireAll(
  owner: string,
  option: string,
  values: ArrayLike<number>,
  isValid: (value: number) => boolean,
  range: string,
): void {
  for (let k = 0; k < values.length; k++) {
    if (!isValid(values[k])) throw new RangeError(`${owner}: ${option}[${k}] must be ${range} (got ${values[k]})`);
  }
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
