import type { PlainWorld } from '../scene.js';
import type { Controls } from './vehicle-car.js';
import { type Ground, LANES, parkingPlace, type TrackValues } from './vehicle-layout.js';

/** Who drives: the user, or an autopilot that brakes at the line and takes the red car to the hill. */

const RELEASED: Controls = { throttle: 0, steering: 0, brake: false, handbrake: false };
const BRAKED: Controls = { ...RELEASED, brake: true };
/** Slower than this is at rest [m/s]. */
const REST = 0.02;
/** Pause after a stop, time in which the springs come to rest, and time of the measurement on the hill [s]. */
const PAUSE = 1;
const SETTLE = 3;
const PARKED = 4;
/** Speed on the way to the hill [m/s]. */
const CRUISE = 6;

export interface Autopilot {
  /** Before a step. */
  drive(world: PlainWorld): Controls;
  /** After a step. */
  measure(world: PlainWorld): void;
  /** From the line to rest [m]; NaN until known. */
  readonly distance: number;
  /** How far the car has moved on the hill [mm]; NaN until known. */
  readonly drift: number;
}

export function createAutopilot(
  world: PlainWorld,
  lane: { car: string; ground: Ground; y: number },
  values: TrackValues,
): Autopilot {
  const { car, y: middle } = lane;
  const goesOn = car === LANES[0].car;
  const place = parkingPlace(values);
  let phase: 'roll' | 'brake' | 'stand' | 'climb' | 'park' | 'measure' | 'parked' = 'roll';
  let since = 0;
  let line = Number.NaN;
  let spot = world.position(car);
  const result = { distance: Number.NaN, drift: Number.NaN };

  function enter(next: typeof phase, time: number): void {
    phase = next;
    since = time;
  }

  return {
    get distance() {
      return result.distance;
    },
    get drift() {
      return result.drift;
    },
    drive(now) {
      const [x, y] = now.position(car);
      if (phase === 'roll' && x >= 0) {
        line = x;
        enter('brake', now.time);
      } else if (phase === 'stand' && goesOn && now.time - since > PAUSE) enter('climb', now.time);
      else if (phase === 'climb' && x > place) enter('park', now.time);
      if (phase === 'roll') return RELEASED;
      if (phase !== 'climb') return BRAKED;
      const [vx] = now.velocity(car);
      return {
        ...RELEASED,
        throttle: clamp(0.5 * (CRUISE - vx)),
        steering: clamp(0.3 * (middle - y) - 1.5 * heading(now, car)),
      };
    },
    measure(now) {
      const at = now.position(car);
      const passed = now.time - since;
      const [vx, vy] = now.velocity(car);
      if (phase === 'brake' && Math.hypot(vx, vy) < REST) {
        result.distance = at[0] - line;
        enter('stand', now.time);
      } else if (phase === 'park' && passed > SETTLE) {
        spot = at;
        enter('measure', now.time);
      } else if (phase === 'measure' && passed > PARKED) {
        result.drift = 1000 * Math.hypot(at[0] - spot[0], at[1] - spot[1], at[2] - spot[2]);
        enter('parked', now.time);
      }
    },
  };
}

export const isTaken = ({ forwards, backwards, left, right, handbrake }: TrackValues): boolean =>
  forwards || backwards || left || right || handbrake;

/** Brakes before it changes the direction, and holds a car that nobody moves. */
export function userControls(world: PlainWorld, values: TrackValues): Controls {
  const [{ car }] = LANES;
  const angle = heading(world, car);
  const [vx, vy] = world.velocity(car);
  const speed = vx * Math.cos(angle) + vy * Math.sin(angle);
  const throttle = Number(values.forwards) - Number(values.backwards);
  const brake = throttle === 0 ? Math.abs(speed) < 0.3 : throttle * speed < 0 && Math.abs(speed) > 0.5;
  // Less steering at speed: keys know only all or nothing.
  const steering = (Number(values.left) - Number(values.right)) / (1 + Math.abs(speed) / 10);
  return { throttle: brake ? 0 : throttle, steering, brake, handbrake: values.handbrake };
}

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

function heading(world: PlainWorld, car: string): number {
  const [x, y, z, w] = world.rotation(car);
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}
