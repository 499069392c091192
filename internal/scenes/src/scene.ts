import type { FrictionLaw } from '@stiction/friction-core';
import type { EngineHandle, EngineWorld, Vector, WorldSpec } from '@stiction/friction-core/testing';

export type { BodySpec, Rotation, ShapePart, ShapeSpec, Vector } from '@stiction/friction-core/testing';

/** Engine-neutral scenes: plain data that tests, benchmarks and the demo build in either engine. z is up; SI units. */

export type EngineName = 'cannon' | 'rapier';

/** A point that two bodies share, or a hinge about an axis, given in world coordinates at the start. */
export type JointSpec =
  | { kind: 'ball'; bodyA: string; bodyB: string; at: Vector }
  | { kind: 'hinge'; bodyA: string; bodyB: string; at: Vector; axis: Vector };

/** What a law means to an engine that knows no laws: for all pairs of the scene. SI units. */
export interface PeerFriction {
  /** μ against motion along x and y of the body named `body`, by the ellipse. Axes of the body's own frame. */
  anisotropic?: { readonly mu: readonly [number, number]; readonly body: string };
  /** |torsion| ≤ radius · N: the friction torque about the normal, per normal force. */
  spinningRadius?: number;
  /** |rolling moment| ≤ radius · N. */
  rollingRadius?: number;
  /** Another μ at rest than sliding, instead of `stockMu`. */
  staticKinetic?: { readonly muS: number; readonly muC: number };
  /** The surface of a body moves though the body stands: a conveyor. World axes. */
  surfaceVelocity?: { readonly body: string; readonly velocity: Vector };
}

export interface Scene extends WorldSpec {
  joints?: readonly JointSpec[];
  /** The law that Stiction is given. */
  law: FrictionLaw;
  pairs?: readonly (readonly [string, string, FrictionLaw])[];
  /** Friction beyond `stockMu` in plain data, for engines that are no Stiction but have such a material of their own. */
  peerFriction?: PeerFriction;
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
