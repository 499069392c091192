import { coulomb, type FrictionLaw, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, Vector } from '../scene.js';
import type { DemoScene, DrawnShape, Look, Part, Prop } from './demo-scene.js';
import { ALONG_Y, about, block, rod } from './drawn.js';

/**
 * Scene 11: fixed belts that carry parcels. Every belt is a fixed box with the law `surfaceVelocity`; the sorter is another one, with a
 * different velocity for each kind of parcel. A parcel placed on a belt at rest slides until it reaches the belt speed,
 *
 *     speed  min(μ g t, v),    for  v / (μ g)  seconds,    with a final lag of   v²/(2 μ g)
 *
 *   v  speed of the belt [m/s]     t  time since the start [s]
 *
 * The lag v t - x does not depend on when it is read, as long as the parcel is on the first belt. Each belt lies 2 mm below the
 * previous one, as in a real plant, so that nothing trips at the seams.
 */
type ConveyorValues = { speed: number; mu: number; plan: string };

type Lane = 'left' | 'ahead' | 'right';
const KINDS = ['red', 'yellow', 'blue'] as const;
type Kind = (typeof KINDS)[number];

const PLANS: Record<string, Record<Kind, Lane>> = {
  colour: { red: 'left', yellow: 'ahead', blue: 'right' },
  crossed: { red: 'right', yellow: 'ahead', blue: 'left' },
  ahead: { red: 'ahead', yellow: 'ahead', blue: 'ahead' },
};

/** Half width of the belts, top of the first one, and the drop to each next one [m]. */
const HALF = 0.42;
const TOP = 0.5;
const SEAM = 0.002;
/** The first belt ends at x = 0, where the sorter starts; length of the lanes [m]. */
const FEED = 3.6;
const LANE = 1.7;

interface Belt {
  name: string;
  /** Centre and half extents in the plane [m]. */
  at: readonly [number, number];
  half: readonly [number, number];
  /** Number of seams before it. */
  level: number;
}

const BELTS: readonly Belt[] = [
  { name: 'feed', at: [-FEED / 2, 0], half: [FEED / 2, HALF], level: 0 },
  { name: 'sorter', at: [HALF, 0], half: [HALF, HALF], level: 1 },
  { name: 'ahead', at: [2 * HALF + LANE / 2, 0], half: [LANE / 2, HALF], level: 2 },
  { name: 'left', at: [HALF, HALF + LANE / 2], half: [HALF, LANE / 2], level: 2 },
  { name: 'right', at: [HALF, -HALF - LANE / 2], half: [HALF, LANE / 2], level: 2 },
];

/** Kinds and start positions [m] of the parcels; the last one is measured. */
const PARCELS: readonly { kind: Kind; x: number; half: Vector }[] = [
  { kind: 'red', x: -0.5, half: [0.13, 0.11, 0.09] },
  { kind: 'blue', x: -1.1, half: [0.11, 0.14, 0.12] },
  { kind: 'yellow', x: -1.7, half: [0.14, 0.12, 0.08] },
  { kind: 'red', x: -2.3, half: [0.1, 0.1, 0.1] },
  { kind: 'yellow', x: -2.85, half: [0.1, 0.14, 0.12] },
  { kind: 'blue', x: -3.4, half: [0.12, 0.12, 0.1] },
];
const WATCHED = PARCELS.length - 1;
/** The measured parcel leaves the first belt after this distance [m]. */
const WAY = -PARCELS[WATCHED].x - PARCELS[WATCHED].half[0];

const parcelName = (k: number): string => `parcel ${k}`;

function fixed(name: string, position: Vector, halfExtents: Vector): BodySpec {
  return { name, kind: 'fixed', shape: { kind: 'box', halfExtents }, position, material: name };
}

function beltBody({ name, at, half, level }: Belt): BodySpec {
  return fixed(name, [...at, TOP - level * SEAM - 0.05], [...half, 0.05]);
}

const STOPS: readonly BodySpec[] = [
  fixed('stop ahead', [2 * HALF + LANE + 0.02, 0, TOP + 0.02], [0.02, HALF, 0.1]),
  fixed('stop left', [HALF, HALF + LANE + 0.02, TOP + 0.02], [HALF, 0.02, 0.1]),
  fixed('stop right', [HALF, -HALF - LANE - 0.02, TOP + 0.02], [HALF, 0.02, 0.1]),
];

/** Velocity of a belt for a kind of parcel, as a share of the speed. */
function direction(belt: string, kind: Kind, plan: string): Vector {
  if (belt === 'left') return [0, 1, 0];
  if (belt === 'right') return [0, -1, 0];
  if (belt !== 'sorter') return [1, 0, 0];
  const lane = (PLANS[plan] ?? PLANS.colour)[kind];
  return lane === 'ahead' ? [1, 0, 0] : [0.25, lane === 'left' ? 1 : -1, 0];
}

