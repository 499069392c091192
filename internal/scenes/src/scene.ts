import type { FrictionLaw, SurfaceFunction } from '@stiction/friction-core';
import type { EngineHandle, EngineWorld, Vector, WorldSpec } from '@stiction/friction-core/testing';
import type { StockContact } from './stock-contacts.js';

export type { BodySpec, Rotation, ShapePart, ShapeSpec, Vector } from '@stiction/friction-core/testing';

/** Engine-neutral scenes: plain data that tests, benchmarks and the demo build in either engine. z is up; SI units. */

export type EngineName = 'cannon' | 'rapier';
/** 2-D engines, for scenes seen from above. */
export type PlanarEngineName = 'planck' | 'rapier2d';

/** A ball joint at a point, or a hinge about an axis, in world coordinates at the start. */
export type JointSpec = (
  | { kind: 'ball'; bodyA: string; bodyB: string; at: Vector }
  | { kind: 'hinge'; bodyA: string; bodyB: string; at: Vector; axis: Vector }
) & {
  /** For Stiction: the law, the force on the surfaces [N] and their radius [m]. @default no friction */
  friction?: { readonly law: FrictionLaw; readonly load: number; readonly radius: number };
};

/** The law in terms of plain engine materials, for all pairs of the scene. SI units. */
export interface PeerFriction {
  /** μ against motion along x and y of the body named `body`, an ellipse in that body's frame. */
  anisotropic?: { readonly mu: readonly [number, number]; readonly body: string };
  /** |torsion| ≤ radius · N: the friction torque about the normal, per normal force. */
  spinningRadius?: number;
  /** |rolling moment| ≤ radius · N. */
  rollingRadius?: number;
  /** Separate μ at rest and in sliding, instead of `stockMu`. */
  staticKinetic?: { readonly muS: number; readonly muC: number };
  /** Surface velocity of a body at rest, like a conveyor. World axes. */
  surfaceVelocity?: { readonly body: string; readonly velocity: Vector };
}

/** Heights on a grid of square cells, instead of a plane for shapes of kind 'ground'. */
export interface Terrain {
  /** Side of a cell [m]. */
  cell: number;
  /** Corner with the smallest x and y [m]. */
  from: readonly [number, number];
  /** `heights[i][k]` at x = from[0] + i cell, y = from[1] + k cell [m]. */
  heights: readonly (readonly number[])[];
}

export interface Scene extends WorldSpec {
  terrain?: Terrain;
  joints?: readonly JointSpec[];
  /** The law for Stiction. */
  law: FrictionLaw;
  pairs?: readonly (readonly [string, string, FrictionLaw])[];
  /** Laws of single materials; those of pairs follow from them. */
  materialLaws?: readonly (readonly [string, FrictionLaw])[];
  /** Coefficients of materials in the stock 3-D engines, instead of `stockMu`; a pair has their geometric mean. All bodies need one. */
  stockMus?: Readonly<Record<string, number>>;
  /** Materials by place, of the first shape of the named bodies. */
  surfaces?: readonly (readonly [string, SurfaceFunction])[];
  /** Friction beyond `stockMu` as plain data, for other engines with such a material. */
  peerFriction?: PeerFriction;
  /** Called before each step: forces, motors, kinematic bodies. */
  drive?: (world: PlainWorld, time: number, dt: number) => void;
  /**
   * Rapier's own length unit, for scenes that need finer contacts: Rapier keeps contact normals while bodies move by 1 % of it.
   * @default lengthUnit
   */
  rapierUnit?: number;
  /** Seconds. */
  duration: number;
  /** For 2-D engines. */
  planar?: PlanarSettings;
}

export interface PlanarSettings {
  /** Of the stock world: damping of velocity and spin [1/s], which games use because these engines have no floor. @default none */
  damping?: readonly [linear: number, angular: number];
  /** Material of the floor at a place. */
  materialAt?: (x: number, y: number) => string;
}

/** The common part of both adapters' handles. */
export type SceneHandle = EngineHandle;

/** A scene running in any engine: everything that a case or a `drive` needs. Bodies have names. */
export interface PlainWorld extends Omit<EngineWorld, 'install' | 'uninstall' | 'cloneStock' | 'clone'> {
  readonly engine: string;
  readonly names: readonly string[];
  readonly time: number;
}

/** A scene running in cannon-es, Rapier or a 2-D engine, stock or with Stiction. */
export interface SceneWorld extends EngineWorld, PlainWorld {
  readonly engine: EngineName | PlanarEngineName;
  /** The engine's body, as in `contacts()`. */
  body(name: string): unknown;
  /** What the engine itself has solved, to draw it in a world without Stiction; not in 2-D engines. */
  stockContacts?(): Iterable<StockContact>;
  /** Holds a dynamic body at a point of its own frame by a spring, see grab.ts. One at a time. */
  grab(body: string, localPoint: Vector): void;
  /** Where the held point should be. */
  moveGrab(target: Vector): void;
  release(): void;
}
