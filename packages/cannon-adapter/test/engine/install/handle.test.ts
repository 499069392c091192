import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonFriction, installFriction } from '../../../src/index.js';
import { addBox, createWorld, G, install, law, run } from '../support.js';

/** The deceleration of a pushed box, as a coefficient of friction. */
function measureMu(world: CANNON.World, box: CANNON.Body): number {
  box.velocity.set(2, 0, 0);
  run(world, 3);
  const before = box.velocity.x;
  run(world, 6);
  return (before - box.velocity.x) / (0.1 * G);
}

describe('options', () => {
  test('invalid combine and lengthUnit throw', () => {
    const world = new CANNON.World();
    const installWith = (options: object) => () => installFriction(world, { default: law, ...options });
    expect(installWith({ combine: 'mean' })).toThrow(
      'installFriction: combine must be a function or one of geometric, average',
    );
    expect(installWith({ lengthUnit: 0 })).toThrow(
      'installFriction: lengthUnit must be a finite number > 0 units per metre (got 0)',
    );
    expect(installWith({ lengthUnit: -1 })).toThrow('lengthUnit must be a finite number > 0 units per metre (got -1)');
    expect(installWith({ lengthUnit: Number.POSITIVE_INFINITY })).toThrow('(got Infinity)');
    expect(installWith({ lengthUnit: '100' })).toThrow("(got '100', a string)");
    expect(Object.hasOwn(world, 'step') || Object.hasOwn(world, 'internalStep')).toBe(false);
  });

  test.each([
    ['geometric', Math.sqrt(0.2 * 0.8)],
    ['max', 0.8],
    [(_a: FrictionLaw, b: FrictionLaw) => coulomb({ mu: (b.mu ?? 0) / 2 }), 0.4],
  ] as const)('combine %s gives the combined law', (combine, expected) => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    const [floor, unnamed] = [new CANNON.Material('floor'), new CANNON.Material()];
    world.bodies[0].material = floor;
    box.material = unnamed;
    const friction = installFriction(world, { default: law, combine });
    friction.setMaterialLaw('floor', coulomb({ mu: 0.2 }));
    friction.setMaterialLaw(unnamed, coulomb({ mu: 0.8 }));
    run(world, 30);
    expect(measureMu(world, box)).toBeCloseTo(expected, 2);
    friction.setPair(unnamed, floor, coulomb({ mu: 0.1 }));
    expect(measureMu(world, box)).toBeCloseTo(0.1, 2);
    expect(friction.removePair(floor, unnamed)).toBe(true);
    expect(friction.removePair(floor, unnamed)).toBe(false);
    expect(measureMu(world, box)).toBeCloseTo(expected, 2);
  });

  test('an invalid material or law throws, with the name of the method', () => {
    const friction = install(new CANNON.World());
    expect(() => friction.setMaterialLaw(3 as never, law)).toThrow(
      'setMaterialLaw: material must be a CANNON.Material',
    );
    expect(() => friction.removePair('a', {} as never)).toThrow('removePair: material must be a CANNON.Material');
    expect(() => friction.removePair('a', '')).toThrow('removePair: second material must be a non-empty name');
    expect(() => friction.setMaterialLaw('a', {} as never)).toThrow(
      "setMaterialLaw: law of 'a' must be a friction law",
    );
  });

  test('a height field uses its own material', () => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -G) });
    const flat = new CANNON.Heightfield(
      Array.from({ length: 6 }, () => new Array<number>(6).fill(0)),
      { elementSize: 4 },
    );
    flat.material = new CANNON.Material('field');
    const ground = new CANNON.Body({ mass: 0 });
    ground.addShape(flat);
    ground.position.set(-10, -10, 0);
    world.addBody(ground);
    const box = addBox(world, 1, 0.25, 1, 0.25);
    box.position.y = 0.5; // inside one cell
    box.material = new CANNON.Material('box');
    const friction = install(world);
    friction.setPair('field', 'box', coulomb({ mu: 0.2 }));
    run(world, 30);
    expect(measureMu(world, box)).toBeCloseTo(0.2, 1);
    expect([...friction.contacts()]).toHaveLength(1); // for any number of triangles
  });
});

