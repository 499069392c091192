import { type PixelSource, type Pixels, requirePixels } from './pixels.js';

/** What is needed of a canvas (`OffscreenCanvas`, `HTMLCanvasElement`, or one of a Node package). */
export interface CanvasLike {
  getContext(kind: '2d', settings?: { willReadFrequently?: boolean }): unknown;
}

interface ContextLike {
  drawImage(image: unknown, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): PixelSource;
}

/** What a canvas can draw: `ImageBitmap`, `HTMLImageElement`, a canvas, `VideoFrame` and others with a size. */
export interface DrawableLike {
  readonly width: number;
  readonly height: number;
  /** Of an `HTMLImageElement`, whose width is that on the page. */
  readonly naturalWidth?: number;
  readonly naturalHeight?: number;
}

/**
 * The pixels of a picture: of `ImageData` and of fast-png's `decode` as they are, of all else by drawing it on a canvas.
 *
 * A canvas keeps colours, not numbers, which has two traps for normal maps:
 * - Browsers convert colours on loading. `createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })`
 *   leaves them alone; an `HTMLImageElement` is converted if the file has a colour profile or a gamma.
 * - A canvas stores colours multiplied by alpha. Where alpha < 1 slopes lose bits, where it is 0 they are gone: maps with a mask in
 *   alpha need a decoder (fast-png), as do 16-bit maps, of which a canvas keeps 8.
 *
 * `createCanvas` makes the canvas; by default it is an `OffscreenCanvas`.
 */
export function pixelsOf(
  image: PixelSource | DrawableLike,
  createCanvas: (width: number, height: number) => CanvasLike = offscreenCanvas,
): Pixels {
  const owner = 'pixelsOf';
  if (image === null || typeof image !== 'object') {
    throw new TypeError(`${owner}: image must be ImageData, a decoded PNG or something to draw (got ${String(image)})`);
  }
  if ('data' in image) return requirePixels(owner, image);
  const width = image.naturalWidth ?? image.width;
  const height = image.naturalHeight ?? image.height;
  if (!(width > 0 && height > 0)) {
    throw new RangeError(`${owner}: image has no size (${width} x ${height}); is it loaded?`);
  }
  const context = createCanvas(width, height).getContext('2d', { willReadFrequently: true }) as ContextLike | null;
  if (!context) throw new TypeError(`${owner}: the canvas gives no 2d context`);
  context.drawImage(image, 0, 0);
  return requirePixels(owner, readBack(context, width, height));
}

function readBack(context: ContextLike, width: number, height: number): PixelSource {
  // ImageData keeps its fields on its prototype, where they would not be found by a copy of it.
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data, channels: 4 };
}

function offscreenCanvas(width: number, height: number): CanvasLike {
  const { OffscreenCanvas } = globalThis as { OffscreenCanvas?: new (width: number, height: number) => CanvasLike };
  if (OffscreenCanvas === undefined) {
    throw new TypeError('pixelsOf: there is no OffscreenCanvas here; hand a function that makes a canvas');
  }
  return new OffscreenCanvas(width, height);
}
