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
  scaled,
  spinning,
  stribeck,
  surfaceVelocity,
  viscoElastic,
} from '@stiction/friction-core';
import { ELEMENTS, falling, LUGRE, STRIBECK } from '@stiction/scenes/laws';
import { rollingCurve, rollingLoop, rollingStop, spinningStop } from './law-pictures-ball.js';
import { type Axis, COLOURS, type Mark, type Panel, writePicture, writeThumbnail } from './law-pictures-chart.js';
import { drawPointModels } from './law-pictures-models.js';
import {
  beltSpeed,
  conePanel,
  coupling,
  couplingPanel,
  DEGREE,
  directional,
  driftPanel,
  FRICTION,
  fourCorners,
  type Laws,
  loopPanel,
  roundCone,
  SPEED,
  speedAgainstTime,
  stickSlipPanel,
  velocityPanel,
  velocityTorsion,
} from './law-pictures-panels.js';
import { drawPatchLaws } from './law-pictures-patches.js';
import {
  coneOf,
  displacementLoop,
  nestedPath,
  type Point,
  steadyFriction,
  velocityCurve,
} from './law-pictures-runs.js';

/** Pictures of every law, into docs/images/laws: `npm run laws:pictures -w @stiction/bench`. Every curve is measured on the law. */
const { blue, red, green, grey, violet } = COLOURS;

// --- rigid laws
{
  const law = coulomb({ mu: 0.5 });
  const loop = loopPanel([[undefined, law, blue]], 1e-4);
  const curve = velocityPanel([[undefined, law, blue]]);
  writePicture('coulomb', 'coulomb: friction, loop, cone, coupling', [
    curve,
    loop,
    roundCone(law),
    couplingPanel([
      { name: 'K', colour: blue, points: coupling(law, 0.32) },
      { name: 'Coulomb at each of 4 corners', colour: grey, dashed: true, points: fourCorners(0.5) },
    ]),
  ]);
  writeThumbnail('coulomb', 'coulomb: friction against speed', curve);
}
{
  const make = () => stribeck(STRIBECK);
  const curve = velocityPanel([[undefined, make(), blue]], { ...SPEED, range: [-0.4, 0.4], step: 0.2 });
  writePicture('stribeck', 'stribeck: friction, loop, cone, stick-slip', [
    curve,
    loopPanel([[undefined, make(), blue]], 1e-4),
    roundCone(make(), 0.4),
    stickSlipPanel(make),
  ]);
  writeThumbnail('stribeck', 'stribeck: friction against speed', curve);
}
{
  const make = () => fixedStep({ mu: falling });
  const curve = velocityPanel([[undefined, make(), blue]]);
  writePicture('fixed-step', 'fixedStep: friction, loop, cone, stop', [
    curve,
    loopPanel([[undefined, make(), blue]], 1e-4),
    roundCone(make()),
    stickSlipPanel(make, fixedStep({ mu: falling, solve: 'approximate' })),
  ]);
  writeThumbnail('fixed-step', 'fixedStep: friction against speed', curve);
}

// --- laws with a direction
directional('anisotropic', (flow) => anisotropic({ mu: [0.6, 0.2], flow }), {
  slips: [30, 100, 240],
  path: { angle: 45, x: [-0.2, 1], y: [0, 0.8] },
});
directional('asymmetric', (flow) => asymmetric({ mu: [0.2, 0.8, 0.4, 0.5], flow }), {
  slips: [40, 140, 260],
  path: { angle: 140, x: [-0.6, 0.3], y: [-0.1, 0.5] },
});
directional('polygon-cone', (flow) => polygonCone({ mu: [0.5, 0.5, 0.25, 0.5, 0.5], flow }), {
  slips: [20, 130, 250],
  step: 0.4,
  path: { angle: 100, x: [-0.6, 0.6], y: [0, 0.8] },
});
directional(
  'friction-tensor',
  (flow) => frictionTensor({ a: { mu: [0.8, 0.3] }, b: { mu: [0.6, 0.2], direction: [1, 1, 0] }, flow }),
  { slips: [0, 120, 260], path: { angle: 0, x: [-0.1, 0.5], y: [-0.2, 0.2] } },
);

