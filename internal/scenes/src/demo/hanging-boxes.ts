import { adhesive, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, Vector } from '../scene.js';
import type { DemoScene, Look, Prop } from './demo-scene.js';
import { magnet } from './drawn.js';

/**
 * Magnets under a steel beam and on a steel wall: `adhesive` attracts them with the force a. A magnet
 *
 *     hangs from the beam    if  a > m g
 *     holds on the wall      if  μ a > m g
 *
 * The last one under the beam is pulled down with a force that grows; it comes off when its weight and the pull reach a.
 */
type HangingValues = { force: number; mu: number };

const BEAM = { height: 1.6, half: [1.35, 0.16, 0.09] as Vector };
const WALL = { x: 1.9, half: [0.06, 0.5, 0.85] as Vector };
/** Masses of the magnets under the beam and on the wall [kg]; the size of a magnet shows its mass. */
const HANGING = [0.4, 0.7, 1, 1.3, 1.6];
const HOLDING = [0.3, 0.6];
/** A ball: a box could go on hanging by an edge. */
const PULLED = 0.5;
const PULLED_NAME = 'pulled magnet';
/** The pull starts at this time and grows at this rate [s, N/s]. */
const PULL = { from: 0.5, rate: 3 };

/** Shorter than 2 mm, Rapier's prediction distance [m]. */
const RANGE = 0.001;
/** A magnet that has moved by this much has come off [m]. */
const OFF = 0.02;
/** The pull ends here [m]. */
const PULL_END = 0.15;
/** The pulled magnet is still attached while it is slower than this [m/s]. */
const ATTACHED = 5e-4;

const sizeOf = (mass: number): number => 0.1 * Math.cbrt(mass);

interface Magnet {
  name: string;
  mass: number;
  position: Vector;
  half: Vector;
  /** Attraction that it needs [N]. */
  needs(values: HangingValues): number;
}

const MAGNETS: readonly Magnet[] = [
  ...HANGING.map((mass, k): Magnet => {
    const s = sizeOf(mass);
    return {
      name: `magnet ${mass} kg`,
      mass,
      position: [-1.1 + 0.43 * k, 0, BEAM.height - s],
      half: [s, s, s],
      needs: () => mass * GRAVITY,
    };
  }),
  {
    name: PULLED_NAME,
    mass: PULLED,
    // cannon-es reports a ball only if it overlaps the beam.
    position: [-1.1 + 0.43 * HANGING.length, 0, BEAM.height - sizeOf(PULLED) + 1e-4],
    half: [sizeOf(PULLED), sizeOf(PULLED), sizeOf(PULLED)],
    needs: () => PULLED * GRAVITY,
  },
  ...HOLDING.map((mass, k): Magnet => {
    const s = sizeOf(mass);
    return {
      name: `on the wall, ${mass} kg`,
      mass,
      // Flat, so that its weight does not tip it off the wall.
      position: [WALL.x - WALL.half[0] - 0.5 * s, -0.22 + 0.44 * k, 1],
      half: [0.5 * s, s, 1.3 * s],
      needs: ({ mu }) => (mass * GRAVITY) / mu,
    };
  }),
];

const law = ({ force, mu }: HangingValues): FrictionLaw => adhesive(coulomb({ mu }), { force, range: RANGE });

const isHeld = ({ force }: HangingValues): boolean => force > PULLED * GRAVITY;

/** Time at which the pulled magnet comes off. */
const offAt = (values: HangingValues): number =>
  isHeld(values) ? PULL.from + (values.force - PULLED * GRAVITY) / PULL.rate : 0;

/** Height that the pulled magnet loses: the growing pull moves it out of range, then all of its force accelerates it. */
function heightLost(time: number, values: HangingValues): number {
  if (!isHeld(values)) return 0.5 * GRAVITY * time ** 2;
  const t = Math.max(0, time - offAt(values));
  const start = Math.cbrt((6 * PULLED * RANGE) / PULL.rate);
  const jerk = PULL.rate / PULLED;
  const free = Math.max(0, t - start);
  return (jerk * t ** 3) / 6 + (0.5 * values.force * free ** 2) / PULLED;
}

