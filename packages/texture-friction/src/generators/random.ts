import { logAt, sineAt } from '@stiction/friction-core/adapter';

/**
 * Seeded random numbers and noise by + - * / and sqrt only, so that textures are bit-identical in every JavaScript engine.
 */

/** Uniform random numbers in (0, 1) from a hashed counter. Neighbouring seeds give unrelated sequences. */
export function createRandom(seed: number): () => number {
  let counter = hash(seed ^ 0x5bd1e995);
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    return ((hash(counter) >>> 0) + 0.5) / 2 ** 32;
  };
}

function hash(bits: number): number {
  let x = bits | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

/** Fills `out` with independent standard normal numbers (Marsaglia's polar method). */
export function fillGaussian(out: Float64Array, random: () => number): void {
  const log = new Float64Array(1);
  for (let k = 0; k < out.length; k += 2) {
    let x = 0;
    let y = 0;
    let square = 0;
    do {
      x = 2 * random() - 1;
      y = 2 * random() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    log[0] = square;
    logAt(log, 0);
    const factor = Math.sqrt((-2 * log[0]) / square);
    out[k] = factor * x;
    if (k + 1 < out.length) out[k + 1] = factor * y;
  }
}

/** Shifts and scales the numbers to mean 0 and variance 1; equal numbers become 0. */
export function standardize(values: Float64Array): void {
  let mean = 0;
  for (const value of values) mean += value;
  mean /= values.length;
  let square = 0;
  for (const value of values) square += (value - mean) * (value - mean);
  const deviation = Math.sqrt(square / values.length);
  for (let k = 0; k < values.length; k++) values[k] = deviation > 0 ? (values[k] - mean) / deviation : 0;
}

/**
 * Periodic Gaussian noise with mean 0 and variance 1: white noise blurred by a Gaussian with standard deviations of lengthX and
 * lengthY pixels.
 */
export function smoothNoise(
  width: number,
  height: number,
  lengthX: number,
  lengthY: number,
  seed: number,
): Float64Array {
  const values = new Float64Array(width * height);
  fillGaussian(values, createRandom(seed));
  blur(values, width, height, lengthX, lengthY);
  standardize(values);
  return values;
}

/** Number of running means that approximate a Gaussian blur. */
const RUNS = 3;

function blur(values: Float64Array, width: number, height: number, lengthX: number, lengthY: number): void {
  const window = (length: number): number => Math.sqrt((12 * length * length) / RUNS + 1);
  for (let run = 0; run < RUNS; run++) runningMean(values, width, height, window(lengthX), window(lengthY));
}

/** Periodic running mean over windowX by windowY pixels, not necessarily integers. */
export function runningMean(
  values: Float64Array,
  width: number,
  height: number,
  windowX: number,
  windowY: number,
): void {
  const line = new Float64Array(Math.max(width, height));
  if (windowX > 1) {
    for (let j = 0; j < height; j++) meanAlong(values, width * j, 1, width, windowX, line);
  }
  if (windowY > 1) {
    for (let i = 0; i < width; i++) meanAlong(values, i, width, height, windowY, line);
  }
}

function meanAlong(
  values: Float64Array,
  start: number,
  stride: number,
  n: number,
  window: number,
  line: Float64Array,
): void {
  const reach = Math.floor((window - 1) / 2);
  const rest = (window - (2 * reach + 1)) / 2;
  for (let k = 0; k < n; k++) line[k] = values[start + stride * k];
  let sum = 0;
  for (let k = -reach; k <= reach; k++) sum += line[wrapped(k, n)];
  let low = wrapped(-reach - 1, n);
  let high = wrapped(reach + 1, n);
  for (let k = 0; k < n; k++) {
    values[start + stride * k] = (sum + rest * (line[low] + line[high])) / window;
    low = low + 1 === n ? 0 : low + 1;
    sum += line[high] - line[low];
    high = high + 1 === n ? 0 : high + 1;
  }
}

function wrapped(k: number, n: number): number {
  return ((k % n) + n) % n;
}

/** Argument and result of sineAt. */
const angle = new Float64Array(1);

/** sin(2π turns). */
export function sineOf(turns: number): number {
  let quarters = 4 * (turns - Math.round(turns));
  if (quarters > 1) quarters = 2 - quarters;
  if (quarters < -1) quarters = -2 - quarters;
  angle[0] = quarters;
  sineAt(angle, 0);
  return angle[0];
}