// --- laws with memory
interface Presliding {
  law: FrictionLaw;
  /** Largest displacement of the loop [m]. */
  most: number;
  speed?: Axis;
  last: Panel;
}

function presliding(name: string, { law, most, speed, last }: Presliding, cone = roundCone(law)): void {
  const loop = loopPanel([[undefined, law, blue]], most);
  writePicture(name, `${name}: friction, loop, cone, drift`, [
    velocityPanel([[undefined, law, blue]], speed),
    loop,
    cone,
    last,
  ]);
  writeThumbnail(name, `${name}: friction against displacement`, { ...loop, marks: loop.marks.slice(0, 1) });
}

const spring = viscoElastic({ mu: 0.5, stiffness: 1e5, damping: 20 });
presliding('visco-elastic', {
  law: spring,
  most: 1e-4,
  last: driftPanel([['viscoElastic', spring, blue]], 0.5, 50, 10),
});
{
  const law = bristle({ mu: 0.5, stiffness: 1e5 });
  const box = bristle({ mu: 0.5, stiffness: 1e5, cone: 'box' });
  const angle = 30 * DEGREE;
  const square = coneOf(box, [0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 0]).outline();
  presliding(
    'bristle',
    { law, most: 1e-4, last: driftPanel([['bristle', law, blue]], 0.5, 50, 10) },
    conePanel(
      'the set K while sliding 30° from t₁',
      [
        { name: "'exact'", colour: blue, as: 'area', points: coneOf(law).outline() },
        { name: "'box', along the slip", colour: red, points: square },
        {
          name: 'slip',
          colour: grey,
          as: 'arrows',
          points: [
            [0, 0],
            [0.35 * Math.cos(angle), 0.35 * Math.sin(angle)],
          ],
        },
      ],
      0.4,
    ),
  );
}
{
  const law = maxwellSlip({ elements: ELEMENTS });
  presliding('maxwell-slip', { law, most: 3e-4, last: driftPanel([['maxwellSlip', law, blue]], 0.5, 100, 20) });
}
{
  const law = dahl({ mu: 0.5, sigma0: 1e4 });
  const stiff = elastoPlastic({ ...LUGRE, muS: 0.5, muC: 0.5 });
  presliding('dahl', {
    law,
    most: 1.5e-4,
    last: driftPanel(
      [
        ['dahl', law, blue],
        ['elastoPlastic', stiff, green],
      ],
      0.5,
      250,
      50,
    ),
  });
}
{
  const slow = { ...SPEED, range: [-0.4, 0.4] as Point, step: 0.2 };
  const bending = lugre(LUGRE);
  const holding = elastoPlastic({ ...LUGRE, sBa: 0.9 });
  const last = driftPanel(
    [
      ['lugre', bending, blue],
      ['elastoPlastic', holding, green],
    ],
    0.5,
    200,
    50,
  );
  presliding('lugre', { law: bending, most: 1.5e-4, speed: slow, last }, roundCone(bending, 0.4));
  presliding('elasto-plastic', { law: holding, most: 1.5e-4, speed: slow, last }, roundCone(holding, 0.4));
}

