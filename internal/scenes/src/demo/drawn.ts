import type { Rotation, Vector } from '../scene.js';
import type { DrawnPart, DrawnShape } from './demo-scene.js';

/** Pieces of pictures that several scenes share. */

type Paint = Pick<DrawnPart, 'colour' | 'surface' | 'rotation'>;

/** Rotations that turn z to y and to x. */
export const ALONG_Y: Rotation = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
export const ALONG_X: Rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

/** Rotation about z. */
export const about = (angle: number): Rotation => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

export const block = (halfExtents: Vector, position: Vector, paint: Paint = {}): DrawnPart => ({
  shape: { kind: 'box', halfExtents },
  position,
  ...paint,
});

/** A cylinder with bevelled edges. */
export function rod(radius: number, height: number, position: Vector, paint: Paint = {}): DrawnPart {
  const bevel = 0.08 * Math.min(radius, height);
  const profile = [
    [0, -height / 2],
    [radius - bevel, -height / 2],
    [radius, bevel - height / 2],
    [radius, height / 2 - bevel],
    [radius - bevel, height / 2],
    [0, height / 2],
  ] as const;
  return { shape: { kind: 'lathe', profile }, position, ...paint };
}

/** A ring of round wire about z. */
export function ring(radius: number, wire: number): DrawnShape {
  const points = Array.from({ length: 12 }, (_, k): Vector => {
    const angle = (2 * Math.PI * k) / 12;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  });
  return { kind: 'tube', points, radius: wire, closed: true };
}

/** A tyre on a rim with spokes, about z. */
export function wheel(radius: number, width: number, colour = '#c9ced4'): DrawnShape {
  const w = width / 2;
  const tyre = [
    [0.62 * radius, -0.8 * w],
    [0.9 * radius, -w],
    [radius, -0.6 * w],
    [radius, 0.6 * w],
    [0.9 * radius, w],
    [0.62 * radius, 0.8 * w],
  ] as const;
  const spokes = [0, 1, 2, 3, 4].map((k): DrawnPart => {
    const angle = (2 * Math.PI * k) / 5;
    const r = 0.34 * radius;
    return block([0.32 * radius, 0.07 * radius, 0.82 * w], [r * Math.cos(angle), r * Math.sin(angle), 0], {
      colour,
      surface: 'steel',
      rotation: about(angle),
    });
  });
  return {
    kind: 'group',
    parts: [
      { shape: { kind: 'lathe', profile: tyre }, colour: '#1d1f22', surface: 'rubber' },
      rod(0.63 * radius, 1.2 * w, [0, 0, 0], { colour: '#3a3f46', surface: 'steel' }),
      rod(0.14 * radius, 1.7 * w, [0, 0, 0], { colour, surface: 'steel' }),
      ...spokes,
    ],
  };
}

/** A wooden box with boards along its edges; the panels have the colour of the body. */
export function crate([x, y, z]: Vector, boards = '#e3cfa8'): DrawnShape {
  const t = 0.12 * Math.min(x, y, z);
  const w = 0.16 * Math.min(x, y);
  const paint: Paint = { colour: boards, surface: 'wood' };
  const ends = [-1, 1];
  return {
    kind: 'group',
    parts: [
      { shape: { kind: 'box', halfExtents: [x - t, y - t, z - t] }, surface: 'paint' },
      ...ends.flatMap((side) => ends.map((end) => block([w, w, z], [side * (x - w), end * (y - w), 0], paint))),
      ...ends.flatMap((up) =>
        ends.flatMap((side) => [
          block([x, w, w], [0, side * (y - w), up * (z - w)], paint),
          block([w, y, w], [side * (x - w), 0, up * (z - w)], paint),
        ]),
      ),
    ],
  };
}

/** A block with two steel poles on top. */
export function magnet([x, y, z]: Vector): DrawnShape {
  return {
    kind: 'group',
    parts: [
      block([x, y, 0.72 * z], [0, 0, -0.28 * z], { surface: 'plastic' }),
      ...[-0.6, 0.6].map((side) =>
        block([0.4 * x, y, 0.28 * z], [side * x, 0, 0.72 * z], { colour: '#c9ced4', surface: 'steel' }),
      ),
    ],
  };
}

/** A convex outline in x and z, as thick as twice `half` along y. */
export function slab(outline: readonly (readonly [number, number])[], half: number, paint: Paint = {}): DrawnPart {
  const points = outline.flatMap(([x, z]): Vector[] => [
    [x, half, z],
    [x, -half, z],
  ]);
  return { shape: { kind: 'hull', points }, ...paint };
}

/** A car without wheels, 3.8 m long, its middle at the origin and its sill at z = -0.15. */
export function carShape(colour: string): DrawnShape {
  const paint: Paint = { colour, surface: 'plastic' };
  const glass: Paint = { colour: '#18222d', surface: 'ceramic' };
  const trim: Paint = { colour: '#22262b', surface: 'rubber' };
  return {
    kind: 'group',
    parts: [
      slab(
        [
          [-1.86, -0.05],
          [-1.9, 0.2],
          [-1.72, 0.32],
          [0.72, 0.32],
          [1.72, 0.19],
          [1.9, 0.04],
          [1.88, -0.06],
        ],
        0.8,
        paint,
      ),
      slab(
        [
          [-1.82, -0.17],
          [-1.86, -0.04],
          [1.87, -0.04],
          [1.82, -0.17],
        ],
        0.78,
        trim,
      ),
      slab(
        [
          [-1.62, 0.31],
          [-1.25, 0.63],
          [-0.1, 0.66],
          [0.85, 0.31],
        ],
        0.69,
        glass,
      ),
      slab(
        [
          [-1.3, 0.61],
          [-1.2, 0.69],
          [-0.22, 0.71],
          [-0.02, 0.63],
        ],
        0.67,
        paint,
      ),
      ...[-1, 1].flatMap((side) => [
        block([0.03, 0.16, 0.05], [1.84, side * 0.55, 0.11], { colour: '#fff4cf', surface: 'ceramic' }),
        block([0.03, 0.18, 0.05], [-1.87, side * 0.54, 0.17], { colour: '#c4161c', surface: 'ceramic' }),
        block([0.09, 0.06, 0.05], [0.45, side * 0.8, 0.38], paint),
      ]),
    ],
  };
}
