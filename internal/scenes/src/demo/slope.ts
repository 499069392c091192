import { coulomb, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { slideAcceleration, tiltGravity, tiltingPlane } from '../cases/tilting-plane.js';
import type { BodySpec, Rotation, SceneWorld, Vector } from '../scene.js';
import type { DemoScene, Prop } from './demo-scene.js';
import { crate } from './drawn.js';

/** `rest`: friction at rest over that of sliding. */
type SlopeValues = { mu: number; angle: number; rest: number };

const HALF: [number, number, number] = [0.4, 0.4, 0.2];
/** The box rests on the level plane for this long before gravity is tilted [s]. */
const SETTLE = 0.5;
/** The run ends when the box has slid this far [m], or after this time [s]. */
const LENGTH = 5;
const DURATION = SETTLE + 4;
/** Speed over time is measured from this time after the tilt [s]. */
const EARLIEST = 0.25;
/** Ramp length above the start and below the end, thickness at the foot, half width [m]. */
const ABOVE = 0.9;
const BELOW = 0.9;
const FOOT = 0.12;
const HALF_WIDTH = 1;
/** A wall near the end of the ramp catches boxes: its half extents, and how far from the end of the run it is [m]. */
const WALL: Vector = [0.08, HALF_WIDTH, 0.3];
const GAP = 0.12;
const STOP: BodySpec = {
  name: 'stop',
  kind: 'fixed',
  shape: { kind: 'box', halfExtents: WALL },
  position: [LENGTH + HALF[0] + GAP + WALL[0], 0, WALL[2]],
};

const radians = ({ angle }: SlopeValues): number => (angle * Math.PI) / 180;

/** Of the reference: 0 below the friction angle at rest. */
function acceleration(values: SlopeValues): number {
  const angle = radians(values);
  return Math.tan(angle) > values.rest * values.mu ? slideAcceleration(values.mu, angle) : 0;
}

/** Friction falls to μ within a centimetre per second, so that the reference holds. */
function lawOf({ mu, rest }: SlopeValues): FrictionLaw {
  return rest > 1 ? stribeck({ muS: rest * mu, muC: mu, vS: 0.01 }) : coulomb({ mu });
}

/**
 * Scene 1: a box on a slope must slide if the slope is steeper than atan μ, with the coefficient at rest. Rapier's own friction has one
 * coefficient, and is right with that, so the scene opens there with more friction at rest.
 */
export const slope: DemoScene<SlopeValues> = {
  id: 'slope',
  title: 'Honest slope',
  look: 'A box must slide if the slope is steeper than its friction angle. Which box keeps up with the outline, the exact solution?',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    if (acceleration(values) === 0)
      return values.rest > 1 ? 'should stick: friction is higher at rest' : 'should stay: it slides';
    return proof < 0.05 ? 'should slide: it is stuck' : 'slides with the wrong acceleration';
  },
  controls: {
    mu: { label: 'Friction coefficient μ', kind: 'slider', value: 0.3, min: 0, max: 1.2, step: 0.01 },
    angle: { label: 'Slope', kind: 'slider', value: 25, min: 0, max: 45, step: 0.5, unit: '°' },
    rest: { label: 'Friction at rest, times μ', kind: 'slider', value: 1, min: 1, max: 2, step: 0.05 },
  },
  engineValues: { rapier: { rest: 1.8 } },
  scene(values) {
    const scene = tiltingPlane({ mu: values.mu, halfExtents: HALF });
    return {
      ...scene,
      law: lawOf(values),
      bodies: [...scene.bodies, STOP],
      duration: DURATION,
      drive(world, time) {
        if (time > SETTLE - 1e-6) tiltGravity(world, radians(values));
      },
    };
  },
  probe: (_values, world) => createProbe(world),
  proof: {
    label: 'Acceleration down the slope',
    unit: 'm/s²',
    reference: acceleration,
    good(proof, values) {
      const reference = acceleration(values);
      return Math.abs(proof - reference) < 0.02 * reference + 1e-3;
    },
    digits: 3,
  },
  curve: {
    label: 'Speed',
    unit: 'm/s',
    theory: (time, values) => acceleration(values) * Math.max(0, time - SETTLE),
    span: DURATION,
  },
  view: {
    target: [2.2, 0, -1],
    eye: [4, -8.5, 2.8],
    frame: [
      [-1.2, -1, -2.7],
      [5.6, 1, 0.75],
    ],
    tall: [8, -7, 3],
  },
  laws: [
    { id: 'coulomb', label: 'Coulomb', law: lawOf },
    { id: 'stribeck', label: 'Stribeck: μ drops to half with speed', law: ({ mu }) => falling(mu) },
  ],
  looks: () => ({
    ground: { hidden: true },
    body: { shape: crate(HALF) },
    stop: { colour: '#8f3b2e', surface: 'rubber' },
  }),
  props: wedge,
  rotation: (values) => turned(radians(values)),
  ghost: {
    body: 'body',
    position(time, values) {
      const slid = 0.5 * acceleration(values) * Math.max(0, time - SETTLE) ** 2;
      return [Math.min(slid, LENGTH + GAP), 0, HALF[2]];
    },
  },
  snippet: 'slope',
};

function falling(mu: number) {
  return stribeck({ muS: mu, muC: 0.5 * mu, vS: 0.2 });
}

function createProbe(world: SceneWorld) {
  const [x0] = world.position('body');
  let speed = 0;
  let proof = Number.NaN;
  let done = false;
  return {
    sample(now: SceneWorld) {
      if (done) return; // the stop brakes it
      const slid = now.time - SETTLE;
      speed = Math.hypot(...now.velocity('body'));
      if (slid >= EARLIEST) proof = speed / slid;
      done = now.position('body')[0] - x0 > LENGTH;
    },
    get curve() {
      return speed;
    },
    get proof() {
      return proof;
    },
    get done() {
      return done;
    },
  };
}

/** Rotation about y, so that the tilted gravity points down in the drawing. */
function turned(angle: number): Rotation {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

/** The ramp, in the frame of its face: once rotated, its back is vertical and its sole is level. */
function wedge(values: SlopeValues): readonly Prop[] {
  const angle = radians(values);
  const start = -HALF[0] - ABOVE;
  const end = HALF[0] + LENGTH + BELOW;
  const rise = (end - start) * Math.sin(angle);
  /** Straight down in the drawing by a given distance. */
  const down = (x: number, depth: number): [number, number] => [x + depth * Math.sin(angle), -depth * Math.cos(angle)];
  const outline = [[start, 0], [end, 0], down(end, FOOT), down(start, FOOT + rise)];
  const points = outline.flatMap(([x, z]): Vector[] => [
    [x, -HALF_WIDTH, z],
    [x, HALF_WIDTH, z],
  ]);
  const marks = Array.from(
    { length: LENGTH + 1 },
    (_, metre): Prop => ({
      shape: { kind: 'box', halfExtents: [0.012, HALF_WIDTH, 0.001] },
      position: [metre + HALF[0], 0, 0.001],
      colour: 'mark',
    }),
  );
  return [{ shape: { kind: 'hull', points }, position: [0, 0, 0], colour: '#d9c3a0', surface: 'wood' }, ...marks];
}