export const hangingBoxes: DemoScene<HangingValues> = {
  id: 'hanging-boxes',
  title: 'Hanging magnets',
  look: 'Each magnet sticks to steel with the same force. The green ones are light enough to hold, the red ones must fall. One is pulled until it comes off.',
  stockFault: () => 'the green ones should hold: all fall',
  controls: {
    force: { kind: 'slider', label: 'Attraction', value: 11, min: 2, max: 20, step: 0.5, unit: 'N' },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.5, min: 0.1, max: 1, step: 0.05 },
  },
  scene(values): Scene {
    return {
      name: 'hanging magnets',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
        fixed('beam', [0, 0, BEAM.height + BEAM.half[2]], BEAM.half),
        fixed('wall', [WALL.x, 0, WALL.half[2]], WALL.half),
        ...MAGNETS.map(
          ({ name, mass, position, half }): BodySpec => ({
            name,
            kind: 'dynamic',
            mass,
            shape: name === PULLED_NAME ? { kind: 'sphere', radius: half[0] } : { kind: 'box', halfExtents: half },
            position,
            material: 'magnet',
          }),
        ),
      ],
      stockMu: values.mu,
      law: coulomb({ mu: values.mu }),
      pairs: [['steel', 'magnet', law(values)]],
      drive(world, time, dt) {
        const pull = PULL.rate * (time + 0.5 * dt - PULL.from);
        const isOn = world.position(PULLED_NAME)[2] > BEAM.height - sizeOf(PULLED) - PULL_END;
        if (pull > 0 && isOn) world.push(PULLED_NAME, 0, 0, -pull);
      },
      duration: offAt(values) + 1.5,
    };
  },
  probe(values, world) {
    const starts = MAGNETS.map(({ name }) => world.position(name));
    const right = MAGNETS.map(() => false);
    const attracts = world.friction !== null;
    let distance = 0;
    /** When the pulled magnet was last attached. */
    let last = 0;
    let proof = Number.NaN;
    return {
      sample(now) {
        for (const [k, { name, needs }] of MAGNETS.entries()) {
          const [x, y, z] = now.position(name);
          const moved = Math.hypot(x - starts[k][0], y - starts[k][1], z - starts[k][2]);
          if (name === PULLED_NAME) {
            distance = moved;
            if (Math.hypot(...now.velocity(name)) < ATTACHED) last = now.time;
            else if (moved > OFF && Number.isNaN(proof)) {
              proof = PULLED * GRAVITY + Math.max(0, PULL.rate * (last - PULL.from));
            }
          }
          right[k] = moved < OFF === values.force > needs(values);
        }
      },
      get curve() {
        return distance;
      },
      get proof() {
        return attracts ? proof : Number.NaN;
      },
      get done() {
        return false;
      },
      get facts() {
        const judged = right.filter((_, k) => MAGNETS[k].name !== PULLED_NAME);
        const value = judged.filter(Boolean).length;
        return [{ label: 'Magnets that behave', unit: '', value, reference: judged.length, digits: 0 }];
      },
    };
  },
  proof: {
    label: 'Force that pulls it off',
    unit: 'N',
    reference: ({ force }) => Math.max(force, PULLED * GRAVITY),
    // One step of the growing pull, and 1 %.
    good: (proof, { force }) => Math.abs(proof - Math.max(force, PULLED * GRAVITY)) < 0.01 * force + PULL.rate / 30,
    digits: 2,
  },
  curve: {
    label: 'Height lost by the pulled magnet',
    unit: 'm',
    theory(time, values) {
      const lost = heightLost(time, values);
      return lost < PULL_END ? lost : Number.NaN;
    },
    span: 4,
  },
  view: {
    target: [0.3, 0, 0.8],
    eye: [-1.7, -5.6, 1.3],
    frame: [
      [-1.4, -0.3, 0],
      [2.25, 0.75, 1.8],
    ],
    tall: [-3.2, -3.6, 1.3],
  },
  stockLacks: 'no such law',
  looks(values) {
    const magnets = MAGNETS.map(({ name, needs, half }): [string, Look] => {
      const colour = name === PULLED_NAME ? '#e0a526' : values.force > needs(values) ? '#2f9a5c' : '#cf3f33';
      return [name, name === PULLED_NAME ? { colour } : { colour, shape: magnet(half), surface: 'plastic' }];
    });
    const steel = { colour: '#8b96a3', surface: 'steel' } as const;
    return { beam: steel, wall: steel, ...Object.fromEntries(magnets) };
  },
  props: posts,
  snippet: 'hanging-boxes',
};

function fixed(name: string, position: Vector, halfExtents: Vector): BodySpec {
  return { name, kind: 'fixed', shape: { kind: 'box', halfExtents }, position, material: 'steel' };
}

/** What holds the beam. */
function posts(): readonly Prop[] {
  return [-1, 1].map((side) => ({
    shape: { kind: 'box', halfExtents: [0.05, 0.12, (BEAM.height + 2 * BEAM.half[2]) / 2] },
    colour: '#e3a72f',
    position: [side * (BEAM.half[0] + 0.05), 0.06, (BEAM.height + 2 * BEAM.half[2]) / 2],
  }));
}
