import * as CANNON from 'cannon-es';
import { expect, test } from 'vitest';
import { addBox, createWorld, install, run } from '../support.js';

// cannon-es skips or trips over listeners if one removes itself during dispatch, so the adapter must not add one.
test('a postStep listener added before the install may remove itself', () => {
  const world = createWorld();
  let calls = 0;
  const once = () => {
    calls++;
    world.removeEventListener('postStep', once);
  };
  world.addEventListener('postStep', once);
  const box = addBox(world, 0, 0.5);
  install(world);
  run(world, 5);
  expect(calls).toBe(1);
  expect(box.position.z).toBeCloseTo(0.5, 3);
});

test('install adds no listener, and uninstall leaves no property on the world', () => {
  const world = createWorld();
  const own = new Set(Object.getOwnPropertyNames(world));
  const friction = install(world);
  const listeners = (world as unknown as { _listeners?: Record<string, unknown[]> })._listeners ?? {};
  expect(listeners.postStep ?? []).toHaveLength(0);
  friction.uninstall();
  expect(Object.getOwnPropertyNames(world).filter((name) => !own.has(name))).toEqual([]);
});

test('in postStep listeners previousPosition is the position before the step', () => {
  const world = createWorld();
  const box = addBox(world, 0, 0.5);
  box.velocity.set(1, 0, 0);
  install(world);
  run(world, 3);
  const before = box.position.clone();
  const seen = new CANNON.Vec3();
  world.addEventListener('postStep', () => seen.copy(box.previousPosition));
  run(world, 1);
  expect(seen.toArray()).toEqual(before.toArray());
});
