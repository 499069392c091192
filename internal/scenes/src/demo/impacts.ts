import { coulomb } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, ShapeSpec, Vector } from '../scene.js';
import type { DemoScene, Mark, Prop, Surface } from './demo-scene.js';
import { block, rod } from './drawn.js';

/**
 * Things fall on a stone floor, and `onImpact` reports each landing once, with its impulse. The probe turns it into a ring and a sound.
 * A body dropped from the height h hits the floor with
 *
 *     J = m √(2 g h) (1 + e)
 *
 *   e  coefficient of restitution     J  impulse of the first landing [N s]
 *
 * and then every landing has e times the impulse of the one before.
 */
type ImpactValues = { height: number; bounce: number };

interface Thing {
  name: string;
  mass: number;
  shape: ShapeSpec;
  /** Distance from the centre to the lowest point [m]. */
  below: number;
  x: number;
  /** Height as a share of the slider's. */
  share: number;
  bounce: number;
  colour: string;
  /** Of its sound [Hz]. */
  pitch: number;
}

const ball = (radius: number): Pick<Thing, 'shape' | 'below'> => ({ shape: { kind: 'sphere', radius }, below: radius });
const box = (half: Vector): Pick<Thing, 'shape' | 'below'> => ({
  shape: { kind: 'box', halfExtents: half },
  below: half[2],
});

const THINGS: readonly Thing[] = [
  { name: 'clay', mass: 1.2, ...ball(0.13), x: -1.2, share: 0.7, bounce: 0, colour: '#a0623d', pitch: 75 },
  { name: 'wood', mass: 3, ...box([0.17, 0.17, 0.17]), x: -0.6, share: 0.85, bounce: 0, colour: '#c39a5b', pitch: 190 },
  { name: 'steel', mass: 4, ...ball(0.11), x: 0, share: 1, bounce: 0.5, colour: '#9aa3ad', pitch: 900 },
  { name: 'rubber', mass: 0.6, ...ball(0.14), x: 0.6, share: 1.15, bounce: 0.75, colour: '#c8473a', pitch: 110 },
  { name: 'glass', mass: 0.15, ...ball(0.06), x: 1.2, share: 0.55, bounce: 0.65, colour: '#3f9a8c', pitch: 2300 },
];
const DT = 1 / 240;
/** Slower landings do not bounce and are not reported [m/s]. */
const SLOWEST = 2 * GRAVITY * DT;
/** Radius of the ring of an impulse of 1 N s [m], and the impulse at full volume [N s]. */
const RING = 0.09;
const LOUDEST = 25;
const DURATION = 5;

/** `bounce` of the rubber ball is the user's. */
const bounceOf = ({ name, bounce }: Thing, values: ImpactValues): number =>
  name === 'rubber' ? values.bounce : bounce;

function firstImpulse(thing: Thing, values: ImpactValues): number {
  const speed = Math.sqrt(2 * GRAVITY * thing.share * values.height);
  return thing.mass * speed * (1 + bounceOf(thing, values));
}

/** Sum of the impulses of all landings up to a time. */
function impulseUntil(time: number, values: ImpactValues): number {
  let sum = 0;
  for (const thing of THINGS) {
    const e = bounceOf(thing, values);
    let speed = Math.sqrt(2 * GRAVITY * thing.share * values.height);
    let landing = speed / GRAVITY;
    for (; landing < time && speed > SLOWEST; landing += (2 * speed) / GRAVITY) {
      sum += thing.mass * speed * (1 + e);
      speed *= e;
    }
  }
  return sum;
}

const STEEL = THINGS[2];
const LISTED = ['rubber', 'wood', 'clay'];