describe('callbacks and the step of cannon-es', () => {
  /** A box at rest in a world that allows sleeping. */
  function restingBox(): { world: CANNON.World; box: CANNON.Body; friction: CannonFriction; kick: () => void } {
    const world = createWorld();
    world.allowSleep = true;
    const box = addBox(world, 0, 0.5);
    const friction = install(world);
    run(world, 30);
    return { world, box, friction, kick: () => box.velocity.set(1, 0, 0) };
  }

  test('an error in a callback is rethrown by world.step after the step is complete', () => {
    const { world, box, friction, kick } = restingBox();
    const twin = restingBox();
    let postSteps = 0;
    world.addEventListener('postStep', () => postSteps++);
    friction.onStickSlip(() => {
      throw new Error('from the callback');
    });
    kick();
    twin.kick();
    expect(() => world.step(1 / 60)).toThrow('from the callback');
    twin.world.step(1 / 60);
    expect(postSteps).toBe(1);
    expect(world.time).toBe(twin.world.time);
    expect(world.stepnumber).toBe(twin.world.stepnumber);
    expect(box.sleepState).toBe(twin.box.sleepState);
    expect(() => world.step(1 / 60)).not.toThrow();
    twin.world.step(1 / 60);
    expect(box.position.toArray()).toEqual(twin.box.position.toArray());
  });

  test('a callback sees the positions at the end of the step', () => {
    const { world, box, friction, kick } = restingBox();
    let x = Number.NaN;
    friction.onStickSlip(({ bodyB }) => {
      expect(bodyB).toBe(box);
      x = box.position.x;
    });
    kick();
    world.step(1 / 60);
    expect(x).toBe(box.position.x);
    expect(x).toBeGreaterThan(0);
  });

  test('a callback may remove bodies, with sleeping allowed', () => {
    const { world, box, friction, kick } = restingBox();
    friction.onStickSlip(() => world.removeBody(box));
    kick();
    run(world, 5);
    expect(world.bodies).not.toContain(box);
  });

  test('callbacks run after each internal step of one world.step', () => {
    const { world, friction, kick } = restingBox();
    const reported: [boolean, number][] = [];
    friction.onStickSlip(({ sliding }) => reported.push([sliding, world.stepnumber]));
    kick();
    const before = world.stepnumber;
    // Few internal steps per call: cannon-es stops catching up if they take too long.
    for (let k = 0; k < 50 && reported.length < 2; k++) world.step(1 / 120, 1 / 30);
    expect(reported.map(([sliding]) => sliding)).toEqual([true, false]);
    expect(reported[0][1]).toBe(before + 1);
    expect(reported[1][1]).toBeGreaterThan(before + 20);
  });

  test('uninstall works in any listener, in any order of listeners', () => {
    for (const where of ['before', 'after', 'callback'] as const) {
      const world = createWorld();
      const box = addBox(world, 0, 0.5);
      let calls = 0;
      let friction: CannonFriction | null = null;
      const remove = () => friction?.uninstall();
      if (where === 'before') world.addEventListener('postStep', remove);
      world.addEventListener('postStep', () => calls++);
      friction = install(world);
      if (where === 'after') world.addEventListener('postStep', remove);
      world.addEventListener('postStep', () => calls++);
      if (where === 'callback') friction.onStickSlip(remove);
      box.velocity.set(1, 0, 0);
      run(world, 3);
      expect(calls).toBe(6);
      expect(Object.hasOwn(world, 'step') || Object.hasOwn(world, 'internalStep')).toBe(false);
      expect(world.solver).toBeInstanceOf(CANNON.GSSolver);
      const { _listeners } = world as unknown as { _listeners: Record<string, unknown[]> };
      expect(_listeners.postStep).toHaveLength(where === 'callback' ? 2 : 3);
    }
  });

  test('a world.step wrapped by others before or after the install is kept', () => {
    const world = createWorld();
    addBox(world, 0, 0.5);
    const calls: string[] = [];
    const stock = world.step;
    world.step = function earlier(...args) {
      calls.push('earlier');
      stock.apply(this, args);
    };
    const { step: before } = world;
    const friction = install(world);
    world.step(1 / 60);
    friction.uninstall();
    expect(world.step).toBe(before);
    const again = install(world);
    const { step: ours } = world;
    world.step = (...args) => {
      calls.push('later');
      ours.apply(world, args);
    };
    again.uninstall();
    world.step(1 / 60);
    expect(calls).toEqual(['earlier', 'later', 'earlier']);
    expect(again.report.steps).toBe(0);
  });

  test('methods throw after uninstall', () => {
    const friction = install(createWorld());
    friction.uninstall();
    const calls = [
      () => friction.onStickSlip(() => undefined),
      () => friction.debugLines(),
      () => friction.snapshot(),
      () => friction.restore(new Uint8Array(0)),
      () => friction.removePair('a', 'b'),
      () => friction.setMaterialLaw('a', law),
    ];
    for (const call of calls) expect(call).toThrow('uninstall() has been called');
  });
});
