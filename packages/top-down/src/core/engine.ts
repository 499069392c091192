import type { Footprint } from '../footprint/footprint.js';

/**
 * What the floor needs of an engine. Lengths are in metres, masses in any unit, as long as forces and inertias use the same.
 * Functions write into arrays: numbers that cross a call may be allocated.
 */
export interface EngineBodies<Body> {
  /** For messages, such as 'Rapier'. */
  readonly name: string;
  /** False for what is no body of this engine. */
  isBody?(body: unknown): boolean;
  /** Calls `visit` for every body, in an order that stays the same. */
  forEach(visit: (body: Body) => void): void;
  /** False for bodies that the floor leaves alone: asleep, static, kinematic, disabled. */
  isActive(body: Body): boolean;
  /**
   * Optional, to save time: true if the body is active, but neither moves nor will be moved by a force in this step. May be false always.
   */
  isAtRest?(body: Body): boolean;
  /**
   * Writes [vx, vy, spin, x, y, angle, dvx, dvy, dspin, mass, inertia] at the centre of mass: the state, and the velocity that forces
   * will add in this step of dt seconds. Mass 0 or Infinity: the floor leaves the body alone; inertia Infinity: it cannot turn.
   */
  read(body: Body, dt: number, out: Float64Array): void;
  /**
   * For engines with n substeps, over which they spread the impulse: (n - 1)/(2 n), how much later than at mid step velocities across a
   * moving surface have to be evaluated, as a fraction of the step. Else a turntable loses bodies outwards.
   */
  substepLag?(): number;
  /** The shape of the body from above, with the centre of mass as origin; null if it is unknown. */
  footprint(body: Body): Footprint | null;
  /** Applies [x, y, torque] · dt in this step. */
  apply(body: Body, impulse: Float64Array, dt: number): void;
  /**
   * For engines that move bodies before they solve contacts: moves the body with the velocity [x, y, spin] that contacts are expected to
   * add, without giving it that velocity.
   */
  beginPush?(body: Body, push: Float64Array, dt: number): void;
  /** Wakes a body that sleeps. */
  wake?(body: Body): void;
  /** False if `beginPush` does not work in this version of the engine. */
  canPush?(): boolean;
}

/** Five functions that connect another engine, see `createFloor`. Everything in SI units, or in one consistent system. */
export interface FloorEngine<Body> {
  /**
   * Writes velocity [m/s], angular velocity [rad/s], position of the centre of mass [m] and angle [rad]: out = [vx, vy, spin, x, y,
   * angle]. If forces act on the body in this step, write the velocity they will add behind that: [dvx, dvy, dspin].
   */
  velocity(body: Body, out: Float64Array, dt: number): void;
  /** kg. */
  mass(body: Body): number;
  /** About the centre of mass [kg m²]; Infinity for a body that cannot turn. */
  inertia(body: Body): number;
  /** A pressure of `@stiction/limit-surface`, such as `disc({ radius: 0.2 })`, with the centre of mass as origin. Asked once. */
  footprint(body: Body): Footprint;
  /** Adds impulse/mass to the velocity [N s] and impulse[2]/inertia to the angular velocity [N m s], before the step. */
  applyImpulse(body: Body, impulse: Float64Array, dt: number): void;
}
