import type { FrictionLaw } from '@stiction/friction-core';
import { type Axis, COLOURS, type Mark, type Panel, writePicture, writeThumbnail } from './law-pictures-chart.js';
import {
  coneOf,
  displacementLoop,
  drift,
  nestedPath,
  type Point,
  run,
  slidingPath,
  steadyFriction,
  stickSlip,
  velocityCurve,
} from './law-pictures-runs.js';

/** The panels of the law pictures. Every curve is measured on the law. */
const { blue, red, green, grey } = COLOURS;
export const SPEED: Axis = { label: 'speed, m/s', range: [-1, 1], step: 0.5 };
export const FRICTION: Axis = { label: 'friction / load', range: [-0.8, 0.8], step: 0.4 };
export const DEGREE = Math.PI / 180;

export type Laws = [name: string | undefined, law: FrictionLaw, colour: string][];

export function velocityPanel(
  laws: Laws,
  speed: Axis = SPEED,
  friction: Axis = FRICTION,
  along: Point = [1, 0],
): Panel {
  const marks = laws.map(([name, law, colour]) => ({
    ...(name === undefined ? {} : { name }),
    colour,
    points: velocityCurve(law, speed.range[1], along),
  }));
  return { title: 'friction against speed, steady', x: speed, y: friction, marks };
}

/** Force over displacement [µm], slowly; dots are steps of 1/60 s. */
export function loopPanel(laws: Laws, most: number, friction: Axis = FRICTION): Panel {
  const marks: Mark[] = [];
  for (const [name, law, colour] of laws) {
    const speed = most / 0.5;
    const micro = (points: Point[]) => points.map(([x, f]): Point => [1e6 * x, f]);
    const fine = micro(displacementLoop(law, nestedPath(most), speed, 1 / 960));
    const line = fine.filter((_, k) => k % 4 === 0 || k < 4);
    marks.push({ name: name ?? 'steps of 1/960 s', colour, points: line });
    if (laws.length > 1) continue;
    const coarse = micro(displacementLoop(law, nestedPath(most), speed, 1 / 60));
    marks.push({ name: '1/60 s', colour: red, as: 'dots', points: coarse });
  }
  const range: Point = [-1.2e6 * most, 1.2e6 * most];
  const x = { label: 'displacement, µm', range, step: 0.4e6 * most };
  return { title: 'friction against displacement', x, y: friction, marks };
}

/** K in the tangent plane, and friction (arrows) for slips in all directions. */
export function conePanel(title: string, marks: Mark[], step = 0.3): Panel {
  const x = { label: 'λ₁ / λN', range: [-3 * step, 3 * step] as Point, step };
  const y = { label: 'λ₂ / λN', range: [-2 * step, 2 * step] as Point, step };
  return { title, x, y, marks };
}

export function roundCone(law: FrictionLaw, step = 0.3): Panel {
  const dots = Array.from({ length: 24 }, (_, k) => {
    const angle = 15 * k * DEGREE;
    const [fx, fy] = steadyFriction(law, [0.01 * Math.cos(angle), 0.01 * Math.sin(angle), 0]);
    return [fx, fy] as Point;
  });
  return conePanel(
    'the set K',
    [
      { name: 'K', colour: blue, as: 'area', points: coneOf(law, [0.01, 0, 0]).outline() },
      { name: 'friction when sliding at 0.01 m/s', colour: red, as: 'dots', points: dots },
    ],
    step,
  );
}

/** K, and the friction of both flows for slips at some angles, from the same origin. */
export function flowPanel(
  make: (flow: 'associated' | 'radial') => FrictionLaw,
  angles: readonly number[],
  step?: number,
): Panel {
  const cones = { associated: coneOf(make('associated')), radial: coneOf(make('radial')) };
  const arrows = (flow: 'associated' | 'radial') =>
    angles.flatMap((angle): Point[] => [[0, 0], cones[flow].friction(angle * DEGREE)]);
  const slips = angles.flatMap((angle): Point[] => [
    [0, 0],
    [0.5 * Math.cos(angle * DEGREE), 0.5 * Math.sin(angle * DEGREE)],
  ]);
  return conePanel(
    'slip, and the friction of both flows',
    [
      { colour: blue, as: 'area', points: cones.associated.outline(), width: 1.2 },
      { name: 'slip', colour: grey, as: 'arrows', points: slips },
      { name: 'associated', colour: blue, as: 'arrows', points: arrows('associated') },
      { name: 'radial', colour: red, as: 'arrows', points: arrows('radial') },
    ],
    step,
  );
}

export function pathPanel(
  make: (flow: 'associated' | 'radial') => FrictionLaw,
  angle: number,
  x: Point,
  y: Point,
): Panel {
  const marks: Mark[] = [
    { name: 'associated', colour: blue, points: slidingPath(make('associated'), 2, angle * DEGREE) },
    { name: 'radial', colour: red, points: slidingPath(make('radial'), 2, angle * DEGREE) },
  ];
  for (const { colour, points } of [...marks]) marks.push({ colour, as: 'dots', points: points.slice(-1) });
  return {
    title: `block pushed at 2 m/s, ${angle}° from x`,
    x: { label: 'x, m', range: x, step: (x[1] - x[0]) / 6 },
    y: { label: 'y, m', range: y, step: (x[1] - x[0]) / 6 },
    marks,
  };
}

