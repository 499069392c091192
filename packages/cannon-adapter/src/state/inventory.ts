import type { FrictionLaw } from '@stiction/friction-core';
import type { Body, Constraint, Shape, World } from 'cannon-es';
import type { AdapterState } from './state.js';

/**
 * What a world contained when its state was saved. A state is loaded into the same world: it has numbers for these bodies, shapes and
 * constraints, and no others.
 */
export interface Inventory {
  /** Bodies of the world, then those that only constraints refer to. The first `bodyCount` are in use, and so on. */
  bodies: Body[];
  worldBodyCount: number;
  bodyCount: number;
  shapes: Shape[];
  shapeCount: number;
  constraints: Constraint[];
  constraintCount: number;
  /** Constraints with friction, and their laws. */
  frictionConstraints: Constraint[];
  laws: FrictionLaw[];
  frictionCount: number;
}

export function createInventory(): Inventory {
  return {
    bodies: [],
    worldBodyCount: 0,
    bodyCount: 0,
    shapes: [],
    shapeCount: 0,
    constraints: [],
    constraintCount: 0,
    frictionConstraints: [],
    laws: [],
    frictionCount: 0,
  };
}

/** Lists what is in the world now. */
export function listWorld(list: Inventory, { world, frictionConstraints, joints }: AdapterState): void {
  const { bodies, constraints } = world;
  list.worldBodyCount = bodies.length;
  list.bodyCount = 0;
  list.shapeCount = 0;
  for (const body of bodies) {
    list.bodies[list.bodyCount++] = body;
    for (const shape of body.shapes) list.shapes[list.shapeCount++] = shape;
  }
  list.constraintCount = constraints.length;
  for (let k = 0; k < constraints.length; k++) {
    list.constraints[k] = constraints[k];
    listExternal(list, world, constraints[k].bodyA);
    listExternal(list, world, constraints[k].bodyB);
  }
  list.frictionCount = frictionConstraints.length;
  for (let k = 0; k < frictionConstraints.length; k++) {
    list.frictionConstraints[k] = frictionConstraints[k];
    if (joints.friction) list.laws[k] = joints.friction.joints.patches.law[k];
  }
}

function listExternal(list: Inventory, world: World, body: Body): void {
  if (world.bodies[body.index] === body) return;
  for (let k = list.worldBodyCount; k < list.bodyCount; k++) if (list.bodies[k] === body) return;
  list.bodies[list.bodyCount++] = body;
}

/** Throws an error that names what has been added or removed since. */
export function requireSameWorld(list: Inventory, { world, frictionConstraints, joints }: AdapterState): void {
  const { bodies, constraints } = world;
  for (let k = 0; k < list.worldBodyCount; k++) {
    const body = list.bodies[k];
    if (bodies[body.index] === body) continue;
    throw new Error(
      `loadState: body ${body.id} has been removed from the world since saveState; add it again before loadState`,
    );
  }
  if (bodies.length !== list.worldBodyCount) {
    const added = bodies.find((body) => !list.bodies.slice(0, list.worldBodyCount).includes(body)) as Body;
    throw new Error(
      `loadState: body ${added.id} has been added to the world since saveState; remove it before loadState`,
    );
  }
  let s = 0;
  for (let k = 0; k < list.worldBodyCount; k++) {
    for (const shape of list.bodies[k].shapes) {
      if (s < list.shapeCount && list.shapes[s] === shape) s++;
      else throw new Error(`loadState: the shapes of body ${list.bodies[k].id} have changed since saveState`);
    }
  }
  if (s !== list.shapeCount) throw new Error('loadState: a shape has been removed since saveState');
  for (let k = 0; k < list.constraintCount; k++) {
    if (constraints[k] === list.constraints[k] || constraints.includes(list.constraints[k])) continue;
    throw new Error(
      `loadState: constraint ${list.constraints[k].id} has been removed from the world since saveState; add it again before loadState`,
    );
  }
  if (constraints.length !== list.constraintCount) {
    const added = constraints.find(
      (one) => !list.constraints.slice(0, list.constraintCount).includes(one),
    ) as Constraint;
    throw new Error(
      `loadState: constraint ${added.id} has been added to the world since saveState; remove it before loadState`,
    );
  }
  let isSameFriction = frictionConstraints.length === list.frictionCount;
  for (let k = 0; k < list.frictionCount && isSameFriction; k++) {
    isSameFriction =
      frictionConstraints[k] === list.frictionConstraints[k] && joints.friction?.joints.patches.law[k] === list.laws[k];
  }
  if (!isSameFriction) {
    throw new Error('loadState: setJointFriction has been called since saveState; set the same joints and laws again');
  }
}

/** Bodies and constraints that were removed and added again are at the end of their lists; the order matters. */
export function restoreOrder(list: Inventory, { bodies, constraints }: World): void {
  for (let k = 0; k < list.worldBodyCount; k++) {
    bodies[k] = list.bodies[k];
    bodies[k].index = k;
  }
  for (let k = 0; k < list.constraintCount; k++) constraints[k] = list.constraints[k];
}
