import { createPlanarSlider, custom, type FrictionLaw, lugre, SHAPE_STRIDE } from '@stiction/friction-core';
import { ellipsoidSet } from '@stiction/lcp-solver';
import { disc, ecp, lugrePatch, patch } from '@stiction/limit-surface';
import { LOAD, LUGRE } from '@stiction/scenes/laws';
import { planeMapping, sawtooth, surface, textured } from '@stiction/texture-friction';
import { COLOURS, type Mark, type Panel, writePicture, writeThumbnail } from './law-pictures-chart.js';
import { conePanel, driftPanel, FRICTION, loopPanel, SPEED, velocityPanel } from './law-pictures-panels.js';
import { coneOf, displacementLoop, type Point, run, steadyFriction } from './law-pictures-runs.js';

/** Pictures of patch laws, textures and custom laws. Every curve is measured on the law. */
const { blue, red, green, grey } = COLOURS;
const RADIUS = 0.1;
/** Torque of pure spinning per load and friction. */
const LEVER = (2 / 3) * RADIUS;
const PUCK = { inertia: 0.5 * RADIUS * RADIUS, vx: 1, spin: 10 };

function onDisc(): FrictionLaw {
  return patch({ mu: 0.5, pressure: disc({ radius: RADIUS }) });
}

function onEllipsoid(): FrictionLaw {
  return ecp({ mu: 0.5, er: LEVER });
}

/** Friction of a rigid law, [force or torsion in mm] per load, on a heavy disc sliding at 0.1 m/s, over its spin. */
function againstSpin(law: FrictionLaw, row: 'fx' | 'torsion'): Point[] {
  const slider = createPlanarSlider(law, { mass: 1e6, inertia: 1e6 * RADIUS * RADIUS, normalForce: LOAD });
  return Array.from({ length: 81 }, (_, k): Point => {
    const spin = (k - 40) / 8;
    slider.state.vx = 0.1;
    slider.state.vy = 0;
    slider.state.spin = spin;
    slider.step([0, 0, 0, LOAD], 1 / 960);
    return [spin, (row === 'fx' ? -slider.state.fx : -1e3 * slider.state.torsion) / LOAD];
  });
}

function outline(law: FrictionLaw): Point[] {
  return coneOf(law)
    .outline('torsion', LEVER)
    .map(([f, torsion]): Point => [f, 1e3 * torsion]);
}

function stopping(name: string, law: FrictionLaw, dashed: boolean): Mark[] {
  const { time, vx, spin } = run(law, PUCK, () => undefined, 1 / 960, 0.4);
  const every = Array.from(time, (_, k) => k).filter((k) => k % 8 === 7);
  return [
    { name: `${name}: v`, colour: blue, dashed, points: [[0, 1], ...every.map((k): Point => [time[k], vx[k]])] },
    {
      name: 'R ω',
      colour: red,
      dashed,
      points: [[0, 1], ...every.map((k): Point => [time[k], RADIUS * spin[k]])],
    },
  ];
}

function drawSpinning(name: string, law: FrictionLaw, other: [string, FrictionLaw], stop: Panel): void {
  const spin = { label: 'spin, rad/s', range: [-5, 5] as Point, step: 2.5 };
  const both = (curve: (one: FrictionLaw) => Point[]): Mark[] => [
    { name: other[0], colour: grey, dashed: true, points: curve(other[1]) },
    { name, colour: blue, points: curve(law) },
  ];
  const set: Panel = {
    title: 'the set K: force and torsion',
    x: { label: 'λ₁ / λN', range: [-0.75, 0.75], step: 0.25 },
    y: { label: 'torsion / load, mm', range: [-45, 45], step: 15 },
    marks: both(outline).map((mark) => (mark.dashed ? mark : { ...mark, as: 'area' as const })),
  };
  const file = name === 'patch' ? 'patch' : 'ecp';
  writePicture(file, `${name}: friction and torsion against spin, set, a disc that stops`, [
    {
      title: 'disc of R 0.1 m that slides at 0.1 m/s',
      x: spin,
      y: { label: 'friction / load', range: [0, 0.6], step: 0.2 },
      marks: both((one) => againstSpin(one, 'fx')),
    },
    {
      title: 'its torsion',
      x: spin,
      y: { label: 'torsion / load, mm', range: [-45, 45], step: 15 },
      marks: both((one) => againstSpin(one, 'torsion')),
    },
    set,
    stop,
  ]);
  writeThumbnail(file, `${name}: force and torsion`, { ...set, marks: set.marks });
}

function stopPanel(marks: Mark[]): Panel {
  return {
    title: 'disc started with v = R ω = 1 m/s',
    x: { label: 'time, s', range: [0, 0.32], step: 0.08 },
    y: { label: 'v and R ω, m/s', range: [0, 1.2], step: 0.4 },
    marks,
  };
}

