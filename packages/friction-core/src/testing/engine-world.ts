import type { ContactView } from '../contact-view.js';
import type { FrictionLaw } from '../contract.js';
import type { FrictionHandle } from '../handle.js';

/** A world as plain data, and what a driver makes of it in an engine. z is up; SI units, or those of `lengthUnit`. */

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
  /** Solids of one density that do not overlap. Of a dynamic body hulls and compounds have their centre of mass at its origin. */
  | { kind: 'compound'; parts: readonly ShapePart[] }
  /** The half space below z = 0 of the body: a true plane where the engine has one, else a wide slab. */
  | { kind: 'ground' };

export interface ShapePart {
  shape: ShapeSpec;
  position: Vector;
  rotation?: Rotation;
  /** Of this part, instead of the body's; not of compounds. */
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
  /** kg; needed for dynamic bodies. Inertia is that of the homogeneous solid. */
  mass?: number;
  /** Moments about the body's x, y and z [kg m²] instead of the solid's; the centre of mass is the origin, wherever the shape is. */
  inertia?: Vector;
  /** Moves along this axis of the world only, and does not turn: a finger, a slide. Dynamic bodies. */
  guide?: 'x' | 'y' | 'z';
  /** Coefficient of restitution; of two bodies that of the less bouncing one counts. Needs a material. @default 0 */
  bounce?: number;
  material?: string;
}

export interface WorldSpec {
  name: string;
  gravity: Vector;
  bodies: readonly BodySpec[];
  /** Coefficient of friction that the stock engine is given for every pair. Damping is 0. */
  stockMu: number;
  /** World units per metre: 100 where all lengths of the spec, and gravity, are in centimetres. @default 1 */
  lengthUnit?: number;
  /** May bodies fall asleep? @default false */
  canSleep?: boolean;
}

/** A contact of any adapter: some do not know what friction their engine has given. */
export interface EngineContact extends Omit<ContactView<unknown>, 'frictionForce' | 'torsion'> {
  frictionForce: Float64Array | null;
  torsion: number | null;
}

/** What the handles of all adapters have in common. */
export type EngineHandle = FrictionHandle<unknown, string, EngineContact>;

/** A world that runs in an engine, stock or with Stiction. Bodies are known by name. */
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
  /** Force for the next step only, at the centre of mass or at a point `from` there, in world axes. */
  push(name: string, x: number, y: number, z: number, from?: Vector): void;
  remove(name: string): void;
  install(law: FrictionLaw): EngineHandle;
  uninstall(): void;
  /** A new stock world of the engine in the state that this one has now. */
  cloneStock(): EngineWorld;
  /** The engine's state in a new world where nothing is installed yet, to go on in with `install` and `restore`. */
  clone(): EngineWorld;
  dispose(): void;
}
