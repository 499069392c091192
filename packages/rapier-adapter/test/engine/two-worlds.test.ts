import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  anisotropic,
  bristle,
  coulomb,
  type FrictionLaw,
  rolling,
  stribeck,
  surfaceVelocity,
} from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBody, boxShape, createWorld, RAPIER } from './support.js';

const LAWS: Readonly<Record<string, FrictionLaw>> = {
  stribeck: stribeck({ muS: 0.5, muC: 0.3, vS: 0.05 }),
  patch: patch({ mu: 0.4 }),
  rolling: rolling(coulomb({ mu: 0.4 }), { radius: 0.01 }),
  anisotropic: anisotropic({ mu: [0.6, 0.3] }),
  bristle: bristle({ mu: 0.5, stiffness: 1e4 }),
  surfaceVelocity: surfaceVelocity(coulomb({ mu: 0.4 }), [0.3, 0, 0]),
};
const STEPS = 60;

interface Scene {
  world: World;
  bodies: RigidBody[];
  friction: RapierFriction;
}

/** A box and a cylinder slide and spin, a ball rolls. `speed` makes scenes that differ. */
function createScene(law: FrictionLaw, speed: number): Scene {
  const world = createWorld();
  const bodies = [
    addBody(world, boxShape()),
    addBody(
      world,
      RAPIER.ColliderDesc.cylinder(0.1, 0.2).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }),
      {
        x: 1,
      },
    ),
    addBody(world, RAPIER.ColliderDesc.ball(0.1), { x: 2 }),
  ];
  for (const body of bodies) {
    body.setLinvel({ x: 0.2, y: speed, z: 0 }, true);
    body.setAngvel({ x: 0, y: 0, z: 2 * speed }, true);
  }
  return { world, bodies, friction: installFriction(world, { default: law, rapier: RAPIER }) };
}

function stateOf({ bodies }: Scene): number[] {
  return bodies.flatMap((body) => [
    ...Object.values(body.translation()),
    ...Object.values(body.rotation()),
    ...Object.values(body.linvel()),
    ...Object.values(body.angvel()),
  ]);
}

function runAlone(law: FrictionLaw, speed: number): number[] {
  const scene = createScene(law, speed);
  for (let k = 0; k < STEPS; k++) scene.friction.step();
  const state = stateOf(scene);
  scene.world.free();
  return state;
}

describe.each(Object.keys(LAWS))('two worlds with %s', (name) => {
  const law = LAWS[name];

  test('stepped alternately, each moves as it does alone', () => {
    const scenes = [createScene(law, 1), createScene(law, 3)];
    for (let k = 0; k < STEPS; k++) for (const { friction } of scenes) friction.step();
    expect(scenes.map(stateOf)).toEqual([runAlone(law, 1), runAlone(law, 3)]);
    for (const { world } of scenes) world.free();
  });

  test('the second stepped in a callback of the first, each moves as it does alone', () => {
    const [first, second] = [createScene(law, 1), createScene(law, 3)];
    let steps = 0;
    const stepSecond = (): void => {
      if (steps === STEPS) return;
      steps++;
      second.friction.step();
      for (const contact of second.friction.contacts()) expect(contact.normalForce).toBeGreaterThanOrEqual(0);
    };
    first.friction.onStickSlip(stepSecond);
    for (let k = 0; k < STEPS; k++) first.friction.step();
    const fromCallbacks = steps;
    while (steps < STEPS) stepSecond();
    expect(fromCallbacks).toBeGreaterThan(0);
    expect([stateOf(first), stateOf(second)]).toEqual([runAlone(law, 1), runAlone(law, 3)]);
    for (const { world } of [first, second]) world.free();
  });
});
