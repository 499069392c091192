import { bristle, coulomb, surfaceVelocity } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonFriction, installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

const law = () => bristle({ mu: 0.4, stiffness: 2e4 });

/** All numbers of the bodies, and the events of the steps. */
function trace(world: CANNON.World, friction: CannonFriction, steps: number): string[] {
  const lines: string[] = [];
  const ends = [
    friction.onImpact(({ bodyA, bodyB, impulse }) => lines.push(`impact ${bodyA.id} ${bodyB.id} ${impulse}`)),
    friction.onStickSlip(({ bodyA, bodyB, sliding }) => lines.push(`slip ${bodyA.id} ${bodyB.id} ${sliding}`)),
  ];
  const begin = ({ bodyA, bodyB }: { bodyA: CANNON.Body; bodyB: CANNON.Body }) =>
    lines.push(`begin ${bodyA.id} ${bodyB.id}`);
  world.addEventListener('beginContact', begin);
  const collide = ({ body }: { body: CANNON.Body }) => lines.push(`collide ${body.id}`);
  for (const body of world.bodies) body.addEventListener('collide', collide);
  for (let k = 0; k < steps; k++) {
    world.step(1 / 60, 1 / 70, 1); // more than one step at once would depend on the clock
    for (const body of world.bodies) {
      const { position, quaternion, velocity, angularVelocity, interpolatedPosition } = body;
      const vectors = [position, quaternion, velocity, angularVelocity, interpolatedPosition];
      lines.push(
        `${vectors.map((v) => v.toArray().join()).join()} ${body.sleepState} ${world.time} ${world.stepnumber}`,
      );
    }
  }
  for (const end of ends) end();
  world.removeEventListener('beginContact', begin);
  for (const body of world.bodies) body.removeEventListener('collide', collide);
  return lines;
}

function pile(count = 4): { world: CANNON.World; friction: CannonFriction } {
  const world = createWorld();
  for (let k = 0; k < count; k++) addBox(world, 0.1 * k, 0.6 + 1.1 * k);
  return { world, friction: installFriction(world, { default: law() }) };
}

describe('loadState continues with the same bits and the same events', () => {
  test('from several states in any order, with buffers that are reused', () => {
    const { world, friction } = pile();
    friction.onImpact(() => undefined);
    const ring = [friction.saveState(), friction.saveState(), friction.saveState()];
    const expected: string[][] = [];
    for (let k = 0; k < 9; k++) {
      friction.saveState(ring[k % 3]);
      expected[k] = trace(world, friction, 5);
    }
    for (const k of [8, 6, 7, 7, 6]) {
      friction.loadState(ring[k % 3]);
      expect(trace(world, friction, 5), `state ${k}`).toEqual(expected[k]);
      // The loaded state can be loaded again.
      friction.loadState(ring[k % 3]);
      expect(trace(world, friction, 5), `state ${k} again`).toEqual(expected[k]);
    }
  });

  test('before the first step, and right after bodies were moved and pushed', () => {
    const { world, friction } = pile();
    const first = friction.saveState();
    const opening = trace(world, friction, 20);
    world.bodies[2].position.x += 0.3;
    world.bodies[3].applyImpulse(new CANNON.Vec3(2, 0, 1));
    world.bodies[4].applyForce(new CANNON.Vec3(20, 0, 0));
    const second = friction.saveState();
    const rest = trace(world, friction, 20);
    friction.loadState(second);
    expect(trace(world, friction, 20)).toEqual(rest);
    friction.loadState(first);
    expect(trace(world, friction, 20)).toEqual(opening);
  });

  test('in a SAPBroadphase with bodies at equal bounds', () => {
    const world = createWorld();
    world.broadphase = new CANNON.SAPBroadphase(world);
    for (let k = 0; k < 6; k++) addBox(world, 1.5 * (k % 2), 0.6 + Math.floor(k / 2));
    const friction = installFriction(world, { default: law() });
    run(world, 20);
    const saved = friction.saveState();
    const expected = trace(world, friction, 40);
    for (const body of world.bodies) body.position.x *= -1; // sorts them differently
    run(world, 3);
    friction.loadState(saved);
    expect(trace(world, friction, 40)).toEqual(expected);
  });

  test('with a kinematic plate, a dragged anchor outside of the world, and a belt that starts', () => {
    const { world, friction } = pile(2);
    const velocity: [number, number, number] = [0, 0, 0];
    friction.setDefault(surfaceVelocity(coulomb({ mu: 0.5 }), velocity));
    world.allowSleep = true;
    const plate = new CANNON.Body({ type: CANNON.Body.KINEMATIC, shape: new CANNON.Box(new CANNON.Vec3(1, 1, 0.1)) });
    plate.position.set(4, 0, 0.3);
    plate.velocity.set(0.5, 0, 0);
    world.addBody(plate);
    addBox(world, 4, 0.9);
    const mouse = new CANNON.Body({ mass: 0 });
    mouse.position.set(0, 0, 2.5);
    const grip = new CANNON.PointToPointConstraint(
      mouse,
      new CANNON.Vec3(),
      world.bodies[2],
      new CANNON.Vec3(0, 0, 0.5),
    );
    world.addConstraint(grip);
    const act = (): string[] => {
      const lines: string[] = [];
      for (let k = 0; k < 30; k++) {
        mouse.position.x += 0.02;
        plate.velocity.x = k < 15 ? 0.5 : -0.5;
        velocity[0] = k < 20 ? 0 : 1;
        lines.push(...trace(world, friction, 1), ...grip.equations.map(({ multiplier }) => String(multiplier)));
      }
      return lines;
    };
    act();
    const saved = friction.saveState();
    const expected = act();
    friction.loadState(saved);
    expect(mouse.position.x).toBeCloseTo(0.6, 10);
    expect(act()).toEqual(expected);
  });

  test('after bodies and constraints were removed and added again', () => {
    const { world, friction } = pile();
    const distance = new CANNON.DistanceConstraint(world.bodies[1], world.bodies[3], 2);
    const other = new CANNON.DistanceConstraint(world.bodies[2], world.bodies[4], 2);
    world.addConstraint(distance);
    world.addConstraint(other);
    run(world, 10);
    const saved = friction.saveState();
    const expected = trace(world, friction, 20);
    const [, box] = world.bodies;
    world.removeConstraint(distance);
    world.removeBody(box);
    run(world, 5);
    world.addBody(box);
    world.addConstraint(distance);
    friction.loadState(saved);
    expect(world.constraints).toEqual([distance, other]);
    expect(trace(world, friction, 20)).toEqual(expected);
  });
});

