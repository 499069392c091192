import type { Rotation, Vector } from '../scene.js';
import type { Mark } from './demo-scene.js';
import type { WheelReading } from './vehicle-car.js';

/** Length of one piece of a skid mark, and half the width of a tyre [m]. */
const PIECE = 0.25;
const HALF_WIDTH = 0.09;
/** Above the ground [m]. */
const LIFT = 0.012;
/** Tyres that slide faster than this leave a mark [m/s]. */
const SLOWEST = 0.2;

/** What a tyre must tell. */
export type SkiddingTyre = Pick<WheelReading, 'inContact' | 'sliding' | 'point' | 'normal'>;

/** Draws skid marks: one piece per `PIECE` that a sliding wheel has moved. */
export function createSkids(marks: Mark[]): (wheel: SkiddingTyre, colour: string, time: number) => void {
  const ends = new Map<SkiddingTyre, [number, number, number]>();
  return (wheel, colour, time) => {
    if (!wheel.inContact || wheel.sliding < SLOWEST) {
      ends.delete(wheel);
      return;
    }
    const [x, y, z] = wheel.point;
    const end = ends.get(wheel);
    if (!end) {
      ends.set(wheel, [x, y, z]);
      return;
    }
    const way: Vector = [x - end[0], y - end[1], z - end[2]];
    const length = Math.hypot(...way);
    if (length < PIECE) return;
    const [nx, ny, nz] = wheel.normal;
    // A car that is put elsewhere draws no line to there.
    if (length < 8 * PIECE) {
      marks.push({
        kind: 'skid',
        time,
        position: [end[0] + way[0] / 2 + LIFT * nx, end[1] + way[1] / 2 + LIFT * ny, end[2] + way[2] / 2 + LIFT * nz],
        rotation: alongAndNormal(way, wheel.normal),
        size: [length / 2, HALF_WIDTH],
        colour,
      });
    }
    end[0] = x;
    end[1] = y;
    end[2] = z;
  };
}

/** The rotation that takes z to the normal n and x to the direction of `way` across it: first z to n the short way, then about n. */
function alongAndNormal([wx, wy, wz]: Vector, [nx, ny, nz]: ArrayLike<number> & Iterable<number>): Rotation {
  const size = Math.sqrt(2 * (1 + nz));
  const [qx, qy, qw] = [-ny / size, nx / size, size / 2];
  // What the first rotation makes of x and y, and the angle of `way` between them.
  const ex = [1 - 2 * qy * qy, 2 * qx * qy, -2 * qy * qw];
  const ey = [2 * qx * qy, 1 - 2 * qx * qx, 2 * qx * qw];
  const angle = Math.atan2(ey[0] * wx + ey[1] * wy + ey[2] * wz, ex[0] * wx + ex[1] * wy + ex[2] * wz);
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  return [qx * c + qy * s, qy * c - qx * s, qw * s, qw * c];
}
