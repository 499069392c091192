import { coulomb, spinning } from '@stiction/friction-core';
import { disc, evaluatePressure, patch } from '@stiction/limit-surface';
import { bodyOnGround, GRAVITY } from '../cases/box-on-ground.js';
import { DISC } from '../cases/sliding-patch.js';
import type { DemoScene, DrawnShape, Probe } from './demo-scene.js';
import { block, rod } from './drawn.js';

type TwinValues = { mu: number; slider: number; spinner: number };

const R = DISC.size;
/** Speed of the faster of the two motions at the start [m/s]. */
const SPEED = 2;
/** v/(R ω) is read when √(v² + (R ω)²) has fallen to this share. */
const LEVEL = 0.01;
/** Farkas et al. 2003: the ratio at which both motions end, for a disc of uniform pressure. */
const RATIO = 0.653;
const TWINS = ['slider', 'spinner'] as const;

/** A stripe shows the spin. */
const PUCK: DrawnShape = {
  kind: 'group',
  parts: [
    rod(R, 0.1, [0, 0, 0]),
    block([0.9 * R, 0.05, 0.002], [0, 0, 0.05], { colour: '#ffffff' }),
    block([0.05, 0.3 * R, 0.002], [0.6 * R, 0, 0.05], { colour: '#ffffff' }),
    rod(0.16 * R, 0.008, [0, 0, 0.05], { colour: '#20262e' }),
  ],
};

/** Initial v and R ω for a given ratio. */
function start(ratio: number): { v: number; spin: number } {
  return ratio > 1 ? { v: SPEED, spin: SPEED / ratio } : { v: ratio * SPEED, spin: SPEED };
}

/** Scene 2: whatever their start, sliding and spinning discs end at v/(R ω) = 0.653, with both motions ending together. */
export const discTwins: DemoScene<TwinValues> = {
  id: 'disc-twins',
  title: 'Spinning disc twins',
  look: 'One disc starts fast, the other spinning. Friction couples both motions, so they end together and at the same ratio.',
  stockFault(engine, proof) {
    if (Number.isNaN(proof)) return '';
    return engine === 'cannon'
      ? 'should slide for metres: both stop at once'
      : 'should spin until they stop: the spin ends first';
  },
  controls: {
    mu: { label: 'Friction coefficient μ', kind: 'slider', value: 0.1, min: 0.05, max: 0.3, step: 0.01 },
    slider: { label: 'Initial v/(Rω), near disc', kind: 'slider', value: 1.3, min: 0.3, max: 2, step: 0.1 },
    spinner: { label: 'Initial v/(Rω), far disc', kind: 'slider', value: 0.5, min: 0.3, max: 2, step: 0.1 },
  },
  scene(values) {
    const [ground, body] = bodyOnGround({
      name: 'disc twins',
      mu: values.mu,
      shape: DISC.shape,
      height: DISC.height,
      duration: 0,
    }).bodies;
    return {
      name: 'disc twins',
      gravity: [0, 0, -GRAVITY],
      stockMu: values.mu,
      law: patch({ mu: values.mu }),
      duration: 8,
      bodies: [
        ground,
        ...TWINS.map((name, k) => {
          const { v, spin } = start(values[name]);
          const position = [0, k === 0 ? -0.8 : 0.8, DISC.height] as const;
          return { ...body, name, position, velocity: [v, 0, 0], angularVelocity: [0, 0, spin / R] } as const;
        }),
      ],
    };
  },
  probe: createProbe,
  proof: {
    label: 'Final v/(Rω), mean of both',
    unit: '',
    reference: () => RATIO,
    good: (proof) => Math.abs(proof / RATIO - 1) < 0.02,
    digits: 3,
  },
  curve: {
    label: 'v/(Rω) of the near disc',
    unit: '',
    theory: (time, { mu, slider }) => ratioAt(mu, slider, time),
    span: 3,
  },
  view: {
    target: [1, 0, 0],
    eye: [-1.5, -5, 4.6],
    frame: [
      [-0.55, -1.3, 0],
      [2.9, 1.3, 0.1],
    ],
    tall: [-5.5, -2, 5],
  },
  looks: () => ({
    ground: { colour: '#c9dfee', surface: 'ice' },
    ...Object.fromEntries(TWINS.map((name) => [name, { shape: PUCK, surface: 'plastic' }])),
  }),
  trails: TWINS,
  laws: [
    { id: 'patch', label: 'patch: exact limit surface', law: ({ mu }) => patch({ mu }) },
    {
      id: 'coulomb',
      label: 'Coulomb, torsion from contact points',
      law: ({ mu }) => coulomb({ mu }),
      sameReference: true,
    },
    { id: 'spinning', label: 'Coulomb, torsion radius 2R/3', law: ({ mu }) => discByHand(mu), sameReference: true },
  ],
  dt: 1 / 120,
  snippet: 'disc-twins',
};

