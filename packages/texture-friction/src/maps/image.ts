import { type PixelSource, type Pixels, requirePixels } from './pixels.js';

/** The used part of a canvas (`OffscreenCanvas`, `HTMLCanvasElement`, or a canvas of a Node package). */
export interface CanvasLike {
  getContext(kind: '2d', settings?: { willReadFrequently?: boolean }): unknown;
}

interface ContextLike {
  drawImage(image: unknown, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): PixelSource;
}

/** An image that a canvas can draw: `ImageBitmap`, `HTMLImageElement`, a canvas, `VideoFrame` and others with a size. */
export interface DrawableLike {
  readonly width: number;
  readonly height: number;
  /** For an `HTMLImageElement`, whose `width` is its width on the page. */
  readonly naturalWidth?: number;
  readonly naturalHeight?: number;
}

/**
 * Reads the pixels of an image: directly from `ImageData` and fast-png's `decode`, otherwise by drawing it on a canvas.
 *
 * A canvas stores colours, not data, which has two pitfalls for normal maps:
 * - Browsers convert colours on loading. `createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })`
 *   prevents that; an `HTMLImageElement` is converted if the file has a colour profile or a gamma.
 * - A canvas premultiplies alpha. Slopes lose bits if alpha < 1 and are lost if it is 0. Maps with a mask in alpha need a decoder
 *   (fast-png), and so do 16-bit maps, of which a canvas keeps 8 bits.
 *
 * `createCanvas` creates the canvas, by default an `OffscreenCanvas`.
 */
export function readPixels(
  image: PixelSource | DrawableLike,
  createCanvas: (width: number, height: number) => CanvasLike = offscreenCanvas,
): Pixels {
  const owner = 'readPixels';
  if (image === null || typeof image !== 'object') {
    throw new TypeError(`${owner}: image must be ImageData, a decoded PNG or a drawable image (got ${String(image)})`);
  }
  if ('data' in image) return requirePixels(owner, image);
  const width = image.naturalWidth ?? image.width;
  const height = image.naturalHeight ?? image.height;
  if (!(width > 0 && height > 0)) {
    throw new RangeError(`${owner}: image has no size (${width} x ${height}); is it loaded?`);
  }
  const context = createCanvas(width, height).getContext('2d', { willReadFrequently: true }) as ContextLike | null;
  if (!context) throw new TypeError(`${owner}: the canvas has no 2d context`);
  context.drawImage(image, 0, 0);
  return requirePixels(owner, readBack(context, width, height));
}

function readBack(context: ContextLike, width: number, height: number): PixelSource {
  // The fields of ImageData are on its prototype, so spreading it would lose them.
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data, channels: 4 };
}

function offscreenCanvas(width: number, height: number): CanvasLike {
  const { OffscreenCanvas } = globalThis as { OffscreenCanvas?: new (width: number, height: number) => CanvasLike };
  if (OffscreenCanvas === undefined) {
    throw new TypeError('readPixels: OffscreenCanvas is not available here; pass createCanvas');
  }
  return new OffscreenCanvas(width, height);
}
