import { gridPressure } from '../../src/pressure/grid.js';
import { lineContact } from '../../src/pressure/line.js';
import { rectangle } from '../../src/pressure/polygon.js';
import type { Pressure } from '../../src/pressure/pressure.js';
import { disc } from '../../src/pressure/round.js';
import { sumPressure } from '../../src/pressure/sum.js';

/** The six shapes of [Waltersson] Fig. 8, 0.02 m in size: exact, and as the cells of the reference. */

export function exactShape(name: string, size = 0.02): Pressure {
  const part = (width: number, height: number) => rectangle({ width: width * size, height: height * size });
  switch (name) {
    case 'circle':
      return disc({ radius: 0.5 * size });
    case 'square':
      return part(1, 1);
    case 'line':
      return lineContact({ length: size, direction: [0, 1] });
    case 'lineGrad':
      return lineContact({ length: size, direction: [0, 1], gradient: 2 / size });
    case 'nonConvex1':
      return sumPressure([
        { pressure: part(0.15, 0.15), at: [-0.425 * size, 0] },
        { pressure: part(0.15, 0.15), at: [0.425 * size, 0] },
      ]);
    default:
      return sumPressure([
        { pressure: part(0.7, 0.15), at: [-0.15 * size, 0] },
        { pressure: part(0.15, 0.7), at: [0.425 * size, 0] },
      ]);
  }
}

/** Rounds half to even, as the reference does. */
function round(x: number): number {
  const low = Math.floor(x);
  return x - low > 0.5 || (x - low === 0.5 && low % 2 === 1) ? low + 1 : low;
}

/** Masks of the reference implementation, see its README. */
export function maskedGrid(name: string, N: number, size = 0.02) {
  const c = Math.floor(N / 2);
  const n = Math.floor(0.15 * N);
  const n1 = Math.floor(0.7 * N);
  const [y1, y2] = [round(N / 2 - n / 2), round(N / 2 + n / 2)];
  const [y3, y4] = [round(N / 2 - n1 / 2), round(N / 2 + n1 / 2)];
  const masks: Record<string, (i: number, j: number) => number | boolean> = {
    Circle: (i, j) => (i - c) ** 2 + (j - c) ** 2 <= c * c,
    Square: () => 1,
    Line: (i) => i === c,
    LineGrad: (i, j) => (i === c ? 1 - j / N : 0),
    LineGradX: (i, j) => (j === c ? 1 - i / N : 0),
    NonConvex1: (i, j) => y1 <= j && j < y2 && (i < n || i >= N - n),
    NonConvex2: (i, j) => (y1 <= j && j < y2 && i < n1) || (y3 <= j && j < y4 && i >= N - n),
  };
  return gridPressure({ n: N, size, weight: (_x, _y, i, j) => Number(masks[name](i, j)) });
}
