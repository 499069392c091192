import {
  anisotropic,
  bristle,
  coulomb,
  type FrictionLaw,
  rolling,
  scaled,
  spinning,
  stribeck,
  viscoElastic,
} from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, G, install, RAPIER, run, slab, tilted } from './support.js';

const law = coulomb({ mu: 0.5 });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('options', () => {
  test('invalid ones are rejected with name, range and value, and the world is unchanged', () => {
    const world = createWorld();
    const box = addBox(world);
    expect(() => installFriction(world, { default: law, scope: 'some' } as never)).toThrow(
      'installFriction: scope must be one of special, all (got some)',
    );
    for (const wrong of [null, {}, { JointData: {} }, 3]) {
      expect(() => installFriction(world, { default: law, rapier: wrong })).toThrow(
        'installFriction: rapier must be the module of the engine, after its init()',
      );
    }
    for (const option of ['iterations', 'reader']) {
      expect(() => installFriction(world, { default: law, [option]: 1 } as never)).toThrow(
        `unknown option '${option}'`,
      );
    }
    expect(() => installFriction(world, { default: 0.5 } as never)).toThrow('must be a friction law');
    expect(() => installFriction(world, undefined as never)).toThrow('options must be an object');
    expect(() => installFriction({} as never, { default: law })).toThrow('world must be a Rapier world');
    expect(box.collider(0).friction()).toBe(0.5);
    expect(Object.hasOwn(world, 'step')).toBe(false);
    world.free();
    expect(() => installFriction(world, { default: law })).toThrow('has not been freed');
  });

  test('invalid materials and pairs are rejected', () => {
    const world = createWorld();
    const other = createWorld();
    const friction = install(world);
    const collider = addBox(world).collider(0);
    expect(() => friction.setMaterial(collider, '')).toThrow('name must be a non-empty string');
    expect(() => friction.setMaterial(addBox(other, { x: 9 }).collider(0), 'ice')).toThrow('not in this world');
    expect(() => friction.setPair('ice', '', law)).toThrow('second material');
    expect(() => friction.setPair('ice', 'rock', {} as never)).toThrow('friction law');
    expect(() => friction.setDefault(null as never)).toThrow('friction law');
    world.free();
    other.free();
  });
});

test('a second install on one world is rejected; two worlds are independent', () => {
  const worlds = [createWorld(), createWorld()];
  const boxes = worlds.map((world) => addBox(world));
  const handles = [install(worlds[0], 0.2), install(worlds[1], 0.6)];
  expect(() => install(worlds[0])).toThrow('already');
  for (let k = 0; k < 30; k++) for (const handle of handles) handle.step();
  for (const box of boxes) box.setLinvel({ x: 3, y: 0, z: 0 }, true);
  for (let k = 0; k < 12; k++) for (const handle of handles) handle.step();
  expect(boxes[0].linvel().x).toBeCloseTo(3 - 0.2 * 0.2 * G, 2);
  expect(boxes[1].linvel().x).toBeCloseTo(3 - 0.2 * 0.6 * G, 2);
  for (const world of worlds) world.free();
});