function beltPairs({ speed, mu, plan }: ConveyorValues): [string, string, FrictionLaw][] {
  return BELTS.flatMap(({ name }) =>
    KINDS.map((kind): [string, string, FrictionLaw] => {
      const [x, y] = direction(name, kind, plan);
      return [name, kind, surfaceVelocity(coulomb({ mu }), [speed * x, speed * y, 0])];
    }),
  );
}

function laneOf([x, y]: Vector): Lane | undefined {
  if (y > HALF) return 'left';
  if (y < -HALF) return 'right';
  return x > 2 * HALF ? 'ahead' : undefined;
}

const behind = ({ speed, mu }: ConveyorValues): number => speed ** 2 / (2 * mu * GRAVITY);

export const conveyor: DemoScene<ConveyorValues> = {
  id: 'conveyor',
  title: 'Conveyor sorter',
  look: 'No belt moves, but every parcel does: the surfaces have a velocity, and the sorter has a different one for each colour.',
  stockLacks: 'no such law',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'parcels should ride: belts have no surface velocity'),
  controls: {
    speed: { kind: 'slider', label: 'Belt speed', value: 1, min: 0.2, max: 2, step: 0.1, unit: 'm/s' },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.4, min: 0.1, max: 0.9, step: 0.01 },
    plan: {
      kind: 'choice',
      label: 'Sorter',
      value: 'colour',
      options: [
        { value: 'colour', label: 'red left, blue right' },
        { value: 'crossed', label: 'blue left, red right' },
        { value: 'ahead', label: 'all straight on' },
      ],
    },
  },
  scene(values): Scene {
    return {
      name: 'conveyor',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        ...BELTS.map(beltBody),
        ...STOPS,
        ...PARCELS.map(
          ({ kind, x, half }, k): BodySpec => ({
            name: parcelName(k),
            kind: 'dynamic',
            mass: 400 * half[0] * half[1] * half[2] * 8,
            shape: { kind: 'box', halfExtents: half },
            position: [x, 0, TOP + half[2] - 1e-9],
            material: kind,
          }),
        ),
      ],
      stockMu: values.mu,
      law: coulomb({ mu: values.mu }),
      pairs: beltPairs(values),
      duration: 1.5 * (FEED / values.speed) + 3,
    };
  },
  probe(values, world) {
    const name = parcelName(WATCHED);
    const [start] = world.position(name);
    let speed = 0;
    let still = false;
    let proof = Number.NaN;
    let sorted = 0;
    let inLanes = 0;
    const runs = world.friction !== null;
    const parts = new Float64Array(7 * CHEVRONS.length);
    placeChevrons(parts, 0);
    return {
      parts,
      sample(now) {
        if (runs) placeChevrons(parts, values.speed * now.time);
        const x = now.position(name)[0] - start;
        speed = now.velocity(name)[0];
        still = Math.hypot(...now.velocity(name)) < 1e-3;
        // Valid from some time after it should have reached the belt speed until it leaves the belt.
        const known = now.time > (1.2 * values.speed) / (values.mu * GRAVITY);
        if (known && x < WAY) proof = values.speed * now.time - x;
        const lanes = PARCELS.map((_, k) => laneOf(now.position(parcelName(k))));
        inLanes = lanes.filter((lane) => lane !== undefined).length;
        sorted = lanes.filter((lane, k) => lane === (PLANS[values.plan] ?? PLANS.colour)[PARCELS[k].kind]).length;
      },
      get curve() {
        return speed;
      },
      get proof() {
        return proof;
      },
      get done() {
        return inLanes === PARCELS.length && still;
      },
      get facts() {
        return [{ label: 'Parcels in their lane', unit: '', value: sorted, reference: PARCELS.length, digits: 0 }];
      },
    };
  },
  proof: {
    label: 'Lag behind the belt',
    unit: 'm',
    reference: behind,
    // The speeds become equal somewhere within a step: allow an eighth of it, 1/480 s.
    good: (proof, values) => Math.abs(proof - behind(values)) < 0.01 * behind(values) + values.speed / 480,
    digits: 4,
  },
  curve: {
    label: 'Speed of the last parcel',
    unit: 'm/s',
    theory(time, values) {
      const arrival = (WAY + behind(values)) / values.speed;
      return time < arrival ? Math.min(values.mu * GRAVITY * time, values.speed) : Number.NaN;
    },
    span: 4,
  },
  view: {
    target: [-0.3, 0, 0.4],
    eye: [3.5, -5, 4.4],
    frame: [
      [-3.5, -2.1, 0.1],
      [2.5, 2.1, 0.7],
    ],
    tall: [5, -1.2, 4.3],
  },
  laws: [
    {
      id: 'coulomb',
      label: 'Dry',
      pair: ['feed', 'blue'],
      law: ({ mu, speed }) => surfaceVelocity(coulomb({ mu }), [speed, 0, 0]),
    },
    {
      id: 'stribeck',
      label: 'Twice the friction at rest',
      pair: ['feed', 'blue'],
      law: ({ mu, speed }) => surfaceVelocity(stribeck({ muS: 2 * mu, muC: mu, vS: 0.1 }), [speed, 0, 0]),
    },
    {
      id: 'back',
      label: 'Reversed for blue',
      pair: ['feed', 'blue'],
      law: ({ mu, speed }) => surfaceVelocity(coulomb({ mu }), [-0.3 * speed, 0, 0]),
    },
  ],
  looks() {
    const colours: Record<Kind, string> = { red: '#d1493f', yellow: '#e3b23c', blue: '#3b78c4' };
    const belts = BELTS.map(({ name }): [string, Look] => [
      name,
      { colour: name === 'sorter' ? '#5d6873' : '#33393f', surface: 'rubber' },
    ]);
    const parcels = PARCELS.map(({ kind, half }, k): [string, Look] => [
      parcelName(k),
      { surface: 'card', shape: parcel(half, colours[kind]) },
    ]);
    const stops = STOPS.map(({ name }): [string, Look] => [name, { colour: '#e3a72f', surface: 'plastic' }]);
    return Object.fromEntries([...belts, ...parcels, ...stops]);
  },
  parts: () => CHEVRONS.map(() => ARROW),
  props: frames,
  snippet: 'conveyor',
};

