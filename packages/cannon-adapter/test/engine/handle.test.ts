import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonFriction, installFriction } from '../../src/index.js';
import { addBox, createWorld, run } from './support.js';

const G = 9.81;
const law = coulomb({ mu: 0.5 });

function install(world: CANNON.World): CannonFriction {
  return installFriction(world, { default: law });
}

/** How fast boxes lose speed, as a coefficient of friction. */
function measureMu(world: CANNON.World, box: CANNON.Body): number {
  box.velocity.set(2, 0, 0);
  run(world, 3);
  const before = box.velocity.x;
  run(world, 6);
  return (before - box.velocity.x) / (0.1 * G);
}

describe('options', () => {
  test('combine and lengthUnit are checked', () => {
    const world = new CANNON.World();
    const bad = (options: object) => () => installFriction(world, { default: law, ...options });
    expect(bad({ combine: 'mean' })).toThrow(
      'installFriction: combine must be a function or one of geometric, average',
    );
    expect(bad({ lengthUnit: 0 })).toThrow(
      'installFriction: lengthUnit must be a finite number > 0 units per metre (got 0)',
    );
    expect(bad({ lengthUnit: -1 })).toThrow('lengthUnit must be a finite number > 0 units per metre (got -1)');
    expect(bad({ lengthUnit: Number.POSITIVE_INFINITY })).toThrow('(got Infinity)');
    expect(bad({ lengthUnit: '100' })).toThrow('(got 100)');
    expect(Object.hasOwn(world, 'step') || Object.hasOwn(world, 'internalStep')).toBe(false);
  });

  test.each([
    ['geometric', Math.sqrt(0.2 * 0.8)],
    ['max', 0.8],
    [(_a: FrictionLaw, b: FrictionLaw) => coulomb({ mu: (b.mu ?? 0) / 2 }), 0.4],
  ] as const)('combine %s', (combine, expected) => {
    const world = createWorld();
    const box = addBox(world, 0, 0.5);
    const [floor, nameless] = [new CANNON.Material('floor'), new CANNON.Material()];
    world.bodies[0].material = floor;
    box.material = nameless;
    const friction = installFriction(world, { default: law, combine });
    friction.setMaterialLaw('floor', coulomb({ mu: 0.2 }));
    friction.setMaterialLaw(nameless, coulomb({ mu: 0.8 }));
    run(world, 30);
    expect(measureMu(world, box)).toBeCloseTo(expected, 2);
    friction.setPair(nameless, floor, coulomb({ mu: 0.1 }));
    expect(measureMu(world, box)).toBeCloseTo(0.1, 2);
    expect(friction.removePair(floor, nameless)).toBe(true);
    expect(friction.removePair(floor, nameless)).toBe(false);
    expect(measureMu(world, box)).toBeCloseTo(expected, 2);
  });

  test('what is no material or no law is refused by the method that was called', () => {
    const friction = install(new CANNON.World());
    expect(() => friction.setMaterialLaw(3 as never, law)).toThrow(
      'setMaterialLaw: a material must be a CANNON.Material',
    );
    expect(() => friction.removePair('a', {} as never)).toThrow('removePair: a material must be a CANNON.Material');
    expect(() => friction.removePair('a', '')).toThrow('removePair: second material must be a non-empty name');
    expect(() => friction.setMaterialLaw('a', {} as never)).toThrow(
      "setMaterialLaw: law of 'a' must be a friction law",
    );
  });

  test('the material of a height field counts', () => {
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
    box.position.y = 0.5; // inside one cell: inner edges trip it up
    box.material = new CANNON.Material('box');
    const friction = install(world);
    friction.setPair('field', 'box', coulomb({ mu: 0.2 }));
    run(world, 30);
    expect(measureMu(world, box)).toBeCloseTo(0.2, 1);
    expect([...friction.contacts()]).toHaveLength(1); // however many triangles
  });
});

describe('callbacks and the step of cannon-es', () => {
  /** A box that lies there, ready to be kicked; world.allowSleep. */
  function ready(): { world: CANNON.World; box: CANNON.Body; friction: CannonFriction; kick: () => void } {
    const world = createWorld();
    world.allowSleep = true;
    const box = addBox(world, 0, 0.5);
    const friction = install(world);
    run(world, 30);
    return { world, box, friction, kick: () => box.velocity.set(1, 0, 0) };
  }

  test('what a callback throws comes out of world.step when that has done everything', () => {
    const { world, box, friction, kick } = ready();
    const twin = ready();
    let listened = 0;
    world.addEventListener('postStep', () => listened++);
    friction.onStickSlip(() => {
      throw new Error('from the callback');
    });
    for (const one of [kick, twin.kick]) one();
    expect(() => world.step(1 / 60)).toThrow('from the callback');
    twin.world.step(1 / 60);
    expect(listened).toBe(1);
    expect(world.time).toBe(twin.world.time);
    expect(world.stepnumber).toBe(twin.world.stepnumber);
    expect(box.sleepState).toBe(twin.box.sleepState);
    expect(() => world.step(1 / 60)).not.toThrow();
    twin.world.step(1 / 60);
    expect(box.position.toArray()).toEqual(twin.box.position.toArray());
  });

  test('positions are those at the end of the step', () => {
    const { world, box, friction, kick } = ready();
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

  test('a callback may remove bodies, also where bodies may sleep', () => {
    const { world, box, friction, kick } = ready();
    friction.onStickSlip(() => world.removeBody(box));
    kick();
    run(world, 5);
    expect(world.bodies).not.toContain(box);
  });

  test('several inner steps of one world.step: told after each of them', () => {
    const { world, friction, kick } = ready();
    const told: [boolean, number][] = [];
    friction.onStickSlip(({ sliding }) => told.push([sliding, world.stepnumber]));
    kick();
    const before = world.stepnumber;
    // cannon-es gives up catching up when that takes too long, so not too much at once.
    for (let k = 0; k < 50 && told.length < 2; k++) world.step(1 / 120, 1 / 30);
    expect(told.map(([sliding]) => sliding)).toEqual([true, false]);
    expect(told[0][1]).toBe(before + 1);
    expect(told[1][1]).toBeGreaterThan(before + 20);
  });

  test('uninstall in any listener, in any order of listeners', () => {
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

  test('a step of their own that others have put on stays, whoever came first', () => {
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

  test('methods of a handle that is uninstalled say so', () => {
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