describe('loadState refuses, and changes nothing', () => {
  function expectRefusal(change: (world: CANNON.World, friction: CannonFriction) => void, message: RegExp): void {
    const { world, friction } = pile();
    const hinge = new CANNON.HingeConstraint(world.bodies[1], world.bodies[2]);
    world.addConstraint(hinge);
    friction.setJointFriction(hinge, coulomb({ mu: 0.2 }), { radius: 0.1, load: 5 });
    run(world, 10);
    const saved = friction.saveState();
    run(world, 10);
    change(world, friction);
    const before = [trace(world, friction, 0), JSON.stringify(world.bodies.map(({ position }) => position))];
    const bytes = friction.snapshot();
    expect(() => friction.loadState(saved)).toThrow(message);
    expect([trace(world, friction, 0), JSON.stringify(world.bodies.map(({ position }) => position))]).toEqual(before);
    expect(friction.snapshot()).toEqual(bytes);
  }

  test('a body that was added or removed', () => {
    expectRefusal((world) => addBox(world, 9, 1), /^loadState: body \d+ has been added to the world since saveState/);
    expectRefusal((world) => world.removeBody(world.bodies[4]), /^loadState: body \d+ has been removed from the world/);
    expectRefusal((world) => {
      world.removeBody(world.bodies[4]);
      addBox(world, 9, 1);
    }, /^loadState: body \d+ has been removed/);
  });

  test('shapes, constraints and joints with friction that have changed', () => {
    expectRefusal((world) => {
      world.bodies[3].addShape(new CANNON.Sphere(0.1));
    }, /^loadState: the shapes of body \d+ have changed/);
    expectRefusal((world) => {
      world.bodies[4].removeShape(world.bodies[4].shapes[0]);
    }, /^loadState: a shape has been removed/);
    expectRefusal((world) => {
      world.addConstraint(new CANNON.DistanceConstraint(world.bodies[1], world.bodies[3], 2));
    }, /^loadState: constraint \d+ has been added/);
    expectRefusal((world) => {
      world.removeConstraint(world.constraints[0]);
    }, /^loadState: constraint \d+ has been removed/);
    expectRefusal((world, friction) => {
      friction.setJointFriction(world.constraints[0], coulomb({ mu: 0.3 }), { radius: 0.1, load: 5 });
    }, /^loadState: setJointFriction has been called since saveState/);
  });

  test('states of another handle, other values, and calls within a step or after uninstall', () => {
    const one = pile();
    const two = pile();
    const saved = one.friction.saveState();
    expect(() => two.friction.loadState(saved)).toThrow(
      'loadState: from must be a state that saveState of this handle',
    );
    expect(() => two.friction.saveState(saved)).toThrow(
      'saveState: into must be a state that saveState of this handle',
    );
    expect(() => one.friction.loadState(null as never)).toThrow(TypeError);
    const errors: string[] = [];
    one.world.addEventListener('postStep', () => {
      for (const call of [() => one.friction.saveState(), () => one.friction.loadState(saved)]) {
        try {
          call();
        } catch (error) {
          errors.push((error as Error).message);
        }
      }
    });
    one.world.step(1 / 60);
    expect(errors).toEqual([
      'saveState: called from within a step (a listener or callback)',
      'loadState: called from within a step (a listener or callback)',
    ]);
    one.friction.uninstall();
    expect(() => one.friction.loadState(saved)).toThrow('uninstall() has been called on this handle');
  });
});
