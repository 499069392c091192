import type { World } from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, stribeck } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBox, createWorld, full, install, RAPIER, run } from './support.js';

const law = () => bristle({ mu: 0.4, stiffness: 2e4 });

/** All numbers of the bodies, the contacts and the events of the steps. */
function trace(world: World, friction: RapierFriction, steps: number): string[] {
  const lines: string[] = [];
  const queue = new RAPIER.EventQueue(true);
  const end = friction.onImpact(({ colliderA, colliderB, impulse, point }) =>
    lines.push(`impact ${colliderA.handle} ${colliderB.handle} ${impulse} ${point.join()}`),
  );
  for (let k = 0; k < steps; k++) {
    friction.step(queue);
    queue.drainCollisionEvents((a, b, started) => lines.push(`${started ? 'begin' : 'end'} ${a} ${b}`));
    world.forEachRigidBody((body) => {
      const { x, y, z, w } = body.rotation();
      const vectors = [body.translation(), body.linvel(), body.angvel()].flatMap((v) => [v.x, v.y, v.z]);
      lines.push([...vectors, x, y, z, w, body.isSleeping()].join());
    });
  }
  end();
  queue.free();
  return lines;
}

function pile(setLaw: FrictionLaw = law()): { world: World; friction: RapierFriction } {
  const world = createWorld();
  for (let k = 0; k < 5; k++) {
    addBox(world, { x: 0.03 * k, z: 0.15 + 0.25 * k })
      .collider(0)
      .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
  }
  return { world, friction: install(world, setLaw) };
}

const contactsOf = (friction: RapierFriction) =>
  Array.from(friction.contacts(), ({ normalForce, sliding, centre, colliderB, slipSpeed }) =>
    [normalForce, sliding, centre.join(), colliderB.handle, slipSpeed].join(),
  );

describe('loadState continues with the same bits and the same events', () => {
  const LAWS: [string, () => FrictionLaw][] = [
    ['held by motors', law],
    ["held by Rapier's friction", () => stribeck({ muS: 0.5, muC: 0.3, vS: 0.05 })],
    ['with a direction', () => anisotropic({ mu: [0.3, 0.5] })],
  ];
  test.each(full ? LAWS : LAWS.slice(0, 2))('from several states in any order, %s', (_name, create) => {
    const { world, friction } = pile(create());
    const ring = [friction.saveState(), friction.saveState(), friction.saveState()];
    const expected: string[][] = [];
    const contacts: string[][] = [];
    for (let k = 0; k < 9; k++) {
      expect(friction.saveState(ring[k % 3])).toBe(ring[k % 3]);
      contacts[k] = contactsOf(friction);
      expected[k] = trace(world, friction, 4);
    }
    for (const k of [8, 6, 7, 7, 6]) {
      friction.loadState(ring[k % 3]);
      expect(contactsOf(friction), `contacts of state ${k}`).toEqual(contacts[k]);
      expect(trace(world, friction, 4), `state ${k}`).toEqual(expected[k]);
    }
    world.free();
  });

  test('objects that the user holds stay valid, with the settings that they had', () => {
    const { world, friction } = pile(coulomb({ mu: 0.5 }));
    const body = world.bodies.getAll()[2];
    const collider = body.collider(0);
    friction.setPair('ice', 'default', coulomb({ mu: 0.1 }));
    friction.setMaterial(collider, 'ice');
    run(friction, world, 0.2);
    const saved = friction.saveState();
    const { x } = body.translation();
    const expected = trace(world, friction, 10);
    friction.setMaterial(collider, 'rubber');
    collider.setFriction(0.9);
    collider.setRestitution(0.5);
    body.setEnabled(false);
    body.setBodyType(RAPIER.RigidBodyType.Fixed, true);
    world.timestep = 1 / 30;
    world.gravity.x = 5;
    run(friction, world, 0.2);
    friction.loadState(saved);
    expect(body.translation().x).toBe(x);
    expect([body.isEnabled(), body.isDynamic(), collider.restitution(), world.gravity.x]).toEqual([true, true, 0, 0]);
    expect(world.getRigidBody(body.handle)).toBe(body);
    expect(body.collider(0)).toBe(collider);
    expect(trace(world, friction, 10)).toEqual(expected);
    friction.uninstall();
    expect(collider.friction()).toBeCloseTo(0.5, 6);
    world.free();
  });

  test('before the first step, and before anything needs our fixed body', () => {
    const world = createWorld();
    addBox(world, { z: 0.15 });
    const friction = install(world, bristle({ mu: 0.5, stiffness: 1000 }));
    const saved = friction.saveState();
    const count = world.bodies.len();
    const expected = trace(world, friction, 30);
    expect(world.bodies.len()).toBe(count + 1);
    for (let round = 0; round < 2; round++) {
      friction.loadState(saved);
      expect(world.bodies.len()).toBe(count);
      expect(trace(world, friction, 30)).toEqual(expected);
    }
    world.free();
  });

  test('without Rapier’s snapshot, the next steps differ little', () => {
    const { world, friction } = pile();
    run(friction, world, 1);
    const fast = friction.saveState(undefined, { exact: false });
    const heights = () => world.bodies.getAll().map((body) => body.translation().z);
    const before = heights();
    const contacts = contactsOf(friction);
    run(friction, world, 0.5);
    const expected = heights();
    world.forEachRigidBody((body) => body.applyImpulse({ x: 2, y: 1, z: 0 }, true));
    run(friction, world, 0.5);
    for (let round = 0; round < 2; round++) {
      friction.loadState(fast);
      expect(heights()).toEqual(before);
      expect(contactsOf(friction)).toEqual(contacts);
      run(friction, world, 0.5);
      heights().forEach((z, k) => {
        expect(Math.abs(z - expected[k])).toBeLessThan(1.5e-3);
      });
    }
    expect(() => friction.saveState(undefined, { exact: 1 as never })).toThrow('saveState: exact must be');
    world.free();
  });

  test('with friction in a joint, and with a world whose friction is all Rapier’s', () => {
    const world = createWorld();
    const [a, b] = [addBox(world, { z: 1 }), addBox(world, { x: 0.6, z: 1 })];
    const data = RAPIER.JointData.revolute({ x: 0.3, y: 0, z: 0 }, { x: -0.3, y: 0, z: 0 }, { x: 0, y: 1, z: 0 });
    const hinge = world.createImpulseJoint(data, a, b, true);
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), rapier: RAPIER });
    const first = friction.saveState();
    const opening = trace(world, friction, 15);
    friction.setJointFriction(hinge, coulomb({ mu: 0.4 }), { radius: 0.05, load: 20 });
    const second = friction.saveState();
    const rest = trace(world, friction, 15);
    friction.loadState(second);
    expect(trace(world, friction, 15)).toEqual(rest);
    friction.setJointFriction(hinge, null);
    friction.loadState(first);
    expect(trace(world, friction, 15)).toEqual(opening);
    world.free();
  });
});

