import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { disc, ellipsoidFit, hertz, limitSurface, lineContact, rectangle, ring } from '@stiction/limit-surface';
import { exactShape } from '../../packages/limit-surface/test/models/support.js';
import { COLOURS, type Mark, type Panel, writePicture } from './law-pictures-chart.js';
import type { Point } from './law-pictures-runs.js';
import { type BoxPanel, boxOf, writeBoxes } from './limit-surface-pictures-boxes.js';
import {
  distributedErrors,
  type Errors,
  ellipsoidErrors,
  limitCurve,
  motion,
  reducedErrors,
  reducedErrorsInTime,
  respond,
  tableErrors,
} from './limit-surface-pictures-curves.js';
import { type MeshPanel, writeMeshes } from './limit-surface-pictures-mesh.js';
import { ofEllipsoid, ofPatch, slideByLaw, slideDisc } from './limit-surface-pictures-slide.js';

/** The pictures of docs/limit-surface.md: `npm run limit-surface:pictures -w @stiction/bench`, or one by name. */
const FOLDER = resolve(import.meta.dirname, '../../docs/images/limit-surface');
mkdirSync(FOLDER, { recursive: true });
const ORANGE = '#d08a1e';
const { blue, red, green, grey, violet } = COLOURS;

function write(name: string, title: string, panels: readonly Panel[]): void {
  writePicture(`../limit-surface/${name}`, title, panels);
}

function circle(radius: number): [number, number][] {
  return Array.from({ length: 32 }, (_, k) => [
    radius * Math.cos((Math.PI * k) / 16),
    radius * Math.sin((Math.PI * k) / 16),
  ]);
}

function box(width: number, height: number, x = 0): [number, number][] {
  const [w, h] = [0.5 * width, 0.5 * height];
  return [
    [x - w, -h],
    [x + w, -h],
    [x + w, h],
    [x - w, h],
  ];
}

const SIZE = 0.02;
const LINE = lineContact({ length: SIZE, direction: [0, 1] });
const WEDGE: [number, number][] = [
  [-0.09, 0.5],
  [0.09, 0.5],
  [0, -0.5],
];
const MESHES: readonly MeshPanel[] = [
  { title: 'disc', pressure: disc({ radius: 0.01 }), sketch: [circle(0.5)] },
  { title: 'ring, inner 0.8', pressure: ring({ radius: 0.01, inner: 0.008 }), sketch: [circle(0.5), circle(0.4)] },
  { title: 'Hertz', pressure: hertz({ radius: 0.01 }), sketch: [circle(0.5)] },
  { title: 'square', pressure: rectangle({ width: SIZE, height: SIZE }), sketch: [box(1, 1)] },
  { title: 'line along y', pressure: LINE, sketch: [box(0.02, 1)] },
  { title: 'gradient line along y', pressure: exactShape('lineGrad'), sketch: [WEDGE] },
  { title: 'rectangle 4 : 1', pressure: rectangle({ width: SIZE, height: SIZE / 4 }), sketch: [box(1, 0.25)] },
  {
    title: 'non-convex 1',
    pressure: exactShape('nonConvex1'),
    sketch: [box(0.15, 0.15, -0.425), box(0.15, 0.15, 0.425)],
  },
  {
    title: 'non-convex 2',
    pressure: exactShape('nonConvex2'),
    sketch: [box(0.7, 0.15, -0.15), box(0.15, 0.7, 0.425)],
  },
];

function drawCurves(): void {
  const quarter = Array.from({ length: 91 }, (_, k): Point => {
    const angle = (k * Math.PI) / 180;
    return [Math.sin(angle), Math.cos(angle)];
  });
  const ellipsoid: Mark = { name: 'ellipsoid', colour: '#444', dashed: true, width: 1.5, points: quarter };
  const curve = (name: string, colour: string, shape: MeshPanel['pressure'], along: Point, dashed = false): Mark[] => [
    { name, colour, dashed, points: limitCurve(shape, along) },
  ];
  const axes = {
    x: { label: 'friction force per μ N', range: [0, 1] as Point, step: 0.2 },
    y: { label: 'torque per μ N r', range: [0, 1] as Point, step: 0.2 },
  };
  write('curves', 'Limit curves: friction force against torque, by shape, beside the ellipsoid', [
    {
      ...axes,
      title: 'Shapes of even pressure',
      marks: [
        ...curve('disc', blue, disc({ radius: 1 }), [1, 0]),
        ...curve('ring', green, ring({ radius: 1, inner: 0.8 }), [1, 0]),
        ...curve('Hertz', ORANGE, hertz({ radius: 1 }), [1, 0]),
        ...curve('square', violet, rectangle({ width: 1, height: 1 }), [1, 0]),
        ...curve('line, slip across', red, LINE, [1, 0]),
        ...curve('line, slip along', red, LINE, [0, 1], true),
        ellipsoid,
      ],
    },
    {
      ...axes,
      title: 'Gradient line and non-convex shapes',
      marks: [
        ...curve('grad. across', red, exactShape('lineGrad'), [1, 0]),
        ...curve('grad. along', red, exactShape('lineGrad'), [0, 1], true),
        ...curve('nc 1 x', blue, exactShape('nonConvex1'), [1, 0]),
        ...curve('nc 1 y', blue, exactShape('nonConvex1'), [0, 1], true),
        ...curve('nc 2 x', green, exactShape('nonConvex2'), [1, 0]),
        ...curve('nc 2 y', green, exactShape('nonConvex2'), [0, 1], true),
        ellipsoid,
      ],
    },
  ]);
}

