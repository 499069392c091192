import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, ShapePart, Vector } from '../scene.js';
import type { DemoScene, DrawnShape, Part, Prop } from './demo-scene.js';
import { ring, rod } from './drawn.js';

/**
 * A turntable let into the floor: the floor has the material 'table' within its rim, and the law of coin and table is `surfaceVelocity`
 * with an angular velocity. Nothing rotates in the engine; the table is only drawn rotating. It speeds up smoothly and then keeps its
 * speed. A coin at the radius r stays if friction can hold it on its circle,
 *
 *     ω² r ≤ μ g,    so up to   r = μ g / ω²
 *
 *   ω  angular velocity of the table [rad/s]     μ  coefficient of friction
 *
 * While it speeds up, coins also need a force along their circle. The speed-up takes long enough that the sum is largest at full speed.
 */
type TurntableValues = { speed: number; mu: number };

const RIM = 0.62;
/** Duration of the speed-up, and of the scene [s]. */
const START = 3;
const DURATION = 7;

/** Coins on a spiral, one every `STEP` metres of radius and at the golden angle, so that none is in the way of another. */
const COINS = 28;
const FIRST = 0.06;
const STEP = 0.02;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** In the engine a coin is the square plate within its circle. */
const COIN = { radius: 0.026, height: 0.012 };
const PLATE: Vector = [Math.SQRT1_2 * COIN.radius, Math.SQRT1_2 * COIN.radius, COIN.height / 2];
/** A coin that has moved by this much over the table has slipped [m]. */
const SLIPPED = 0.008;

const radiusOf = (k: number): number => FIRST + k * STEP;
const coinName = (k: number): string => `coin ${k + 1}`;

/** Angular velocity, and the angle of the table. */
const speedAt = (time: number, speed: number): number =>
  time < START ? speed * Math.sin((Math.PI * time) / (2 * START)) ** 2 : speed;
function angleAt(time: number, speed: number): number {
  const t = Math.min(time, START);
  const angle = 0.5 * speed * (t - (START / Math.PI) * Math.sin((Math.PI * t) / START));
  return angle + speed * (time - t);
}

const criticalRadius = ({ speed, mu }: TurntableValues): number => (mu * GRAVITY) / speed ** 2;

export const turntable: DemoScene<TurntableValues> = {
  id: 'turntable',
  title: 'Turntable',
  look: 'The table speeds up. Coins outside the white ring must slip off, because friction is too weak for their circle; those inside stay.',
  stockFault: () => 'coins should turn with the table: it has no surface velocity',
  controls: {
    speed: { kind: 'slider', label: 'Angular speed', value: 3.6, min: 2.6, max: 6, step: 0.1, unit: 'rad/s' },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.4, min: 0.2, max: 0.4, step: 0.01 },
  },
  scene({ speed, mu }): Scene {
    const angular: [number, number, number] = [0, 0, 0];
    return {
      name: 'turntable',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
        ...Array.from({ length: COINS }, (_, k): BodySpec => {
          const angle = k * GOLDEN;
          return {
            name: coinName(k),
            kind: 'dynamic',
            mass: 0.05,
            shape: { kind: 'box', halfExtents: PLATE },
            position: [radiusOf(k) * Math.cos(angle), radiusOf(k) * Math.sin(angle), COIN.height / 2],
            rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
            material: 'coin',
          };
        }),
      ],
      stockMu: mu,
      law: coulomb({ mu }),
      pairs: [
        ['table', 'coin', surfaceVelocity(coulomb({ mu }), { angular })],
        ['floor', 'coin', coulomb({ mu })],
      ],
      surfaces: [['floor', ({ point }) => (Math.hypot(point[0], point[1]) < RIM ? 'table' : 'floor')]],
      drive(_world, time, dt) {
        angular[2] = speedAt(time + 0.5 * dt, speed);
      },
      rapierUnit: 0.1,
      duration: DURATION,
    };
  },
  probe({ speed }, world) {
    const starts = Array.from({ length: COINS }, (_, k) => world.position(coinName(k)));
    const slipped = new Array<boolean>(COINS).fill(false);
    const parts = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    const turns = world.friction !== null;
    let onTable = COINS;
    return {
      parts,
      sample(now) {
        const angle = angleAt(now.time, speed);
        if (turns) parts.set([Math.sin(angle / 2), Math.cos(angle / 2)], 5);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        onTable = 0;
        for (let k = 0; k < COINS; k++) {
          const [x, y] = now.position(coinName(k));
          const [x0, y0] = starts[k];
          slipped[k] ||= Math.hypot(x - (c * x0 - s * y0), y - (s * x0 + c * y0)) > SLIPPED;
          if (Math.hypot(x, y) < RIM) onTable++;
        }
      },
      get curve() {
        return onTable;
      },
      /** Halfway between the outermost coin that stays and the next one. */
      get proof() {
        if (!(world.time > START) || !turns) return Number.NaN;
        const first = slipped.indexOf(true);
        return first < 0 ? Number.NaN : radiusOf(first) - STEP / 2;
      },
      get done() {
        return false;
      },
      get facts() {
        const slips = slipped.filter(Boolean).length;
        return [{ label: 'Coins that stay', unit: '', value: turns ? COINS - slips : Number.NaN, digits: 0 }];
      },
    };
  },
  proof: {
    label: 'Largest radius without slip',
    unit: 'm',
    reference: criticalRadius,
    // Within the distance of two coins, as near as the coins can tell.
    good: (proof, values) => Math.abs(proof - criticalRadius(values)) < 0.55 * STEP,
    digits: 2,
  },
  curve: { label: 'Coins on the table', unit: '', span: DURATION },
  view: {
    target: [0, 0, 0],
    eye: [0.5, -1.9, 1.8],
    frame: [
      [-0.64, -0.64, 0],
      [0.64, 0.64, 0.02],
    ],
  },
  stockLacks: 'no such law',
  looks: () => ({
    floor: { colour: '#d3ae7e', surface: 'boards' },
    ...Object.fromEntries(
      Array.from({ length: COINS }, (_, k) => [
        coinName(k),
        {
          colour: k % 2 === 0 ? '#e8b23a' : '#d5d9de',
          surface: k % 2 === 0 ? ('brass' as const) : ('steel' as const),
          shape: COIN_SHAPE,
        },
      ]),
    ),
  }),
  parts: ({ speed, mu }) => [tablePart(criticalRadius({ speed, mu }))],
  props: rim,
  snippet: 'turntable',
};

