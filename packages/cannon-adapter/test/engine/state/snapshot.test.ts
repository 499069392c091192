import { bristle, coulomb, type FrictionLaw, lugre } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonFriction, installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

/**
 * Saves the state of cannon-es that its next step reads. Not included, because only events depend on them: the collision matrices and
 * overlap keepers, so `collide` and `beginContact` may fire again. A SAPBroadphase also keeps its sorted axis: the order of pairs may
 * differ for bodies at the same position on it. The naive broadphase keeps nothing.
 */
function saveEngine(world: CANNON.World): () => void {
  const { time, stepnumber, accumulator } = world;
  const bodies = world.bodies.map((body) => {
    const { position, quaternion, velocity, angularVelocity, force, torque, invInertiaWorld } = body;
    const { sleepState, timeLastSleepy, wakeUpAfterNarrowphase, previousPosition, previousQuaternion } = body;
    const vectors = [position, velocity, angularVelocity, force, torque, previousPosition];
    return {
      body,
      vectors: vectors.map((vector) => [vector, vector.clone()] as const),
      quaternions: [quaternion, previousQuaternion].map((q) => [q, q.clone()] as const),
      // Recomputed, it would differ in its last bits for a body with equal moments of inertia.
      inertia: [...invInertiaWorld.elements],
      flags: { sleepState, timeLastSleepy, wakeUpAfterNarrowphase },
    };
  });
  return () => {
    Object.assign(world, { time, stepnumber, accumulator });
    for (const { body, vectors, quaternions, inertia, flags } of bodies) {
      for (const [vector, saved] of vectors) vector.copy(saved);
      for (const [quaternion, saved] of quaternions) quaternion.copy(saved);
      body.invInertiaWorld.elements = [...inertia];
      Object.assign(body, flags, { aabbNeedsUpdate: true });
    }
  };
}

function trace(world: CANNON.World, steps: number): string[] {
  const bits: string[] = [];
  for (let k = 0; k < steps; k++) {
    world.step(1 / 60);
    for (const { position, quaternion, velocity, angularVelocity, sleepState } of world.bodies) {
      bits.push([position, quaternion, velocity, angularVelocity].map((v) => v.toArray().join()).join() + sleepState);
    }
  }
  return bits;
}

/** Expects the same bits when the world is restored and stepped again. */
function expectRollback(world: CANNON.World, friction: CannonFriction, before = 40, after = 60): void {
  run(world, before);
  const restoreEngine = saveEngine(world);
  const data = friction.snapshot();
  const saved = friction.saveState();
  const expected = trace(world, after);
  for (let round = 0; round < 2; round++) {
    restoreEngine();
    friction.restore(data);
    expect(friction.snapshot()).toEqual(data);
    expect(trace(world, after)).toEqual(expected);
  }
  friction.loadState(saved);
  expect(friction.snapshot()).toEqual(data);
  expect(trace(world, after)).toEqual(expected);
}

const LAWS: [string, () => FrictionLaw][] = [
  ['coulomb', () => coulomb({ mu: 0.4 })],
  ['bristle', () => bristle({ mu: 0.4, stiffness: 2e4 })],
  ['lugre', () => lugre({ sigma0: 1000, sigma1: 10, muC: 0.3, muS: 0.4, vS: 0.02 })],
];

describe.each(LAWS)('restoring the same world with %s is exact for', (_, law) => {
  test('a stack hit by a ball', () => {
    const world = createWorld();
    for (let k = 0; k < 4; k++) addBox(world, 0.03 * k, 0.5 + k);
    const ball = new CANNON.Body({ mass: 2, shape: new CANNON.Sphere(0.3), position: new CANNON.Vec3(-6, 0, 2.2) });
    ball.velocity.set(8, 0, 1);
    world.addBody(ball);
    expectRollback(world, installFriction(world, { default: law() }));
  });

  test('a hinge with a motor, a lock, a distance and a springy point constraint', () => {
    const world = createWorld();
    const [a, b, c, d] = [0, 1.1, 2.2, 3.3].map((x) => addBox(world, x, 0.5));
    const axis = new CANNON.Vec3(0, 1, 0);
    const [pivotA, pivotB] = [new CANNON.Vec3(0.55, 0, 0), new CANNON.Vec3(-0.55, 0, 0)];
    const hinge = new CANNON.HingeConstraint(a, b, { pivotA, pivotB, axisA: axis, axisB: axis });
    hinge.enableMotor();
    hinge.setMotorSpeed(2);
    hinge.setMotorMaxForce(20);
    world.addConstraint(hinge);
    world.addConstraint(new CANNON.LockConstraint(b, c));
    world.addConstraint(new CANNON.DistanceConstraint(c, d, 1.1));
    const point = new CANNON.PointToPointConstraint(world.bodies[0], new CANNON.Vec3(4, 1, 1.5), d, axis);
    for (const equation of point.equations) equation.setSpookParams(200, 3, 1 / 60);
    world.addConstraint(point);
    expectRollback(world, installFriction(world, { default: law() }));
  });

  test('a compound on a height field', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(2, 0, -9.5) });
    const hills = Array.from({ length: 8 }, (_row, i) => Array.from({ length: 8 }, (_col, j) => 0.1 * ((i * j) % 3)));
    const ground = new CANNON.Body({ mass: 0 });
    ground.addShape(new CANNON.Heightfield(hills, { elementSize: 1 }));
    ground.position.set(-3.5, -3.5, 0);
    world.addBody(ground);
    const body = new CANNON.Body({ mass: 2 });
    for (const x of [-0.4, 0.4])
      body.addShape(new CANNON.Box(new CANNON.Vec3(0.2, 0.3, 0.1)), new CANNON.Vec3(x, 0, 0));
    body.position.set(0, 0, 0.6);
    world.addBody(body);
    addBox(world, 1.5, 0.6, 1, 0.25);
    expectRollback(world, installFriction(world, { default: law() }), 60);
  });

  test('a sleeping stack that is woken', () => {
    const world = createWorld();
    world.gravity.set(2, 0, -9.6);
    world.allowSleep = true;
    const boxes = [0, 1, 2].map((k) => addBox(world, 0, 0.5 + k));
    for (const box of boxes) box.sleepTimeLimit = 0.3;
    const friction = installFriction(world, { default: law() });
    world.addEventListener('postStep', () => {
      if (world.stepnumber === 200) boxes[1].wakeUp();
    });
    run(world, 150);
    expect(boxes.map(({ sleepState }) => sleepState)).toEqual([2, 2, 2]);
    expect(friction.report.patches).toBe(0);
    expectRollback(world, friction, 0, 90);
  });
});

