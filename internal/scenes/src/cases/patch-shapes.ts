import { lineContact, type Pressure, patch, polygon, rectangle, sumPressure } from '@stiction/limit-surface';
import type { ShapePart, ShapeSpec, Vector } from '../scene.js';
import { centreShape, inertiaOf, solidOf } from '../solid.js';
import type { SlidingPatch } from './sliding-patch.js';
import type { Plane } from './sliding-reference.js';

/**
 * Cases 4 and 5 with other bodies: tables and sledges with a patch per foot, prisms, edges, points, and boxes tall enough that friction
 * moves their load. The law gets only μ. SI units.
 */
const MU = 0.3;
const FLAT = 0.004;

/** The body stands on z = 0 of `shape`, with its centre of mass above the origin. */
function standing(name: string, shape: ShapeSpec, pressure: Pressure, mu = MU): SlidingPatch {
  const { shape: centred, centre } = centreShape(shape);
  const gyration = inertiaOf(solidOf(centred), 1)[0][2];
  // R of the disc with this gyration.
  const size = Math.sqrt(2 * gyration);
  return { name, shape: centred, height: centre[2], law: patch({ mu }), pressure, mu, gyration, size };
}

function prism(base: readonly Plane[], height: number): ShapeSpec {
  return {
    kind: 'hull',
    points: base.flatMap(([x, y]): Vector[] => [
      [x, y, 0],
      [x, y, height],
    ]),
  };
}

function regular(n: number, radius: number): Plane[] {
  return Array.from({ length: n }, (_, k) => {
    const angle = (2 * Math.PI * k) / n;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function block([x, y, z]: Vector, halfExtents: Vector): ShapePart {
  return { shape: { kind: 'box', halfExtents }, position: [x, y, z] };
}

/** A board on feet of this height. */
function boardOn(feet: readonly ShapePart[], [a, b]: Plane, height: number): ShapeSpec {
  return { kind: 'compound', parts: [...feet, block([0, 0, height + FLAT], [a, b, FLAT])] };
}

const FOOT = 0.01;
/** Equal feet; a load at an offset e from the middle is shared by a plane, (1 + at · Σ⁻¹ e)/n, Σ the mean of at atᵀ. */
function footed(foot: Pressure, places: readonly Plane[]): (centre: Plane) => Pressure {
  const n = places.length;
  const [xx, xy, yy] = [0, 1, 2].map((k) => places.reduce((sum, [x, y]) => sum + [x * x, x * y, y * y][k] / n, 0));
  const determinant = xx * yy - xy * xy;
  return ([ex, ey]) => {
    const gx = (yy * ex - xy * ey) / determinant;
    const gy = (xx * ey - xy * ex) / determinant;
    return sumPressure(places.map((at) => ({ pressure: foot, at, load: 1 + gx * at[0] + gy * at[1] })));
  };
}

function onFeet(name: string, places: readonly Plane[], board: Plane): SlidingPatch {
  const feet = places.map(([x, y]) => block([x, y, 0.005], [FOOT, FOOT, 0.005]));
  const pressAt = footed(rectangle({ width: 2 * FOOT, height: 2 * FOOT }), places);
  return { ...standing(name, boardOn(feet, board, 0.01), pressAt([0, 0])), pressAt };
}

const FOUR: readonly Plane[] = [
  [-0.25, -0.15],
  [0.25, -0.15],
  [-0.25, 0.15],
  [0.25, 0.15],
];

/** Two runners, each a prism standing on its edge. */
function sledge(): SlidingPatch {
  const [length, gauge] = [0.6, 0.3];
  const runner: Vector[] = [-0.5 * length, 0.5 * length].flatMap((x): Vector[] => [
    [x, 0, 0],
    [x, -0.01, 0.01],
    [x, 0.01, 0.01],
  ]);
  const feet = [-0.5, 0.5].map(
    (side): ShapePart => ({
      shape: { kind: 'hull', points: runner },
      position: [0, side * gauge, 0],
    }),
  );
  const pressure = sumPressure(
    [-0.5, 0.5].map((side) => ({ pressure: lineContact({ length }), at: [0, side * gauge] as const, load: 0.5 })),
  );
  return standing('sledge on two edges', boardOn(feet, [0.3, 0.2], 0.01), pressure);
}

/** Three pyramids standing on their tips. */
function tripod(): SlidingPatch {
  const tip: Vector[] = [[0, 0, 0], ...regular(4, 0.01).map(([x, y]): Vector => [x, y, 0.01])];
  const places = regular(3, 0.2);
  const feet = places.map(([x, y]): ShapePart => ({ shape: { kind: 'hull', points: tip }, position: [x, y, 0] }));
  // A pressure has no points: each is a ten thousandth of the tripod wide.
  const point = rectangle({ width: 2e-5, height: 2e-5 });
  const pressAt = footed(point, places);
  return { ...standing('tripod on three points', boardOn(feet, [0.25, 0.25], 0.01), pressAt([0, 0])), pressAt };
}

/** Bodies so low that the position of the load does not depend on friction. */
export const SHAPED_PATCHES: readonly SlidingPatch[] = [
  onFeet('table on four feet', FOUR, [0.3, 0.2]),
  onFeet('stool on three feet', regular(3, 0.25), [0.25, 0.25]),
  standing('hexagon', prism(regular(6, 0.3), FLAT), polygon({ points: regular(6, 0.3) })),
  standing('triangle', prism(regular(3, 0.3), FLAT), polygon({ points: regular(3, 0.3) })),
  sledge(),
  tripod(),
];

/** A box whose height matters: friction moves its load by μ h. */
export function tallBox(mu: number, [a, b, h]: Vector): SlidingPatch {
  const shape: ShapeSpec = { kind: 'box', halfExtents: [a, b, h] };
  const base = { width: 2 * a, height: 2 * b };
  return {
    ...standing(`box ${2 * a} x ${2 * b} x ${2 * h}, μ ${mu}`, shape, rectangle(base), mu),
    height: h,
    pressAt: (centre) => rectangle({ ...base, centre }),
  };
}

/** With the load in the kern of the base, where all of it presses; past it; and far past it while the box slides diagonally: μ h = 0.6 b. */
export const TALL_BOXES: readonly SlidingPatch[] = [
  tallBox(0.3, [0.25, 0.25, 0.2]),
  tallBox(0.5, [0.25, 0.25, 0.25]),
  tallBox(0.3, [0.3, 0.1, 0.2]),
];
