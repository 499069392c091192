import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { COLOURS, type Mark, type Panel, writePicture } from './law-pictures-chart.js';
import type { Point } from './law-pictures-runs.js';
import { SETS, type Shown } from './set-pictures-sets.js';

/**
 * Pictures of the convex sets, into docs/images/sets: `npm run sets:pictures -w @stiction/bench`, or some by name. Left: the support point of
 * a direction. Right: the block step with the free minimum, the level line of the minimum over the set, and that minimum.
 */
const { blue, red, green, grey } = COLOURS;
const LIMIT = 1.2;
/** A direction, and the problem ½ λᵀAλ + cᵀλ, in the plane of the picture. */
const ALONG: Point = [0.5, 0.85];
const MATRIX = [1, 0.35, 0.8] as const;
const TARGET: Point = [0.68, 0.5];

/** Converts between the plane of the picture and the three rows of a set. */
function rows({ other, lever }: Shown, x: number, y: number, conjugate = false): Float64Array {
  const out = new Float64Array(3);
  out[0] = x;
  out[other] = conjugate ? y / lever : y * lever;
  return out;
}

function plane({ other, lever }: Shown, lambda: Float64Array): Point {
  return [lambda[0], lambda[other] / lever];
}

function outline(shown: Shown): Point[] {
  return Array.from({ length: 361 }, (_, k): Point => {
    const angle = (k * Math.PI) / 180;
    const lambda = rows(shown, Math.cos(angle), Math.sin(angle));
    const gauge = shown.set.gauge(lambda, 0, shown.shape, 0);
    return [Math.cos(angle) / gauge, Math.sin(angle) / gauge];
  });
}

/** Perpendicular to a direction, through a point. */
function across([x, y]: Point, [dx, dy]: Point): Point[] {
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [(-0.8 * dy) / length, (0.8 * dx) / length];
  return [
    [x - ux, y - uy],
    [x + ux, y + uy],
  ];
}

function supportPanel(shown: Shown, boundary: Mark[]): Panel {
  const point = new Float64Array(3);
  shown.set.support(rows(shown, ALONG[0], ALONG[1], true), shown.shape, 0, point);
  const place = plane(shown, point);
  return {
    ...axes(shown),
    title: `${shown.title}: support point`,
    marks: [
      ...boundary,
      {
        name: 'd',
        colour: grey,
        as: 'arrows',
        points: [
          [0, 0],
          [0.5 * ALONG[0], 0.5 * ALONG[1]],
        ],
      },
      { colour: grey, dashed: true, width: 1.2, points: across(place, ALONG) },
      { name: 'support(d)', colour: red, as: 'dots', width: 8, points: [place] },
    ],
  };
}

function value([x, y]: Point): number {
  const [u, v] = [x - TARGET[0], y - TARGET[1]];
  return 0.5 * (MATRIX[0] * u * u + 2 * MATRIX[1] * u * v + MATRIX[2] * v * v);
}

/** The level ellipse of the quadratic at a value. */
function levelLine(level: number): Point[] {
  return Array.from({ length: 181 }, (_, k): Point => {
    const angle = (k * Math.PI) / 90;
    const d: Point = [Math.cos(angle), Math.sin(angle)];
    const r = Math.sqrt(level / value([TARGET[0] + d[0], TARGET[1] + d[1]]));
    return [TARGET[0] + r * d[0], TARGET[1] + r * d[1]];
  });
}

function blockPanel(shown: Shown, boundary: Mark[]): Panel {
  const { other, lever } = shown;
  const A = new Float64Array([1, 0, 0, 1, 0, 1]);
  A[0] = MATRIX[0];
  A[other === 1 ? 1 : 2] = MATRIX[1] / lever;
  A[other === 1 ? 3 : 5] = MATRIX[2] / (lever * lever);
  if (other === 1) A[5] = 1e3;
  const c = rows(
    shown,
    -(MATRIX[0] * TARGET[0] + MATRIX[1] * TARGET[1]),
    -(MATRIX[1] * TARGET[0] + MATRIX[2] * TARGET[1]),
    true,
  );
  const out = new Float64Array(3);
  const shape = shown.shape.slice();
  shown.set.minimize(A, 0, c, Float64Array.of(1), 0, shape, 0, out);
  const place = plane(shown, out);
  const scaled: Mark[] = [];
  if (shown.name === 'speed') {
    const points = outline({ ...shown, shape });
    scaled.push({ name: 'K at the speed found', colour: green, points });
  }
  return {
    ...axes(shown),
    title: 'block step',
    marks: [
      ...boundary,
      ...scaled,
      { colour: grey, width: 1.2, dashed: true, points: levelLine(value(place)) },
      { name: 'free minimum', colour: grey, as: 'dots', width: 8, points: [TARGET] },
      { name: 'minimum over K', colour: red, as: 'dots', width: 8, points: [place] },
    ],
  };
}

function axes({ other }: Shown): Pick<Panel, 'x' | 'y'> {
  return {
    x: { label: 'λ₁', range: [-LIMIT, LIMIT], step: 0.4 },
    y: { label: other === 1 ? 'λ₂' : 'λ₃ / r', range: [(-2 * LIMIT) / 3, (2 * LIMIT) / 3], step: 0.4 },
  };
}

mkdirSync(resolve(import.meta.dirname, '../../docs/images/sets'), { recursive: true });
/** Coulomb's cone, its dual, and points with their projections onto the cone. */
function drawCone(mu: number): void {
  const ray = (slope: number, length: number): Point => [slope * length, length];
  const project = ([t, n]: Point): Point => {
    const size = Math.abs(t);
    if (size <= mu * n) return [t, n];
    const along = Math.max(0, (mu * size + n) / (1 + mu * mu));
    return [Math.sign(t) * mu * along, along];
  };
  const points: Point[] = [
    [0.15, 0.8],
    [0.8, 0.6],
    [-0.7, 0.1],
    [0.35, -0.75],
  ];
  writePicture('../sets/cone', 'cone: Coulomb’s cone, its dual, projections', [
    {
      title: `|r_t| ≤ ${mu} r_n, its dual, and projections`,
      x: { label: 'tangential', range: [-1.2, 1.2], step: 0.4 },
      y: { label: 'normal', range: [-0.8, 1.2], step: 0.4 },
      marks: [
        { name: 'K', colour: blue, points: [ray(-mu, 2), [0, 0], ray(mu, 2)] },
        { name: 'dual', colour: green, dashed: true, points: [ray(-1 / mu, 2), [0, 0], ray(1 / mu, 2)] },
        { name: 'onto K', colour: grey, as: 'arrows', points: points.flatMap((point) => [point, project(point)]) },
        { colour: red, as: 'dots', width: 7, points: points.map(project) },
      ],
    },
  ]);
}

const wanted = process.argv.slice(2);
for (const shown of SETS) {
  if (wanted.length > 0 && !wanted.includes(shown.name)) continue;
  const boundary: Mark[] = [{ name: 'K', colour: blue, as: 'area', points: outline(shown) }];
  writePicture(`../sets/${shown.name}`, `${shown.name}: support point and block step`, [
    supportPanel(shown, boundary),
    blockPanel(shown, boundary),
  ]);
}
if (wanted.length === 0 || wanted.includes('cone')) drawCone(0.5);
