import type { Collider, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBody, addBox, boxShape, createWorld, G, install, movedFrom, RAPIER, run } from './support.js';

/** Two boxes, 3 m apart, settled on the ground. */
function twoBoxes(): [World, RigidBody, RigidBody, RapierFriction] {
  const world = createWorld();
  const boxes = [addBox(world), addBox(world, { x: 3 })];
  const friction = install(world, 0.5);
  run(friction, world, 0.5);
  return [world, boxes[0], boxes[1], friction];
}

/** Stands on the ground, slides and stops as Coulomb says. */
function expectIntact(friction: RapierFriction, world: World, box: RigidBody, mu = 0.5): void {
  world.timestep = 1 / 60;
  run(friction, world, 0.2);
  expect(box.translation().z).toBeCloseTo(0.1, 2);
  const from = box.translation();
  box.setLinvel({ x: 0, y: 2, z: 0 }, true);
  run(friction, world, 1.5);
  expect(Math.abs(movedFrom(box, from) / (4 / (2 * mu * G)) - 1)).toBeLessThan(0.02);
  expect(Math.hypot(box.linvel().x, box.linvel().y)).toBeLessThan(1e-3);
}

const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

describe('numbers that are none', () => {
  const WAYS: [string, (body: RigidBody, bad: number) => void][] = [
    ['velocity', (body, bad) => body.setLinvel({ x: 0, y: bad, z: 0 }, true)],
    ['angular velocity', (body, bad) => body.setAngvel({ x: 0, y: 0, z: bad }, true)],
    ['force', (body, bad) => body.addForce({ x: 0, y: 0, z: bad }, true)],
    ['torque', (body, bad) => body.addTorque({ x: bad, y: 0, z: 0 }, true)],
    ['impulse', (body, bad) => body.applyImpulse({ x: bad, y: 0, z: 0 }, true)],
    ['position', (body, bad) => body.setTranslation({ x: bad, y: 0, z: 0.1 }, true)],
  ];
  for (const [name, spoil] of WAYS) {
    test.each(NUMBERS)(`a ${name} of %d is said, and harms no other body`, (bad) => {
      const [world, box, other, friction] = twoBoxes();
      spoil(other, bad);
      friction.step();
      expect(friction.report.badBodies).toBe(1);
      expect(friction.report.problem).toContain('not a finite number: the body and its contacts are left out');
      expectIntact(friction, world, box);
      // Repaired, it takes part again.
      other.resetForces(true);
      other.resetTorques(true);
      other.setTranslation({ x: 6, y: 0, z: 0.1 }, true);
      other.setRotation({ x: 0, y: 0, z: 0, w: 1 }, true);
      other.setLinvel({ x: 0, y: 0, z: 0 }, true);
      other.setAngvel({ x: 0, y: 0, z: 0 }, true);
      other.setEnabled(true);
      expectIntact(friction, world, other);
      expect(friction.report.badBodies).toBe(0);
      world.free();
    });
  }

  test.each([Number.NaN, 0])('a rotation that is none (%d)', (w) => {
    const [world, box, other, friction] = twoBoxes();
    other.setRotation({ x: 0, y: 0, z: 0, w }, true);
    expect(() => run(friction, world, 0.1)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test.each([
    ['a mass of NaN', (body: RigidBody) => body.setAdditionalMass(Number.NaN, true)],
    ['an infinite mass', (body: RigidBody) => body.setAdditionalMass(Number.POSITIVE_INFINITY, true)],
    ['a mass of 0', (body: RigidBody) => body.collider(0).setMass(0)],
    ['a mass below 0', (body: RigidBody) => body.collider(0).setMass(-1)],
    ['a gravity scale of NaN', (body: RigidBody) => body.setGravityScale(Number.NaN, true)],
    ['a damping of NaN', (body: RigidBody) => body.setLinearDamping(Number.NaN)],
    ['a restitution of NaN', (body: RigidBody) => body.collider(0).setRestitution(Number.NaN)],
    ['a coefficient of NaN', (body: RigidBody) => body.collider(0).setFriction(Number.NaN)],
  ])('%s of one body', (_, spoil) => {
    const [world, box, other, friction] = twoBoxes();
    spoil(other);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test.each([1e10, 1e30, 1e38])('a speed of %d', (speed) => {
    const [world, box, other, friction] = twoBoxes();
    other.setLinvel({ x: speed, y: 0, z: 0 }, true);
    expect(() => run(friction, world, 0.5)).not.toThrow();
    expectIntact(friction, world, box);
    world.free();
  });

  test('masses that are far apart', () => {
    const world = createWorld();
    const light = addBox(world, { mass: 1e-12 });
    const heavy = addBox(world, { x: 3, mass: 1e12 });
    const friction = install(world, 0.5);
    for (const box of [light, heavy]) expectIntact(friction, world, box);
    world.free();
  });
});

describe('bodies that nothing can move', () => {
  test('kinematic against kinematic, and against fixed', () => {
    const [world, box, , friction] = twoBoxes();
    const descs = [RAPIER.RigidBodyDesc.kinematicPositionBased(), RAPIER.RigidBodyDesc.kinematicVelocityBased()];
    const [a, b] = descs.map((desc, k) => {
      const body = world.createRigidBody(desc.setTranslation(-3, 0, 0.1 + 0.19 * k));
      const { FIXED } = activeTypes;
      world.createCollider(boxShape().setActiveCollisionTypes(FIXED), body);
      return body;
    });
    b.setLinvel({ x: 0.5, y: 0, z: 0 }, true);
    run(friction, world, 0.5, (k) => a.setNextKinematicTranslation({ x: -3 + 0.01 * k, y: 0, z: 0.1 }));
    expect(a.translation().x).toBeCloseTo(-3 + 0.29, 3);
    expect(b.translation().x).toBeCloseTo(-3 + 0.25, 3);
    expectIntact(friction, world, box);
    world.free();
  });

  const activeTypes = { FIXED: RAPIER.ActiveCollisionTypes.ALL };

  test('axes that are locked, some or all', () => {
    const [world, box, other, friction] = twoBoxes();
    const { x } = other.translation();
    other.setEnabledTranslations(false, true, true, true);
    other.setEnabledRotations(false, false, false, true);
    other.setLinvel({ x: 0, y: 3, z: 0 }, true);
    run(friction, world, 1.5);
    expect(other.translation().x).toBeCloseTo(x, 6);
    expect(Math.abs(other.translation().y / (9 / G) - 1)).toBeLessThan(0.02);
    other.lockTranslations(true, true);
    other.lockRotations(true, true);
    const at = other.translation();
    other.addForce({ x: 100, y: 100, z: 0 }, true);
    run(friction, world, 0.5);
    expect(movedFrom(other, at)).toBeLessThan(1e-6);
    expectIntact(friction, world, box);
    world.free();
  });
});

describe('steps', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1 / 60])('a timestep of %d is refused', (dt) => {
    const [world, box, , friction] = twoBoxes();
    const { steps } = friction.report;
    world.timestep = dt;
    expect(() => friction.step()).toThrow(`step: world.timestep must be a finite number >= 0 (got ${world.timestep})`);
    expect(friction.report.steps).toBe(steps);
    expectIntact(friction, world, box);
    world.free();
  });

  test.each(NUMBERS)('a gravity of %d is refused', (bad) => {
    const [world, box, , friction] = twoBoxes();
    const { gravity } = world;
    world.gravity = { x: 0, y: bad, z: -9.81 };
    expect(() => friction.step()).toThrow(`step: world.gravity must be finite (got 0, ${bad}, -9.81)`);
    world.gravity = gravity;
    expectIntact(friction, world, box);
    world.free();
  });

  test('of any length in any order', () => {
    const [world, box, , friction] = twoBoxes();
    const lengths = [1 / 60, 1 / 240, 1 / 30, 1e-6, 1 / 1000, 0, 1 / 120, 1 / 20];
    const from = box.translation();
    box.setLinvel({ x: 0, y: 3, z: 0 }, true);
    for (let k = 0; k < 300; k++) {
      world.timestep = lengths[(k * 5) % lengths.length];
      friction.step();
    }
    expect(Math.abs(movedFrom(box, from) / (9 / G) - 1)).toBeLessThan(0.03);
    expectIntact(friction, world, box);
    world.free();
  });

  test('with a queue that has been freed, or hooks that are none', () => {
    const [world, box, , friction] = twoBoxes();
    const queue = new RAPIER.EventQueue(true);
    queue.free();
    expect(() => friction.step(queue)).toThrow('step: eventQueue must be an EventQueue that has not been freed');
    expect(() => friction.step({} as never)).toThrow('step: eventQueue must be an EventQueue');
    const hooks = { filterContactPair: () => null } as unknown as PhysicsHooks;
    expect(() => friction.step(new RAPIER.EventQueue(true), hooks)).toThrow(
      'step: hooks.filterIntersectionPair must be a function (got undefined)',
    );
    expectIntact(friction, world, box);
    world.free();
  });
});

describe('hooks in the middle of a step', () => {
  /** Steps with a hook that does something once. */
  function stepWith(world: World, friction: RapierFriction, act: () => void): unknown {
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    let thrown: unknown = null;
    let done = false;
    const hooks: PhysicsHooks = {
      filterContactPair: () => {
        if (!done) {
          done = true;
          try {
            act();
          } catch (error) {
            thrown = error;
          }
        }
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    };
    const queue = new RAPIER.EventQueue(true);
    for (let k = 0; k < 5; k++) friction.step(queue, hooks);
    expect(done).toBe(true);
    queue.free();
    return thrown;
  }

  test('a body cannot be removed there, in no Rapier world; the step goes on', () => {
    const [world, box, other, friction] = twoBoxes();
    expect(stepWith(world, friction, () => world.removeRigidBody(other))).toBeInstanceOf(Error);
    expectIntact(friction, world, box);
    expectIntact(friction, world, other);
    // Rapier counts the failed call as one that has not ended: this world cannot be freed.
  });

  test('a world that is freed there is lost, and says so', () => {
    const [world, , , friction] = twoBoxes();
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    const said: string[] = [];
    for (let k = 0; k < 3; k++) {
      try {
        friction.step(new RAPIER.EventQueue(true), {
          filterContactPair: () => {
            try {
              world.free();
            } catch {
              // Rapier refuses, half way through.
            }
            return null;
          },
          filterIntersectionPair: () => true,
        });
      } catch (error) {
        said.push((error as Error).message);
      }
    }
    expect(said.slice(-2)).toEqual([
      "step: Rapier's own step has failed, and the world cannot be used any more",
      'step: Rapier has failed in an earlier step, and the world with it',
    ]);
    expect(() => friction.uninstall()).not.toThrow();
  });

  test('nor can a snapshot be taken', () => {
    const [world, , , friction] = twoBoxes();
    expect(stepWith(world, friction, () => friction.snapshot())).toEqual(
      new Error('snapshot: called from within a step (a hook or a contact filter)'),
    );
    world.free();
  });

  test('a hook that throws: as in the stock engine, and the world goes on', () => {
    const play = (stiction: boolean): boolean => {
      const world = createWorld();
      const box = addBox(world, { z: 0.12 });
      box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
      const friction = stiction ? install(world, 0.5) : null;
      const hooks: PhysicsHooks = {
        filterContactPair: () => {
          throw new Error('mine');
        },
        filterIntersectionPair: () => true,
      };
      let thrown = false;
      const queue = new RAPIER.EventQueue(true);
      for (let k = 0; k < 10; k++) {
        try {
          (friction ?? world).step(queue, hooks);
        } catch {
          thrown = true;
        }
      }
      if (friction) {
        box.setTranslation({ x: 0, y: 0, z: 0.1 }, true);
        box.setLinvel({ x: 0, y: 0, z: 0 }, true);
        expectIntact(friction, world, box);
      }
      queue.free();
      world.free();
      return thrown;
    };
    expect(play(true)).toBe(play(false));
  });

  test('uninstall there, and install again', () => {
    const [world, box, other, friction] = twoBoxes();
    expect(stepWithOnce(world, friction)).toBe(true);
    expect(Object.hasOwn(world, 'step')).toBe(false);
    const again = install(world, 0.3);
    expectIntact(again, world, box, 0.3);
    expectIntact(again, world, other, 0.3);
    world.free();
  });

  function stepWithOnce(world: World, friction: RapierFriction): boolean {
    world.forEachCollider((collider) => collider.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    let called = false;
    friction.step(new RAPIER.EventQueue(true), {
      filterContactPair: () => {
        called = true;
        friction.uninstall();
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    });
    return called;
  }
});

describe('things that are gone', () => {
  test('a collider or body that has been removed, of another world, or none at all', () => {
    const [world, box, other, friction] = twoBoxes();
    const collider = other.collider(0);
    world.removeRigidBody(other);
    const elsewhere = createWorld();
    for (const wrong of [collider, addBox(elsewhere).collider(0), undefined, null, {}, 3]) {
      expect(() => friction.setMaterial(wrong as Collider, 'ice')).toThrow(
        'setMaterial: the collider is not in this world',
      );
    }
    expectIntact(friction, world, box);
    for (const { bodyA, bodyB } of friction.contacts()) expect([bodyA, bodyB]).not.toContain(other);
    world.free();
    elsewhere.free();
  });

  test('handles that are given out again are not mixed up', () => {
    const [world, box, , friction] = twoBoxes();
    friction.setPair('ice', 'ground', coulomb({ mu: 0.01 }));
    friction.setMaterial(world.getCollider(0), 'ground');
    for (let k = 0; k < 20; k++) {
      const body = addBox(world, { x: -3 });
      friction.setMaterial(body.collider(0), 'ice');
      run(friction, world, 0.1);
      world.removeRigidBody(body);
    }
    const last = addBox(world, { x: -3 });
    expectIntact(friction, world, last);
    expectIntact(friction, world, box);
    world.free();
  });

  test('colliders that are taken away one by one, and put back', () => {
    const [world, box, other, friction] = twoBoxes();
    world.removeCollider(other.collider(0), true);
    run(friction, world, 0.05);
    world.createCollider(boxShape().setMass(1), other);
    other.setTranslation({ x: 3, y: 0, z: 0.1 }, true);
    other.setLinvel({ x: 0, y: 0, z: 0 }, true);
    expectIntact(friction, world, other);
    world.removeCollider(world.getCollider(0), true);
    run(friction, world, 0.1);
    expect(friction.report.patches).toBe(0);
    expect(box.linvel().z).toBeCloseTo(-0.1 * G, 2);
    world.free();
  });

  test('thousands of contacts made and destroyed', () => {
    const world = createWorld();
    const friction = install(world, 0.5);
    const box = addBox(world, { x: -9 });
    for (let round = 0; round < 40; round++) {
      const balls: RigidBody[] = [];
      for (let k = 0; k < 100; k++) {
        const place = { x: 0.5 * (k % 10), y: 0.5 * Math.floor(k / 10), z: 0.2 };
        balls.push(addBody(world, RAPIER.ColliderDesc.ball(0.2), place));
      }
      friction.step();
      friction.step();
      expect(friction.report.patches).toBe(101);
      for (const ball of balls) world.removeRigidBody(ball);
    }
    friction.step();
    expect(friction.report.patches).toBe(1);
    expect(friction.report.problem).toBe('');
    expectIntact(friction, world, box);
    world.free();
  });

  test('a world that has been freed', () => {
    const [world, box, , friction] = twoBoxes();
    const collider = box.collider(0);
    const contacts = friction.contacts();
    contacts.next();
    world.free();
    const law = coulomb({ mu: 0.5 });
    const calls: [string, () => unknown][] = [
      ['step', () => friction.step()],
      ['setDefault', () => friction.setDefault(law)],
      ['setMaterial', () => friction.setMaterial(collider, 'ice')],
      ['setPair', () => friction.setPair('a', 'b', law)],
      ['removePair', () => friction.removePair('a', 'b')],
      ['setMaterialLaw', () => friction.setMaterialLaw('a', law)],
      ['contacts', () => friction.contacts()],
      ['onStickSlip', () => friction.onStickSlip(() => undefined)],
      ['debugLines', () => friction.debugLines()],
      ['snapshot', () => friction.snapshot()],
      ['restore', () => friction.restore(new Uint8Array(0))],
    ];
    for (const [name, call] of calls) expect(call, name).toThrow(`${name}: the world has been freed`);
    expect(contacts.next().done).toBe(true);
    expect(friction.report.steps).toBeGreaterThan(0);
    expect(() => friction.uninstall()).not.toThrow();
    expect(() => friction.uninstall()).not.toThrow();
    expect(() => installFriction(world, { default: law })).toThrow(
      'world must be a Rapier world that has not been freed',
    );
  });

  test('freed between two steps of another world', () => {
    const [world, , , friction] = twoBoxes();
    const [other, box, , goesOn] = twoBoxes();
    world.free();
    expect(() => friction.step()).toThrow('the world has been freed');
    expectIntact(goesOn, other, box);
    other.free();
  });

  test('a snapshot that is none', () => {
    const [world, box, , friction] = twoBoxes();
    const data = friction.snapshot();
    for (const wrong of [undefined, null, 'data', new Uint8Array(0), new Uint8Array(64), data.slice(0, -8)]) {
      expect(() => friction.restore(wrong as Uint8Array)).toThrow('restore: ');
    }
    expect(friction.snapshot()).toEqual(data);
    expectIntact(friction, world, box);
    world.free();
  });
});

describe('when Rapier itself fails', () => {
  test('a trap in its step is explained, and everything says so from then on', () => {
    const [world, , , friction] = twoBoxes();
    friction.uninstall();
    // Stands for a trap: the engine's data stay borrowed, and nothing can be read any more.
    const set = world.bodies.raw;
    const trapped = () => {
      throw new Error('recursive use of an object detected which would lead to unsafe aliasing in rust');
    };
    let broken = false;
    world.step = () => {
      broken = true;
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(set))) {
        if (name !== 'constructor' && name !== 'free') Reflect.set(set, name, trapped);
      }
      throw new Error('unreachable');
    };
    const handle = install(world, 0.5);
    let error: Error | null = null;
    try {
      handle.step();
    } catch (caught) {
      error = caught as Error;
    }
    expect(broken).toBe(true);
    expect(error?.message).toBe("step: Rapier's own step has failed, and the world cannot be used any more");
    expect(String(error?.cause)).toBe('Error: unreachable');
    expect(() => handle.step()).toThrow('step: Rapier has failed in an earlier step, and the world with it');
    expect(() => handle.contacts()).toThrow('contacts: Rapier has failed in an earlier step');
    expect(() => handle.uninstall()).not.toThrow();
  });

  test('what a wrapped step throws by itself comes through as it is', () => {
    const [world, box, , friction] = twoBoxes();
    friction.uninstall();
    const own = world.step;
    let fails = true;
    world.step = (queue, hooks) => {
      if (fails) throw new Error('mine');
      own.call(world, queue, hooks);
    };
    const handle = install(world, 0.5);
    expect(() => handle.step()).toThrow('mine');
    fails = false;
    expectIntact(handle, world, box);
    world.free();
  });
});
