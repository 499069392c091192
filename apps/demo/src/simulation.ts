import { type BuildWorld, type SceneWorld, slideAcceleration, tiltGravity, tiltingPlane } from '@stiction/scenes';

export const BOX_HALF_EXTENTS: [number, number, number] = [0.4, 0.4, 0.2];
/** A run is over when a box has slid this far [m], or after this long [s]. */
export const RUN_LENGTH = 5;
const RUN_TIME = 4;
/** Slower is called sticking [m/s]. */
export const STICK_SPEED = 1e-3;

const DT = 1 / 60;
const SETTLE_STEPS = 30;
/** A slow machine shows slow motion rather than falling ever further behind [s]. */
const MAX_CATCH_UP = 0.1;

export type Side = 'stock' | 'stiction';
export const SIDES: readonly Side[] = ['stock', 'stiction'];

export interface Pose {
  position: [number, number, number];
  rotation: [number, number, number, number];
}

/** Speeds [m/s] at times [s since the tilt]; the engines' are null where the run has not come to yet. */
export interface History {
  times: number[];
  theory: number[];
  stock: (number | null)[];
  stiction: (number | null)[];
}

export interface Simulation {
  /** Seconds since gravity was tilted; negative while the box settles. */
  readonly time: number;
  readonly done: boolean;
  readonly history: History;
  speed(side: Side | 'theory'): number;
  /** Poses are between the last two steps, so that motion is smooth at any refresh rate. */
  pose(side: Side): Pose;
  /** The theory's way along the slope at the same moment [m]. */
  theoryDistance(): number;
  advance(seconds: number): void;
  dispose(): void;
}

/** The same box in a stock world and in one with Stiction. Angle in degrees. */
export function createSimulation(build: BuildWorld, mu: number, angle: number): Simulation {
  const radians = (angle * Math.PI) / 180;
  const acceleration = Math.max(0, slideAcceleration(mu, radians));
  const scene = tiltingPlane({ mu, halfExtents: BOX_HALF_EXTENTS });
  const worlds: Record<Side, SceneWorld> = {
    stock: build(scene, { stiction: false }),
    stiction: build(scene, { stiction: true }),
  };
  const last = { stock: readPose(worlds.stock), stiction: readPose(worlds.stiction) };
  const start = { stock: 0, stiction: 0 };
  const history = createHistory(acceleration);
  let steps = 0;
  let pending = 0;
  let done = false;

  const time = (): number => (steps - SETTLE_STEPS) * DT;
  const distanceAt = (t: number): number => 0.5 * acceleration * Math.max(0, t) ** 2;
  const lag = (): number => (done ? 0 : DT - pending);
  const speed = (side: Side | 'theory'): number =>
    side === 'theory' ? acceleration * Math.max(0, time()) : Math.hypot(...worlds[side].velocity('body'));

  function step(): void {
    for (const side of SIDES) {
      last[side] = readPose(worlds[side]);
      worlds[side].step(DT);
    }
    steps++;
    const index = steps - SETTLE_STEPS;
    if (index < 0) return;
    let farthest = distanceAt(time());
    for (const side of SIDES) {
      const x = worlds[side].position('body')[0];
      if (index === 0) {
        start[side] = x;
        tiltGravity(worlds[side], radians);
      }
      history[side][index] = speed(side);
      farthest = Math.max(farthest, x - start[side]);
    }
    done = index >= history.times.length - 1 || farthest >= RUN_LENGTH;
  }

  return {
    get time() {
      return time();
    },
    get done() {
      return done;
    },
    history,
    speed,
    pose: (side) => blend(last[side], readPose(worlds[side]), 1 - lag() / DT),
    theoryDistance: () => distanceAt(time() - lag()),
    advance(seconds) {
      pending += Math.min(seconds, MAX_CATCH_UP);
      while (pending >= DT && !done) {
        step();
        pending -= DT;
      }
    },
    dispose() {
      for (const side of SIDES) worlds[side].dispose();
    },
  };
}

/** Theory is known from the start to the end of the run. */
function createHistory(acceleration: number): History {
  const duration = acceleration > 0 ? Math.min(RUN_TIME, Math.sqrt((2 * RUN_LENGTH) / acceleration)) : RUN_TIME;
  const times = Array.from({ length: Math.ceil(duration / DT) + 1 }, (_, k) => k * DT);
  return {
    times,
    theory: times.map((t) => acceleration * t),
    stock: times.map(() => null),
    stiction: times.map(() => null),
  };
}

function readPose(world: SceneWorld): Pose {
  return { position: world.position('body'), rotation: world.rotation('body') };
}

function blend(from: Pose, to: Pose, share: number): Pose {
  const position = to.position.map((x, k) => from.position[k] + share * (x - from.position[k]));
  // q and -q are the same rotation: take the near one. Steps are small, so the stage may normalise.
  const sign = Math.sign(to.rotation.reduce((sum, x, k) => sum + x * from.rotation[k], 0)) || 1;
  const rotation = to.rotation.map((x, k) => sign * from.rotation[k] + share * (x - sign * from.rotation[k]));
  return { position: position as Pose['position'], rotation: rotation as Pose['rotation'] };
}