describe('a plain world.step', () => {
  test('equals friction.step while nothing is acquired, without a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const worlds = [createWorld(), createWorld()];
    const boxes = worlds.map((world) => addBox(world));
    const handles = worlds.map((world) => installFriction(world, { default: coulomb({ mu: 0.2 }) }));
    for (let k = 0; k < 60; k++) {
      if (k === 30) for (const box of boxes) box.setLinvel({ x: 2, y: 1, z: 0 }, true);
      worlds[0].step();
      handles[1].step();
      expect([boxes[0].translation(), boxes[0].linvel()]).toEqual([boxes[1].translation(), boxes[1].linvel()]);
    }
    expect(Math.hypot(boxes[0].linvel().x, boxes[0].linvel().y)).toBeCloseTo(Math.sqrt(5) - 0.5 * 0.2 * G, 2);
    expect(warn).not.toHaveBeenCalled();
    expect(handles.map(({ report }) => report.problem)).toEqual(['', '']);
    for (const world of worlds) world.free();
  });

  test.each([
    ['stribeck', stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 })],
    ['bristle', bristle({ mu: 0.5, stiffness: 1e4 })],
  ])('warns once if something is acquired, and friction works afterwards: %s', (_, special) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = createWorld();
    const box = addBox(world);
    const friction = installFriction(world, { default: special, rapier: RAPIER });
    run(friction, world, 0.5);
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    world.step();
    world.step();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(friction.report.problem).toContain('world.step()');
    // At most Rapier's friction, or that of the motors, acts.
    expect(box.linvel().x).toBeGreaterThan(2 - (2.02 * 0.5 * G) / 60);
    expect(box.linvel().x).toBeLessThanOrEqual(2 + 1e-5);
    const before = box.linvel().x;
    run(friction, world, 0.1);
    expect(before - box.linvel().x).toBeGreaterThan(0.95 * 0.1 * 0.4 * G);
    expect(warn).toHaveBeenCalledTimes(1);
    world.free();
  });
});

describe("laws that Rapier's friction cannot hold", () => {
  const LAWS: [string, FrictionLaw][] = [
    ['bristle', bristle({ mu: 0.5, stiffness: 1e4 })],
    ['viscoElastic', viscoElastic({ mu: 0.5, stiffness: 1e4, damping: 10 })],
    ['anisotropic', anisotropic({ mu: [0.2, 0.5], frame: 'a' })],
  ];

  test.each(LAWS)('%s needs the option rapier, in every method', (_, special) => {
    const world = createWorld();
    const box = addBox(world);
    const expectNeedsRapier = (method: string, act: () => unknown) => {
      expect(act).toThrow(TypeError);
      expect(act).toThrow(new RegExp(`^${method}: .*option rapier`));
    };
    expectNeedsRapier('installFriction', () => installFriction(world, { default: special }));
    expect(Object.hasOwn(world, 'step')).toBe(false);
    const friction = installFriction(world, { default: law });
    expectNeedsRapier('setDefault', () => friction.setDefault(special));
    expectNeedsRapier('setPair', () => friction.setPair('a', 'b', special));
    expectNeedsRapier('setMaterialLaw', () => friction.setMaterialLaw('a', special));
    friction.step();
    expect(friction.owns(box.collider(0))).toBe(false);
    world.free();
  });

  test('the other laws do not need it', () => {
    const world = createWorld();
    const box = addBox(world);
    const others = [
      stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }),
      patch({ mu: 0.5 }),
      rolling(law, { radius: 0.01 }),
      spinning(law, { radius: 0.01 }),
      scaled(stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 }), 0.5),
    ];
    for (const special of others) {
      const friction = installFriction(world, { default: special });
      run(friction, world, 0.1);
      expect(friction.owns(box.collider(0)), special.name).toBe(true);
      friction.uninstall();
    }
    world.free();
  });
});

test('contacts() reports forces that balance gravity, with null for a collider without a body', () => {
  const world = createWorld(1 / 60, slab(), tilted(0.3));
  const box = addBox(world, { mass: 5 });
  // Rapier does not report its friction; motors hold this law.
  const friction = install(world, viscoElastic({ mu: 0.5, stiffness: 1e5, damping: 1e3 }));
  run(friction, world, 1);
  const seen = [...friction.contacts()];
  expect(seen).toHaveLength(1);
  const [contact] = seen;
  expect([contact.bodyA, contact.bodyB]).toContain(box);
  expect([contact.bodyA, contact.bodyB]).toContain(null);
  expect(contact.normalForce).toBeCloseTo(5 * G * Math.cos(0.3), 2);
  const onBox = contact.bodyB === box ? 1 : -1;
  // The force of motors follows from their deflection, to 0.1 %.
  expect(onBox * (contact.frictionForce?.[0] ?? Number.NaN)).toBeCloseTo(-5 * G * Math.sin(0.3), 1);
  expect(contact.sliding).toBe(false);
  expect(contact.law).toBe('viscoElastic');
  world.removeRigidBody(box);
  expect([...friction.contacts()]).toHaveLength(0);
  world.free();
});