function discByHand(mu: number) {
  return spinning(coulomb({ mu }), { radius: (2 / 3) * R * mu });
}

function createProbe(values: TwinValues): Probe {
  const watched = TWINS.map((name) => ({ name, ratio: Number.NaN, ...start(values[name]) }));
  const stop = watched.map(({ v, spin }) => LEVEL * Math.hypot(v, spin));
  let curve = values.slider;
  return {
    sample(now) {
      for (const [k, twin] of watched.entries()) {
        const before = Math.hypot(twin.v, twin.spin);
        const [vx, vy] = now.velocity(twin.name);
        const v = Math.hypot(vx, vy);
        const spin = R * now.angularVelocity(twin.name)[2];
        const speed = Math.hypot(v, spin);
        if (Number.isNaN(twin.ratio) && speed <= stop[k]) {
          const share = (before - stop[k]) / (before - speed);
          twin.ratio = (twin.v + share * (v - twin.v)) / Math.max(1e-9, twin.spin + share * (spin - twin.spin));
        }
        twin.v = v;
        twin.spin = spin;
        if (k === 0) curve = spin > stop[k] ? v / spin : Number.NaN;
      }
    },
    get curve() {
      return curve;
    },
    get proof() {
      return 0.5 * (watched[0].ratio + watched[1].ratio);
    },
    get done() {
      return watched.every(({ ratio }) => !Number.isNaN(ratio));
    },
  };
}

const STEP = 1e-3;
const known = { mu: 0, slider: 0, ratios: [] as number[] };

/** Reference: v' = -μ g f, ω' = -μ g τ/(R²/2) with the friction [f, τ] of a uniform disc, integrated with small steps and cached. */
function ratioAt(mu: number, slider: number, time: number): number {
  if (known.mu !== mu || known.slider !== slider) Object.assign(known, { mu, slider, ratios: integrate(mu, slider) });
  return known.ratios[Math.round(time / STEP)] ?? Number.NaN;
}

function integrate(mu: number, ratio: number): number[] {
  const pressure = disc({ radius: R });
  const friction = new Float64Array(10);
  const twist = new Float64Array(3);
  const slow = (v: number, w: number, h: number): [number, number] => {
    twist[0] = v;
    twist[2] = w;
    evaluatePressure(pressure, twist, friction);
    return [v - h * mu * GRAVITY * friction[1], w - (h * mu * GRAVITY * friction[3]) / DISC.gyration];
  };
  const { spin } = start(ratio);
  let { v } = start(ratio);
  let w = spin / R;
  const end = LEVEL * Math.hypot(v, spin);
  const ratios: number[] = [];
  while (Math.hypot(v, R * w) > end) {
    ratios.push(v / (R * w));
    // Midpoint rule.
    const [midV, midW] = slow(v, w, 0.5 * STEP);
    const [endV, endW] = slow(midV, midW, STEP);
    v += endV - midV;
    w += endW - midW;
  }
  return ratios;
}
