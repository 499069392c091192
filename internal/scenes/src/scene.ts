import type { ContactView, FrictionLaw, FrictionReport } from '@stiction/friction-core';

/** Engine-neutral scenes: plain data that tests, benchmarks and the demo build in either engine. z is up; SI units. */

export type Vector = readonly [number, number, number];
/** x, y, z, w. */
export type Rotation = readonly [number, number, number, number];
export type EngineName = 'cannon' | 'rapier';

export type ShapeSpec =
  | { kind: 'box'; halfExtents: Vector }
  | { kind: 'sphere'; radius: number }
  /** Axis along z. */
  | { kind: 'cylinder'; radius: number; height: number }
  /** The half space below z = 0 of the body: a true plane where the engine has one, else a wide slab. */
  | { kind: 'ground' };

export interface BodySpec {
  name: string;
  kind: 'dynamic' | 'fixed' | 'kinematic';
  shape: ShapeSpec;
  position: Vector;
  rotation?: Rotation;
  velocity?: Vector;
  angularVelocity?: Vector;
  /** kg; needed for dynamic bodies. */
  mass?: number;
  material?: string;
}

/** A point that two bodies share, or a hinge about an axis, given in world coordinates at the start. */
export type JointSpec =
  | { kind: 'ball'; bodyA: string; bodyB: string; at: Vector }
  | { kind: 'hinge'; bodyA: string; bodyB: string; at: Vector; axis: Vector };

export interface Scene {
  name: string;
  gravity: Vector;
  bodies: readonly BodySpec[];
  joints?: readonly JointSpec[];
  /** Coefficient of friction that the stock engine is given for every pair. */
  stockMu: number;
  /** The law that Stiction is given. */
  law: FrictionLaw;
  pairs?: readonly (readonly [string, string, FrictionLaw])[];
  /** Called before each step: forces, motors, carriers. */
  drive?: (world: SceneWorld, time: number, dt: number) => void;
  /** Seconds. */
  duration: number;
}

/** What the handles of both adapters have in common. */
export interface SceneHandle {
  setDefault(law: FrictionLaw): void;
  contacts(): IterableIterator<ContactView<unknown>>;
  readonly report: Readonly<FrictionReport>;
  uninstall(): void;
}

/** A scene that runs in an engine, stock or with Stiction. Bodies are named. */
export interface SceneWorld {
  readonly engine: EngineName;
  /** null in a stock world, and after uninstall. */
  readonly friction: SceneHandle | null;
  readonly names: readonly string[];
  readonly time: number;
  step(dt: number): void;
  setGravity(x: number, y: number, z: number): void;
  position(name: string): [number, number, number];
  rotation(name: string): [number, number, number, number];
  velocity(name: string): [number, number, number];
  angularVelocity(name: string): [number, number, number];
  setVelocity(name: string, x: number, y: number, z: number): void;
  setAngularVelocity(name: string, x: number, y: number, z: number): void;
  /** Force at the centre of mass, for the next step only. */
  push(name: string, x: number, y: number, z: number): void;
  install(law: FrictionLaw): SceneHandle;
  uninstall(): void;
  dispose(): void;
}
