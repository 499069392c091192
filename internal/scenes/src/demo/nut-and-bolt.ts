import { threads } from '@stiction/texture-friction';
import type { Vector } from '../scene.js';
import { BOLT, HALVES, LEAD, LIMITS, MOTOR, NUT_REST, nutAndBolt } from '../textured/nut-and-bolt.js';
import type { DemoScene, DrawnPart, DrawnShape, Probe, Prop } from './demo-scene.js';
import { normalLook } from './normal-look.js';

/**
 * A nut on a bolt with threads that are only painted on (`nut-and-bolt.ts`): a motor rotates it, and it climbs by one lead per turn, at any
 * speed and torque. The motor is soft (`MOTOR`): friction slows it below its set rate.
 */
export type NutValues = { motor: number; force: number; pull: number; hand: string; jammed: boolean };

const DURATION = 6;
/** Distance of a half's centre of mass from the axis [m]. */
const NUT_OUT = (BOLT.radius + 0.01) * Math.SQRT1_2;
/** Turns after which the climb per turn is known. */
const TURNED = 0.15;

/** Lead in mm, negative for a left-handed thread. */
function leadOf({ hand }: NutValues): number {
  return (hand === 'left' ? -1000 : 1000) * LEAD;
}

/** Rate of the motor against friction along the thread, without a pull [rad/s]; NaN if other forces act. */
function exactRate({ motor: rate, force, pull, jammed }: NutValues): number {
  if (jammed || pull > 0) return Number.NaN;
  const drag = LIMITS.around / MOTOR;
  return force <= 1 || Math.abs(rate) <= drag ? 0 : Math.sign(rate) * (Math.abs(rate) - drag);
}

/** True if motor and pull together cannot overcome friction along the thread, or a stop blocks the nut. */
function holds({ motor: rate, force, pull, hand, jammed }: NutValues): boolean {
  const climbs = Math.sign(rate) * (hand === 'left' ? -1 : 1);
  return jammed || Math.abs(force * climbs + pull / LIMITS.up) <= 1;
}

function createProbe(_: NutValues, world: Parameters<DemoScene['probe']>[1]): Probe {
  const around = (): number => {
    const [x, y] = world.position(HALVES[0]);
    return Math.atan2(y, x);
  };
  let [last, angle, start, rise] = [around(), 0, Number.NaN, 0];
  return {
    sample() {
      const now = around();
      const height = 1000 * world.position(HALVES[0])[2];
      if (world.time <= NUT_REST + 1e-9) {
        start = height;
        last = now;
        return;
      }
      angle += now - last - 2 * Math.PI * Math.round((now - last) / (2 * Math.PI));
      last = now;
      rise = height - start;
    },
    get curve() {
      return rise;
    },
    get proof() {
      const turns = angle / (2 * Math.PI);
      return Math.abs(turns) > TURNED ? rise / turns : Number.NaN;
    },
    // The end of the bolt is near.
    get done() {
      return Math.abs(rise) > 180;
    },
    get facts() {
      return [{ label: 'Turns', unit: '', value: angle / (2 * Math.PI), digits: 2 }];
    },
  };
}

/** The visible bolt; collisions use a string of balls inside it. */
function bolt({ hand, jammed }: NutValues): readonly Prop[] {
  const { radius, pitch, length } = BOLT;
  const map = threads({ width: 128, height: 32, radius, pitch, hand: hand === 'left' ? 'left' : 'right' });
  const thread: Prop = {
    shape: { kind: 'cylinder', radius, height: length },
    position: [0, 0, 0],
    colour: '#aab0b8',
    surface: 'steel',
    normalMap: normalLook(map, [2 * Math.PI * radius, pitch]),
  };
  const head: Prop = {
    shape: { kind: 'hull', points: hexagon(2 * radius, 0.06) },
    position: [0, 0, -length / 2 - 0.03],
    colour: '#aab0b8',
    surface: 'steel',
  };
  return jammed ? [thread] : [thread, head];
}

