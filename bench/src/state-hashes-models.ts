import {
  compoundModel,
  createPlanarSlider,
  type FrictionCurve,
  fixedStepModel,
  karnoppModel,
  quinnModel,
  viscoElasticModel,
} from '@stiction/friction-core';
import { createBlockWorld } from '@stiction/friction-core/testing';
import {
  addPush,
  createEcpSlider,
  disc,
  distributedModel,
  ecpState,
  ellipsoidFit,
  ellipsoidWrench,
  evaluatePressure,
  gaugeOf,
  gridPressure,
  hertz,
  limitSurface,
  lineContact,
  loadDependentPressure,
  loadDependentSurface,
  loadLimitSurface,
  lookUpWrench,
  type PlanarModel,
  type Pressure,
  polygon,
  powerLaw,
  quasiStaticVelocity,
  rectangle,
  reducedModel,
  ring,
  sampleSurface,
  saveLimitSurface,
  scaleSurface,
  slideToRest,
  sumPressure,
  supportHull,
  supportPoint,
  toppleMargin,
  translationStep,
} from '@stiction/limit-surface';
import { LAWS } from '@stiction/scenes/all-laws';
import type { StateHash } from './state-hashes-hash.js';
import type { HashCase } from './state-hashes-run.js';

const STEPS = 240;
const DT = 1 / 240;

/** What needs no engine: laws on one body, and the models of single points and patches. */
export function modelCases(): HashCase[] {
  return [
    ...casesOf('friction-core', 'planar slider', LAWS, (make) => (hash) => runSlider(hash, make())),
    ...casesOf('friction-core', 'block world', LAWS, (make) => (hash) => runBlocks(hash, make())),
    ...casesOf('friction-core', 'point', POINTS, (run) => run),
    ...casesOf('limit-surface', 'pressure', PRESSURES, (make) => (hash) => runPressure(hash, make())),
    ...casesOf('limit-surface', 'planar model', PLANAR, (make) => (hash) => runPlanar(hash, make())),
    ...casesOf('limit-surface', 'ecp', ECP, (run) => run),
  ];
}

type Run = (hash: StateHash) => void;

function casesOf<T>(
  engine: string,
  title: string,
  list: Readonly<Record<string, T>>,
  make: (one: T) => Run,
): HashCase[] {
  return Object.entries(list).map(([name, one]) => ({ engine, name: `${title}, ${name}`, run: make(one) }));
}

type Law = ReturnType<(typeof LAWS)[string]>;

/** A push that grows and turns, so that the body sticks, slides and spins. */
function runSlider(hash: StateHash, law: Law): void {
  const slider = createPlanarSlider(law, { mass: 1, inertia: 0.02, normalForce: 9.81, torsionRadius: 0.1, vx: 0.5 });
  const { state } = slider;
  const force = new Float64Array(4);
  for (let k = 0; k < STEPS; k++) {
    const t = k * DT;
    force.set([8 * t * Math.cos(5 * t), 8 * t * Math.sin(5 * t), 0.3 * Math.sin(9 * t), 9.81 + 3 * Math.sin(7 * t)]);
    slider.step(force, DT);
    const { x, y, angle, vx, vy, spin, fx, fy, torsion, sliding } = state;
    hash.add(x, y, angle, vx, vy, spin, fx, fy, torsion, sliding);
  }
}

/** Blocks on a tilted plane in the contact solver: one is thrown, one is pushed. */
function runBlocks(hash: StateHash, law: Law): void {
  for (const swapped of [false, true]) {
    const world = createBlockWorld({ law, blocks: 2, isSwapped: swapped, rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] });
    world.setVelocity(0, [1, 0.3, 0], [0, 0, 2]);
    for (let k = 0; k < 60; k++) {
      world.setForce(1, [0.15 * k, 0.05 * k, 0]);
      world.step(1 / 60);
      for (const block of [0, 1]) hash.add(world.position(block), world.velocity(block), world.angularVelocity(block));
    }
  }
}

const CURVE: FrictionCurve = (speed) => 3 + 2 / (1 + 20 * speed);
const ELEMENT = { stiffness: 1e4, viscosity: 10, friction: 4 };

/** A force or velocity that swings, in any dimension. */
const swing = (k: number, dimension: number, size: number): number[] =>
  [Math.sin(0.05 * k), Math.sin(0.08 * k + 1), Math.cos(0.03 * k)].slice(0, dimension).map((x) => size * x);

