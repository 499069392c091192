import {
  describe,
  requireInteger,
  requireKnownOptions,
  requireNumber,
  requireOneOf,
  requireVector,
} from '../options.js';
import { requireName } from './material-pairs.js';
import type { MaterialMix, SurfaceFunction, SurfacePoint } from './surface.js';

/** Surface functions for terrains: material by height, by slope, and from the weight map of a terrain shader. */

export interface ByHeightOptions {
  /** Materials with the height [m] from which on each applies, in any order. The lowest also applies below. */
  levels: readonly { from: number; name: string }[];
  /** Direction of increasing height, in the world. @default [0, 1, 0] */
  up?: readonly [number, number, number];
}

/** Material by height in the world: sand at the shore, grass above, snow on top. */
export function byHeight(options: ByHeightOptions): SurfaceFunction {
  requireKnownOptions('byHeight', options, ['levels', 'up']);
  const { levels } = options;
  if (!Array.isArray(levels) || levels.length === 0) {
    throw new TypeError(`byHeight: levels must be a list of { from, name } (got ${describe(levels)})`);
  }
  const sorted = levels.map(({ from, name }, k) => {
    requireName('byHeight', `levels[${k}].name`, name);
    if (typeof from !== 'number' || Number.isNaN(from)) {
      throw new RangeError(`byHeight: levels[${k}].from must be a number (got ${describe(from)})`);
    }
    return { from, name };
  });
  sorted.sort((a, b) => a.from - b.from);
  const up = requireUp('byHeight', options.up);
  return ({ point }) => {
    const height = dot(point, up);
    let { name } = sorted[0];
    for (const level of sorted) if (height >= level.from) name = level.name;
    return name;
  };
}

export interface BySlopeOptions {
  /** Material of surfaces that are flatter than `angle`. */
  floor: string;
  /** Material of walls, steep slopes and ceilings. */
  wall: string;
  /** Largest slope of a floor [rad]. @default π/4 */
  angle?: number;
  /** @default [0, 1, 0] */
  up?: readonly [number, number, number];
}

/** Material by slope: a character that jumps against a wall does not stick to it if `wall` has no friction. */
export function bySlope(options: BySlopeOptions): SurfaceFunction {
  requireKnownOptions('bySlope', options, ['floor', 'wall', 'angle', 'up']);
  const { floor, wall } = options;
  requireName('bySlope', 'floor', floor);
  requireName('bySlope', 'wall', wall);
  const least = Math.cos(requireNumber('bySlope', 'angle', options.angle ?? Math.PI / 4, 0, 'rad'));
  const up = requireUp('bySlope', options.up);
  return ({ normal }) => (dot(normal, up) >= least ? floor : wall);
}

interface Weights {
  /** Weights, row by row, `names.length` or more channels per pixel, such as the RGBA bytes of an image. Any sum per pixel. */
  data: ArrayLike<number>;
  width: number;
  height: number;
}

/** The weights as numbers, or as an image that the page has loaded. */
export type SplatMapOptions = SplatMapLayout & (Weights | { image: CanvasImage });

interface SplatMapLayout {
  /** Material of each channel. */
  names: readonly string[];
  /**
   * Where a point lies on the map: a rectangle in the frame of the collider or shape, `from` at the first pixel's corner and `to` at the
   * last one's, or a function that writes u and v, 0 to 1, to `out`.
   */
  uv: { from: readonly [number, number]; to: readonly [number, number]; plane?: 'xz' | 'xy' | 'yz' } | UvFunction;
}

const MAX_SIZE = 65536;

export type UvFunction = (where: SurfacePoint, out: Float64Array) => void;

/**
 * The weight map of a terrain shader: each channel is the share of one material, interpolated between the centres of four pixels as on
 * the screen. Laws of one kind are mixed by weight; otherwise the heaviest part decides.
 */
