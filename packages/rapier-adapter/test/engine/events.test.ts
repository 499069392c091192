import type { Collider, EventQueue, PhysicsHooks, RigidBody, World } from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import { addBody, addBox, createWorld, RAPIER, slab } from './support.js';

const { COLLISION_EVENTS, CONTACT_FORCE_EVENTS, NONE } = RAPIER.ActiveEvents;
const { FILTER_CONTACT_PAIRS, FILTER_INTERSECTION_PAIRS } = RAPIER.ActiveHooks;
const { COMPUTE_IMPULSE, EMPTY } = RAPIER.SolverFlags;

type Scope = 'special' | 'all';
type Step = (queue?: EventQueue, hooks?: PhysicsHooks) => void;

/** Without friction all worlds move bit-identically, so their logs must be the same. */
function runBoth(scope: Scope, runScene: (world: World, step: Step) => string[]): [stock: string[], ours: string[]] {
  const [stock, ours] = [false, true].map((stiction) => {
    const world = createWorld(1 / 60, slab().setFriction(0));
    const friction = stiction ? installFriction(world, { default: coulomb({ mu: 0 }), scope }) : world;
    const log = runScene(world, (queue, hooks) => friction.step(queue, hooks));
    world.free();
    return log;
  });
  return [stock, ours];
}

/** Falling boxes, balls and a body of two colliders, some able to sleep, a sensor and a mesh, with different active events. */
function populate(world: World): RigidBody[] {
  const all = COLLISION_EVENTS | CONTACT_FORCE_EVENTS;
  const bodies: RigidBody[] = [];
  for (let k = 0; k < 6; k++) {
    const box = addBox(world, { x: 0.06 * k, y: 0.04 * k, z: 0.3 + 0.3 * k, canSleep: k % 2 === 0 });
    box.collider(0).setActiveEvents([all, COLLISION_EVENTS, NONE][k % 3]);
    box.collider(0).setContactForceEventThreshold(k);
    bodies.push(box);
  }
  for (let k = 0; k < 4; k++) {
    const ball = addBody(world, RAPIER.ColliderDesc.ball(0.15).setRestitution(0.6), { x: 2 + 0.2 * k, z: 1 + 0.4 * k });
    ball.collider(0).setActiveEvents(all);
    bodies.push(ball);
  }
  const mesh = RAPIER.ColliderDesc.trimesh(
    new Float32Array([1, 2, 0.2, 4, 2, 0.2, 4, 5, 0.4, 1, 5, 0.4]),
    new Uint32Array([0, 1, 2, 0, 2, 3]),
  );
  world.createCollider(mesh.setActiveEvents(all).setFriction(0));
  const two = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(2.5, 3.5, 1));
  for (const x of [-0.3, 0.3]) {
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.2, 0.2, 0.1).setTranslation(x, 0, 0).setActiveEvents(all), two);
  }
  bodies.push(two);
  for (const z of [0.3, 0.6]) {
    const quiet = addBox(world, { x: 10, z, canSleep: true });
    quiet.collider(0).setActiveEvents(all);
    bodies.push(quiet);
  }
  const zone = RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.3).setTranslation(2, 0, 0.4).setSensor(true);
  world.createCollider(zone.setActiveEvents(COLLISION_EVENTS));
  world.forEachCollider((collider) => collider.setFriction(0));
  return bodies;
}

/** Compares two logs; a failure shows the first different line. */
function expectSame(ours: readonly string[], stock: readonly string[]): void {
  const at = stock.findIndex((line, k) => ours[k] !== line);
  expect(ours.slice(at, at + 3)).toEqual(stock.slice(at, at + 3));
  expect(ours).toHaveLength(stock.length);
}

function drain(queue: EventQueue, log: string[], k: number): void {
  queue.drainCollisionEvents((a, b, started) => log.push(`${k} ${started ? 'start' : 'stop'} ${a} ${b}`));
  queue.drainContactForceEvents((event) => {
    const { x, y, z } = event.totalForce();
    const { x: dx, y: dy, z: dz } = event.maxForceDirection();
    const numbers = [x, y, z, event.totalForceMagnitude(), dx, dy, dz, event.maxForceMagnitude()];
    log.push(`${k} force ${event.collider1()} ${event.collider2()} ${numbers.join()}`);
  });
}

/** Changes that a user may make between two steps. */
function disturb(world: World, bodies: RigidBody[], k: number): void {
  if (k === 60) world.removeRigidBody(bodies[1]);
  if (k === 75) world.removeCollider(bodies[3].collider(0), true);
  if (k === 80) bodies[0].collider(0).setEnabled(false);
  if (k === 90) bodies[0].collider(0).setEnabled(true);
  if (k === 100) bodies.push(addBox(world, { x: 0.1, z: 3 }));
  if (k === 100) bodies[bodies.length - 1].collider(0).setFriction(0);
  if (k === 101) bodies[bodies.length - 1].collider(0).setActiveEvents(COLLISION_EVENTS | CONTACT_FORCE_EVENTS);
  if (k === 120) bodies[2].applyImpulse({ x: 0.5, y: 0, z: 3 }, true);
  if (k === 130) bodies[7].setTranslation({ x: 2, y: 0, z: 2 }, true);
  if (k === 140) bodies[4].collider(0).setActiveEvents(NONE);
  if (k === 150) bodies[4].collider(0).setActiveEvents(COLLISION_EVENTS);
  if (k === 220) bodies[0].collider(0).setSensor(true);
  if (k === 240) bodies[0].collider(0).setSensor(false);
  if (k === 280) bodies[12].applyImpulse({ x: 0, y: 0, z: 1 }, true);
}

