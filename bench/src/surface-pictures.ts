import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  disc,
  ellipsoidFit,
  gridPressure,
  hertz,
  lineContact,
  loadDependentPressure,
  type Pressure,
  polygon,
  powerLaw,
  rectangle,
  ring,
  sumPressure,
} from '@stiction/limit-surface';
import { COLOURS, type Mark, writePicture } from './law-pictures-chart.js';
import type { Point } from './law-pictures-runs.js';
import { limitCurve } from './limit-surface-pictures-curves.js';
import { type MeshPanel, writeMeshes } from './limit-surface-pictures-mesh.js';

/**
 * Pictures of the surfaces, into docs/images/surfaces: `npm run surfaces:pictures -w @stiction/bench`, or some by name. <name>.svg shows limit
 * surfaces, <name>-curve.svg the pressure along x and the limit curves beside the ellipsoid. Prints r, u and the error of the ellipsoid
 * for the tables.
 */
const { blue, red, green } = COLOURS;
const INK = [blue, red, green];
type Outline = [number, number][];

interface Variant {
  title: string;
  pressure: Pressure;
  sketch: Outline[];
  /** Slip direction of its limit curve. @default along x */
  along?: Point;
}

function circle(radius: number, x = 0, y = 0): Outline {
  return Array.from({ length: 32 }, (_, k) => [
    x + radius * Math.cos((Math.PI * k) / 16),
    y + radius * Math.sin((Math.PI * k) / 16),
  ]);
}