/** The table with painted spokes, and the ring at the critical radius. */
function tablePart(ring: number): Part {
  const disc: ShapePart = {
    shape: { kind: 'cylinder', radius: RIM, height: 0.002 },
    position: [0, 0, -0.0005],
  };
  const spokes = Array.from({ length: 6 }, (_, k): ShapePart => {
    const angle = (Math.PI * k) / 6;
    return {
      shape: { kind: 'box', halfExtents: [0.985 * RIM, 0.003, 0.0006] },
      position: [0, 0, 0.0003],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    };
  });
  const count = 48;
  const half = Math.PI / count;
  const paint = Array.from({ length: ring < RIM ? count : 0 }, (_, k): ShapePart => {
    const angle = 2 * half * k;
    return {
      shape: { kind: 'box', halfExtents: [0.004, ring * Math.tan(half), 0.0008] },
      position: [ring * Math.cos(angle), ring * Math.sin(angle), 0.0008],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    };
  });
  const parts = [disc, ...spokes, ...paint];
  const colours = [TABLE, ...spokes.map(() => '#4b6a60'), ...paint.map(() => '#f4f1ea')];
  return { shape: { kind: 'compound', parts }, colours, surface: 'plastic' };
}

const TABLE = '#2c5a4c';

/** A raised rim and a stamp. */
const COIN_SHAPE: DrawnShape = {
  kind: 'group',
  parts: [
    rod(COIN.radius, 0.9 * COIN.height, [0, 0, -0.0006]),
    { shape: ring(0.9 * COIN.radius, 0.08 * COIN.radius), position: [0, 0, 0.42 * COIN.height] },
    rod(0.4 * COIN.radius, 0.2 * COIN.height, [0, 0, 0.42 * COIN.height]),
  ],
};

/** A metal ring around the table, flush with the floor. */
function rim(): readonly Prop[] {
  const count = 72;
  const half = Math.PI / count;
  return Array.from({ length: count }, (_, k): Prop => {
    const angle = 2 * half * k;
    return {
      shape: { kind: 'box', halfExtents: [0.008, (RIM + 0.014) * Math.tan(half), 0.001] },
      position: [(RIM + 0.006) * Math.cos(angle), (RIM + 0.006) * Math.sin(angle), 0.0005],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
      colour: '#b9bfc6',
      surface: 'steel',
    };
  });
}