const POINTS: Readonly<Record<string, Run>> = Object.fromEntries(
  ([1, 2, 3] as const).flatMap((dimension) => {
    const points = {
      fixedStep: fixedStepModel({ mass: 1, friction: 4, dimension }),
      'fixedStep, curve': fixedStepModel({ mass: 1, friction: CURVE, dimension }),
      'fixedStep, approximate': fixedStepModel({ mass: 1, friction: CURVE, solution: 'approximate', dimension }),
      karnopp: karnoppModel({ mass: 1, friction: CURVE, epsilon: 0.02, dimension }),
      quinn: quinnModel({ mass: 1, friction: 4, epsilon: 4e-3, dimension }),
    };
    const continuous = {
      viscoElastic: viscoElasticModel({ ...ELEMENT, dimension }),
      'viscoElastic, mass and curve': viscoElasticModel({ ...ELEMENT, mass: 0.1, friction: CURVE, dimension }),
      compound: compoundModel({
        elements: [ELEMENT, { ...ELEMENT, stiffness: 2e3, friction: CURVE, solution: 'approximate' }],
        dimension,
      }),
    };
    return [
      ...Object.entries(points).map(([name, model]): [string, Run] => [
        `${name}, ${dimension}-D`,
        (hash) => {
          for (let k = 0; k < STEPS; k++) hash.add(model.step(swing(k, dimension, 6), 1e-3), model.velocity);
        },
      ]),
      ...Object.entries(continuous).map(([name, model]): [string, Run] => [
        `${name}, ${dimension}-D`,
        (hash) => {
          for (let k = 0; k < STEPS; k++) hash.add(model.step(swing(k, dimension, 0.1), 1e-3));
          for (let k = 0; k < STEPS; k++) hash.add(model.stepTo(swing(k, dimension, 0.01), 1e-3));
        },
      ]),
    ];
  }),
);

const ELL = [
  [0, 0],
  [0.3, 0],
  [0.3, 0.1],
  [0.1, 0.1],
  [0.1, 0.2],
  [0, 0.2],
] as const;

const PRESSURES: Readonly<Record<string, () => Pressure>> = {
  disc: () => disc({ radius: 0.2 }),
  'disc, tilted': () => disc({ radius: 0.2, centre: [0.03, 0.02] }),
  'disc, tilted far': () => disc({ radius: 0.2, centre: [0.1, 0] }),
  ring: () => ring({ radius: 0.2, inner: 0.15 }),
  hertz: () => hertz({ radius: 0.2 }),
  'hertz, tilted': () => hertz({ radius: 0.2, gradient: [1, 0.5] }),
  powerLaw: () => powerLaw({ a: 0.2, k: 4 }),
  rectangle: () => rectangle({ width: 0.4, height: 0.1 }),
  'rectangle, tilted': () => rectangle({ width: 0.4, height: 0.1, centre: [0.1, 0.01] }),
  polygon: () => polygon({ points: ELL }),
  'polygon with a hole': () =>
    polygon({
      points: ELL,
      holes: [
        [
          [0.02, 0.02],
          [0.06, 0.02],
          [0.02, 0.06],
        ],
      ],
    }),
  line: () => lineContact({ length: 0.4, direction: [1, 1], gradient: 1 }),
  grid: () => gridPressure({ n: 9, size: 0.2, weight: (x, y) => 1 + x + Math.abs(y) }),
  sum: () =>
    sumPressure([
      { pressure: disc({ radius: 0.05 }), at: [0.2, 0], load: 2 },
      { pressure: rectangle({ width: 0.1, height: 0.1 }), at: [-0.2, 0.1], load: 1 },
    ]),
};

/** Twists all around, spinning more or less. */
const TWISTS = Array.from({ length: 40 }, (_, k) =>
  Float64Array.from([Math.cos(0.7 * k), Math.sin(0.7 * k), k % 5 === 0 ? 0 : 12 * Math.sin(1.3 * k)]),
);

function runPressure(hash: StateHash, pressure: Pressure): void {
  const surface = limitSurface(pressure, { resolution: 16 });
  const linear = limitSurface(pressure, { resolution: 15, map: 'spherical', interpolation: 'linear' });
  const loaded = loadLimitSurface(saveLimitSurface(surface));
  const large = scaleSurface(surface, 2);
  const fit = ellipsoidFit(pressure);
  const values = new Float64Array(10);
  const wrench = new Float64Array(3);
  hash.add(pressure.centre, pressure.r, pressure.u, pressure.area, fit.radii, fit.report.wrenchMax);
  for (const twist of TWISTS) {
    evaluatePressure(pressure, twist, values);
    hash.add(values, ellipsoidWrench(fit, twist, wrench), supportPoint(surface, twist, wrench));
    for (const one of [surface, linear, loaded, large]) hash.add(lookUpWrench(one, twist, wrench));
    hash.add(gaugeOf(surface, wrench));
  }
  hash.add(sampleSurface(surface, 4));
}

