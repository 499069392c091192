import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CanvasLike, readPixels } from '../../src/maps/image.js';
import { normalMap } from '../../src/maps/normal-map.js';

const colours = Uint8ClampedArray.of(128, 128, 255, 255, 188, 128, 239, 255);

/** A canvas that always reads back the same two pixels and records its calls. */
function fakeCanvas(calls: unknown[]): (width: number, height: number) => CanvasLike {
  return (width, height) => ({
    getContext: (kind) => {
      calls.push([kind, width, height]);
      return {
        drawImage: (image: unknown, x: number, y: number) => calls.push([image, x, y]),
        getImageData: () => ({ width, height, data: colours }),
      };
    },
  });
}

/** As in browsers, the fields are on the prototype. */
class ImageData {
  readonly #data = colours;
  get width() {
    return 2;
  }
  get height() {
    return 1;
  }
  get data() {
    return this.#data;
  }
}

describe('readPixels', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('accepts ImageData', () => {
    expect(readPixels(new ImageData())).toEqual({ width: 2, height: 1, channels: 4, data: colours });
    expect(normalMap(new ImageData()).slopes[2]).toBeCloseTo(121 / 223, 6);
  });

  test('drops the additional fields of a decoded PNG', () => {
    const data = new Uint16Array(6);
    const pixels = readPixels({ width: 2, height: 1, channels: 3, depth: 16, data, text: {} });
    expect(pixels).toEqual({ width: 2, height: 1, channels: 3, data });
  });

  test('draws an ImageBitmap once and reads it', () => {
    const calls: unknown[] = [];
    const bitmap = { width: 2, height: 1 };
    const pixels = readPixels(bitmap, fakeCanvas(calls));
    expect(calls).toEqual([
      ['2d', 2, 1],
      [bitmap, 0, 0],
    ]);
    expect(normalMap({ ...pixels, convention: 'directx' }).slopes[2]).toBeCloseTo(121 / 223, 6);
  });

  test('uses the natural size of an image element', () => {
    const calls: unknown[] = [];
    readPixels({ width: 300, height: 150, naturalWidth: 2, naturalHeight: 1 }, fakeCanvas(calls));
    expect(calls[0]).toEqual(['2d', 2, 1]);
  });

  test('uses OffscreenCanvas if available', () => {
    const calls: unknown[] = [];
    const make = fakeCanvas(calls);
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext: CanvasLike['getContext'];
        constructor(width: number, height: number) {
          this.getContext = make(width, height).getContext;
        }
      },
    );
    expect(readPixels({ width: 2, height: 1 }).data).toBe(colours);
  });

  test('throws for images that cannot be read', () => {
    expect(() => readPixels(null as never)).toThrow('readPixels: image must be ImageData');
    expect(() => readPixels({ width: 2, height: 1 })).toThrow('readPixels: OffscreenCanvas is not available');
    expect(() => readPixels({ width: 20, height: 10, naturalWidth: 0, naturalHeight: 0 })).toThrow('is it loaded?');
    expect(() => readPixels({ width: 2, height: 1 }, () => ({ getContext: () => null }))).toThrow('has no 2d context');
  });
});