export const nutAndBoltDemo: DemoScene<NutValues> = {
  id: 'nut-and-bolt',
  title: 'Nut on a painted thread',
  look: 'Both threads exist only in the normal maps: rotated, the nut climbs by one lead per turn; pulled, it stays; against a stop, it jams.',
  stockLacks: 'no such law',
  stockFault(engine, _proof, values) {
    if (holds(values)) return 'should stay: it has no thread';
    if (values.motor === 0) return '';
    return engine === 'cannon' ? 'should climb: it is stuck on the bolt' : 'should climb: it turns on the spot';
  },
  controls: {
    motor: { kind: 'slider', label: 'Motor', value: 6, min: -6, max: 6, step: 0.5, unit: 'rad/s', live: true },
    force: {
      kind: 'slider',
      label: 'Torque limit, times the torque needed',
      value: 3,
      min: 0.25,
      max: 4,
      step: 0.25,
      live: true,
    },
    pull: { kind: 'slider', label: 'Pull along the bolt', value: 0, min: 0, max: 100, step: 5, unit: 'N', live: true },
    hand: {
      kind: 'choice',
      label: 'Thread',
      value: 'right',
      options: [
        { value: 'right', label: 'Right-handed' },
        { value: 'left', label: 'Left-handed' },
      ],
    },
    jammed: { kind: 'toggle', label: 'Against a stop', value: false },
  },
  scene(values) {
    const forces = {
      get around() {
        return values.force * LIMITS.around;
      },
      get rate() {
        return values.motor;
      },
      get up() {
        return values.pull;
      },
    };
    const hand = values.hand === 'left' ? 'left' : 'right';
    return { ...nutAndBolt({ hand, jammed: values.jammed, forces }), duration: DURATION };
  },
  probe: createProbe,
  proof: {
    label: 'Climb per turn',
    unit: 'mm',
    reference: (values) => (holds(values) ? Number.NaN : leadOf(values)),
    // A nut that holds does not rotate and has no climb per turn.
    good: (proof, values) => (holds(values) ? Number.isNaN(proof) : Math.abs(proof / leadOf(values) - 1) < 0.05),
    digits: 2,
  },
  curve: {
    label: 'Height of the nut',
    unit: 'mm',
    theory: (time, values) => (Math.max(0, time - NUT_REST) * exactRate(values) * leadOf(values)) / (2 * Math.PI),
    span: DURATION,
    note: 'The number judges the climb per turn. Here the speed of the turns counts too.',
  },
  view: {
    target: [0, 0, -0.05],
    eye: [0.75, -1, 0.5],
    frame: [
      [-0.13, -0.13, -0.36],
      [0.13, 0.13, 0.31],
    ],
  },
  floor: -0.36,
  looks: () => ({
    bolt: { hidden: true },
    ...Object.fromEntries(
      HALVES.map((name) => [name, { colour: '#d9a93f', surface: 'brass' as const, shape: HALF_NUT }]),
    ),
  }),
  props: bolt,
  dt: 1 / 240,
  snippet: 'nut-and-bolt',
};

function hexagon(radius: number, height: number): Vector[] {
  return [-1, 1].flatMap((up) =>
    Array.from({ length: 6 }, (_, k): Vector => {
      const angle = (Math.PI * k) / 3;
      return [radius * Math.cos(angle), radius * Math.sin(angle), (up * height) / 2];
    }),
  );
}

/** Three of the six sides of a nut around the bolt, in the frame of a half, whose centre of mass is beside the axis. */
const HALF_NUT: DrawnShape = {
  kind: 'group',
  parts: [-1, 0, 1].map((k): DrawnPart => {
    const [inner, outer] = [BOLT.radius + 0.002, 2 * BOLT.radius];
    const points = [-1, 1].flatMap((end) =>
      [inner, outer].flatMap((r) =>
        [-1, 1].map((up): Vector => {
          const angle = (Math.PI * (2 * k + end)) / 6;
          return [r * Math.cos(angle) - NUT_OUT, r * Math.sin(angle), 0.04 * up];
        }),
      ),
    );
    return { shape: { kind: 'hull', points } };
  }),
};
