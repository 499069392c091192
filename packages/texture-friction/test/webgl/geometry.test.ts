import { expect, test } from 'vitest';
import { addContact, createPatchContacts, type WorldContact } from '../../src/webgl/index.js';
import { meshVertices, type PatchMesh, VERTEX_SIZE } from '../../src/webgl/mesh-vertices.js';
import { attribute } from '../support.js';

const closeTo = (values: ArrayLike<number>, digits = 6) => Array.from(values, (x) => expect.closeTo(x, digits));

test('vertices contain the texture coordinates of their whole triangle', () => {
  const positions = [1, 2, 3, 4, 2.5, 3.5, 0.5, 5, 2];
  const uvs = [0.1, 0.2, 0.7, 0.3, 0.4, 0.9];
  const vertices = meshVertices('test', { positions, uvs }, [2, 3]);
  expect(vertices).toHaveLength(3 * VERTEX_SIZE);
  for (let k = 0; k < 3; k++) {
    const vertex = vertices.subarray(VERTEX_SIZE * k, VERTEX_SIZE * (k + 1));
    const [position, corner] = [vertex.subarray(0, 3), vertex.subarray(3, 6)];
    expect(Array.from(position)).toEqual(positions.slice(3 * k, 3 * k + 3));
    const along = (gradient: Float32Array) => gradient.reduce((sum, g, e) => sum + g * (position[e] - corner[e]), 0);
    expect(vertex[6] + along(vertex.subarray(8, 11))).toBeCloseTo(2 * uvs[2 * k], 5);
    expect(vertex[7] + along(vertex.subarray(11, 14))).toBeCloseTo(3 * uvs[2 * k + 1], 5);
  }
});

test('triangles with opposite winding are reversed by their normals; degenerate ones are skipped', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0];
  const uvs = [0, 0, 1, 0, 0, 1, 2, 0];
  const normals = [0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1];
  // The second triangle is a line in space.
  const vertices = meshVertices('test', { positions, uvs, indices: [0, 1, 2, 0, 1, 3], normals }, [1, 1]);
  expect(vertices).toHaveLength(3 * VERTEX_SIZE);
  const order = [0, 1, 2].map((k) => Array.from(vertices.subarray(VERTEX_SIZE * k, VERTEX_SIZE * k + 3)));
  expect(order).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ]);
});

test('a BufferGeometry is read through its attributes', () => {
  const arrays = { positions: [0, 0, 0, 2, 0, 0, 0, 2, 0], uvs: [0, 0, 1, 0, 0, 1], indices: [2, 0, 1] };
  const geometry = {
    attributes: { position: attribute(arrays.positions, 3), uv: attribute(arrays.uvs, 2) },
    index: attribute(arrays.indices, 1),
  };
  expect(meshVertices('test', geometry, [1, 1])).toEqual(meshVertices('test', arrays, [1, 1]));
});

const triangle = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], uvs: [0, 0, 1, 0, 0, 1] };

test.each<[string, PatchMesh, RegExp]>([
  ['nothing', null as unknown as PatchMesh, /mesh must be \{ positions, uvs, indices\? \} or a BufferGeometry/],
  ['two vertices', { ...triangle, positions: [0, 0, 0, 1, 0, 0] }, /positions must be x, y, z of at least 3/],
  ['few uvs', { ...triangle, uvs: [0, 0] }, /uvs must be u, v of 3 vertices \(got 2 numbers\)/],
  ['few normals', { ...triangle, normals: [0, 0, 1] }, /normals must be x, y, z of 3 vertices/],
  ['not a number', { ...triangle, positions: [0, 0, 0, 1, Number.NaN, 0, 0, 1, 0] }, /positions\[4\] must be finite/],
  ['no such vertex', { ...triangle, indices: [0, 1, 3] }, /indices\[2\] must be from 0 to 2 \(got 3\)/],
  ['two corners', { ...triangle, indices: [0, 1] }, /indices must be three vertices per triangle/],
  ['no area in the texture', { ...triangle, uvs: [0, 0, 1, 1, 2, 2] }, /must have a triangle with an area/],
])('invalid mesh throws: %s', (_, mesh, message) => {
  expect(() => meshVertices('addSurface', mesh, [1, 1])).toThrow(message);
});

const s = Math.sqrt(0.5);
const contact: WorldContact = {
  point: [1, 2, 3],
  normal: [0, 0, 2],
  tangent: [1, 1, 5],
  depth: 0.001,
  a: { surface: 4, position: [1, 2, 2], rotation: [0, 0, 0, 1] },
  // Rotated by 90° about z: its x is the world's y.
  b: { surface: 5, position: [0, 0, 4], rotation: [0, 0, s, s] },
};

test('addContact writes a world contact in the frames of both shapes', () => {
  const contacts = createPatchContacts();
  expect(addContact(contacts, contact)).toBe(0);
  expect(Array.from(contacts.surfaces.subarray(0, 2))).toEqual([4, 5]);
  expect(contacts.depths[0]).toBe(0.001);
  const a = [0, 0, 1, 0, 0, 1, s, s, 0, -s, s, 0];
  const b = [2, -1, -1, 0, 0, -1, s, -s, 0, s, s, 0];
  expect(Array.from(contacts.localContacts.subarray(0, 24))).toEqual(closeTo([...a, ...b], 12));
});

test('contacts may have smooth bodies and grow beyond the initial capacity', () => {
  const contacts = createPatchContacts();
  const { point, normal, tangent } = contact;
  for (let k = 0; k < 100; k++) addContact(contacts, { point: [k, 0, 0], normal, tangent, b: contact.b! });
  expect(addContact(contacts, { point, normal, tangent })).toBe(100);
  expect(contacts.count).toBe(101);
  expect(Array.from(contacts.surfaces.subarray(198, 202))).toEqual([-1, 5, -1, -1]);
  expect(contacts.localContacts[24 * 99 + 12 + 1]).toBeCloseTo(-99, 12);
});

test.each<[string, object, RegExp]>([
  ['no point', { point: [1, 2] }, /addContact: point must be three finite numbers/],
  ['no normal', { normal: [0, 0, 0] }, /normal must not be 0/],
  ['tangent along the normal', { tangent: [0, 0, 1] }, /tangent component perpendicular to normal must not be 0/],
  ['depth', { depth: Number.NaN }, /depth must be a finite number/],
  ['rotation', { a: { ...contact.a, rotation: [0, 0, 0, 2] } }, /addContact: a: rotation must be a unit quaternion/],
  ['misspelt', { penetration: 1 }, /unknown option 'penetration'/],
])('invalid contact throws: %s', (_, change, message) => {
  expect(() => addContact(createPatchContacts(), { ...contact, ...change })).toThrow(message);
});
