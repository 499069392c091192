import {
  anisotropic,
  asymmetric,
  bristle,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  fixedStep,
  frictionTensor,
  lugre,
  maxwellSlip,
  polygonCone,
  simulate,
  stribeck,
  viscoElastic,
} from '@stiction/friction-core';
import { ELEMENTS, falling, LOAD, MASS, STRIBECK } from '@stiction/scenes/laws';
import { COLOURS, type Mark, type Panel, writePicture } from './law-pictures-chart.js';
import { writeTable } from './laws-page.js';
import {
  bristlePath,
  END,
  ellipseCut,
  meanPush,
  type Path,
  planarPath,
  polygonCut,
  radialCut,
  rigidPath,
  SAMPLES,
  springPath,
  surfaceTensor,
  tensorCut,
} from './laws-reference.js';

/**
 * Every law against its continuous form: `npm run laws:convergence -w @stiction/bench [-- --write] [-- --verify]`. A block is pushed from
 * rest, slides half a metre and stops within a second. Errors: of the stopping point, and the largest during the motion (semi-implicit
 * Euler alone is off by dt v/2 there), both relative to the distance. --write also puts the table into docs/laws/README.md; --verify
 * also runs the references with finer steps and reports their uncertainty.
 */
interface Case {
  name: string;
  law: FrictionLaw;
  /** Angle of the push in the plane [rad]. */
  angle?: number;
  reference(refine: number): Path;
}

const ANGLE = Math.PI / 6;
const SIGMAS = [1e4, 1e5, 1e6, 1e7];
/** Damping ratio of the bristles. */
const DAMPING = 0.3;

const stribeckOf = ({ muS, muC, vS, viscous }: typeof STRIBECK) => {
  return (speed: number) => muC + (muS - muC) * Math.exp(-((speed / vS) ** 2)) + viscous * speed;
};
const plane = (cut: Parameters<typeof planarPath>[0]) => (refine: number) => planarPath(cut, ANGLE, 2e-7 / refine);

const rigid: Case[] = [
  { name: 'coulomb', law: coulomb({ mu: 0.5 }), reference: (refine) => rigidPath(() => 0.5, refine) },
  { name: 'stribeck', law: stribeck(STRIBECK), reference: (refine) => rigidPath(stribeckOf(STRIBECK), refine) },
  { name: 'fixedStep', law: fixedStep({ mu: falling }), reference: (refine) => rigidPath(falling, refine) },
  {
    name: "fixedStep, 'approximate'",
    law: fixedStep({ mu: falling, solve: 'approximate' }),
    reference: (refine) => rigidPath(falling, refine),
  },
  {
    name: 'anisotropic',
    law: anisotropic({ mu: [0.6, 0.3] }),
    angle: ANGLE,
    reference: plane(
      ellipseCut(
        () => 0.6,
        () => 0.3,
      ),
    ),
  },
  {
    name: "anisotropic, 'radial'",
    law: anisotropic({ mu: [0.6, 0.3], flow: 'radial' }),
    angle: ANGLE,
    reference: plane(radialCut(0.6, 0.3)),
  },
  {
    name: 'asymmetric',
    law: asymmetric({ mu: [0.4, 0.8, 0.6, 0.5] }),
    angle: ANGLE,
    reference: plane(
      ellipseCut(
        (x) => (x > 0 ? 0.4 : 0.8),
        (y) => (y > 0 ? 0.6 : 0.5),
      ),
    ),
  },
  {
    name: 'polygonCone',
    law: polygonCone({ mu: [0.6, 0.5, 0.4, 0.5, 0.6, 0.5] }),
    angle: ANGLE,
    reference: plane(polygonCut([0.6, 0.5, 0.4, 0.5, 0.6, 0.5])),
  },
  {
    name: 'frictionTensor',
    law: frictionTensor({ a: { mu: [0.8, 0.3] }, b: { mu: [0.6, 0.3], direction: [1, 1, 0] } }),
    angle: ANGLE,
    reference: plane(tensorCut(surfaceTensor([0.8, 0.3], 0), surfaceTensor([0.6, 0.3], Math.PI / 4))),
  },
];

function withMemory(sigma0: number): Case[] {
  const stiffness = sigma0 * LOAD;
  const damping = 2 * DAMPING * Math.sqrt(stiffness * MASS);
  const sigma1 = damping / LOAD;
  const { muS, muC, vS } = STRIBECK;
  const curve = stribeckOf({ muS, muC, vS, viscous: 0 });
  const options = { sigma0, sigma1, sigma2: 0.1, muS, muC, vS };
  const scale = stiffness / ELEMENTS.reduce((sum, element) => sum + element.stiffness, 0);
  const elements = ELEMENTS.map((element) => ({ mu: element.mu, stiffness: scale * element.stiffness }));
  const of = (name: string) => `${name}, σ0 ${power(sigma0)}`;
  return [
    {
      name: of('viscoElastic'),
      law: viscoElastic({ mu: 0.5, stiffness, damping }),
      reference: (refine) => springPath([{ mu: 0.5, stiffness, damping }], refine),
    },
    {
      name: of('bristle'),
      law: bristle({ mu: 0.5, stiffness }),
      reference: (refine) => springPath([{ mu: 0.5, stiffness, damping: 0 }], refine),
    },
    {
      name: of('maxwellSlip'),
      law: maxwellSlip({ elements }),
      reference: (refine) =>
        springPath(
          elements.map((element) => ({ ...element, damping: 0 })),
          refine,
        ),
    },
    {
      name: of('dahl'),
      law: dahl({ mu: 0.5, sigma0 }),
      reference: (refine) => bristlePath({ sigma0, sigma1: 0, sigma2: 0, curve: () => 0.5, sBa: 0 }, refine),
    },
    {
      name: of('lugre'),
      law: lugre(options),
      reference: (refine) => bristlePath({ ...options, curve, sBa: 0 }, refine),
    },
    {
      name: of('elastoPlastic'),
      law: elastoPlastic({ ...options, sBa: 0.9 }),
      reference: (refine) => bristlePath({ ...options, curve, sBa: 0.9 }, refine),
    },
  ];
}

