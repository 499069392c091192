import { describe, expect, test } from 'vitest';
import type { NormalMap } from '../../src/normal-map.js';
import {
  addPlacedContact,
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

/** One pixel of a tile: four bytes, all of them 1 or more where it is covered. */
type Pixel = readonly [number, number, number, number];
const NOTHING: Pixel = [0, 0, 0, 0];

/** Windows of 2 x 2 pixels: A's tile beside B's, as one row of the frame has it, x first. */
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

describe('means of the bytes that come back', () => {
  test('only pixels that both surfaces cover count', () => {
    const { fake, renderer, id } = open();
    const contacts = createPatchContacts();
    addPlacedContact(contacts, id, place, id, place, 0);
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

  test('a smooth surface covers everything and adds nothing; two of them are 0', () => {
    const { fake, renderer, id } = open();
    const contacts = createPatchContacts();
    addPlacedContact(contacts, null, place, id, place, 0);
    addPlacedContact(contacts, null, place, null, place, 0);
    renderPatches(renderer, contacts);
    const none = [NOTHING, NOTHING, NOTHING, NOTHING];
    fake.bytes = picture({ a: none, b: [NOTHING, NOTHING, NOTHING, [255, 1, 1, 1]] }, { a: none, b: none });
    const { mu, a, coverage } = collectPatches(renderer, { finish: true });
    expect(Array.from(coverage.subarray(0, 2))).toEqual([0.25, 1]);
    expect(mu[0]).toBeCloseTo(MOST, 12);
    expect(a[0]).toBe(0);
    expect(Array.from(mu.subarray(4, 8))).toEqual([0, 0, 0, 0]);
  });

  test('sharpness p is the power mean; saliency a factor', () => {
    const { fake, renderer } = open({ sharpness: 3 });
    const id = addSurface(renderer, { mesh, map, saliency: 2 });
    const contacts = createPatchContacts();
    addPlacedContact(contacts, id, place, null, place, 0);
    renderPatches(renderer, contacts);
    fake.bytes = picture({
      a: [[255, 1, 1, 1], [128, 1, 1, 1], NOTHING, NOTHING],
      b: [NOTHING, NOTHING, NOTHING, NOTHING],
    });
    const { mu } = collectPatches(renderer, { finish: true });
    expect(mu[0]).toBeCloseTo(2 * MOST * Math.cbrt((1 + 0.125) / 2), 10);
    expect(mu[1]).toBe(0);
  });

  test('contacts of further rows and frames are found again', () => {
    const { fake, renderer, id } = open({ frame: 8 });
    expect(contactsPerFrame(renderer)).toBe(8);
    const contacts = createPatchContacts();
    for (let k = 0; k < 19; k++) addPlacedContact(contacts, id, place, null, place, 0);
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

  test('no contact at all', () => {
    const { renderer } = open();
    renderPatches(renderer, createPatchContacts());
    expect(collectPatches(renderer)?.count).toBe(0);
  });
});

describe('the way back', () => {
  const contacts = createPatchContacts();
  addPlacedContact(contacts, 0, place, 0, place, 0);

  test('null until the fence is passed, then once', () => {
    const { fake, renderer } = open();
    renderPatches(renderer, contacts);
    fake.status = 'TIMEOUT_EXPIRED';
    expect(collectPatches(renderer)).toBeNull();
    expect(collectPatches(renderer)).toBeNull();
    expect(fake.calls.some(({ name }) => name === 'getBufferSubData')).toBe(false);
    expect(() => renderPatches(renderer, contacts)).toThrow(/has not been collected/);
    fake.status = 'CONDITION_SATISFIED';
    expect(collectPatches(renderer)?.count).toBe(1);
    expect(() => collectPatches(renderer)).toThrow(/nothing has been rendered since the last time/);
  });

  test('a GPU that fails, a context that is lost', () => {
    const { fake, renderer } = open();
    renderPatches(renderer, contacts);
    fake.status = 'WAIT_FAILED';
    expect(() => collectPatches(renderer)).toThrow(/collectPatches: the GPU has failed/);
    fake.lost = true;
    expect(() => collectPatches(renderer)).toThrow(/webglcontextrestored/);
    expect(() => addSurface(renderer, { mesh, map })).toThrow(/addSurface: the WebGL context is lost/);
  });
});

test('everything that is made is deleted', () => {
  const { fake, renderer, id } = open();
  const second = addSurface(renderer, { mesh, map });
  addSurface(renderer, { mesh, texture: { handle: {}, width: 4, height: 4 } });
  expect(fake.alive.Texture).toBe(1);
  removeSurface(renderer, id);
  expect(fake.alive.Texture).toBe(1);
  removeSurface(renderer, second);
  expect(fake.alive.Texture).toBe(0);
  expect(() => removeSurface(renderer, second)).toThrow(/there is no surface 1/);
  const contacts = createPatchContacts();
  addPlacedContact(contacts, 2, place, null, place, 0);
  renderPatches(renderer, contacts);
  disposePatchRenderer(renderer);
  disposePatchRenderer(renderer);
  expect(Object.entries(fake.alive).filter(([, count]) => count !== 0)).toEqual([]);
  expect(Object.keys(fake.alive).length).toBeGreaterThan(6);
  expect(() => renderPatches(renderer, contacts)).toThrow(/disposed of/);
});

test.each<[string, () => unknown, RegExp]>([
  ['no context', () => createPatchRenderer(null as unknown as Gl2, { width: 1 }), /no WebGL2 context \(got null\)/],
  [
    'WebGL 1',
    () => createPatchRenderer({ isContextLost: () => false } as Gl2, { width: 1 }),
    /must be a WebGL2 context/,
  ],
  ['no width', () => open({ width: 0 }), /width must be above 0 m/],
  ['half a pixel', () => open({ pixels: 0.5 }), /pixels must be an integer from 1 to 256 \(got 0.5\)/],
  ['narrow frame', () => open({ frame: 3 }), /frame must be an integer from 4 to 4096 \(got 3\)/],
  ['too sharp', () => open({ sharpness: 9 }), /sharpness must be at most 8 \(got 9\)/],
  ['misspelt', () => open({ tile: 32 } as object), /unknown option 'tile'/],
  ['no facets', () => addSurface(open().renderer, { mesh }), /addSurface: give either map or texture/],
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
])('refused: %s', (_, work, message) => {
  expect(work).toThrow(message);
});
