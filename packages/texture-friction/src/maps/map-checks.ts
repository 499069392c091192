/**
 * Warnings about suspicious normal maps. Data that cannot be a normal map throws earlier.
 */

/** Statistics of the decoded vectors n = 2c - 1. */
export interface MapStatistics {
  /** Number of pixels examined. */
  pixels: number;
  channels: number;
  /** Pixels with |n| off 1 by more than 5 %; for two channels, with x² + y² > 1.05². */
  unnormalised: number;
  /** Fraction of all pixels that face inwards or are too steep. */
  steep: number;
  /** Pixels whose colours are equal within 2/255. */
  grey: number;
  /** Mean of n. */
  x: number;
  y: number;
  z: number;
  /** True if all pixels are equal. */
  constant: boolean;
}

const UNNORMALISED_SHARE = 0.01;
const GREY_SHARE = 0.99;

export function mapWarnings(map: MapStatistics, steepest: number): string[] {
  if (map.channels > 2 && map.grey > GREY_SHARE * map.pixels) {
    return ['red, green and blue are equal: looks like a height map; use heightMap'];
  }
  const warnings: string[] = [];
  if (map.unnormalised > UNNORMALISED_SHARE * map.pixels) {
    warnings.push(
      `${formatPercent(map.unnormalised / map.pixels)} of the pixels are not unit vectors to 5 %: only the ratios of red and green to blue count`,
    );
  }
  if (map.steep > 0) {
    warnings.push(
      `${formatPercent(map.steep)} of the pixels are steeper than ${steepest} or face inwards: limited to that slope`,
    );
  }
  if (map.channels > 2 && map.z < 0) {
    warnings.push('blue is below 0.5 on average: not a tangent-space map, or its channels are swapped');
  }
  if (map.constant) {
    if (map.x !== 0 || map.y !== 0) warnings.push('all pixels have the same tilt: there is no texture');
    else if (map.pixels > 1) warnings.push('all pixels are flat: there is no texture');
  } else if (Math.min(Math.abs(map.x), Math.abs(map.y)) > 0.3 && map.x * map.y > 0) {
    // 0.5 becomes 0.735 in sRGB, and 0.214 in the opposite conversion.
    warnings.push('red and green are far off 0.5 on average: looks converted between sRGB and linear colours');
  }
  return warnings;
}

function formatPercent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

/**
 * Correlation that decides: at -1/2 the squared curl of the map is three times that of the map with green flipped, at 1/2 a third.
 */
const MIN_CORRELATION = 0.5;
/** Below this, squared correlation times number of samples may be chance: five standard deviations. */
const SIGNIFICANCE = 25;
const SMALLEST_LEVEL = 8;

/**
 * True if green appears to be flipped. The slopes of a height field have no curl:
 *
 *     a = d(sx)/dv,   b = d(sy)/du,   a = b        and with green flipped   a = -b
 *
 * So the correlation of a and b is 1 for a height field, -1 if flipped, and 0 for unrelated slopes. If the texture depends on u or v
 * only, a and b are 0 and undecided. Rounding to 8 bits hides gentle slopes in noise that averages out, so the correlation is computed
 * on successively halved maps until it decides; not further, because halving aliases fine patterns.
 */
export function isGreenFlipped(slopes: Float32Array, width: number, height: number): boolean {
  let level = slopes;
  while (width >= SMALLEST_LEVEL && height >= SMALLEST_LEVEL) {
    const correlation = crossCorrelation(level, width, height);
    if (Math.abs(correlation) >= MIN_CORRELATION) return correlation < 0;
    level = downsample(level, width, height);
    width >>= 1;
    height >>= 1;
  }
  return false;
}

/**
 * Correlation of a and b in the interior of the map, over at most 255 rows; 0 if it may be chance. A rough map is curl-free only for the
 * differences it was created with, so two kinds are tried: central differences, and differences over squares of four pixels.
 */
function crossCorrelation(s: Float32Array, width: number, height: number): number {
  let [aa, bb, ab, count] = [0, 0, 0, 0];
  let [cc, dd, cd, places] = [0, 0, 0, 0];
  const row = 2 * width;
  for (let j = 1; j < height - 1; j += Math.max(1, height >> 7)) {
    let at = 2 * (j * width + 1);
    for (let i = 1; i < width - 1; i++, at += 2) {
      const a = s[at + row] - s[at - row];
      const b = s[at + 3] - s[at - 1];
      // Flat areas, e.g. around a logo, are no evidence.
      if (a !== 0 || b !== 0) count++;
      aa += a * a;
      bb += b * b;
      ab += a * b;
      const c = s[at + row] + s[at + row + 2] - s[at] - s[at + 2];
      const d = s[at + 3] + s[at + row + 3] - s[at + 1] - s[at + row + 1];
      if (c !== 0 || d !== 0) places++;
      cc += c * c;
      dd += d * d;
      cd += c * d;
    }
  }
  const neighbours = significantCorrelation(aa, bb, ab, count);
  const square = significantCorrelation(cc, dd, cd, places);
  return Math.abs(neighbours) > Math.abs(square) ? neighbours : square;
}

function significantCorrelation(aa: number, bb: number, ab: number, count: number): number {
  return ab * ab * count > SIGNIFICANCE * aa * bb ? ab / Math.sqrt(aa * bb) : 0;
}

function downsample(s: Float32Array, width: number, height: number): Float32Array {
  const w = width >> 1;
  const h = height >> 1;
  const out = new Float32Array(2 * w * h);
  for (let j = 0; j < h; j++) {
    let from = 4 * j * width;
    let at = 2 * j * w;
    for (let i = 0; i < w; i++, from += 4, at += 2) {
      const above = from + 2 * width;
      out[at] = 0.25 * (s[from] + s[from + 2] + s[above] + s[above + 2]);
      out[at + 1] = 0.25 * (s[from + 1] + s[from + 3] + s[above + 1] + s[above + 3]);
    }
  }
  return out;
}