const SHAPES: [name: string, label: string, colour: string][] = [
  ['Circle', 'disc', blue],
  ['Square', 'square', violet],
  ['Line', 'line', red],
  ['LineGrad', 'gradient line', ORANGE],
  ['NonConvex1', 'non-convex 1', green],
  ['NonConvex2', 'non-convex 2', grey],
];

function errorPanels(title: string, label: string, range: Point, step: number, of: (name: string) => Errors): Panel[] {
  const errors = SHAPES.map(([name]) => of(name));
  return (['force', 'torque'] as const).map((what) => ({
    title: `${title}: ${what}`,
    x: { label, range, step },
    y: { label: 'error, %', range: [0.01, 100] as Point, log: true },
    marks: SHAPES.map(([, name, colour], k) => ({ name, colour, points: errors[k][what] })),
  }));
}

function drawErrors(): void {
  const cells = [9, 13, 17, 21];
  const more = [9, 13, 17, 21, 25, 33, 41, 51];
  const nodes = [4, 6, 8, 10, 14, 20, 30, 50];
  write('errors', 'Errors of the planar models along the motion of Fig. 5, by cells', [
    ...errorPanels('Distributed', 'cells N × N', [0, 60], 20, (name) => distributedErrors(name, cells)),
    ...errorPanels('Reduced, by its grid', 'cells N × N of the table', [0, 60], 20, (name) =>
      reducedErrors(name, more),
    ),
  ]);
  write('errors-table', 'Errors of the reduced model along the motion of Fig. 5, by nodes of its table', [
    ...errorPanels('Linear table', 'nodes in a quarter turn', [0, 60], 20, (name) =>
      tableErrors(name, nodes, 'linear'),
    ),
    ...errorPanels('Quadratic table', 'nodes in a quarter turn', [0, 60], 20, (name) =>
      tableErrors(name, nodes, 'quadratic'),
    ),
  ]);
  for (const [name, label] of SHAPES) {
    console.log(
      `  ellipsoid, ${label}: ${ellipsoidErrors(name)
        .map((e) => e.toFixed(2))
        .join(' / ')} %`,
    );
  }
}

function drawBoxes(): void {
  const kinds = [
    { kind: 'table', name: 'reduced, limit surface', colour: blue },
    { kind: 'ellipsoid', name: 'reduced, ellipsoid', colour: ORANGE },
  ] as const;
  const runs = SHAPES.map(([name, label]) => ({
    label,
    boxes: kinds.map(({ kind, colour }) => {
      const [force, torque] = reducedErrorsInTime(name, kind);
      return { colour, force: boxOf(force), torque: boxOf(torque) };
    }),
  }));
  const panels = (['force', 'torque'] as const).map(
    (what): BoxPanel => ({
      title: `Error of ${what}, % of the largest`,
      decades: [-4, 2],
      groups: runs.map(({ label, boxes }) => ({
        label,
        boxes: boxes.map((run) => ({ colour: run.colour, box: run[what] })),
      })),
    }),
  );
  const title = 'Errors of the reduced model along the motion of Fig. 5: with its limit surface and with the ellipsoid';
  writeBoxes('errors-boxes', title, panels, kinds);
}