/** Painted arrow heads that move with the surface of each belt: of the belt, and the place along it at the start [m]. */
const SPACING = 0.6;
const CHEVRONS = BELTS.filter(({ name }) => name !== 'sorter').flatMap((belt) => {
  const [dx, dy] = direction(belt.name, 'red', 'ahead');
  const length = 2 * Math.abs(dx * belt.half[0] + dy * belt.half[1]);
  const count = Math.floor(length / SPACING);
  return Array.from({ length: count }, (_, k) => ({ belt, dx, dy, length, start: (k * length) / count }));
});

const ARROW: Part = {
  shape: {
    kind: 'hull',
    points: [0, 0.001].flatMap((up): Vector[] => [
      [0.1, 0, up],
      [-0.05, 0.1, up],
      [-0.05, -0.1, up],
    ]),
  },
  colour: '#7d8894',
};

function placeChevrons(parts: Float64Array, way: number): void {
  for (const [k, { belt, dx, dy, length, start }] of CHEVRONS.entries()) {
    const room = length - 0.2;
    const along = ((start + way) % room) - room / 2;
    const yaw = Math.atan2(dy, dx) / 2;
    parts.set([belt.at[0] + dx * along, belt.at[1] + dy * along, TOP - belt.level * SEAM], 7 * k);
    parts.set([0, 0, Math.sin(yaw), Math.cos(yaw)], 7 * k + 3);
  }
}

/** A carton with a lid of the sorter's colour, tape and a label. */
function parcel([x, y, z]: Vector, colour: string): DrawnShape {
  return {
    kind: 'group',
    parts: [
      block([x, y, z], [0, 0, 0], { colour }),
      block([1.003 * x, 0.16 * y, 1.003 * z], [0, 0, 0], { colour: '#ead9b4' }),
      block([0.3 * x, 0.28 * y, 0.001], [0.5 * x, -0.5 * y, z], { colour: '#fdfbf5' }),
    ],
  };
}

/** Rails, rollers at the ends, and legs of the belts. */
function frames(): readonly Prop[] {
  const steel = { colour: '#aab3bd', surface: 'steel' } as const;
  const parts = BELTS.filter(({ name }) => name !== 'sorter').flatMap(({ name, at, half, level }) => {
    const turn = about(Math.atan2(direction(name, 'red', 'ahead')[1], direction(name, 'red', 'ahead')[0]));
    const long = name === 'left' || name === 'right' ? half[1] : half[0];
    const top = TOP - level * SEAM;
    const ends = [-1, 1];
    const local = [
      ...ends.flatMap((side) => [
        block([long, 0.025, 0.055], [0, side * (HALF + 0.025), -0.04], steel),
        rod(0.05, 2 * HALF, [side * long, 0, -0.052], { ...steel, rotation: ALONG_Y }),
        ...ends.map((end) =>
          block([0.03, 0.025, top / 2 - 0.05], [0.8 * end * long, side * HALF, -top / 2 - 0.05], steel),
        ),
      ]),
    ];
    return [
      { shape: { kind: 'group', parts: local } as const, position: [at[0], at[1], top] as Vector, rotation: turn },
    ];
  });
  return [{ shape: { kind: 'group', parts }, position: [0, 0, 0] }];
}
