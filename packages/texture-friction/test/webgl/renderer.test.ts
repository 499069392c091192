import { describe, expect, test } from 'vitest';
import type { NormalMap } from '../../src/maps/normal-map.js';
import {
  addLocalContact,
  addSurface,
  collectPatches,
  contactsPerFrame,
  createPatchContacts,
  createPatchRenderer,
  disposePatchRenderer,
  type Gl2,
  type PatchRendererOptions,
  removeSurface,
  renderPatches,
} from '../../src/webgl/index.js';
import { fakeGl } from './fake-gl.js';

const map: NormalMap = {
  width: 2,
  height: 1,
  slopes: Float32Array.of(3, 4, 0, 1),
  mask: null,
  wrap: 'repeat',
  warnings: [],
};
const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], uvs: [0, 0, 1, 0, 0, 1] };
const place = Float64Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0);
/** Coefficient of the map's steepest facet, (3, 4). */
const MOST = (2 / Math.PI) * 5;

/** One pixel of a tile: four bytes, all >= 1 if it is covered. */
type Pixel = readonly [number, number, number, number];
const NOTHING: Pixel = [0, 0, 0, 0];

/** Windows of 2 x 2 pixels: A's tile next to B's, as in one row of the frame, x first. */
function picture(...contacts: { a: Pixel[]; b: Pixel[] }[]): Uint8Array {
  const rows = [0, 1].map((y) =>
    contacts.flatMap(({ a, b }) => [...a.slice(2 * y, 2 * y + 2), ...b.slice(2 * y, 2 * y + 2)]),
  );
  return Uint8Array.from(rows.flat(2));
}

function open(options: Partial<PatchRendererOptions> = {}) {
  const fake = fakeGl();
  const renderer = createPatchRenderer(fake.gl, { width: 0.02, pixels: 2, frame: 64, ...options });
  return { fake, renderer, id: addSurface(renderer, { mesh, map }) };
}

describe('means of the pixels read back', () => {
  test('only pixels covered by both surfaces count', () => {
    const { fake, renderer, id } = open();
    const contacts = createPatchContacts();
    addLocalContact(contacts, id, place, id, place, 0);
    renderPatches(renderer, contacts);
    fake.bytes = picture({
      a: [[1, 1, 1, 255], [128, 1, 1, 1], NOTHING, [255, 255, 255, 255]],
      b: [[1, 1, 1, 1], [255, 1, 128, 1], [255, 255, 255, 255], NOTHING],
    });
    const found = collectPatches(renderer, { finish: true });
    expect(found.count).toBe(1);
    expect(found.coverage[0]).toBe(0.5);
    const half = 127 / 254 / 2;
    expect(Array.from(found.a.subarray(0, 4), (x) => x / MOST)).toEqual(
      [half, 0, 0, 0.5].map((x) => expect.closeTo(x, 12)),
    );
    expect(Array.from(found.b.subarray(0, 4), (x) => x / MOST)).toEqual(
      [0.5, 0, half, 0].map((x) => expect.closeTo(x, 12)),
    );
    expect(found.mu[0]).toBe(found.a[0] + found.b[0]);
  });

  test('a smooth surface covers everything and adds no friction', () => {
    const { fake, renderer, id } = open();
    const contacts = createPatchContacts();
    addLocalContact(contacts, null, place, id, place, 0);
    addLocalContact(contacts, null, place, null, place, 0);
    renderPatches(renderer, contacts);
    const none = [NOTHING, NOTHING, NOTHING, NOTHING];
    fake.bytes = picture({ a: none, b: [NOTHING, NOTHING, NOTHING, [255, 1, 1, 1]] }, { a: none, b: none });
    const { mu, a, coverage } = collectPatches(renderer, { finish: true });
    expect(Array.from(coverage.subarray(0, 2))).toEqual([0.25, 1]);
    expect(mu[0]).toBeCloseTo(MOST, 12);
    expect(a[0]).toBe(0);
    expect(Array.from(mu.subarray(4, 8))).toEqual([0, 0, 0, 0]);
  });

  test('sharpness is the exponent of the power mean, saliency a factor', () => {
    const { fake, renderer } = open({ sharpness: 3 });
    const id = addSurface(renderer, { mesh, map, saliency: 2 });
    const contacts = createPatchContacts();
    addLocalContact(contacts, id, place, null, place, 0);
    renderPatches(renderer, contacts);
    fake.bytes = picture({
      a: [[255, 1, 1, 1], [128, 1, 1, 1], NOTHING, NOTHING],
      b: [NOTHING, NOTHING, NOTHING, NOTHING],
    });
    const { mu } = collectPatches(renderer, { finish: true });
    expect(mu[0]).toBeCloseTo(2 * MOST * Math.cbrt((1 + 0.125) / 2), 10);
    expect(mu[1]).toBe(0);
  });

  test('contacts in further rows and frames are read back', () => {
    const { fake, renderer, id } = open({ frame: 8 });
    expect(contactsPerFrame(renderer)).toBe(8);
    const contacts = createPatchContacts();
    for (let k = 0; k < 19; k++) addLocalContact(contacts, id, place, null, place, 0);
    renderPatches(renderer, contacts);
    const reads = fake.calls.filter(({ name }) => name === 'readPixels').map(({ args }) => [args[2], args[3], args[6]]);
    expect(reads).toEqual([
      [8, 8, 0],
      [8, 8, 256],
      [8, 4, 512],
    ]);
    // Contact k covers one pixel with the byte k + 2: tiles of A at x = 0 and 4 of each row of tiles.
    fake.bytes = new Uint8Array(4 * 8 * 20);
    for (let k = 0; k < 19; k++) {
      const [x, y] = [4 * (k % 2), 2 * Math.floor(k / 2)];
      fake.bytes.fill(k + 2, 4 * (8 * y + x), 4 * (8 * y + x) + 4);
    }
    const { mu, coverage, count } = collectPatches(renderer, { finish: true });
    expect(count).toBe(19);
    for (let k = 0; k < 19; k++) {
      expect(mu[4 * k]).toBeCloseTo((MOST * (k + 1)) / 254, 12);
      expect(coverage[k]).toBe(0.25);
    }
  });

  test('an empty list of contacts gives an empty result', () => {
    const { renderer } = open();
    renderPatches(renderer, createPatchContacts());
    expect(collectPatches(renderer)?.count).toBe(0);
  });
});