const PARAMS = { sigma0: 1e4, sigma1: 5, sigma2: 0.2, muC: 0.5, muS: 0.7, vS: 0.02 };
const GROWING = loadDependentPressure({ radius: 0.05, k: (fN) => 2 + 0.1 * fN });

const PLANAR: Readonly<Record<string, () => PlanarModel>> = Object.fromEntries(
  (['lugre', 'elasto-plastic'] as const).flatMap((law) =>
    (['explicit', 'implicit'] as const).flatMap((method) => {
      const options = { law, method };
      const table = { resolution: 16 };
      return Object.entries({
        distributed: () => distributedModel(rectangle({ width: 0.1, height: 0.05 }), PARAMS, { ...options, cells: 9 }),
        'distributed, growing': () => distributedModel(GROWING, PARAMS, { ...options, cells: 9, maxLoad: 12 }),
        reduced: () => reducedModel(limitSurface(rectangle({ width: 0.1, height: 0.05 }), table), PARAMS, options),
        'reduced, ellipsoid': () =>
          reducedModel(limitSurface(disc({ radius: 0.05 }), table), PARAMS, { ...options, surface: 'ellipsoid' }),
        'reduced, growing': () => reducedModel(loadDependentSurface(GROWING, table), { ...PARAMS, gamma: 1 }, options),
      }).map(([name, make]) => [`${name}, ${law}, ${method}`, make]);
    }),
  ),
);

function runPlanar(hash: StateHash, model: PlanarModel): void {
  const out = new Float64Array(3);
  for (let k = 0; k < STEPS; k++) {
    const t = 0.02 * k;
    model.step(0.1 * Math.sin(t), 0.05 * Math.cos(3 * t), Math.sin(2 * t), 9 + 2 * Math.sin(t), 1e-4, out);
    hash.add(out);
  }
  const rate = new Float64Array(model.state.length);
  model.rate(model.state, Float64Array.from([0.1, 0.05, 0.5]), 9, rate, out);
  hash.add(model.state, rate, out);
}

const BODY = { mass: 0.5, inertia: 6e-4, height: 0.03, mu: 0.31, er: 0.01, gravity: 9.8 };
const START = { vx: 0.7, vy: 0.9, spin: 10 };

const ECP: Readonly<Record<string, Run>> = {
  slider: (hash) => runEcp(hash, {}, () => undefined),
  'slider, ellipse': (hash) => runEcp(hash, { et: 1.2, eo: 0.7 }, () => undefined),
  'slider, pushed': (hash) =>
    runEcp(hash, {}, (applied, k) =>
      addPush(applied, [2 * Math.sin(0.1 * k), 1, 0.5 * Math.cos(0.2 * k)], [0, 0.02, 0.01]),
    ),
  'closed forms': (hash) => {
    const { vx, vy, spin } = quasiStaticVelocity({ torsionRadius: 0.05, x: 0.03, y: -0.02, vx: 0.1, vy: 0.02 });
    const step = translationStep({ mass: 2, mu: 0.3, height: 0.1, vx: 0.5, vy: -0.2, pushX: 1, dt: 0.01 });
    const { time, distance } = slideToRest({ mu: 0.3, speed: 2 });
    hash.add(vx, vy, spin, step.vx, step.vy, step.fx, step.fy, step.slipSpeed, step.ecpX, step.ecpY, time, distance);
  },
};

function runEcp(
  hash: StateHash,
  ellipse: { et?: number; eo?: number },
  push: (applied: Float64Array, k: number) => void,
): void {
  const slider = createEcpSlider({ ...BODY, ...ellipse });
  const state = ecpState(START);
  const hull = supportHull([-0.025, -0.025, 0.025, -0.025, 0.025, 0.025, -0.025, 0.025, 0, 0]);
  const applied = new Float64Array(6);
  for (let k = 0; k < STEPS; k++) {
    applied.fill(0);
    push(applied, k);
    slider.step(state, applied, DT);
    const { x, y, angle, vx, vy, spin, fx, fy, torsion, slipSpeed, ecpX, ecpY } = state;
    hash.add(x, y, angle, vx, vy, spin, fx, fy, torsion, slipSpeed, ecpX, ecpY, toppleMargin(hull, state));
  }
}