// --- modifiers
{
  const turning: Axis = { label: 'angular velocity, rad/s', range: [-2, 2], step: 1 };
  const moment: Axis = { label: 'moment / load, mm', range: [-8, 8], step: 4 };
  const circle = Array.from({ length: 121 }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / 120;
    return [5 * Math.cos(angle), 5 * Math.sin(angle)];
  });
  const stop: Panel = {
    title: 'ball of radius 0.1 m, 2 m/s at the start',
    x: { label: 'time, s', range: [0, 8], step: 2 },
    y: { label: 'speed, m/s', range: [0, 2.5], step: 0.5 },
    marks: [
      { name: 'coulomb', colour: grey, points: rollingStop(0) },
      { name: 'rolling 5 mm', colour: blue, points: rollingStop(0.005) },
      {
        name: 'exact',
        colour: red,
        dashed: true,
        points: [
          [0, 2],
          [(2 * 0.1 * 7) / (5 * 9.81 * 0.005), 0],
        ],
      },
    ],
  };
  const curve: Panel = {
    title: 'moment against rolling',
    x: turning,
    y: moment,
    marks: [{ name: 'rolling 5 mm', colour: blue, points: rollingCurve(0.005, 2) }],
  };
  writePicture('rolling', 'rolling: moment, loop, set, a ball that stops', [
    curve,
    {
      title: 'moment against angle',
      x: { label: 'angle, rad', range: [-0.12, 0.12], step: 0.04 },
      y: moment,
      marks: [{ name: 'rolling 5 mm', colour: blue, points: rollingLoop(0.005, nestedPath(0.1)) }],
    },
    {
      title: 'the set of moments',
      x: { label: 'moment about t₁ / load, mm', range: [-9, 9], step: 3 },
      y: { label: 'moment about t₂ / load, mm', range: [-6, 6], step: 3 },
      marks: [{ name: 'radius 5 mm', colour: blue, as: 'area', points: circle }],
    },
    stop,
  ]);
  writeThumbnail('rolling', 'rolling: a ball that stops', stop);
}
{
  const law = spinning(coulomb({ mu: 0.5 }), { radius: 0.01 });
  const torsion: Axis = { label: 'torsion / load, mm', range: [-15, 15], step: 5 };
  const elastic = spinning(viscoElastic({ mu: 0.5, stiffness: 1e4 }), { radius: 0.01 });
  const levers = [0, 0.01, 0.02];
  const colours = [grey, blue, green];
  const turn = levers.map((radius, k): Mark => {
    const spun = spinning(coulomb({ mu: 0.5 }), { radius });
    const points = velocityTorsion(spun, 2);
    return { name: radius === 0 ? 'coulomb, a point' : `${1e3 * radius} mm`, colour: colours[k], points };
  });
  const outline = coneOf(law).outline('torsion', 0.02);
  const stop: Panel = {
    title: 'ball of radius 0.1 m, 20 rad/s at the start',
    x: { label: 'time, s', range: [0, 2], step: 0.5 },
    y: { label: 'spin, rad/s', range: [0, 25], step: 5 },
    marks: [
      { name: 'coulomb', colour: grey, points: spinningStop(0) },
      { name: 'spinning 10 mm', colour: blue, points: spinningStop(0.01) },
      {
        name: 'exact',
        colour: red,
        dashed: true,
        points: [
          [0, 20],
          [(20 * 0.4 * 0.01) / (9.81 * 0.01), 0],
        ],
      },
    ],
  };
  writePicture('spinning', 'spinning: torsion, loop, set, a ball that stops', [
    {
      title: 'torsion against spinning',
      x: { label: 'spin, rad/s', range: [-2, 2], step: 1 },
      y: { ...torsion, range: [-25, 25], step: 10 },
      marks: turn,
    },
    {
      title: 'torsion against angle, four corners at 0.1 m',
      x: { label: 'angle, mrad', range: [-3, 3], step: 1 },
      y: torsion,
      marks: [
        {
          name: 'spinning(viscoElastic)',
          colour: blue,
          points: displacementLoop(elastic, nestedPath(2.5e-3), 5e-3, 1 / 480, 'spin', 0.1).map(
            ([angle, f]): Point => [1e3 * angle, 1e3 * f],
          ),
        },
      ],
    },
    {
      title: 'the set K',
      x: { label: 'torsion / load, mm', range: [-15, 15], step: 5 },
      y: { label: 'λ₁ / λN', range: [-0.75, 0.75], step: 0.25 },
      marks: [{ name: '10 mm', colour: blue, as: 'area', points: outline.map(([f, t]): Point => [1e3 * t, f]) }],
    },
    stop,
  ]);
  writeThumbnail('spinning', 'spinning: a ball that stops', stop);
}
{
  const belt = surfaceVelocity(coulomb({ mu: 0.5 }), [0.5, 0, 0]);
  const slow = surfaceVelocity(coulomb({ mu: 0.5 }), [1e-4, 0, 0]);
  const speed: Panel = {
    title: 'block put on a belt of 0.5 m/s',
    x: { label: 'time, s', range: [0, 0.4], step: 0.1 },
    y: { label: 'speed, m/s', range: [0, 0.8], step: 0.2 },
    marks: [beltSpeed(belt, 1 / 60, 'steps of 1/60 s', red), beltSpeed(belt, 1 / 960, '1/960 s', blue)],
  };
  const cone = coneOf(coulomb({ mu: 0.5 })).outline();
  const arrows = [0, 60, 120, 180, 240, 300].flatMap((angle): Point[] => {
    const v = [0.5 * Math.cos(angle * DEGREE), 0.5 * Math.sin(angle * DEGREE)];
    const [fx, fy] = steadyFriction(belt, [v[0], v[1], 0]);
    return [
      [v[0], v[1]],
      [v[0] + 0.6 * fx, v[1] + 0.6 * fy],
    ];
  });
  writePicture('surface-velocity', 'surfaceVelocity: friction, loop, directions, a block on a belt', [
    {
      ...velocityPanel([['at rest', coulomb({ mu: 0.5 }), grey]]),
      marks: [
        { name: 'belt at rest', colour: grey, points: velocityCurve(coulomb({ mu: 0.5 }), 1) },
        { name: 'at 0.5 m/s', colour: blue, points: velocityCurve(belt, 1.5, [1, 0], 0.5) },
      ],
    },
    loopPanel(
      [
        ['belt at rest', coulomb({ mu: 0.5 }), grey],
        ['at 0.1 mm/s, faster than the block', slow, blue],
      ],
      2e-5,
    ),
    {
      title: 'friction on blocks that move, belt 0.5 m/s along x',
      x: { label: 'velocity along x, m/s', range: [-0.9, 0.9], step: 0.3 },
      y: { label: 'velocity along y, m/s', range: [-0.6, 0.6], step: 0.3 },
      marks: [
        { name: 'friction', colour: blue, as: 'arrows', points: arrows },
        { name: 'the belt', colour: red, as: 'dots', points: [[0.5, 0]] },
        { colour: grey, width: 1, dashed: true, points: cone },
      ],
    },
    speed,
  ]);
  writeThumbnail('surface-velocity', 'surfaceVelocity: a block on a belt', speed);
}
{
  const factors: [number, string][] = [
    [0.5, green],
    [1, blue],
    [1.5, violet],
  ];
  const laws: Laws = factors.map(([f, colour]) => [`× ${f}`, scaled(lugre(LUGRE), f), colour]);
  const wide: Axis = { ...FRICTION, range: [-1.2, 1.2] };
  const curve = velocityPanel(laws, { ...SPEED, range: [-0.4, 0.4], step: 0.2 }, wide);
  writePicture('scaled', 'scaled: friction, loop, cone, stop', [
    curve,
    loopPanel(laws, 1.5e-4, wide),
    conePanel(
      'the set K',
      laws.map(([name, law, colour]) => ({
        name: name ?? '',
        colour,
        points: coneOf(law, [0.01, 0, 0]).outline(),
      })),
      0.6,
    ),
    speedAgainstTime(laws as [string, FrictionLaw, string][], 2, 1.2),
  ]);
  writeThumbnail('scaled', 'scaled: friction against speed', curve);
}

drawPatchLaws();
drawPointModels();
