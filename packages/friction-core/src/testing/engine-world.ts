import type { ContactView } from '../handle/contact-view.js';
import type { FrictionHandle } from '../handle/handle.js';
import type { FrictionLaw } from '../laws/friction-law.js';

/** A world as plain data, and as a driver builds it in an engine. z is up; SI units, or those of `lengthUnit`. */

export type Vector = readonly [number, number, number];
/** x, y, z, w. */
export type Rotation = readonly [number, number, number, number];

export type ShapeSpec =
  | { kind: 'box'; halfExtents: Vector }
  | { kind: 'sphere'; radius: number }
  /** Axis along z. */
  | { kind: 'cylinder'; radius: number; height: number }
  /** The convex hull of points. */
  | { kind: 'hull'; points: readonly Vector[] }
  /** Solids of one density that do not overlap. Hulls and compounds of dynamic bodies have their centre of mass at the origin. */
  | { kind: 'compound'; parts: readonly ShapePart[] }
  /** The half space below z = 0 of the body: a plane if the engine has one, a wide slab if not. */
  | { kind: 'ground' };

export interface ShapePart {
  shape: ShapeSpec;
  position: Vector;
  rotation?: Rotation;
  /** Material of this part instead of the body's; not for compounds. */
  material?: string;
}

export interface BodySpec {
  name: string;
  kind: 'dynamic' | 'fixed' | 'kinematic';
  shape: ShapeSpec;
  position: Vector;
  rotation?: Rotation;
  velocity?: Vector;
  angularVelocity?: Vector;
  /** kg; required for dynamic bodies. The inertia is that of the homogeneous solid. */
  mass?: number;
  /** Moments about the body's x, y and z [kg m²] instead of the solid's; the centre of mass is then the origin. */
  inertia?: Vector;
  /** Dynamic bodies: moves only along this world axis and does not rotate, like a gripper finger. */
  guide?: 'x' | 'y' | 'z';
  /** Coefficient of restitution; the smaller one of a pair is used. Requires a material. @default 0 */
  bounce?: number;
  material?: string;
}

export interface WorldSpec {
  name: string;
  gravity: Vector;
  bodies: readonly BodySpec[];
  /** Coefficient of friction of every pair in the stock engine. Damping is 0. */
  stockMu: number;
  /** World units per metre: 100 if all lengths of the spec, and gravity, are in centimetres. @default 1 */
  lengthUnit?: number;
  /** Bodies may fall asleep. @default false */
  canSleep?: boolean;
}

/** A contact of any adapter. The friction is null if it is the engine's and the engine does not report it. */
export interface EngineContact
  extends Omit<ContactView<unknown>, 'frictionForce' | 'torsion' | 'power' | 'approachSpeed'> {
  frictionForce: Float64Array | null;
  torsion: number | null;
  power: number | null;
  approachSpeed: number | null;
}

/** The common handle of all adapters. */
export type EngineHandle = FrictionHandle<unknown, string, EngineContact>;

/** A world in an engine, stock or with Stiction. Bodies are identified by name. */
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
  /** Applies a force in the next step only, at the centre of mass or at the offset `from` from it, in world axes. */
  push(name: string, x: number, y: number, z: number, from?: Vector): void;
  remove(name: string): void;
  install(law: FrictionLaw): EngineHandle;
  uninstall(): void;
  /** Returns a new stock world with the current state of this one. */
  cloneStock(): EngineWorld;
  /** Returns a new world with the engine's state and nothing installed, to continue with `install` and `restore`. */
  clone(): EngineWorld;
  dispose(): void;
}