export const impacts: DemoScene<ImpactValues> = {
  id: 'impacts',
  title: 'Impacts with sound',
  look: 'Each landing is reported once, with its impulse: rings grow with it, and with sound on you hear steel, wood, glass, rubber and clay.',
  stockFault: () => 'no landing is reported: no rings, no sound',
  dt: DT,
  controls: {
    height: { kind: 'slider', label: 'Height', value: 1.2, min: 0.3, max: 2, step: 0.1, unit: 'm' },
    bounce: { kind: 'slider', label: 'Restitution of the rubber ball', value: 0.75, min: 0, max: 0.9, step: 0.05 },
  },
  scene(values): Scene {
    return {
      name: 'impacts',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'stone', bounce: 1 },
        ...THINGS.map((thing): BodySpec => {
          const bounce = bounceOf(thing, values);
          return {
            name: thing.name,
            kind: 'dynamic',
            mass: thing.mass,
            shape: thing.shape,
            position: [thing.x, 0, thing.below + thing.share * values.height],
            material: thing.name,
            ...(bounce > 0 && { bounce }),
          };
        }),
      ],
      stockMu: 0.4,
      law: coulomb({ mu: 0.4 }),
      duration: DURATION,
    };
  },
  probe(values, world) {
    const marks: Mark[] = [];
    const first = new Map<string, number>();
    let sum = 0;
    let count = 0;
    let time = 0;
    world.friction?.onImpact(({ materialA, materialB, point, normal, impulse }) => {
      const name = materialA === 'stone' ? materialB : materialA;
      const thing = THINGS.find((each) => each.name === name);
      if (!thing) return;
      sum += impulse;
      count++;
      if (!first.has(name)) first.set(name, impulse);
      const radius = RING * Math.sqrt(impulse);
      marks.push({
        kind: 'impact',
        time,
        position: [point[0], point[1], point[2]],
        rotation: fromZ(normal),
        size: [radius, radius],
        colour: thing.colour,
        sound: { pitch: thing.pitch, loudness: Math.sqrt(impulse / LOUDEST) },
      });
    });
    const reported = world.friction !== null;
    return {
      marks,
      // Only knocks; a tone of volume 0 makes the page offer the sound.
      sound: { pitch: 0, loudness: 0 },
      sample(now) {
        time = now.time;
      },
      get curve() {
        return reported ? sum : Number.NaN;
      },
      get proof() {
        return first.get(STEEL.name) ?? Number.NaN;
      },
      get done() {
        return false;
      },
      get facts() {
        return [
          ...LISTED.map((name) => {
            const thing = THINGS.find((each) => each.name === name) as Thing;
            const value = first.get(name) ?? Number.NaN;
            return {
              label: `First landing, ${name}`,
              unit: 'N s',
              value,
              reference: firstImpulse(thing, values),
              digits: 2,
            };
          }),
          { label: 'Landings', unit: '', value: reported ? count : Number.NaN, digits: 0 },
        ];
      },
    };
  },
  proof: {
    label: 'First impulse of the steel ball',
    unit: 'N s',
    reference: (values) => firstImpulse(STEEL, values),
    good(proof, values) {
      const reference = firstImpulse(STEEL, values);
      // The engine adds the weight for up to two steps.
      return Math.abs(proof - reference) < 0.01 * reference + 2 * STEEL.mass * GRAVITY * DT;
    },
    digits: 2,
  },
  curve: { label: 'Impulses of all landings', unit: 'N s', theory: impulseUntil, span: 3 },
  view: {
    target: [0, 0, 0.62],
    eye: [1, -4.6, 1.5],
    frame: [
      [-1.6, -0.3, 0],
      [1.6, 0.3, 1.8],
    ],
    tall: [3.2, -3, 1.5],
  },
  stockLacks: 'no such event',
  looks: () => ({
    floor: { colour: '#c9ccd1' },
    ...Object.fromEntries(THINGS.map(({ name, colour }) => [name, { colour, surface: SURFACES[name] }])),
  }),
  props: rig,
  snippet: 'impacts',
};

/** Rotates z to a normal, upwards. */
function fromZ(normal: ArrayLike<number>): readonly [number, number, number, number] {
  const sign = normal[2] < 0 ? -1 : 1;
  const [x, y, w] = [-sign * normal[1], sign * normal[0], 1 + sign * normal[2]];
  const length = Math.hypot(x, y, w);
  return [x / length, y / length, 0, w / length];
}

/** The beam from which everything has been released, with a string to each start, and joints between the slabs of the floor. */
function rig({ height }: ImpactValues): readonly Prop[] {
  const top = 1.15 * height + 0.36;
  const steel = { colour: '#7d8894', surface: 'steel' } as const;
  const strings = THINGS.map(({ x, below, share }) => {
    const start = 2 * below + share * height;
    return rod(0.006, top - start, [x, 0, (top + start) / 2], { colour: '#3a3f46' });
  });
  const hooks = THINGS.map(({ x, below, share }) =>
    rod(0.02, 0.03, [x, 0, 2 * below + share * height + 0.015], { colour: '#d9a441', surface: 'brass' }),
  );
  const frame = [
    block([1.62, 0.04, 0.04], [0, 0, top + 0.04], steel),
    ...[-1.58, 1.58].flatMap((x) => [
      block([0.04, 0.04, top / 2], [x, 0, top / 2], steel),
      block([0.07, 0.3, 0.02], [x, 0, 0.02], { colour: '#3a4452', surface: 'steel' }),
    ]),
  ];
  return [{ shape: { kind: 'group', parts: [...frame, ...strings, ...hooks] }, position: [0, 0, 0] }, ...slabs()];
}

function slabs(): readonly Prop[] {
  return [-1.5, -0.9, -0.3, 0.3, 0.9, 1.5].map((x) => ({
    shape: { kind: 'box', halfExtents: [0.006, 1.2, 0.0008] },
    position: [x, 0, 0],
    colour: 'mark',
    opacity: 0.5,
  }));
}

const SURFACES: Readonly<Record<string, Surface>> = {
  clay: 'concrete',
  wood: 'wood',
  steel: 'steel',
  rubber: 'rubber',
  glass: 'ceramic',
};
