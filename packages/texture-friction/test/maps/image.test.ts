import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CanvasLike, pixelsOf } from '../../src/image.js';
import { normalMap } from '../../src/normal-map.js';

const colours = Uint8ClampedArray.of(128, 128, 255, 255, 188, 128, 239, 255);

/** A canvas that shows the same two pixels whatever is drawn, and notes what it was asked. */
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

/** As in browsers: the fields are not the object's own. */
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

describe('pixelsOf', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('ImageData as it is', () => {
    expect(pixelsOf(new ImageData())).toEqual({ width: 2, height: 1, channels: 4, data: colours });
    expect(normalMap(new ImageData()).slopes[2]).toBeCloseTo(121 / 223, 6);
  });

  test('a decoded PNG without its further fields', () => {
    const data = new Uint16Array(6);
    const pixels = pixelsOf({ width: 2, height: 1, channels: 3, depth: 16, data, text: {} });
    expect(pixels).toEqual({ width: 2, height: 1, channels: 3, data });
  });

  test('an ImageBitmap is drawn once and read', () => {
    const calls: unknown[] = [];
    const bitmap = { width: 2, height: 1 };
    const pixels = pixelsOf(bitmap, fakeCanvas(calls));
    expect(calls).toEqual([
      ['2d', 2, 1],
      [bitmap, 0, 0],
    ]);
    expect(normalMap({ ...pixels, convention: 'directx' }).slopes[2]).toBeCloseTo(121 / 223, 6);
  });

  test('an image element has its own size, whatever the page makes of it', () => {
    const calls: unknown[] = [];
    pixelsOf({ width: 300, height: 150, naturalWidth: 2, naturalHeight: 1 }, fakeCanvas(calls));
    expect(calls[0]).toEqual(['2d', 2, 1]);
  });

  test('OffscreenCanvas where there is one', () => {
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
    expect(pixelsOf({ width: 2, height: 1 }).data).toBe(colours);
  });

  test('what cannot be read is refused', () => {
    expect(() => pixelsOf(null as never)).toThrow('pixelsOf: image must be ImageData');
    expect(() => pixelsOf({ width: 2, height: 1 })).toThrow('pixelsOf: there is no OffscreenCanvas here');
    expect(() => pixelsOf({ width: 20, height: 10, naturalWidth: 0, naturalHeight: 0 })).toThrow('is it loaded?');
    expect(() => pixelsOf({ width: 2, height: 1 }, () => ({ getContext: () => null }))).toThrow('gives no 2d context');
  });
});
