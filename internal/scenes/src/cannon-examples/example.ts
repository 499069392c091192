import type { FrictionLaw } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';

/** A scene rebuilt from the examples of cannon-es. z is up, SI units. */
export interface Example {
  world: CANNON.World;
  /** The laws for Stiction; the stock world has the same coefficients in its contact materials. */
  law: FrictionLaw;
  pairs?: readonly (readonly [string, string, FrictionLaw])[];
  /** Called before each step with the time [s]. */
  drive?: (time: number) => void;
  /** Raycast wheels, which are drawn but are not bodies. */
  wheels?: readonly CANNON.WheelInfo[];
  /** Duration [s]. */
  seconds: number;
  /** Camera target and distance [m]. */
  view: { target: [number, number, number]; distance: number };
}

const GRAVITY = 9.81;

/** An empty world with a floor at z = 0. `mu` is the stock engine's coefficient. */
export function createExampleWorld(mu: number, options: { restitution?: number; sleep?: boolean } = {}): CANNON.World {
  const world = new CANNON.World({
    gravity: new CANNON.Vec3(0, 0, -GRAVITY),
    allowSleep: options.sleep ?? false,
  });
  world.defaultContactMaterial.friction = mu;
  world.defaultContactMaterial.restitution = options.restitution ?? 0;
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  return world;
}

export interface Placed {
  mass: number;
  at: readonly [number, number, number];
  velocity?: readonly [number, number, number];
  /** Axis and angle [rad]. */
  turn?: readonly [readonly [number, number, number], number];
  material?: CANNON.Material;
}

export interface Part {
  shape: CANNON.Shape;
  offset?: CANNON.Vec3;
  orientation?: CANNON.Quaternion;
}

/** Not yet in a world. Rotated last: cannon-es computes the inertia from the bounding box in the current orientation. */
export function createBody({ mass, at, velocity, turn, material }: Placed, parts: readonly Part[]): CANNON.Body {
  const body = new CANNON.Body({ mass, position: new CANNON.Vec3(...at) });
  for (const { shape, offset, orientation } of parts) body.addShape(shape, offset, orientation);
  if (velocity) body.velocity.set(...velocity);
  if (turn) {
    body.quaternion.setFromAxisAngle(new CANNON.Vec3(...turn[0]).unit(), turn[1]);
    body.updateInertiaWorld(true);
    body.aabbNeedsUpdate = true;
  }
  if (material) body.material = material;
  return body;
}

export function addBody(world: CANNON.World, placed: Placed, parts: readonly Part[]): CANNON.Body {
  const body = createBody(placed, parts);
  world.addBody(body);
  return body;
}

export function addShape(world: CANNON.World, shape: CANNON.Shape, placed: Placed): CANNON.Body {
  return addBody(world, placed, [{ shape }]);
}

export function box(x: number, y: number, z: number): CANNON.Box {
  return new CANNON.Box(new CANNON.Vec3(x / 2, y / 2, z / 2));
}

/** The axis of cannon-es is y; this rotation makes a shape upright. */
export const UPRIGHT = new CANNON.Quaternion().setFromEuler(Math.PI / 2, 0, 0);

/** An upright cylinder. */
export function addCylinder(world: CANNON.World, radius: number, height: number, placed: Placed): CANNON.Body {
  return addBody(world, placed, [{ shape: new CANNON.Cylinder(radius, radius, height, 16), orientation: UPRIGHT }]);
}