describe('readback', () => {
  const contacts = createPatchContacts();
  addLocalContact(contacts, 0, place, 0, place, 0);

  test('collectPatches returns null until the fence is signalled, then the result once', () => {
    const { fake, renderer } = open();
    renderPatches(renderer, contacts);
    fake.status = 'TIMEOUT_EXPIRED';
    expect(collectPatches(renderer)).toBeNull();
    expect(collectPatches(renderer)).toBeNull();
    expect(fake.calls.some(({ name }) => name === 'getBufferSubData')).toBe(false);
    expect(() => renderPatches(renderer, contacts)).toThrow(/have not been collected/);
    fake.status = 'CONDITION_SATISFIED';
    expect(collectPatches(renderer)?.count).toBe(1);
    expect(() => collectPatches(renderer)).toThrow(/nothing to collect/);
  });

  test('a failed GPU and a lost context throw', () => {
    const { fake, renderer } = open();
    renderPatches(renderer, contacts);
    fake.status = 'WAIT_FAILED';
    expect(() => collectPatches(renderer)).toThrow(/collectPatches: the GPU has failed/);
    fake.lost = true;
    expect(() => collectPatches(renderer)).toThrow(/webglcontextrestored/);
    expect(() => addSurface(renderer, { mesh, map })).toThrow(/addSurface: the WebGL context is lost/);
  });
});

test('all GPU objects are deleted on dispose', () => {
  const { fake, renderer, id } = open();
  const second = addSurface(renderer, { mesh, map });
  addSurface(renderer, { mesh, texture: { handle: {}, width: 4, height: 4 } });
  expect(fake.alive.Texture).toBe(1);
  removeSurface(renderer, id);
  expect(fake.alive.Texture).toBe(1);
  removeSurface(renderer, second);
  expect(fake.alive.Texture).toBe(0);
  expect(() => removeSurface(renderer, second)).toThrow(/unknown surface 1/);
  const contacts = createPatchContacts();
  addLocalContact(contacts, 2, place, null, place, 0);
  renderPatches(renderer, contacts);
  disposePatchRenderer(renderer);
  disposePatchRenderer(renderer);
  expect(Object.entries(fake.alive).filter(([, count]) => count !== 0)).toEqual([]);
  expect(Object.keys(fake.alive).length).toBeGreaterThan(6);
  expect(() => renderPatches(renderer, contacts)).toThrow(/has been disposed/);
});

test.each<[string, () => unknown, RegExp]>([
  [
    'no context',
    () => createPatchRenderer(null as unknown as Gl2, { width: 1 }),
    /must be a WebGL2 context \(got null\)/,
  ],
  [
    'WebGL 1',
    () => createPatchRenderer({ isContextLost: () => false } as Gl2, { width: 1 }),
    /must be a WebGL2 context/,
  ],
  ['no width', () => open({ width: 0 }), /width must be > 0 m/],
  ['half a pixel', () => open({ pixels: 0.5 }), /pixels must be an integer from 1 to 256 \(got 0.5\)/],
  ['narrow frame', () => open({ frame: 3 }), /frame must be an integer from 4 to 4096 \(got 3\)/],
  ['too sharp', () => open({ sharpness: 9 }), /sharpness must be at most 8 \(got 9\)/],
  ['misspelt', () => open({ tile: 32 } as object), /unknown option 'tile'/],
  ['no facets', () => addSurface(open().renderer, { mesh }), /addSurface: either map or texture must be given/],
  ['no map', () => addSurface(open().renderer, { mesh, map: {} as NormalMap }), /map must be a normal map/],
  [
    'texture without a handle',
    () => addSurface(open().renderer, { mesh, texture: { handle: null as unknown as object, width: 4, height: 4 } }),
    /texture: handle must be a WebGLTexture/,
  ],
  [
    'texture without a size',
    () => addSurface(open().renderer, { mesh, texture: { handle: {}, width: 4, height: 0 } }),
    /texture: height must be an integer from 1/,
  ],
  ['negative saliency', () => addSurface(open().renderer, { mesh, map, saliency: -1 }), /saliency must be .* >= 0/],
  [
    'no texture coordinates',
    () => addSurface(open().renderer, { mesh: { positions: mesh.positions, uvs: [] }, map }),
    /addSurface: the mesh has no texture coordinates/,
  ],
])('invalid input throws: %s', (_, work, message) => {
  expect(work).toThrow(message);
});
