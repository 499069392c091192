import type { PushContact } from './solve-push.js';

/** A convex outline [x, y, x, y, …], counter-clockwise, in the axes of the slider about its centre of mass, m. */
export type Outline = Float64Array;

export type Pusher =
  | { kind: 'point' }
  /** A round finger. */
  | { kind: 'disc'; radius: number }
  /** A flat face, through the pusher's position and along its y: at angle 0 it pushes along x. */
  | { kind: 'line'; length: number };

/** Position and angle of the pusher, and its velocity there. */
export interface PusherMotion {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly vx: number;
  readonly vy: number;
  readonly spin: number;
}

interface Touch {
  /** From the centre of mass, in the world's axes. */
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
  readonly gap: number;
}

/**
 * Where pusher and slider touch, or may touch within the step: nothing, one point, or the two ends of a flat contact.
 * `motion` is relative to the centre of mass; `reach` is how far they may approach in the step, m.
 */
export function findContacts(
  outline: Outline,
  pose: { readonly angle: number },
  pusher: Pusher,
  motion: PusherMotion,
  reach: number,
  dt: number,
): PushContact[] {
  const world = turned(outline, pose.angle);
  const touches =
    pusher.kind === 'line'
      ? faceTouches(world, motion, 0.5 * pusher.length)
      : [nearest(world, motion.x, motion.y, pusher.kind === 'disc' ? pusher.radius : 0)];
  return farthestTwo(touches.filter(({ gap }) => gap <= reach)).map(({ x, y, nx, ny, gap }) => {
    const vx = motion.vx - motion.spin * (y - motion.y);
    const vy = motion.vy + motion.spin * (x - motion.x);
    return { x, y, nx, ny, an: nx * vx + ny * vy - gap / dt, bt: -ny * vx + nx * vy };
  });
}

function turned(outline: Outline, angle: number): Float64Array {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return outline.map((value, k) => (k % 2 === 0 ? c * value - s * outline[k + 1] : s * outline[k - 1] + c * value));
}

/** The point of the outline nearest to a finger of this radius at (x, y). */
function nearest(world: Float64Array, x: number, y: number, radius: number): Touch {
  let inside: Touch | undefined;
  let outside: Touch | undefined;
  let isInside = true;
  for (let k = 0; k < world.length; k += 2) {
    const next = (k + 2) % world.length;
    const ex = world[next] - world[k];
    const ey = world[next + 1] - world[k + 1];
    const length = Math.hypot(ex, ey);
    // Inward normal of a counter-clockwise outline.
    const nx = -ey / length;
    const ny = ex / length;
    const depth = (x - world[k]) * nx + (y - world[k + 1]) * ny;
    if (depth < 0) isInside = false;
    const along = Math.min(Math.max(((x - world[k]) * ex + (y - world[k + 1]) * ey) / length ** 2, 0), 1);
    const px = world[k] + along * ex;
    const py = world[k + 1] + along * ey;
    if (inside === undefined || -depth > inside.gap + radius) {
      inside = { x: px, y: py, nx, ny, gap: -depth - radius };
    }
    const distance = Math.hypot(px - x, py - y);
    if (outside === undefined || distance < outside.gap + radius) {
      // At a corner the normal points from the finger to it; on an edge that is the edge's own.
      const atCorner = along === 0 || along === 1;
      outside =
        atCorner && distance > 0
          ? { x: px, y: py, nx: (px - x) / distance, ny: (py - y) / distance, gap: distance - radius }
          : { x: px, y: py, nx, ny, gap: distance - radius };
    }
  }
  return (isInside ? inside : outside) as Touch;
}

/** Corners of the slider on the face, and ends of the face on edges of the slider. */
function faceTouches(world: Float64Array, motion: PusherMotion, half: number): Touch[] {
  const dx = Math.cos(motion.angle);
  const dy = Math.sin(motion.angle);
  const touches: Touch[] = [];
  for (let k = 0; k < world.length; k += 2) {
    const rx = world[k] - motion.x;
    const ry = world[k + 1] - motion.y;
    if (Math.abs(-dy * rx + dx * ry) > half) continue;
    touches.push({ x: world[k], y: world[k + 1], nx: dx, ny: dy, gap: rx * dx + ry * dy });
  }
  for (const side of [-half, half]) {
    const touch = nearest(world, motion.x - side * dy, motion.y + side * dx, 0);
    if (touch.nx * dx + touch.ny * dy > 0.5) touches.push(touch);
  }
  // Corners behind the face belong to the far side of the slider, or the face is inside it.
  return touches;
}

/** Of several touches along a face, the nearest one and the one farthest from it. */
function farthestTwo(touches: readonly Touch[]): Touch[] {
  if (touches.length < 2) return [...touches];
  const first = touches.reduce((best, touch) => (touch.gap < best.gap ? touch : best));
  const distance = ({ x, y }: Touch) => Math.hypot(x - first.x, y - first.y);
  const second = touches.reduce((best, touch) => (distance(touch) > distance(best) ? touch : best));
  return distance(second) > 1e-9 ? [first, second] : [first];
}