interface Result {
  name: string;
  /** Error of the stopping point: [dt, error relative to the distance]. */
  errors: [number, number][];
  /** Largest error during the motion at 1/60 s, relative to the distance. */
  duringMotion: number;
  order: number;
  /** Largest and final speed at 1/60 s [m/s]. */
  fastest: number;
  rest: number;
}

const RATES = Array.from({ length: 11 }, (_, k) => 60 * 2 ** k);

function measure({ name, law, angle = 0, reference }: Case): Result {
  const exact = reference(1);
  if (process.argv.includes('--verify')) {
    const finer = reference(2);
    console.log(
      `${name}: reference accurate to ${distance(exact, finer).toExponential(1)} m of ${Math.hypot(...finer[finer.length - 1]).toFixed(2)}`,
    );
  }
  const length = Math.hypot(...exact[exact.length - 1]);
  let [fastest, rest, duringMotion] = [0, 0, 0];
  const errors = RATES.map((rate): [number, number] => {
    const dt = 1 / rate;
    const body = { mass: MASS, normalForce: LOAD };
    const forces = (t: number, _: unknown, out: Float64Array) => {
      const force = meanPush(t, dt);
      out[0] = force * Math.cos(angle);
      out[1] = force * Math.sin(angle);
    };
    const { x, y, vx, vy } = simulate(law, body, forces, dt, rate * END);
    if (rate === 60) {
      for (let k = 0; k < rate; k++) fastest = Math.max(fastest, Math.hypot(vx[k], vy[k]));
      rest = Math.hypot(vx[rate * END - 1], vy[rate * END - 1]);
    }
    const every = rate / SAMPLES;
    const path = exact.map((_, k): [number, number] => [x[every * (k + 1) - 1], y[every * (k + 1) - 1]]);
    if (rate === 60) duringMotion = distance(path, exact) / length;
    return [dt, distance(path.slice(-1), exact.slice(-1)) / length];
  });
  return { name, errors, duringMotion, order: fittedOrder(errors), fastest, rest };
}

function distance(one: Path, other: Path): number {
  return Math.max(...one.map(([x, y], k) => Math.hypot(x - other[k][0], y - other[k][1])));
}

/** Slope of log error over log dt, from 1/240 s on. */
function fittedOrder(errors: readonly [number, number][]): number {
  const points = errors.filter(([dt]) => dt < 1 / 239).map(([dt, error]) => [Math.log(dt), Math.log(error)]);
  const mean = [0, 1].map((e) => points.reduce((sum, point) => sum + point[e], 0) / points.length);
  let [above, below] = [0, 0];
  for (const [x, y] of points) {
    above += (x - mean[0]) * (y - mean[1]);
    below += (x - mean[0]) ** 2;
  }
  return above / below;
}

function percent(value: number): string {
  const share = 100 * value;
  return `${share < 1e-3 ? share.toExponential(0) : Number(share.toPrecision(2))} %`;
}

/** 1e7, not 1e+7. */
function power(value: number): string {
  return value.toExponential(0).replace('+', '');
}

const results = [...rigid, ...SIGMAS.flatMap(withMemory)].map(measure);
const lines = [
  '| law | stopping error, 1/60 s | 1/240 s | 1/480 s | 1/960 s | 1/61440 s | order | during motion, 1/60 s | top speed, 1/60 s |',
  '|---|---|---|---|---|---|---|---|---|',
];
for (const { name, errors, duringMotion, order, fastest, rest } of results) {
  const at = (rate: number) => percent(errors[RATES.indexOf(rate)][1]);
  const cells = [name, at(60), at(240), at(480), at(960), at(61440), order.toFixed(1)];
  cells.push(percent(duringMotion), `${fastest.toFixed(2)} m/s`);
  if (!(rest < 1e-9)) throw new Error(`${name} has not stopped: ${rest} m/s`);
  lines.push(`| ${cells.join(' | ')} |`);
}
const table = lines.join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('convergence', table);

const palette = [COLOURS.blue, COLOURS.red, COLOURS.green, COLOURS.violet, COLOURS.grey, '#c99a1a'];
function panel(title: string, shown: Result[], names: string[]): Panel {
  const marks = shown.map(
    ({ errors }, k): Mark => ({
      name: names[k],
      colour: palette[k % palette.length],
      points: errors.map(([dt, error]): [number, number] => [dt, Math.max(error, 1e-9)]),
    }),
  );
  return {
    title,
    x: { label: 'step, s', range: [1e-5, 0.1], log: true },
    y: { label: 'error / distance', range: [1e-9, 1], log: true },
    marks,
  };
}
const pick = (...names: string[]) => results.filter(({ name }) => names.includes(name));
const stiff = (sigma: string) => results.filter(({ name }) => name.endsWith(sigma));
const short = (shown: Result[]) => shown.map(({ name }) => name.split(',')[0]);
const straight = pick('coulomb', 'stribeck', 'fixedStep');
const turned = pick('anisotropic', 'asymmetric', 'polygonCone', 'frictionTensor');
writePicture('convergence', 'error over step size, per law', [
  panel('rigid laws', straight, short(straight)),
  panel('rigid laws with a direction', turned, short(turned)),
  panel('with memory, σ0 1e4 /m', stiff('1e4'), short(stiff('1e4'))),
  panel('with memory, stiff: σ0 1e7 /m', stiff('1e7'), short(stiff('1e7'))),
]);