function box(width: number, height: number, x = 0, y = 0): Outline {
  const [w, h] = [0.5 * width, 0.5 * height];
  return [
    [x - w, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
  ];
}

const TRIANGLE: Outline = [
  [-0.5, -0.29],
  [0.5, -0.29],
  [0, 0.58],
];
const ELL: Outline = [
  [-0.4, -0.4],
  [0.4, -0.4],
  [0.4, -0.1],
  [-0.1, -0.1],
  [-0.1, 0.4],
  [-0.4, 0.4],
];
const WEDGE: Outline = [
  [-0.5, 0],
  [0.5, 0.1],
  [0.5, -0.1],
];
const foot = rectangle({ width: 0.15, height: 0.15 });
const finger = loadDependentPressure({ radius: 0.2, growth: 1 / 3, k: (fN) => 2 + fN });
const under = (fN: number): Pressure => powerLaw({ a: finger.radiusAt(fN), k: finger.exponentAt(fN) });

const SURFACES: Readonly<Record<string, readonly Variant[]>> = {
  disc: [
    { title: 'disc', pressure: disc({ radius: 0.5 }), sketch: [circle(0.5)] },
    {
      title: 'load at R/8',
      pressure: disc({ radius: 0.5, centre: [0.0625, 0] }),
      sketch: [circle(0.5)],
      along: [0, 1],
    },
    { title: 'load at R/4', pressure: disc({ radius: 0.5, centre: [0.125, 0] }), sketch: [circle(0.5)], along: [0, 1] },
  ],
  ring: [
    { title: 'inner 0.5 R', pressure: ring({ radius: 0.5, inner: 0.25 }), sketch: [circle(0.5), circle(0.25)] },
    { title: 'inner 0.8 R', pressure: ring({ radius: 0.5, inner: 0.4 }), sketch: [circle(0.5), circle(0.4)] },
    { title: 'inner 0.98 R', pressure: ring({ radius: 0.5, inner: 0.49 }), sketch: [circle(0.5), circle(0.49)] },
  ],
  hertz: [
    { title: 'Hertz', pressure: hertz({ radius: 0.5 }), sketch: [circle(0.5)] },
    { title: 'disc, to compare', pressure: disc({ radius: 0.5 }), sketch: [circle(0.5)] },
  ],
  'power-law': [
    { title: 'k = 1', pressure: powerLaw({ a: 0.5, k: 1 }), sketch: [circle(0.5)] },
    { title: 'k = 2, Hertz', pressure: powerLaw({ a: 0.5, k: 2 }), sketch: [circle(0.5)] },
    { title: 'k = 8', pressure: powerLaw({ a: 0.5, k: 8 }), sketch: [circle(0.5)] },
  ],
  rectangle: [
    { title: 'square', pressure: rectangle({ width: 1, height: 1 }), sketch: [box(1, 1)] },
    { title: '2 : 1', pressure: rectangle({ width: 1, height: 0.5 }), sketch: [box(1, 0.5)], along: [0, 1] },
    { title: '4 : 1', pressure: rectangle({ width: 1, height: 0.25 }), sketch: [box(1, 0.25)], along: [0, 1] },
  ],
  polygon: [
    { title: 'triangle', pressure: polygon({ points: TRIANGLE }), sketch: [TRIANGLE] },
    { title: 'L', pressure: polygon({ points: ELL }), sketch: [ELL] },
    {
      title: 'frame',
      pressure: polygon({ points: box(1, 1), holes: [box(0.7, 0.7)] }),
      sketch: [box(1, 1), box(0.7, 0.7)],
    },
  ],
  line: [
    { title: 'even, slip across', pressure: lineContact({ length: 1 }), sketch: [box(1, 0.02)], along: [0, 1] },
    { title: 'even, slip along', pressure: lineContact({ length: 1 }), sketch: [box(1, 0.02)] },
    {
      title: '0 at one end, across',
      pressure: lineContact({ length: 1, gradient: 2 }),
      sketch: [WEDGE],
      along: [0, 1],
    },
  ],
  grid: [
    {
      title: '7 x 7 cells, even',
      pressure: gridPressure({ n: 7, size: 1, weight: () => 1 }),
      sketch: [box(1, 1)],
    },
    {
      title: 'heel and toe, 21 x 21',
      pressure: gridPressure({
        n: 21,
        size: 1,
        weight: (x, y) => Math.max(0, 0.04 - Math.min((x - 0.3) ** 2, (x + 0.25) ** 2) - y * y),
      }),
      sketch: [circle(0.2, -0.25), circle(0.2, 0.3)],
    },
  ],
  sum: [
    {
      title: 'two feet',
      pressure: sumPressure([
        { pressure: foot, at: [-0.425, 0] },
        { pressure: foot, at: [0.425, 0] },
      ]),
      sketch: [box(0.15, 0.15, -0.425), box(0.15, 0.15, 0.425)],
      along: [0, 1],
    },
    {
      title: 'four feet',
      pressure: sumPressure(
        [-0.4, 0.4].flatMap((x) => [-0.4, 0.4].map((y) => ({ pressure: foot, at: [x, y] as const }))),
      ),
      sketch: [-0.4, 0.4].flatMap((x) => [-0.4, 0.4].map((y) => box(0.15, 0.15, x, y))),
    },
    {
      title: 'plate with a round hole',
      pressure: sumPressure([
        { pressure: rectangle({ width: 1, height: 1 }) },
        { pressure: disc({ radius: 0.35 }), hole: true },
      ]),
      sketch: [box(1, 1), circle(0.35)],
    },
  ],
  'load-dependent': [
    { title: '1 N: k = 3', pressure: under(1), sketch: [circle(0.2)] },
    { title: '5 N: k = 7', pressure: under(5), sketch: [circle(0.2 * Math.cbrt(5))] },
    { title: '15 N: k = 17', pressure: under(15), sketch: [circle(0.2 * Math.cbrt(15))] },
  ],
};

/** Pressure along x through the pressure centre, for unit load; of a line it is per length. */
function profile({ pressure }: Variant): Point[] {
  const steps = 240;
  const points: Point[] = [];
  for (let k = 0; k <= steps; k++) {
    const x = 1.2 * (k / steps - 0.5);
    points.push([x, pressure.density(x, pressure.centre[1])]);
  }
  return points;
}

/** A line has no area: its pressure per length, from its ends. */
function lineProfile({ pressure }: Variant): Point[] {
  const { data } = pressure.parts[0];
  const [R, p0, slope] = data;
  const points: Point[] = [
    [-0.6, 0],
    [-0.5, 0],
  ];
  for (let k = 0; k <= 40; k++) {
    const x = k / 40 - 0.5;
    points.push([x, Math.max(0, p0 + (slope * (x - pressure.centre[0])) / R) / R]);
  }
  return [...points, [0.5, 0], [0.6, 0]];
}

function drawCurves(name: string, variants: readonly Variant[]): void {
  const quarter = Array.from({ length: 91 }, (_, k): Point => {
    const angle = (k * Math.PI) / 180;
    return [Math.sin(angle), Math.cos(angle)];
  });
  const shapes = variants.map(
    (variant, k): Mark => ({
      name: variant.title,
      colour: INK[k],
      points: name === 'line' ? lineProfile(variant) : profile(variant),
    }),
  );
  const highest = Math.max(...shapes.flatMap(({ points }) => points.map(([, p]) => p)));
  const step = [0.5, 1, 2, 5, 10, 20].find((one) => 5 * one >= highest) ?? highest;
  writePicture(`../surfaces/${name}-curve`, `${name}: pressure and limit curves`, [
    {
      title: name === 'line' ? 'pressure per length' : 'pressure along x',
      x: { label: 'x, m', range: [-0.6, 0.6], step: 0.2 },
      y: { label: name === 'line' ? 'p, 1/m' : 'p, 1/m²', range: [0, step * Math.ceil(highest / step)], step },
      marks: name === 'line' ? shapes.filter((_, k) => k !== 1) : shapes,
    },
    {
      title: 'limit curves',
      x: { label: 'friction force per μ N', range: [0, 1], step: 0.2 },
      y: { label: 'torque per μ N r', range: [0, 1], step: 0.2 },
      marks: [
        ...variants.map(
          ({ title, pressure, along = [1, 0] }, k): Mark => ({
            name: title,
            colour: INK[k],
            points: limitCurve(pressure, along),
          }),
        ),
        { name: 'ellipsoid', colour: '#444', dashed: true, width: 1.5, points: quarter },
      ],
    },
  ]);
}

mkdirSync(resolve(import.meta.dirname, '../../docs/images/surfaces'), { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, variants] of Object.entries(SURFACES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const distinct = name === 'line' ? variants.filter((_, k) => k !== 1) : variants;
  const panels = distinct.map(
    ({ title, pressure, sketch }): MeshPanel => ({
      title: name === 'line' ? title.split(',')[0] : title,
      pressure,
      sketch,
    }),
  );
  writeMeshes(`../surfaces/${name}`, `${name}: limit surfaces`, panels);
  drawCurves(name, variants);
  for (const { title, pressure } of distinct) {
    const { wrenchRms, wrenchMax, shapeMax, spinForce } = ellipsoidFit(pressure).report;
    const percent = [wrenchRms, wrenchMax, shapeMax, spinForce].map((x) => (100 * x).toFixed(1)).join(', ');
    console.log(`  ${title}: r ${pressure.r.toFixed(5)} m, u ${pressure.u.toFixed(5)} m², ellipsoid off ${percent} %`);
  }
}
