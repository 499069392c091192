import type { World } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { afterEach, expect, test, vi } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBox, createWorld, G, RAPIER, run } from './support.js';

const law = coulomb({ mu: 0.3 });

afterEach(() => {
  vi.restoreAllMocks();
});

test('with replaceStep, world.step equals friction.step', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const worlds = [createWorld(), createWorld()];
  const boxes = worlds.map((world) => addBox(world));
  const handles = worlds.map((world, k) => installFriction(world, { default: law, replaceStep: k === 0 }));
  const steppers = [worlds[0], handles[1]];
  for (let k = 0; k < 2; k++) run(steppers[k], worlds[k], 0.3);
  for (const box of boxes) box.setLinvel({ x: 3, y: 0, z: 0 }, true);
  for (let k = 0; k < 2; k++) run(steppers[k], worlds[k], 0.2);
  expect(boxes[0].linvel().x).toBeCloseTo(3 - 0.2 * 0.3 * G, 2);
  expect(boxes[0].translation()).toEqual(boxes[1].translation());
  expect(warn).not.toHaveBeenCalled();
  expect(handles[0].report.steps).toBe(handles[1].report.steps);
  handles[0].step();
  expect(handles[0].report.steps).toBe(handles[1].report.steps + 1);
  handles[0].uninstall();
  expect(worlds[0].step).toBe(RAPIER.World.prototype.step);
  for (const world of worlds) world.free();
});

test('the event queue and hooks of world.step reach the engine', () => {
  const world = createWorld();
  const box = addBox(world, { z: 0.3 });
  box.collider(0).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
  box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
  installFriction(world, { default: law, replaceStep: true });
  const queue = new RAPIER.EventQueue(true);
  let hookCalls = 0;
  let started = 0;
  for (let k = 0; k < 30; k++) {
    world.step(queue, {
      filterContactPair: () => {
        hookCalls++;
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    });
    queue.drainCollisionEvents(() => started++);
  }
  expect(hookCalls).toBeGreaterThan(0);
  expect(started).toBe(1);
  queue.free();
  world.free();
});

test('an invalid option is rejected', () => {
  const world = createWorld();
  expect(() => installFriction(world, { default: law, replaceStep: 'yes' } as never)).toThrow(
    'installFriction: replaceStep must be true or false (got yes)',
  );
  world.free();
});

/** A proxy as in @react-three/rapier: after `reset` it creates a new world on the next access. */
function createProxy(create: () => World): { proxy: World; reset: () => void } {
  let world: World | null = null;
  const current = () => {
    world ??= create();
    return world;
  };
  const proxy = new Proxy({} as World, {
    get: (_, name) => Reflect.get(current(), name),
    set: (_, name, value) => Reflect.set(current(), name, value),
  });
  return {
    proxy,
    reset: () => {
      world = null;
    },
  };
}

test('a proxy stands for the world behind it at the time of the install', () => {
  const made: World[] = [];
  const { proxy, reset } = createProxy(() => {
    made.push(createWorld());
    return made[made.length - 1];
  });
  const box = addBox(proxy);
  const friction = installFriction(proxy, { default: law, replaceStep: true });
  expect(() => installFriction(made[0], { default: law })).toThrow('already');
  expect(Object.getOwnPropertySymbols(RAPIER.World.prototype)).toEqual([]);
  run(proxy, proxy, 0.3);
  box.setLinvel({ x: 3, y: 0, z: 0 }, true);
  run(proxy, proxy, 0.2);
  expect(box.linvel().x).toBeCloseTo(3 - 0.2 * 0.3 * G, 2);
  proxy.free();
  reset();
  expect(() => friction.step()).toThrow('the world has been freed');
  expect(() => friction.uninstall()).not.toThrow();
  expect(made).toHaveLength(1);
  const next = installFriction(proxy, { default: law });
  expect(made).toHaveLength(2);
  next.uninstall();
  expect(proxy.step).toBe(RAPIER.World.prototype.step);
  proxy.free();
});
