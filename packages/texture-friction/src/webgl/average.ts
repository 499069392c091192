import { powerAt } from '../sampling/ploughing.js';
import { contactsPerFrame, contactsPerRow, type PatchCoefficients, type PatchRenderer } from './renderer.js';

/**
 * (8) with the power mean over the pixels that both surfaces cover. `renderer.job` holds the frames: bytes 1 to 255 for coefficients
 * from 0 to that of the steepest facet, 0 for uncovered pixels.
 */
export function averagePatches(renderer: PatchRenderer): PatchCoefficients {
  const { job, result, pixels, frame, power, sums } = renderer;
  const { maxCoefficients } = job;
  ensureCapacity(result, job.count);
  result.count = job.count;
  const perRow = contactsPerRow(renderer);
  const perFrame = contactsPerFrame(renderer);
  for (let k = 0; k < job.count; k++) {
    const inFrame = k % perFrame;
    const row = Math.floor(inFrame / perRow) * pixels + Math.floor(k / perFrame) * frame;
    const column = 2 * pixels * (inFrame % perRow);
    const count = sumTiles(
      renderer,
      4 * (job.stride * row + column),
      maxCoefficients[2 * k] >= 0,
      maxCoefficients[2 * k + 1] >= 0,
    );
    result.coverage[k] = count / (pixels * pixels);
    for (let j = 0; j < 4; j++) {
      const at = 4 * k + j;
      if (count > 0) {
        sums[j] /= count;
        sums[4 + j] /= count;
        powerAt(sums, j, power, 1);
        powerAt(sums, 4 + j, power, 1);
      }
      result.a[at] = maxCoefficients[2 * k] > 0 ? maxCoefficients[2 * k] * sums[j] : 0;
      result.b[at] = maxCoefficients[2 * k + 1] > 0 ? maxCoefficients[2 * k + 1] * sums[4 + j] : 0;
      result.mu[at] = result.a[at] + result.b[at];
    }
  }
  return result;
}

/**
 * Sums the pixels of A's tile at byte `from` and of B's tile next to it. Returns the number of pixels that both cover. A smooth surface has
 * no tile.
 */
function sumTiles({ job, pixels, decode, sums }: PatchRenderer, from: number, hasA: boolean, hasB: boolean): number {
  const { bytes, stride } = job;
  let count = 0;
  let [a0, a1, a2, a3] = [0, 0, 0, 0];
  let [b0, b1, b2, b3] = [0, 0, 0, 0];
  for (let y = 0; y < pixels; y++) {
    let a = from + 4 * stride * y;
    let b = a + 4 * pixels;
    for (let x = 0; x < pixels; x++, a += 4, b += 4) {
      if ((hasA && bytes[a] === 0) || (hasB && bytes[b] === 0)) continue;
      count++;
      a0 += decode[bytes[a]];
      a1 += decode[bytes[a + 1]];
      a2 += decode[bytes[a + 2]];
      a3 += decode[bytes[a + 3]];
      b0 += decode[bytes[b]];
      b1 += decode[bytes[b + 1]];
      b2 += decode[bytes[b + 2]];
      b3 += decode[bytes[b + 3]];
    }
  }
  sums[0] = a0;
  sums[1] = a1;
  sums[2] = a2;
  sums[3] = a3;
  sums[4] = b0;
  sums[5] = b1;
  sums[6] = b2;
  sums[7] = b3;
  return count;
}

function ensureCapacity(result: PatchCoefficients, count: number): void {
  if (result.coverage.length >= count) return;
  const capacity = 2 * count;
  result.mu = new Float64Array(4 * capacity);
  result.a = new Float64Array(4 * capacity);
  result.b = new Float64Array(4 * capacity);
  result.coverage = new Float64Array(capacity);
}