function drawResponse(): void {
  const [vx, vy, w] = motion();
  const time = { label: 'time, s', range: [0, 5] as Point, step: 1 };
  const panels: Panel[] = [
    {
      title: 'The motion of Fig. 5: velocity',
      x: time,
      y: { label: 'mm/s', range: [0, 20], step: 5 },
      marks: [
        { name: 'vx', colour: blue, points: vx },
        { name: 'vy', colour: green, points: vy },
      ],
    },
    {
      title: 'and rotation',
      x: time,
      y: { label: 'rad/s', range: [0, 1.5], step: 0.5 },
      marks: [{ name: 'ω', colour: violet, points: w }],
    },
  ];
  for (const [name, label, n] of [
    ['Circle', 'Disc', 41],
    ['LineGrad', 'Gradient line along y', 101],
  ] as const) {
    const cells = respond(name, n, 'distributed');
    const reduced = respond(name, n, 'reduced');
    const ellipsoid = respond(name, n, 'ellipsoid');
    const marks = (e: number, colour: string, what: string): Mark[] => [
      { name: `${what}: distributed`, colour, width: 5, points: cells[e] },
      { name: 'reduced', colour: '#111', width: 1, points: reduced[e] },
      { name: 'ellipsoid', colour: ORANGE, dashed: true, width: 1.5, points: ellipsoid[e] },
    ];
    panels.push(
      {
        title: `${label}: force`,
        x: time,
        y: { label: 'N', range: [-1.25, 0.5], step: 0.25 },
        marks: [
          ...marks(0, '#9cc3ee', 'fx'),
          ...marks(1, '#a6d8b8', 'fy').map(({ name, ...mark }, k): Mark => (k === 0 ? { name: 'fy', ...mark } : mark)),
        ],
      },
      {
        title: `${label}: torque`,
        x: time,
        y: { label: 'N mm', range: [-10, 2], step: 2 },
        marks: marks(2, '#cdb5e6', 'τ'),
      },
    );
  }
  write('response', 'Friction along the motion of Fig. 5: distributed, reduced, ellipsoid', panels);
}

function drawSlide(): void {
  const starts: [number, string][] = [
    [0.05, blue],
    [0.3, green],
    [1, violet],
    [3, red],
  ];
  const y = { label: 'v / (R ω)', range: [0, 3] as Point, step: 0.5 };
  const time = { label: 'time / time to rest', range: [0, 1] as Point, step: 0.2 };
  const speed = { label: 'speed left', range: [1e-6, 1] as Point, log: true };
  const goal: Mark = {
    name: '0.653',
    colour: '#444',
    dashed: true,
    width: 1,
    points: [
      [0, 0.653],
      [1, 0.653],
    ],
  };
  const onLog: Mark = {
    ...goal,
    points: [
      [1e-6, 0.653],
      [1, 0.653],
    ],
  };
  const label = (ratio: number) => `from ${ratio}`;
  const all = (wrench: typeof ofPatch, what: 'inTime' | 'inSpeed'): Mark[] =>
    starts.map(([ratio, colour]) => ({ name: label(ratio), colour, points: slideDisc(wrench, ratio)[what] }));
  const law = starts.map(([ratio, colour]): Mark => {
    const { rest } = slideDisc(ofPatch, ratio);
    return { colour, as: 'dots', points: slideByLaw(ratio, rest).filter(([, now]) => now > 0 && now < 3) };
  });
  write('slide', 'Ratio of sliding and spinning of a disc on its way to rest: true patch and ellipsoid', [
    { title: 'True patch; dots: the law, 60 steps', x: time, y, marks: [...all(ofPatch, 'inTime'), ...law, goal] },
    { title: 'Ellipsoid (coulomb, ecp)', x: time, y, marks: [...all(ofEllipsoid, 'inTime'), goal] },
    { title: 'True patch, by the speed left', x: speed, y, marks: [...all(ofPatch, 'inSpeed'), onLog] },
    { title: 'Ellipsoid, by the speed left', x: speed, y, marks: [...all(ofEllipsoid, 'inSpeed'), onLog] },
  ]);
  for (const [ratio] of starts) {
    const last = (points: Point[]) => points[points.length - 1][1].toFixed(4);
    console.log(
      `  from ${ratio}: patch ${last(slideDisc(ofPatch, ratio).inTime)}, ellipsoid ${last(slideDisc(ofEllipsoid, ratio).inTime)}`,
    );
  }
}

/** Error of the ellipsoid, for the table of the page. */
function printEllipsoids(): void {
  for (const { title, pressure } of MESHES) {
    const { wrenchRms, wrenchMax, shapeMax, spinForce } = ellipsoidFit(pressure).report;
    const { r } = limitSurface(pressure);
    const shown = [wrenchRms, wrenchMax, shapeMax, spinForce].map((share) => (100 * share).toFixed(1));
    console.log(`| ${title} | ${(r / 0.01).toFixed(3)} | ${shown.join(' | ')} |`);
  }
}

const drawings: Record<string, () => void> = {
  surfaces: () => writeMeshes('surfaces', 'Limit surfaces of nine contact patches', MESHES),
  curves: drawCurves,
  slide: drawSlide,
  response: drawResponse,
  errors: drawErrors,
  boxes: drawBoxes,
  table: printEllipsoids,
};
const wanted = process.argv.slice(2);
for (const [name, draw] of Object.entries(drawings)) if (wanted.length === 0 || wanted.includes(name)) draw();