describe.each(['special', 'all'] as const)('events, scope %s', (scope) => {
  test('are the same as in a stock world in every step', () => {
    const [stock, ours] = runBoth(scope, (world, step) => {
      const bodies = populate(world);
      const queue = new RAPIER.EventQueue(true);
      const log: string[] = [];
      for (let k = 0; k < 400; k++) {
        disturb(world, bodies, k);
        step(queue);
        drain(queue, log, k);
        log.push(`${k} asleep ${bodies.map((body) => (body.isValid() ? body.isSleeping() : '-')).join()}`);
      }
      queue.free();
      return log;
    });
    for (const kind of ['start', 'stop', 'force', 'true']) {
      expect(stock.filter((line) => line.includes(kind)).length, kind).toBeGreaterThan(5);
    }
    expectSame(ours, stock);
  });

  test('are the same with queues that are drained late or not passed in every step', () => {
    const [stock, ours] = runBoth(scope, (world, step) => {
      const bodies = populate(world);
      const queues = [new RAPIER.EventQueue(false), new RAPIER.EventQueue(true)];
      const log: string[] = [];
      for (let k = 0; k < 300; k++) {
        disturb(world, bodies, k);
        // No queue in every seventh step: its events are lost.
        if (k % 7 === 3) step();
        else step(queues[k % 2]);
        if (k % 10 === 0) for (const queue of queues) drain(queue, log, k);
        if (k === 200) queues[0].clear();
      }
      for (const queue of queues) queue.free();
      return log;
    });
    expect(stock.length).toBeGreaterThan(100);
    expectSame(ours, stock);
  });

  test('start and stop at the same steps for bodies that fall straight down with friction', () => {
    const logs = [false, true].map((stiction) => {
      const world = createWorld();
      const stepper = stiction ? installFriction(world, { default: coulomb({ mu: 0.5 }), scope }) : world;
      const queue = new RAPIER.EventQueue(true);
      const log: string[] = [];
      for (let k = 0; k < 5; k++) {
        const ball = addBody(world, RAPIER.ColliderDesc.ball(0.2).setRestitution(0.7), { x: 2 * k, z: 0.5 + k });
        ball.collider(0).setActiveEvents(COLLISION_EVENTS);
      }
      for (let k = 0; k < 240; k++) {
        stepper.step(queue);
        queue.drainCollisionEvents((a, b, started) => log.push(`${k} ${a} ${b} ${started}`));
      }
      queue.free();
      world.free();
      return log;
    });
    expect(logs[0].length).toBeGreaterThan(10);
    expectSame(logs[1], logs[0]);
  });

  test('are neither lost nor repeated by installing and uninstalling', () => {
    const world = createWorld();
    const bodies = populate(world);
    const queue = new RAPIER.EventQueue(true);
    const touching = new Map<string, boolean>();
    let friction: ReturnType<typeof installFriction> | null = null;
    for (let k = 0; k < 260; k++) {
      if (k % 40 === 20) friction = installFriction(world, { default: coulomb({ mu: 0.5 }), scope });
      if (k % 40 === 0) {
        friction?.uninstall();
        friction = null;
      }
      if (k === 130) world.removeRigidBody(bodies[1]);
      (friction ?? world).step(queue);
      queue.drainCollisionEvents((a, b, started) => {
        const pair = [a, b].sort().join();
        expect(touching.get(pair) ?? false, `step ${k}`).toBe(!started);
        touching.set(pair, started);
      });
    }
    expect([...touching.values()].filter((now) => now).length).toBeGreaterThan(5);
    expect([...touching.values()].filter((now) => !now).length).toBeGreaterThan(2);
    queue.free();
    world.free();
  });
});

describe.each(['special', 'all'] as const)('hooks, scope %s', (scope) => {
  test('are called for the same pairs in the same order, and their results apply', () => {
    const [stock, ours] = runBoth(scope, (world, step) => {
      const bodies = populate(world);
      const withHooks = (collider: Collider) =>
        collider.setActiveHooks(FILTER_CONTACT_PAIRS | FILTER_INTERSECTION_PAIRS);
      world.forEachCollider(withHooks);
      const log: string[] = [];
      let now = 0;
      const hooks: PhysicsHooks = {
        filterContactPair(a, b, bodyA, bodyB) {
          log.push(`${now} contact ${a} ${b} ${bodyA} ${bodyB}`);
          if (now > 150 && now < 160 && (bodyA === bodies[8].handle || bodyB === bodies[8].handle)) return null;
          return now > 170 && now < 175 && bodyA === bodies[6].handle ? EMPTY : COMPUTE_IMPULSE;
        },
        filterIntersectionPair(a, b) {
          log.push(`${now} intersection ${a} ${b}`);
          return now < 100 || now > 120;
        },
      };
      const queue = new RAPIER.EventQueue(true);
      for (; now < 300; now++) {
        disturb(world, bodies, now);
        step(queue, hooks);
        drain(queue, log, now);
      }
      queue.free();
      return log;
    });
    for (const kind of ['contact', 'intersection', 'start', 'force']) {
      expect(stock.filter((line) => line.includes(kind)).length, kind).toBeGreaterThan(3);
    }
    expectSame(ours, stock);
  });
});