describe('restoring in another world', () => {
  function build(law = coulomb({ mu: 0.4 })): { world: CANNON.World; friction: CannonFriction } {
    const world = createWorld();
    for (let k = 0; k < 3; k++) addBox(world, 0.02 * k, 0.5 + k);
    world.addConstraint(new CANNON.DistanceConstraint(world.bodies[1], world.bodies[3], 2));
    return { world, friction: installFriction(world, { default: law }) };
  }

  test('contacts() and debugLines() refer to its bodies', () => {
    const one = build();
    run(one.world, 30);
    const two = build();
    two.friction.restore(one.friction.snapshot());
    const bodies = Array.from(two.friction.contacts(), ({ bodyA, bodyB }) => [bodyA.index, bodyB.index]);
    expect(bodies).toEqual(Array.from(one.friction.contacts(), ({ bodyA, bodyB }) => [bodyA.index, bodyB.index]));
    for (const { bodyB } of two.friction.contacts()) expect(two.world.bodies).toContain(bodyB);
    expect(two.friction.debugLines().vertices).toBe(one.friction.debugLines().vertices);
    two.world.step(0); // a step of length 0 right after the restore
    expect(two.world.bodies[1].previousPosition.toArray()).toEqual([0, 0, 0.5]);
  });

  test('stick-slip events continue from the snapshot', () => {
    const one = build();
    for (const body of one.world.bodies.slice(1)) body.velocity.set(3, 0, 0);
    run(one.world, 10);
    expect(Array.from(one.friction.contacts(), ({ sliding }) => sliding)).toContain(true);
    const two = build();
    two.friction.restore(one.friction.snapshot());
    one.world.bodies.forEach((body, k) => {
      const { position, quaternion, velocity, angularVelocity } = two.world.bodies[k];
      position.copy(body.position);
      quaternion.copy(body.quaternion);
      velocity.copy(body.velocity);
      angularVelocity.copy(body.angularVelocity);
    });
    const [events, expected] = [two, one].map(({ world, friction }) => {
      const list: string[] = [];
      friction.onStickSlip(({ bodyA, bodyB, sliding }) => list.push(`${bodyA.index} ${bodyB.index} ${sliding}`));
      world.step(1 / 60);
      return list;
    });
    expect(events).toEqual(expected);
    // Without the snapshot, every sliding patch would be reported.
    expect(events.some((line) => line.endsWith('true'))).toBe(false);
  });

  test('a body removed since the last step is ignored', () => {
    const one = build();
    run(one.world, 30);
    one.world.removeConstraint(one.world.constraints[0]);
    one.world.removeBody(one.world.bodies[3]);
    const data = one.friction.snapshot();
    const two = build();
    two.world.removeConstraint(two.world.constraints[0]);
    two.world.removeBody(two.world.bodies[3]);
    two.friction.restore(data);
    expect([...two.friction.contacts()]).toHaveLength(2);
    run(two.world, 30);
    expect(two.world.bodies[2].position.z).toBeCloseTo(1.5, 1);
  });

  test('a different world throws, and stays unchanged', () => {
    const one = build();
    run(one.world, 30);
    const data = one.friction.snapshot();
    const expectThrow = (change: (world: CANNON.World) => void, message: string) => {
      const two = build();
      run(two.world, 10);
      change(two.world);
      const before = two.friction.snapshot();
      expect(() => two.friction.restore(data)).toThrow(message);
      expect(two.friction.snapshot()).toEqual(before);
    };
    expectThrow((world) => {
      world.removeBody(world.bodies[3]);
    }, 'restore: world.bodies must have the bodies of the snapshot, at least 4 (got 3)');
    expectThrow((world) => {
      world.removeConstraint(world.constraints[0]);
    }, 'restore: the world must have equation 0 of constraint 0 (got 0 constraints)');
    expectThrow((world) => {
      world.bodies[2].removeShape(world.bodies[2].shapes[0]);
    }, 'restore: body 2 must have at least 1 shapes (got 0)');
    expectThrow((world) => {
      const [first] = world.bodies.splice(1, 1);
      world.bodies.splice(2, 0, first);
      world.bodies.forEach((body, index) => {
        body.index = index;
      });
    }, 'restore: bodies must be created in the same order as in the world of the snapshot');
  });
});
