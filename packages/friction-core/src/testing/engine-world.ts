import type { ContactView } from '../contact-view.js';
import type { FrictionLaw } from '../contract.js';
import type { FrictionReport } from '../report.js';

/** A world as plain data, and what a driver makes of it in an engine. z is up; SI units. */

export type Vector = readonly [number, number, number];
/** x, y, z, w. */
export type Rotation = readonly [number, number, number, number];

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
  /** kg; needed for dynamic bodies. Inertia is that of the homogeneous solid. */
  mass?: number;
  material?: string;
}

export interface WorldSpec {
  name: string;
  gravity: Vector;
  bodies: readonly BodySpec[];
  /** Coefficient of friction that the stock engine is given for every pair. Restitution and damping are 0. */
  stockMu: number;
}

/** What the handles of all adapters have in common. */
export interface EngineHandle {
  setDefault(law: FrictionLaw): void;
  setPair(a: string, b: string, law: FrictionLaw): void;
  contacts(): IterableIterator<ContactView<unknown>>;
  readonly report: Readonly<FrictionReport>;
  uninstall(): void;
}

/** A world that runs in an engine, stock or with Stiction. Bodies are known by name. Sleeping is off. */
export interface EngineWorld {
  /** null in a stock world, and after uninstall. */
  readonly friction: EngineHandle | null;
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
  remove(name: string): void;
  install(law: FrictionLaw): EngineHandle;
  uninstall(): void;
  /** A new stock world of the engine in the state that this one has now. */
  cloneStock(): EngineWorld;
  dispose(): void;
}
