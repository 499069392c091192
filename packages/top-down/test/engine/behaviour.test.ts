import { bristle, coulomb, type FrictionLaw, rolling, stribeck, surfaceVelocity } from '@stiction/friction-core';
import type * as Matter from 'matter-js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FloorOptions } from '../../src/index.js';
import { G } from './reference.js';
import { createWorld, ENGINES, type TestBody, type TestWorld, type WorldOptions } from './worlds.js';

const MU = 0.3;

function run(world: TestWorld, steps: number, each: (k: number) => void = () => {}): void {
  for (let k = 0; k < steps; k++) {
    each(k);
    world.step();
  }
}

const numbers = (bodies: readonly TestBody[]): number[] => bodies.flatMap((body) => Object.values(body.state()));

describe.each(ENGINES)('%s', (engine) => {
  let create: (options?: Partial<WorldOptions>) => Promise<TestWorld>;
  beforeEach(() => {
    create = (options = {}) => createWorld(engine, { default: coulomb({ mu: MU }), ...options });
  });

  test.each([30, 60, 240])(
    'a body that is pushed below the limit does not move at %i Hz, and above it does',
    async (rate) => {
      const world = await create({ dt: 1 / rate });
      const [held, turned, moved] = [0, 2, 4].map((y) => world.box(1, y, 0.5, 0.5));
      run(world, rate, () => {
        held.push(0.6 * 0.99 * MU * G, 0.8 * 0.99 * MU * G);
        // A square of side a holds the torque 0.3826 a mu N.
        turned.push(0, 0, 0.99 * 0.3826 * 0.5 * MU * G);
        moved.push(1.01 * MU * G, 0);
      });
      expect(Math.hypot(held.state().x - 1, held.state().y)).toBeLessThan(1e-15);
      expect(Math.abs(turned.state().angle)).toBeLessThan(1e-15);
      expect(moved.state().vx).toBeCloseTo(0.01 * MU * G, 4);
    },
  );

  test('steps of different lengths stop a body where equal steps do', async () => {
    const world = await create();
    const box = world.box(0, 0, 0.5, 0.5);
    box.setVelocity(3, 0);
    for (let k = 0; k < 240; k++) world.step(k % 3 === 0 ? 1 / 60 : 1 / 120);
    expect(Math.abs(box.state().x / (9 / (2 * MU * G)) - 1)).toBeLessThan(0.02);
    expect(box.state().vx).toBeCloseTo(0, 12);
  });

  test('boxes in a row that one pushes stay when friction of all holds the push', async () => {
    const world = await create();
    const row = [0, 1, 2].map((k) => world.box(1 + 0.5 * k, 0, 0.5, 0.5));
    run(world, 120, () => row[0].push(0.9 * 3 * MU * G, 0));
    const before = row.map((body) => body.state().x);
    run(world, 240, () => row[0].push(0.9 * 3 * MU * G, 0));
    for (const [k, body] of row.entries()) expect(Math.abs(body.state().x - before[k])).toBeLessThan(1e-3);
  });

  test('boxes in a row that one pushes slide with what friction leaves', async () => {
    const world = await create();
    const row = [0, 1, 2].map((k) => world.box(1 + 0.5 * k, 0, 0.5, 0.5));
    run(world, 120, () => row[0].push(1.5 * 3 * MU * G, 0));
    for (const body of row) expect(Math.abs(body.state().vx / (0.5 * MU * G * 2) - 1)).toBeLessThan(0.03);
  });

  test('a body falls asleep after it has stopped, and a hit wakes it', async () => {
    const world = await create({ sleeping: true });
    const box = world.box(0, 0, 0.5, 0.5);
    box.setVelocity(1, 0);
    run(world, 300);
    expect(box.isAsleep()).toBe(true);
    const { x } = box.state();
    const other = world.disc(x + 2, 0, 0.25, 2);
    other.setVelocity(-4, 0);
    run(world, 120);
    expect(box.state().x).toBeLessThan(x - 0.1);
  });

  test('a belt that starts wakes what sleeps on it', async () => {
    const velocity = [0, 0, 0];
    const world = await create({ sleeping: true, default: surfaceVelocity(coulomb({ mu: MU }), velocity) });
    const box = world.box(0, 0, 0.5, 0.5);
    run(world, 300);
    expect(box.isAsleep()).toBe(true);
    velocity[0] = 0.5;
    run(world, 60);
    expect(box.state().vx).toBeCloseTo(0.5, 5);
  });

  test('a body that cannot turn slides straight, however it is pushed', async () => {
    const world = await create();
    const box = world.box(0, 0, 0.5, 0.5);
    world.lockRotation(box);
    run(world, 60, () => box.push(1.5 * MU * G, 0, 3));
    expect(box.state().angle).toBeCloseTo(0, 6);
    expect(Math.abs(box.state().vx / (0.5 * MU * G) - 1)).toBeLessThan(0.01);
  });

  test('contacts tell force, slip, heat and material', async () => {
    const world = await create({ material: 'wood' });
    const [sliding, held] = [0, 2].map((y) => world.box(0, y, 0.5, 0.5, 2));
    sliding.setVelocity(3, 0);
    run(world, 10, () => held.push(1, 0));
    const contacts = Array.from(world.floor.contacts(), (contact) => ({ ...contact }));
    const of = (body: TestBody) => contacts.find((contact) => contact.body === body.handle);
    expect(contacts).toHaveLength(2);
    expect(of(sliding)).toMatchObject({ sliding: true, material: 'wood', law: 'coulomb' });
    expect(of(sliding)?.fx).toBeCloseTo(-MU * 2 * G, 4);
    expect(of(sliding)?.normalForce).toBeCloseTo(2 * G, 4);
    expect(of(sliding)?.slipX).toBeCloseTo(sliding.state().vx, 4);
    expect(of(sliding)?.power).toBeCloseTo(MU * 2 * G * sliding.state().vx, 3);
    expect(of(held)).toMatchObject({ sliding: false });
    expect(of(held)?.fx).toBeCloseTo(-1, 4);
    expect(world.floor.report).toMatchObject({ steps: 10, bodies: 2, patches: 2, nonFiniteBodies: 0, problem: '' });
  });

  test('materials of bodies and places decide, and may change while the world runs', async () => {
    const ice = (x: number) => (x > 50 ? 'ice' : 'floor');
    const world = await create({ materialAt: ice });
    world.floor.setMaterialLaw('ice', coulomb({ mu: 0.02 }));
    world.floor.setPair('rubber', 'floor', coulomb({ mu: 0.8 }));
    const plain = world.box(0, 0, 0.5, 0.5);
    const rubber = world.box(0, 2, 0.5, 0.5);
    const onIce = world.box(100, 0, 0.5, 0.5);
    world.floor.setMaterial(rubber.handle, 'rubber');
    const slow = (): number[] => {
      for (const body of [plain, rubber, onIce]) body.setVelocity(3, 0);
      run(world, 30);
      return [plain, rubber, onIce].map((body) => (3 - body.state().vx) / (0.5 * G));
    };
    const [a, b, c] = slow();
    expect(a).toBeCloseTo(MU, 3);
    expect(b).toBeCloseTo(3 / (0.5 * G), 3); // stops within half a second
    expect(c).toBeLessThan(0.1);
    world.floor.setDefault(coulomb({ mu: 0.1 }));
    world.floor.setPair('rubber', 'floor', coulomb({ mu: 0.2 }));
    const [d, e] = slow();
    expect(d).toBeCloseTo(0.1, 3);
    expect(e).toBeCloseTo(0.2, 3);
    expect(world.floor.removePair('rubber', 'floor')).toBe(true);
    expect(slow()[1]).toBeCloseTo(0.1, 3);
  });

  /** Bodies that slide, rest, push each other and cross materials, with three kinds of law. */
  async function mixedWorld(): Promise<{ world: TestWorld; bodies: TestBody[]; drive(k: number): void }> {
    const world = await create({ materialAt: (x) => (x > 2 ? 'glue' : 'floor') });
    const laws: Record<string, FrictionLaw> = {
      glue: bristle({ mu: 0.5, stiffness: 2000 }),
      steel: stribeck({ muS: 0.3, muC: 0.2, vS: 0.1 }),
    };
    for (const [name, law] of Object.entries(laws)) world.floor.setMaterialLaw(name, law);
    const bodies = Array.from({ length: 12 }, (_, k) =>
      k % 2 === 0 ? world.box(0.6 * (k % 4), 0.6 * k, 0.5, 0.3) : world.disc(0.6 * (k % 4), 0.6 * k, 0.25),
    );
    for (const [k, body] of bodies.entries()) {
      if (k % 3 === 0) world.floor.setMaterial(body.handle, 'steel');
      body.setVelocity(2 - 0.3 * k, 0.2 * k - 1, k - 5);
    }
    const tyre = coulomb({ mu: 0.9 });
    world.floor.tyres(bodies[0].handle, [
      { position: [0.2, 0.1], law: tyre, steer: 0.2 },
      { position: [-0.2, -0.1], law: tyre, drive: 2 },
    ]);
    const drive = (k: number) => {
      bodies[0].push(1, 0);
      if (k % 7 === 0) bodies[3].push(-20, 3, 1);
    };
    return { world, bodies, drive };
  }

  test('the same run twice gives the same bits', async () => {
    const [first, second] = await Promise.all([mixedWorld(), mixedWorld()]);
    run(first.world, 80, first.drive);
    run(second.world, 80, second.drive);
    expect(numbers(first.bodies)).toEqual(numbers(second.bodies));
    expect(numbers(first.bodies).every(Number.isFinite)).toBe(true);
  });

  test('a floor restored from a snapshot goes on with the same bits', async () => {
    const [first, second] = await Promise.all([mixedWorld(), mixedWorld()]);
    run(first.world, 60, first.drive);
    run(second.world, 60, second.drive);
    const data = second.world.floor.snapshot();
    // What is not in a snapshot: laws and tyres. Restoring must also undo what happened since.
    const floor = second.world.reinstall();
    floor.setMaterialLaw('glue', bristle({ mu: 0.5, stiffness: 2000 }));
    floor.setMaterialLaw('steel', stribeck({ muS: 0.3, muC: 0.2, vS: 0.1 }));
    const tyre = coulomb({ mu: 0.9 });
    floor.tyres(second.bodies[0].handle, [
      { position: [0.2, 0.1], law: tyre, steer: 0.2 },
      { position: [-0.2, -0.1], law: tyre, drive: 2 },
    ]);
    floor.restore(data);
    run(first.world, 60, first.drive);
    run(second.world, 60, second.drive);
    expect(numbers(second.bodies)).toEqual(numbers(first.bodies));
  });

  test('a snapshot of another world is refused and changes nothing', async () => {
    const { world, bodies, drive } = await mixedWorld();
    const other = await create();
    other.box(0, 0, 1, 1);
    other.step();
    expect(() => world.floor.restore(other.floor.snapshot())).toThrow('the snapshot has 1 bodies, the world 12');
    expect(() => world.floor.restore(new Uint8Array(5))).toThrow(/snapshot/);
    run(world, 20, drive);
    const twin = await mixedWorld();
    run(twin.world, 20, twin.drive);
    expect(numbers(bodies)).toEqual(numbers(twin.bodies));
  });

  test('uninstall gives the engine back as it was', async () => {
    const stock = await create({ stock: true });
    const world = await create();
    const keys = Object.keys(stock.native);
    const bodies = [stock, world].map((one) => {
      const box = one.box(0, 0, 0.5, 0.5);
      box.setVelocity(2, 1, 3);
      return box;
    });
    world.floor.uninstall();
    world.floor.uninstall();
    expect(Object.keys(world.native)).toEqual(keys);
    run(stock, 30);
    run(world, 30);
    expect(bodies[1].state()).toEqual(bodies[0].state());
    expect(() => world.floor.setDefault(coulomb({ mu: 1 }))).toThrow('uninstall() has been called');
    world.reinstall();
    run(world, 120);
    expect(bodies[1].state().vx).toBe(0);
  });

  test('a second floor in the same world is refused', async () => {
    const world = await create();
    const { floor } = world;
    world.floor = { ...floor, uninstall: () => {} };
    expect(() => world.reinstall()).toThrow('this world has a floor already');
    floor.uninstall();
    world.reinstall();
  });

  test('bodies come and go: their places are used again, and their materials forgotten', async () => {
    const world = await create();
    world.floor.setPair('glass', 'floor', coulomb({ mu: 0 }));
    for (let round = 0; round < 60; round++) {
      const bodies = Array.from({ length: 5 }, (_, k) => world.box(2 * k, 0, 0.5, 0.5));
      for (const body of bodies) {
        if (round % 2 === 0) world.floor.setMaterial(body.handle, 'glass');
        body.setVelocity(0, 1);
      }
      world.step();
      for (const body of bodies) expect(body.state().vy).toBeCloseTo(round % 2 === 0 ? 1 : 1 - (MU * G) / 60, 5);
      expect(world.floor.report).toMatchObject({ bodies: 5, patches: 5 });
      for (const body of bodies) body.remove();
    }
    world.step();
    expect([...world.floor.contacts()]).toEqual([]);
  });

  test('bad options are refused with their name, range, value and type', async () => {
    const bad: readonly [options: object, message: string | RegExp][] = [
      [{ default: 0.5 }, /default must be a friction law .*got 0.5/],
      [{ gravity: -1 }, /gravity must be .*>= 0.*-1/],
      [{ gravity: Number.NaN }, /gravity/],
      [{ materialAt: 'ice' }, /materialAt must be a function/],
      [{ material: '' }, /material/],
      [{ combine: 'sum' }, /combine/],
      [{ friction: 1 }, /unknown option 'friction'/],
      [{ default: rolling(coulomb({ mu: 1 }), { radius: 0.1 }) }, /resists rolling/],
    ];
    for (const [options, message] of bad)
      await expect(create(options as Partial<FloorOptions>)).rejects.toThrow(message);
    const { floor } = await create();
    expect(() => floor.setMaterial('box' as unknown as object, 'ice')).toThrow(/body must be a body of /);
    expect(() => floor.setMaterial({}, 'ice')).toThrow(/body must be a body of /);
    const { handle } = (await create()).box(0, 0, 1, 1);
    expect(() => floor.setFootprint(handle, { radius: 1 } as never)).toThrow(/footprint must be a pressure/);
  });

  test('a materialAt that throws or returns nonsense is reported, and the floor has its own material', async () => {
    let answer: () => unknown = () => 7;
    const world = await create({ materialAt: (() => answer()) as never });
    const box = world.box(0, 0, 0.5, 0.5);
    box.setVelocity(1, 0);
    world.step();
    expect(world.floor.report.problem).toBe('materialAt must return the name of a material (got 7)');
    answer = () => {
      throw new Error('no map');
    };
    world.step();
    expect(box.state().vx).toBeCloseTo(1 - (2 * MU * G) / 60, 5);
  });

  test('a law that gives nonsense and steps of length 0 do no harm', async () => {
    const world = await create();
    const [good, bad] = [0, 5].map((x) => world.box(x, 0, 0.5, 0.5));
    good.setVelocity(1, 0);
    world.floor.setMaterial(bad.handle, 'broken');
    world.floor.setPair('broken', '*', brokenLaw());
    bad.setVelocity(1, 0);
    run(world, 2);
    expect(good.state().vx).toBeCloseTo(1 - (2 * MU * G) / 60, 5);
    expect(numbers([bad]).every(Number.isFinite)).toBe(true);
    // Matter.js divides by the length itself.
    if (engine !== 'Matter') world.step(0);
    expect(good.state().vx).toBeCloseTo(1 - (2 * MU * G) / 60, 5);
  });
});

/** A law of a user who divides by zero. */
function brokenLaw(): FrictionLaw {
  const law = bristle({ mu: 0.5, stiffness: 100 });
  return {
    ...law,
    name: 'broken',
    linearize(patches, i, h) {
      law.linearize(patches, i, h);
      patches.bias[3 * i] = Number.NaN;
    },
  };
}

test('Matter.js: air friction and bodies with a time scale of their own slow down by their own rules too', async () => {
  const world = await createWorld('Matter', { default: coulomb({ mu: MU }) });
  const [airy, slow] = [0, 2].map((y) => world.box(0, y, 0.5, 0.5));
  (airy.handle as Matter.Body).frictionAir = 0.01;
  (slow.handle as Matter.Body).timeScale = 0.5;
  airy.setVelocity(1, 0);
  world.step();
  expect(airy.state().vx).toBeCloseTo(0.99 - (MU * G) / 60, 6);
  slow.push(0.5, 0);
  world.step();
  expect(slow.state().x).toBeCloseTo(0, 12);
});
