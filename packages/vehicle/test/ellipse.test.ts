import { expect, test } from 'vitest';
import { BLOCK_SIZE, minimizeOverEllipse } from '../src/core/ellipse.js';

test('the minimum over an ellipse satisfies its optimality conditions', () => {
  const block = new Float64Array(BLOCK_SIZE);
  const out = block.subarray(7);
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let k = 0; k < 500; k++) {
    const [xx, yy] = [10 ** (4 * random() - 2), 10 ** (4 * random() - 2)];
    const xy = 0.95 * (2 * random() - 1) * Math.sqrt(xx * yy);
    const [bx, by] = [20 * random() - 10, 20 * random() - 10];
    const [ex, ey] = [10 ** (3 * random() - 2), 10 ** (3 * random() - 2)];
    block.set([xx, xy, yy, bx, by, ex, ey]);
    const isOnBoundary = minimizeOverEllipse(block);
    const gradient = [xx * out[0] + xy * out[1] + bx, xy * out[0] + yy * out[1] + by];
    const scale = Math.hypot(bx, by);
    if (!isOnBoundary) expect(Math.hypot(...gradient)).toBeLessThan(1e-9 * scale);
    else {
      expect((out[0] / ex) ** 2 + (out[1] / ey) ** 2).toBeCloseTo(1, 12);
      // The gradient points against the outward normal (px/ex², py/ey²).
      const [nx, ny] = [out[0] / ex ** 2, out[1] / ey ** 2];
      const length = Math.hypot(nx, ny);
      expect(Math.abs(gradient[0] * ny - gradient[1] * nx) / length).toBeLessThan(1e-6 * scale);
      expect(gradient[0] * nx + gradient[1] * ny).toBeLessThanOrEqual(1e-9);
    }
  }
});