export function splatMap(options: SplatMapOptions): SurfaceFunction {
  requireKnownOptions('splatMap', options, ['image', 'data', 'width', 'height', 'names', 'uv']);
  const { names } = options;
  const { data, width, height } = 'image' in options ? readPixels(options.image) : options;
  requireInteger('splatMap', 'width', width, 1, MAX_SIZE);
  requireInteger('splatMap', 'height', height, 1, MAX_SIZE);
  if (!Array.isArray(names) || names.length === 0) {
    throw new TypeError(`splatMap: names must be a list of materials (got ${describe(names)})`);
  }
  names.forEach((name, k) => {
    requireName('splatMap', `names[${k}]`, name);
  });
  const channels = data?.length / (width * height);
  if (!(Number.isInteger(channels) && channels >= names.length)) {
    throw new RangeError(
      `splatMap: data must have width x height x channels numbers, at least ${names.length} per pixel (got ${data?.length} for ${width} x ${height})`,
    );
  }
  const uv = typeof options.uv === 'function' ? options.uv : onPlane(options.uv);
  const at = new Float64Array(2);
  const weights = new Float64Array(names.length);
  const mix: MaterialMix = { names: [...names], weights };
  return (where) => {
    uv(where, at);
    const x = Math.min(Math.max(at[0] * width - 0.5, 0), width - 1);
    const y = Math.min(Math.max(at[1] * height - 0.5, 0), height - 1);
    const column = Math.min(Math.floor(x), width - 1);
    const row = Math.min(Math.floor(y), height - 1);
    const right = column + 1 < width ? channels : 0;
    const below = row + 1 < height ? channels * width : 0;
    const pixel = channels * (width * row + column);
    const only = onlyChannel(data, pixel, right, below, weights.length);
    if (only >= 0) return mix.names[only];
    for (let k = 0; k < weights.length; k++) {
      const a = data[pixel + k] + (x - column) * (data[pixel + right + k] - data[pixel + k]);
      const b = data[pixel + below + k] + (x - column) * (data[pixel + below + right + k] - data[pixel + below + k]);
      weights[k] = a + (y - row) * (b - a);
    }
    return mix;
  };
}

/** The channel that alone has weight in four neighbouring pixels, as in most of a map; -1 if there are several. */
function onlyChannel(data: ArrayLike<number>, pixel: number, right: number, below: number, count: number): number {
  let found = -1;
  for (let k = pixel; k < pixel + count; k++) {
    const sum = data[k] + data[k + right] + data[k + below] + data[k + below + right];
    if (sum === 0) continue;
    if (found >= 0 || !(sum > 0)) return -1;
    found = k - pixel;
  }
  return found;
}

function readPixels(image: CanvasImage): Weights {
  const { width, height } = image;
  if (!(width > 0 && height > 0)) {
    throw new TypeError(`splatMap: image must be a decoded image or a canvas (got ${describe(image)})`);
  }
  const Canvas = (globalThis as unknown as CanvasScope).OffscreenCanvas;
  if (!Canvas) throw new Error('splatMap: there is no OffscreenCanvas to read the image; give its pixels as data');
  const context = new Canvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

/** An HTMLImageElement, ImageBitmap, canvas …: anything a canvas can draw. */
interface CanvasImage {
  width: number;
  height: number;
}

interface CanvasScope {
  OffscreenCanvas?: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      drawImage(image: CanvasImage, x: number, y: number): void;
      getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
    };
  };
}

function onPlane(uv: Exclude<SplatMapOptions['uv'], UvFunction>): UvFunction {
  requireKnownOptions('splatMap: uv', uv, ['from', 'to', 'plane']);
  const plane = requireOneOf('splatMap', 'uv.plane', uv.plane ?? 'xz', ['xz', 'xy', 'yz']);
  const axes = [...plane].map((axis) => 'xyz'.indexOf(axis));
  const [u0, v0] = requireCorner('from', uv.from);
  const [u1, v1] = requireCorner('to', uv.to);
  if (u0 === u1 || v0 === v1) throw new RangeError('splatMap: uv.from and uv.to must differ in both coordinates');
  return ({ local }, out) => {
    out[0] = (local[axes[0]] - u0) / (u1 - u0);
    out[1] = (local[axes[1]] - v0) / (v1 - v0);
  };
}

function requireCorner(option: string, corner: unknown): readonly [number, number] {
  const [u, v] = (Array.isArray(corner) ? corner : []) as [number, number];
  if (!(Number.isFinite(u) && Number.isFinite(v))) {
    throw new RangeError(`splatMap: uv.${option} must be two finite numbers in m (got ${describe(corner)})`);
  }
  return [u, v];
}

function requireUp(owner: string, up: unknown): Float64Array {
  const vector = requireVector(owner, 'up', up ?? [0, 1, 0]);
  const length = Math.hypot(...vector);
  if (!(length > 0)) throw new RangeError(`${owner}: up must not be [0, 0, 0]`);
  return vector.map((x) => x / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
