import { describe } from '@stiction/friction-core/adapter';
import { CHASSIS } from '../core/bodies.js';
import type { Port } from '../core/port.js';
import { restoreSnapshot, takeSnapshot } from '../core/snapshot.js';
import { createState, MAX_LINKS, type VehicleState } from '../core/state.js';
import { stepVehicle } from '../core/step.js';
import { dot } from '../core/vector.js';
import { hookStep, type StepMethod } from './hook.js';
import { addWheelTo, requireAxes, type Vector, type WheelOptions, type WheelSettings } from './options.js';
import { createWheel, type GroundView, placeForRendering, type Wheel } from './wheel.js';

/** A vehicle. It acts in every step of the world by itself. */
export interface Vehicle<Ground = unknown> {
  readonly wheels: readonly Wheel<Ground>[];
  addWheel(options: WheelOptions): Wheel<Ground>;
  /** Steering angle of wheels with `steers`, left is positive [rad]. */
  setSteering(angle: number): void;
  /** Drive torque of all wheels together [N m], divided by their shares `drives`; negative backwards. */
  setDrive(torque: number): void;
  /** Brake torque of a wheel with `brakes: 1` [N m]. It holds the wheel if it is large enough. */
  setBrake(torque: number): void;
  /** The same for wheels with `handbrake`. */
  setHandbrake(torque: number): void;
  /** What `setHandbrake` was given last [N m]. */
  readonly handbrake: number;
  /** Makes two wheels spin alike, up to a torque [N m]: a locked differential with Infinity, a limited one otherwise. 0 releases them. */
  couple(a: Wheel, b: Wheel, torque: number): void;
  /** Anti-roll bar between two wheels, force per difference of compressions [N/m]. 0 removes it. */
  antiRoll(a: Wheel, b: Wheel, stiffness: number): void;
  /** Calls back before every internal step, with its length [s]: for controls that depend on the slip. Returns the function that ends it. */
  beforeStep(callback: (h: number) => void): () => void;
  /** Speed of the chassis along its forward axis [m/s]. */
  readonly speed: number;
  /** Sweeps of the solver in the last step. */
  readonly sweeps: number;
  /** Saves what the vehicle remembers from step to step, controls included. Save the state of the engine separately. */
  snapshot(): Uint8Array;
  /** Continues from a snapshot, in this world or in one with the same bodies. Throws, and changes nothing, if it does not fit. */
  restore(data: Uint8Array): void;
  /** Takes the vehicle out of the steps of the world. The chassis stays. */
  remove(): void;
}

export interface VehicleOptions {
  /** Up in the frame of the chassis. @default [0, 1, 0] */
  up?: Vector;
  /** Forwards in the frame of the chassis. @default [0, 0, 1] */
  forward?: Vector;
}

/** The parts of a vehicle that depend on the engine. */
export interface VehicleEngine<Ground> extends Port {
  methods: readonly StepMethod[];
  stepLength(first: unknown): number;
  view: GroundView<Ground>;
  addWheel(state: VehicleState, i: number, settings: WheelSettings): void;
  wake(): void;
  /** After the step: restores forces, and fills origin and rotation of slot 0. Returns false if the chassis is gone. */
  finish(state: VehicleState): boolean;
  toStored(key: number): number;
  fromStored(key: number): number;
  remove(): void;
}

