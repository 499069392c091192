import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

describe('options', () => {
  const law = coulomb({ mu: 0.5 });

  test('invalid options throw with name, range and value', () => {
    const world = new CANNON.World();
    expect(() => installFriction(world, { default: law, substeps: 0 })).toThrow(
      'installFriction: substeps must be an integer from 1 to 64 (got 0)',
    );
    expect(() => installFriction(world, { default: law, solver: 'dantzig' as 'direct' })).toThrow(
      'installFriction: solver must be one of auto, iterative, direct (got dantzig)',
    );
    expect(() => installFriction(world, { default: law, iterations: 1.5 })).toThrow(
      'iterations must be an integer from 1 to 100 (got 1.5)',
    );
    expect(() => installFriction(world, { default: law, iteration: 3 } as never)).toThrow("unknown option 'iteration'");
    expect(() => installFriction(world, { default: 0.5 } as never)).toThrow('must be a friction law');
    expect(() => installFriction(world, {} as never)).toThrow('(got undefined)');
    expect(() => installFriction(undefined as never, { default: law })).toThrow('world must be a cannon-es World');
    expect(() => installFriction(world, undefined as never)).toThrow('options must be an object');
    expect(world.solver).toBeInstanceOf(CANNON.GSSolver);
    expect(Object.hasOwn(world.narrowphase, 'createFrictionEquationsFromContact')).toBe(false);
  });

  test('setPair throws for an invalid material or law', () => {
    const friction = installFriction(new CANNON.World(), { default: law });
    expect(() => friction.setPair('', 'ice', law)).toThrow('first material must be a non-empty name');
    expect(() => friction.setPair('ice', 3 as never, law)).toThrow(
      'setPair: material must be a CANNON.Material or a name (got 3)',
    );
    expect(() => friction.setPair('ice', 'ice', {} as never)).toThrow('must be a friction law');
  });

  test('substeps and iterations are used as given, or chosen from dt', () => {
    const substepsOf = (options: { substeps?: number; iterations?: number }, dt: number) => {
      const world = createWorld();
      addBox(world, 0, 0.5);
      const friction = installFriction(world, { default: law, ...options });
      world.step(dt);
      return [friction.report.substeps, friction.report.sweeps];
    };
    expect(substepsOf({}, 1 / 60)).toEqual([8, 16]);
    expect(substepsOf({}, 1 / 240)).toEqual([2, 4]);
    expect(substepsOf({}, 1 / 1000)).toEqual([1, 2]);
    expect(substepsOf({ substeps: 3, iterations: 2 }, 1 / 60)).toEqual([3, 12]);
  });
});

describe('the world while installed', () => {
  test('solver settings reach the stock solver and survive uninstall', () => {
    const world = createWorld();
    const stock = world.solver;
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
    expect(world.solver).toBeInstanceOf(CANNON.GSSolver);
    (world.solver as CANNON.GSSolver).iterations = 33;
    friction.uninstall();
    expect(world.solver).toBe(stock);
    expect((stock as CANNON.GSSolver).iterations).toBe(33);
  });

  test('events fire as in the stock engine, and multipliers are the contact forces', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.55);
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    const events: string[] = [];
    box.addEventListener('collide', () => events.push('collide'));
    world.addEventListener('beginContact', () => events.push('beginContact'));
    world.addEventListener('postStep', () => events.push('postStep'));
    run(world, 60);
    expect(events.filter((name) => name === 'postStep')).toHaveLength(60);
    expect(events).toContain('beginContact');
    // A 1 m cube reports four points on its first contact.
    expect(events.filter((name) => name === 'collide')).toHaveLength(4);
    const force = world.contacts.reduce((sum, contact) => sum + contact.multiplier, 0);
    expect(force).toBeCloseTo(9.81, 2);
  });

  test('previousPosition is the true position before the step', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    run(world, 30);
    box.velocity.set(3, 0, 0);
    let before = box.position.x;
    for (let k = 0; k < 20; k++) {
      world.step(1 / 60);
      expect(box.previousPosition.x).toBe(before);
      before = box.position.x;
    }
  });

  test('uninstall in a callback switches to the stock solver within the same step', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.55);
    const stock = world.solver;
    const friction = installFriction(world, { default: coulomb({ mu: 0 }) });
    box.addEventListener('collide', () => friction.uninstall());
    run(world, 120);
    expect(world.solver).toBe(stock);
    expect(box.position.z).toBeCloseTo(0.5, 2);
    box.velocity.set(1, 0, 0);
    run(world, 10);
    expect(box.velocity.x).toBeLessThan(0.1);
  });

  test('two worlds do not affect each other', () => {
    const trace = (withOther: boolean): number[] => {
      const worlds = [createWorld(), ...(withOther ? [createWorld()] : [])];
      const boxes = worlds.map((world, k) => {
        const box = addBox(world, 0.1 * k, 0.5);
        installFriction(world, { default: coulomb({ mu: 0.3 + k }) });
        box.velocity.set(2, 0, 0);
        return box;
      });
      for (let k = 0; k < 60; k++) for (const world of worlds) world.step(1 / 60);
      return boxes[0].position.toArray();
    };
    expect(trace(true)).toEqual(trace(false));
  });
});

describe('invalid numbers', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'a velocity of %d in a stack does not affect its neighbours',
    (value) => {
      const world = createWorld();
      const boxes = [0, 1, 2].map((k) => addBox(world, 0, 0.5 + k));
      const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
      run(world, 30);
      boxes[1].velocity.x = value;
      run(world, 120);
      expect(boxes[0].position.z).toBeCloseTo(0.5, 2);
      expect(boxes[2].position.toArray().every(Number.isFinite)).toBe(true);
      expect(friction.report.nonFiniteBodies).toBe(1);
      expect(friction.report.problem).toContain('non-finite');
    },
  );

  test.each([0, Number.NaN, -1 / 60])('a step of %d seconds is not solved', (dt) => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
    run(world, 30);
    const { steps } = friction.report;
    const pose = box.position.clone();
    world.step(dt);
    expect(friction.report.steps).toBe(steps);
    box.position.copy(pose); // undo what the engine itself did in that step
    box.velocity.setZero();
    box.quaternion.set(0, 0, 0, 1);
    box.angularVelocity.setZero();
    run(world, 30);
    expect(box.position.z).toBeCloseTo(0.5, 2);
  });

  test('a body without mass that is removed during a step does no harm', () => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    const massless = addBox(world, 0, 1.5);
    massless.mass = 0;
    massless.updateMassProperties();
    installFriction(world, { default: coulomb({ mu: 0.5 }) });
    let removed = false;
    world.addEventListener('postStep', () => {
      if (!removed && world.stepnumber === 20) {
        world.removeBody(massless);
        removed = true;
      }
    });
    run(world, 60);
    expect(removed).toBe(true);
    expect(box.position.z).toBeCloseTo(0.5, 2);
  });
});