test('contacts() has no friction force for a patch that Rapier holds, until it slides', () => {
  const world = createWorld(1 / 60, slab(), tilted(0.3));
  const box = addBox(world, { mass: 5 });
  const friction = install(world, 0.5);
  run(friction, world, 1);
  const load = 5 * G * Math.cos(0.3);
  const read = () => {
    const [contact] = [...friction.contacts()].map((one) => ({ ...one }));
    return contact;
  };
  expect(read().normalForce).toBeCloseTo(load, 2);
  expect(read().sliding).toBe(false);
  // Rapier does not report it.
  expect(read().frictionForce).toBeNull();
  box.setLinvel({ x: 3, y: 0, z: 0 }, true);
  run(friction, world, 0.1);
  expect(read().sliding).toBe(true);
  expect(Math.hypot(...(read().frictionForce ?? []))).toBeCloseTo(0.5 * load, 1);
  world.free();
});

test('forces and torques of the user are unchanged by a step', () => {
  const world = createWorld();
  const box = addBox(world);
  const friction = install(world, 0.5);
  const force = { x: 0.1, y: -0.3, z: 0.7 };
  const torque = { x: 0, y: 0, z: 0.05 };
  box.addForce(force, true);
  box.addTorque(torque, true);
  const [f, t] = [box.userForce(), box.userTorque()];
  run(friction, world, 1, () => {
    expect(box.userForce()).toEqual(f);
    expect(box.userTorque()).toEqual(t);
  });
  box.resetForces(true);
  run(friction, world, 0.1);
  expect(box.userForce()).toEqual({ x: 0, y: 0, z: 0 });
  expect(box.userTorque()).toEqual(t);
  world.free();
});

test('events and hooks work as in a stock world', () => {
  const logs = [false, true].map((stiction) => {
    const world = createWorld();
    const box = addBox(world, { z: 0.6 });
    box.collider(0).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
    box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
    const friction = stiction ? install(world, 0.5) : world;
    const queue = new RAPIER.EventQueue(true);
    const log: string[] = [];
    let hookCalls = 0;
    const hooks = {
      filterContactPair: () => {
        hookCalls++;
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    };
    for (let k = 0; k < 60; k++) {
      friction.step(queue, hooks);
      queue.drainCollisionEvents((_a, _b, started) => log.push(`${k} ${started}`));
    }
    world.free();
    queue.free();
    return [log.join(), hookCalls > 0].join();
  });
  expect(logs[1]).toBe(logs[0]);
});

test('friction can be installed in a world restored from a snapshot', () => {
  const first = createWorld();
  addBox(first);
  run(first, first, 0.5);
  const world = RAPIER.World.restoreSnapshot(first.takeSnapshot());
  const friction = install(world, 0.3);
  let box = null as ReturnType<typeof addBox> | null;
  world.forEachRigidBody((body) => {
    box = body;
  });
  box?.setLinvel({ x: 3, y: 0, z: 0 }, true);
  run(friction, world, 0.2);
  expect(box?.linvel().x).toBeCloseTo(3 - 0.2 * 0.3 * G, 2);
  first.free();
  world.free();
});

test('the same input gives the same bits', () => {
  const trace = () => {
    const world = createWorld();
    const boxes = [0, 1, 2, 3].map((k) => addBox(world, { x: 0.05 * k, y: 0.02 * k, z: 0.11 + 0.21 * k }));
    const friction = install(world, 0.4);
    run(friction, world, 1);
    boxes[1].setLinvel({ x: 1, y: -0.5, z: 0 }, true);
    run(friction, world, 1);
    const bits = Buffer.from(world.takeSnapshot()).toString('base64');
    world.free();
    return bits;
  };
  expect(trace()).toBe(trace());
});