export function buildVehicle<Ground>(engine: VehicleEngine<Ground>, { up, forward }: VehicleOptions): Vehicle<Ground> {
  const { localUp, localAxle } = requireAxes(up, forward);
  const state = createState(localUp, localAxle);
  const wheels: Wheel<Ground>[] = [];
  const settings: WheelSettings[] = [];
  const callbacks: ((h: number) => void)[] = [];
  let brake = 0;
  let handbrake = 0;

  const unhook = hookStep(engine.methods, engine.stepLength, {
    before(h) {
      if (!(h > 0) || wheels.length === 0) return;
      for (const callback of callbacks) callback(h);
      stepVehicle(state, engine, h);
    },
    after() {
      if (!engine.finish(state)) return;
      for (const wheel of wheels) placeForRendering(state, wheel);
    },
  });

  function setBrakes(): void {
    for (let i = 0; i < wheels.length; i++) {
      wheels[i].brake = brake * settings[i].brakes + handbrake * settings[i].handbrake;
    }
  }

  return {
    wheels,
    addWheel(options) {
      const added = addWheelTo(state, options);
      const i = wheels.length;
      engine.addWheel(state, i, added);
      state.staticInvMass = 0;
      settings.push(added);
      wheels.push(createWheel(state, i, added, engine.view, engine.wake));
      return wheels[i];
    },
    setSteering(angle) {
      requireFinite('setSteering', 'angle', angle);
      for (let i = 0; i < wheels.length; i++) wheels[i].steering = angle * settings[i].steers;
    },
    setDrive(torque) {
      requireFinite('setDrive', 'torque', torque);
      let sum = 0;
      for (const { drives } of settings) sum += drives;
      if (sum === 0) return;
      for (let i = 0; i < wheels.length; i++) wheels[i].drive = (torque * settings[i].drives) / sum;
    },
    setBrake(torque) {
      brake = requireTorque('setBrake', torque);
      setBrakes();
    },
    setHandbrake(torque) {
      handbrake = requireTorque('setHandbrake', torque);
      setBrakes();
    },
    couple(a, b, torque) {
      const [first, second] = requireTwo('couple', wheels, a, b);
      const link = { a: first, b: second, torque: requireTorque('couple', torque, true) };
      replaceLink('couple', state.couplings, state.couplingImpulse, link, torque > 0);
      engine.wake();
    },
    antiRoll(a, b, stiffness) {
      const [first, second] = requireTwo('antiRoll', wheels, a, b);
      const link = { a: first, b: second, stiffness: requireTorque('antiRoll', stiffness) };
      replaceLink('antiRoll', state.bars, state.barImpulse, link, stiffness > 0);
      engine.wake();
    },
    beforeStep(callback) {
      if (typeof callback !== 'function') {
        throw new TypeError(`beforeStep: callback must be a function (got ${describe(callback)})`);
      }
      callbacks.push(callback);
      return () => {
        const at = callbacks.indexOf(callback);
        if (at >= 0) callbacks.splice(at, 1);
      };
    },
    get handbrake() {
      return handbrake;
    },
    get speed() {
      return dot(state.bodies.velocity, 6 * CHASSIS, state.ahead, 0);
    },
    get sweeps() {
      return state.sweeps;
    },
    snapshot: () => takeSnapshot(state, engine.toStored),
    restore: (data) => restoreSnapshot(state, data, engine.fromStored),
    remove() {
      unhook();
      engine.remove();
    },
  };
}

/** Changes the link of two wheels, adds it or removes it. */
function replaceLink<Link extends { a: number; b: number }>(
  owner: string,
  links: Link[],
  impulses: Float64Array,
  link: Link,
  isKept: boolean,
): void {
  const at = links.findIndex(({ a, b }) => a === link.a && b === link.b);
  if (at < 0) {
    if (!isKept) return;
    if (links.length >= MAX_LINKS) throw new RangeError(`${owner}: a vehicle has at most ${MAX_LINKS} of them`);
    impulses[links.length] = 0;
    links.push(link);
  } else if (isKept) links[at] = link;
  else {
    links.splice(at, 1);
    impulses.copyWithin(at, at + 1);
  }
}

function requireTwo(owner: string, wheels: readonly Wheel[], a: Wheel, b: Wheel): [number, number] {
  const first = wheels.indexOf(a);
  const second = wheels.indexOf(b);
  if (first < 0 || second < 0 || first === second) {
    throw new TypeError(`${owner}: both wheels must be different wheels of this vehicle`);
  }
  return [first, second];
}

function requireFinite(owner: string, what: string, value: number): void {
  if (!(value * 0 === 0)) throw new RangeError(`${owner}: ${what} must be a finite number (got ${describe(value)})`);
}

function requireTorque(owner: string, value: number, infinite = false): number {
  if (typeof value !== 'number' || !(value >= 0) || (value === Number.POSITIVE_INFINITY && !infinite)) {
    throw new RangeError(`${owner}: the value must be a number >= 0 (got ${describe(value)})`);
  }
  return value;
}
