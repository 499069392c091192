import type { FrictionLaw } from '@stiction/friction-core';
import type { EngineHandle, EngineWorld, Vector, WorldSpec } from '@stiction/friction-core/testing';

export type { BodySpec, Rotation, ShapePart, ShapeSpec, Vector } from '@stiction/friction-core/testing';

/** Engine-neutral scenes: plain data that tests, benchmarks and the demo build in either engine. z is up; SI units. */

export type EngineName = 'cannon' | 'rapier';

/** A point that two bodies share, or a hinge about an axis, given in world coordinates at the start. */
export type JointSpec =
  | { kind: 'ball'; bodyA: string; bodyB: string; at: Vector }
  | { kind: 'hinge'; bodyA: string; bodyB: string; at: Vector; axis: Vector };

export interface Scene extends WorldSpec {
  joints?: readonly JointSpec[];
  /** The law that Stiction is given. */
  law: FrictionLaw;
  pairs?: readonly (readonly [string, string, FrictionLaw])[];
  /** Called before each step: forces, motors, carriers. */
  drive?: (world: PlainWorld, time: number, dt: number) => void;
  /**
   * Rapier's own unit of length, where it has to look at contacts more closely: it keeps their normals while bodies move by 1 % of it.
   * @default lengthUnit
   */
  rapierUnit?: number;
  /** Seconds. */
  duration: number;
}

/** What the handles of both adapters have in common. */
export type SceneHandle = EngineHandle;

/** A scene that runs in some engine, whichever it is: all that a row or a drive asks for. Bodies are named. */
export interface PlainWorld extends Omit<EngineWorld, 'install' | 'uninstall' | 'cloneStock' | 'clone'> {
  readonly engine: string;
  readonly names: readonly string[];
  readonly time: number;
}

/** A scene that runs in cannon-es or Rapier, stock or with Stiction. */
export interface SceneWorld extends EngineWorld, PlainWorld {
  readonly engine: EngineName;
  /** The engine's own body, as `contacts()` has it. */
  body(name: string): unknown;
}
