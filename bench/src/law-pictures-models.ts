import { compoundModel, fixedStepModel, karnoppModel, type PointModel, quinnModel } from '@stiction/friction-core';
import { COLOURS, type Mark, type Panel, writePicture } from './law-pictures-chart.js';
import type { Point } from './law-pictures-runs.js';

/** The point models in the paper's simulations I to IV: docs/images/laws/point-models.svg. */
const { blue, red, green, grey, violet } = COLOURS;
const M = 1;
const F = 10;
const T = 1e-3;

export function drawPointModels(): void {
  writePicture('point-models', 'point models in the simulations of Kikuuwe et al.', [
    stopping(),
    crossing(),
    plane(),
    hysteresis(),
  ]);
}

/** I: pulled by a spring of 90 N/m whose end moves at 2 m/s, and stops at 2 s. */
function springForces(model: PointModel): Point[] {
  const points: Point[] = [];
  let [x, end] = [0, 0];
  for (let k = 1; k <= 2400; k++) {
    end += T * (k * T < 2 ? 2 : 0);
    model.step(90 * (end - x), T);
    x += T * model.velocity[0];
    if (k * T >= 1.96 && k * T <= 2.1) points.push([k * T, model.force[0]]);
  }
  return points;
}

function stopping(): Panel {
  const make = { mass: M, friction: F };
  return {
    title: 'I: a pull that stops at 2 s, ε 1e-4 m/s',
    x: { label: 'time, s', range: [1.96, 2.1], step: 0.02 },
    y: { label: 'friction, N', range: [-12, 12], step: 4 },
    marks: [
      {
        name: 'Karnopp',
        colour: grey,
        width: 1,
        points: springForces(karnoppModel({ ...make, epsilon: 1e-4 })),
      },
      { name: 'Quinn', colour: red, width: 1, points: springForces(quinnModel({ ...make, epsilon: 1e-4 })) },
      { name: 'fixedStepModel', colour: blue, points: springForces(fixedStepModel(make)) },
    ],
  };
}

/** II: 40 N reverse a slip of -0.13 m/s. */
function speeds(model: PointModel): Point[] {
  model.reset(-0.13);
  const points: Point[] = [[0, -130]];
  for (let k = 1; k <= 8; k++) {
    model.step(40, T);
    points.push([k, 1e3 * model.velocity[0]]);
  }
  return points;
}

function crossing(): Panel {
  const make = { mass: M, friction: F };
  const models: [string, PointModel, string][] = [
    ['Karnopp', karnoppModel({ ...make, epsilon: 0.01 }), grey],
    ['Quinn', quinnModel({ ...make, epsilon: 0.01 }), red],
    ['fixedStepModel', fixedStepModel(make), blue],
  ];
  const marks = models.map(([name, model, colour]): Mark => ({ name, colour, points: speeds(model) }));
  const exact: Point[] = [
    [0, -130],
    [2.6, 0],
    [8, 30 * 5.4],
  ];
  return {
    title: 'II: a slip that is turned round, ε 0.01 m/s',
    x: { label: 'time, ms', range: [0, 8], step: 2 },
    y: { label: 'speed, mm/s', range: [-150, 200], step: 50 },
    marks: [...marks, { name: 'exact', colour: violet, dashed: true, width: 1.2, points: exact }],
  };
}

/** III: a spring of 3 N/m to the origin, from (10, 0) at 30 m/s along y. */
function plane(): Panel {
  const path = (dt: number): Point[] => {
    const model = fixedStepModel({ mass: M, friction: F, dimension: 2 });
    model.reset([0, 30]);
    const points: Point[] = [[10, 0]];
    let [x, y] = [10, 0];
    for (let k = 1; k * dt <= 5; k++) {
      model.step([-3 * x, -3 * y], dt);
      x += dt * model.velocity[0];
      y += dt * model.velocity[1];
      points.push([x, y]);
    }
    return points;
  };
  return {
    title: 'III: a spring and friction in the plane',
    x: { label: 'x, m', range: [-24, 24], step: 8 },
    y: { label: 'y, m', range: [-16, 16], step: 8 },
    marks: [
      { name: 'fixedStepModel, 1 ms', colour: blue, points: path(1e-3) },
      { name: 'stops here', colour: red, as: 'dots', points: path(1e-3).slice(-1) },
      { name: '50 ms', colour: green, width: 1, points: path(0.05) },
    ],
  };
}

/** IV: ten parallel elements, moved along a signal with nested reversals [s, mm]. */
function hysteresis(): Panel {
  const signal: Point[] = [
    [0, 0],
    [1, 3],
    [2, -1],
    [2.5, 1],
    [3, -0.5],
    [3.5, 0.6],
    [4, -0.5],
    [4.5, 1],
    [5.5, -1],
    [7, 3],
    [9, -3],
    [11, 3],
  ];
  const elements = Array.from({ length: 10 }, (_, k) => ({ stiffness: 10, viscosity: 0.1, friction: k + 1 }));
  const model = compoundModel({ elements });
  const points: Point[] = [];
  let leg = 0;
  for (let k = 1; k <= 11000; k++) {
    const t = k * T;
    while (leg < signal.length - 2 && t > signal[leg + 1][0]) leg++;
    const [[t0, x0], [t1, x1]] = [signal[leg], signal[leg + 1]];
    const x = x0 + ((x1 - x0) * (t - t0)) / (t1 - t0);
    model.stepTo(x, T);
    if (k % 10 === 0) points.push([x, -model.force[0]]);
  }
  return {
    title: 'IV: hysteresis before slip',
    x: { label: 'displacement, mm', range: [-3.6, 3.6], step: 1.2 },
    y: { label: 'force, N', range: [-80, 80], step: 40 },
    marks: [{ name: 'compoundModel, 10 elements', colour: blue, width: 1.4, points }],
  };
}
