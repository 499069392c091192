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
  drive?: (world: SceneWorld, time: number, dt: number) => void;
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

/** A scene that runs in an engine, stock or with Stiction. Bodies are named. */
export interface SceneWorld extends EngineWorld {
  readonly engine: EngineName;
  readonly names: readonly string[];
  readonly time: number;
  /** The engine's own body, as `contacts()` has it. */
  body(name: string): unknown;
}