function drawLuGrePatch(): void {
  const law = lugrePatch({ ...LUGRE, pressure: disc({ radius: RADIUS }) });
  const dots = Array.from({ length: 32 }, (_, k): Point => {
    const angle = (Math.PI * (k + 0.5)) / 16;
    const f = steadyFriction(law, [Math.cos(angle), 0, Math.sin(angle) / LEVER]);
    return [f[0], 1e3 * f[2]];
  });
  // At 1 m/s steady sliding friction is muC plus the viscous part.
  const mu = LUGRE.muC + LUGRE.sigma2;
  const loop = loopPanel([[undefined, law, blue]], 1.5e-4);
  writePicture('lugre-patch', 'lugrePatch: friction, loop, limit surface, drift', [
    velocityPanel([[undefined, law, blue]], { ...SPEED, range: [-0.4, 0.4], step: 0.2 }),
    loop,
    {
      title: 'steady sliding and spinning of a disc',
      x: { label: 'λ₁ / λN', range: [-0.75, 0.75], step: 0.25 },
      y: { label: 'torsion / load, mm', range: [-45, 45], step: 15 },
      marks: [
        { name: 'ellipsoid', colour: grey, dashed: true, points: outline(ecp({ mu, er: LEVER })) },
        {
          name: 'limit surface',
          colour: blue,
          points: outline(patch({ mu, pressure: disc({ radius: RADIUS }) })),
        },
        { name: 'friction at |v| = 1 m/s', colour: red, as: 'dots', points: dots },
      ],
    },
    driftPanel(
      [
        ['lugre', lugre(LUGRE), grey],
        ['lugrePatch', law, blue],
      ],
      0.5,
      200,
      50,
    ),
  ]);
  writeThumbnail('lugre-patch', 'lugrePatch: friction against displacement', {
    ...loop,
    marks: loop.marks.slice(0, 1),
  });
}

function drawTextured(): void {
  const map = sawtooth({ width: 64, height: 64, pixel: 0.001, period: 16, steepFraction: 0.25, depth: 0.004 });
  const floor = surface({ map, mapping: planeMapping({ tile: 0.064 }) });
  const cone = (sharpness: number) =>
    coneOf(textured({ mu0: 0.2, a: floor, sharpness, windows: 'patch', width: 0.064 })).outline();
  writeThumbnail(
    'textured',
    'textured: the set of a sawtooth',
    conePanel(
      '',
      [
        { colour: blue, as: 'area', points: cone(3) },
        { colour: grey, dashed: true, points: cone(1) },
      ],
      0.3,
    ),
  );
}

/** The law of docs/laws/custom.md. */
function wearing(): FrictionLaw {
  return custom({
    name: 'wearing',
    set: ellipsoidSet,
    stateSize: 1,
    mu: 0.6,
    torsionIndex: 2,
    linearize({ shape, state, stateStride, torsionRadius }, i) {
      const mu = 0.2 + 0.4 / (1 + state[stateStride * i]);
      const at = SHAPE_STRIDE * i;
      shape[at] = mu;
      shape[at + 1] = mu;
      shape[at + 2] = mu * torsionRadius[i];
    },
    commit({ impulse, slipDisplacement, state, stateStride }, i, h) {
      for (let e = 0; e < 3; e++) state[stateStride * i] -= (impulse[3 * i + e] / h) * slipDisplacement[3 * i + e];
    },
  });
}

/** Speed of a block that is pushed three times on the same patch. */
function threeStops(): Mark[] {
  const dt = 1 / 480;
  const slider = createPlanarSlider(wearing(), { mass: 1, normalForce: LOAD });
  return [blue, green, red].map((colour, k) => {
    const points: Point[] = [[0, 2]];
    slider.state.vx = 2;
    for (let n = 1; n <= 480 && slider.state.vx > 0; n++) {
      slider.step([0, 0, 0, LOAD], dt);
      points.push([n * dt, slider.state.vx]);
    }
    return { name: `${k + 1}`, colour, points };
  });
}

function drawCustom(): void {
  const distance = { label: 'distance, m', range: [0, 1] as Point, step: 0.25 };
  const once: Panel = {
    title: 'friction over distance, at 1 m/s',
    x: distance,
    y: { ...FRICTION, range: [0, 0.8] },
    marks: [{ colour: blue, points: displacementLoop(wearing(), [1], 1, 1 / 960).slice(1) }],
  };
  const worn = coneOf(wearing(), [0.01, 0, 0]).outline();
  writePicture('custom', 'custom: friction that wears off, its loop, its set, blocks that stop', [
    once,
    {
      title: 'back and forth by 0.1 m',
      x: { label: 'displacement, m', range: [-0.12, 0.12], step: 0.04 },
      y: FRICTION,
      marks: [{ colour: blue, points: displacementLoop(wearing(), [0.1, -0.1, 0.1, -0.1, 0.1], 0.5, 1 / 960) }],
    },
    conePanel('the set K', [
      { name: 'fresh', colour: blue, points: coneOf(wearing()).outline() },
      { name: 'worn', colour: red, points: worn },
    ]),
    {
      title: 'the same block, three times on one patch',
      x: { label: 'time, s', range: [0, 1], step: 0.25 },
      y: { label: 'speed, m/s', range: [0, 2.4], step: 0.6 },
      marks: threeStops(),
    },
  ]);
  writeThumbnail('custom', 'custom: friction that wears off', once);
}

export function drawPatchLaws(): void {
  const stops = (first: Mark[], second: Mark[]): Panel => stopPanel([...second, ...first]);
  drawSpinning(
    'patch',
    onDisc(),
    ['ellipsoid', onEllipsoid()],
    stops(stopping('patch', onDisc(), false), stopping('ellipsoid', onEllipsoid(), true)),
  );
  drawSpinning(
    'ecp, er ⅔ R',
    onEllipsoid(),
    ['disc', onDisc()],
    stops(stopping('ecp', onEllipsoid(), false), stopping('disc', onDisc(), true)),
  );
  drawLuGrePatch();
  drawTextured();
  drawCustom();
}