/** Directional laws: friction along two directions, flows, the cone and the paths. */
export function directional(
  name: string,
  make: (flow: 'associated' | 'radial') => FrictionLaw,
  options: { slips: readonly number[]; step?: number; path: { angle: number; x: Point; y: Point } },
): void {
  const law = make('associated');
  const curves: Panel = {
    title: 'friction against speed',
    x: SPEED,
    y: FRICTION,
    marks: [
      { name: 'along x', colour: blue, points: velocityCurve(law, 1) },
      { name: 'along y', colour: green, points: velocityCurve(law, 1, [0, 1]) },
    ],
  };
  const { angle, x, y } = options.path;
  const flows = flowPanel(make, options.slips, options.step);
  const loop = loopPanel([[undefined, law, blue]], 1e-4);
  writePicture(name, `${name}: friction, loops, cone and sliding paths`, [
    curves,
    loop,
    flows,
    pathPanel(make, angle, x, y),
  ]);
  writeThumbnail(name, `${name}: the cone`, flows);
}

export function driftPanel(laws: Laws, mu: number, most: number, step: number): Panel {
  return {
    title: 'pushed by (0.3 + 0.3 sin 2πt) μN',
    x: { label: 'time, s', range: [0, 10], step: 2 },
    y: { label: 'displacement, µm', range: [0, most], step },
    marks: laws.map(([label, law, colour]) => ({
      ...(label === undefined ? {} : { name: label }),
      colour,
      width: 1.5,
      points: drift(law, mu, 10, 1 / 240),
    })),
  };
}

export function stickSlipPanel(make: () => FrictionLaw, approximate?: FrictionLaw): Panel {
  const rough: Mark[] = [];
  if (approximate !== undefined) {
    rough.push({ name: "'approximate'", colour: green, width: 1.2, points: stickSlip(approximate, 0.1, 1 / 60, 6) });
  }
  return {
    title: 'pulled by a spring, 50 N/m at 0.1 m/s',
    x: { label: 'time, s', range: [0, 6], step: 1 },
    y: { label: 'spring force / load', range: [0, 0.8], step: 0.2 },
    marks: [
      { name: 'steps of 1/60 s', colour: red, points: stickSlip(make(), 0.1, 1 / 60, 6) },
      { name: '1e-5 s', colour: blue, width: 1.2, points: stickSlip(make(), 0.1, 1e-5, 6) },
      ...rough,
    ],
  };
}

/** Bounds of friction and torsion together, with the torsion divided by the radius r. */
export function couplingPanel(marks: Mark[]): Panel {
  return {
    title: 'sliding and spinning together',
    x: { label: 'torsion / (load · r)', range: [0, 0.9], step: 0.3 },
    y: { label: 'friction / load', range: [0, 0.6], step: 0.3 },
    marks,
  };
}

export function coupling(law: FrictionLaw, radius: number): Point[] {
  return coneOf(law, undefined, radius)
    .outline('torsion', radius)
    .filter(([f, torsion]) => f >= -1e-12 && torsion >= -1e-12)
    .map(([f, torsion]): Point => [torsion / radius, f])
    .sort((a, b) => a[0] - b[0]);
}

/** Coulomb at each of four corners, rotated about points at all distances from the centre: the exact limit. */
export function fourCorners(mu: number): Point[] {
  const r = Math.hypot(0.25, 0.2);
  const points: Point[] = [];
  for (let k = 0; k <= 120; k++) {
    // Rotation about (0, d): from d = 0, spinning, to infinity, sliding along x.
    const share = k / 120;
    const d = share < 1 ? (0.3 * share) / (1 - share) : 1e9;
    let [f, torsion] = [0, 0];
    for (const [x, y] of [
      [0.25, 0.2],
      [-0.25, 0.2],
      [-0.25, -0.2],
      [0.25, -0.2],
    ]) {
      const length = Math.hypot(x, d - y);
      f += ((d - y) / length) * (mu / 4);
      torsion += ((x * x - (d - y) * y) / length) * (mu / 4);
    }
    points.push([Math.abs(torsion) / r, f]);
  }
  return points;
}

export function speedAgainstTime(runs: [string, FrictionLaw, string][], start: number, seconds: number): Panel {
  return {
    title: `block, ${start} m/s at the start, steps of 1/60 s`,
    x: { label: 'time, s', range: [0, seconds], step: seconds / 4 },
    y: { label: 'speed, m/s', range: [0, 2], step: 0.5 },
    marks: runs.map(([name, law, colour]) => {
      const { time, vx } = run(law, { vx: start }, () => undefined, 1 / 60, seconds);
      return { name, colour, points: [[0, start], ...Array.from(time, (t, k): Point => [t, vx[k]])] };
    }),
  };
}

/** [spin, torsion / load in mm] of a ball. */
export function velocityTorsion(law: FrictionLaw, most: number): Point[] {
  const points: Point[] = [];
  for (let k = -10; k <= 10; k++) {
    if (k !== 0) points.push([(most * k) / 10, -1e3 * steadyFriction(law, [0, 0, (most * k) / 10])[2]]);
    else points.push([-1e-9, points[points.length - 1][1]], [1e-9, -points[points.length - 1][1]]);
  }
  return points;
}

export function beltSpeed(law: FrictionLaw, dt: number, name: string, colour: string): Mark {
  const { time, vx } = run(law, {}, () => undefined, dt, 0.4);
  const every = Math.max(1, Math.round(1 / 60 / dt / 4));
  const points = Array.from(time, (t, k): Point => [t, vx[k]]).filter((_, k) => k % every === every - 1);
  return { name, colour, points: [[0, 0], ...points] };
}