describe('loadState refuses, and changes nothing', () => {
  function expectRefusal(change: (world: World, friction: RapierFriction) => void, message: RegExp): void {
    const { world, friction } = pile();
    const [, a, b] = world.bodies.getAll();
    const data = RAPIER.JointData.revolute({ x: 1, y: 0, z: 0 }, { x: -1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 });
    const hinge = world.createImpulseJoint(data, a, b, true);
    friction.setJointFriction(hinge, coulomb({ mu: 0.2 }), { radius: 0.1, load: 5 });
    run(friction, world, 0.1);
    const saved = friction.saveState();
    run(friction, world, 0.1);
    change(world, friction);
    const before = [friction.snapshot(), world.takeSnapshot()];
    expect(() => friction.loadState(saved)).toThrow(message);
    expect([friction.snapshot(), world.takeSnapshot()]).toEqual(before);
    trace(world, friction, 2);
    world.free();
  }

  test('bodies, colliders and joints that were added or removed', () => {
    const box = RAPIER.RigidBodyDesc.dynamic().setTranslation(9, 0, 1);
    expectRefusal((world) => world.createRigidBody(box), /^loadState: body \S+ has been added to the world since/);
    expectRefusal((world) => world.removeRigidBody(world.bodies.getAll()[3]), /^loadState: body \S+ has been removed/);
    expectRefusal((world) => {
      world.createCollider(RAPIER.ColliderDesc.ball(0.1), world.bodies.getAll()[1]);
    }, /^loadState: collider \S+ has been added/);
    expectRefusal((world) => {
      world.removeCollider(world.colliders.getAll()[2], true);
    }, /^loadState: collider \S+ has been removed/);
    expectRefusal((world) => {
      world.removeImpulseJoint(world.impulseJoints.getAll()[0], true);
    }, /^loadState: impulse joint \S+ has been removed/);
    expectRefusal((world, friction) => {
      friction.setJointFriction(world.impulseJoints.getAll()[0], coulomb({ mu: 0.3 }), { radius: 0.1, load: 5 });
    }, /^loadState: setJointFriction has been called since saveState/);
  });

  test('states of another handle, other values, and calls within a step', () => {
    const [one, two] = [pile(), pile()];
    const saved = one.friction.saveState();
    expect(() => two.friction.loadState(saved)).toThrow(
      'loadState: from must be a state that saveState of this handle',
    );
    expect(() => two.friction.saveState(saved)).toThrow(
      'saveState: into must be a state that saveState of this handle',
    );
    expect(() => one.friction.loadState(undefined as never)).toThrow(TypeError);
    one.friction.onStickSlip(() => one.friction.loadState(saved));
    one.world.bodies.getAll()[0].setLinvel({ x: 3, y: 0, z: 0 }, true);
    expect(() => run(one.friction, one.world, 0.2)).toThrow('loadState: called from within an onStickSlip or onImpact');
    for (const { world, friction } of [one, two]) {
      world.free();
      expect(() => friction.saveState()).toThrow('saveState: the world has been freed');
    }
  });
});
