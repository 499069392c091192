import type { Collider, RigidBody, World } from '@dimforge/rapier3d-compat';
import { anisotropic, bristle, coulomb, type FrictionLaw, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { addBody, addBox, createWorld, G, measureMu, RAPIER, run, useStockFriction } from './support.js';

const { Average, Max, Multiply } = RAPIER.CoefficientCombineRule;
const MU = 0.4;
const coulombLaw = coulomb({ mu: MU });
const correctedLaw = stribeck({ muS: MU, muC: 0.3, vS: 0.1 });
const motorLaw = bristle({ mu: 0.3, stiffness: 1e4 });

function groundOf(world: World): Collider {
  return world.getCollider(0);
}

function listOwned(world: World, friction: RapierFriction): number[] {
  const owned: number[] = [];
  world.forEachCollider((collider) => {
    if (friction.owns(collider)) owned.push(collider.handle);
  });
  return owned;
}

/** Exact pose, velocity and sleep state of every dynamic body. */
function stateBits(world: World): string {
  const numbers: unknown[] = [];
  world.forEachRigidBody((body) => {
    if (!body.isDynamic()) return;
    const { x, y, z, w } = body.rotation();
    numbers.push(...[body.translation(), body.linvel(), body.angvel()].flatMap((v) => [v.x, v.y, v.z]), x, y, z, w);
    numbers.push(body.isSleeping());
  });
  return numbers.join();
}

/** Boxes, balls and a cylinder that fall, addTumblingBodies, slide and fall asleep. */
function addTumblingBodies(world: World): RigidBody[] {
  const bodies: RigidBody[] = [];
  for (let k = 0; k < 6; k++) bodies.push(addBox(world, { x: 0.1 * k, z: 0.2 + 0.25 * k, canSleep: true }));
  for (let k = 0; k < 3; k++) {
    bodies.push(addBody(world, RAPIER.ColliderDesc.ball(0.2), { x: 2, y: 0.1 * k, z: 0.3 + 0.5 * k, canSleep: true }));
  }
  bodies.push(addBody(world, RAPIER.ColliderDesc.cylinder(0.2, 0.2), { x: -2, z: 0.5, canSleep: true }));
  return bodies;
}

describe('Coulomb laws', () => {
  const tables: [string, (friction: RapierFriction, world: World, bodies: RigidBody[]) => void][] = [
    ['one law', () => undefined],
    [
      'laws of pairs',
      (friction, world, bodies) => {
        friction.setMaterial(groundOf(world), 'ground');
        for (const body of bodies) friction.setMaterial(body.collider(0), 'crate');
        friction.setPair('ground', 'crate', coulomb({ mu: MU }));
        friction.setPair('crate', 'crate', coulomb({ mu: MU }));
      },
    ],
    ['a surface velocity of 0', (friction) => friction.setDefault(surfaceVelocity(coulombLaw, [0, 0, 0]))],
  ];

  test.each(tables)('acquire nothing and match stock with the same coefficients, bit-identically: %s', (_, set) => {
    const [stockWorld, ours] = [createWorld(), createWorld()];
    for (const [world, bodies] of [stockWorld, ours].map((world) => [world, addTumblingBodies(world)] as const)) {
      bodies[0].setLinvel({ x: 3, y: 1, z: 0 }, true);
      expect(bodies).toHaveLength(10);
      world.timestep = 1 / 60;
    }
    useStockFriction(stockWorld, MU);
    const friction = installFriction(ours, { default: coulombLaw });
    const bodies: RigidBody[] = [];
    ours.forEachRigidBody((body) => bodies.push(body));
    set(friction, ours, bodies);
    for (let k = 0; k < 300; k++) {
      if (k === 150) {
        for (const world of [stockWorld, ours])
          world.forEachRigidBody((body) => body.applyImpulse({ x: 1, y: 0.5, z: 1 }, true));
      }
      stockWorld.step();
      friction.step();
      expect(stateBits(ours), `step ${k}`).toBe(stateBits(stockWorld));
    }
    expect(listOwned(ours, friction)).toEqual([]);
    expect(friction.report.patches).toBe(0);
    expect([...friction.contacts()]).toEqual([]);
    expect(friction.report.steps).toBe(300);
    expect(friction.report.problem).toBe('');
    stockWorld.free();
    ours.free();
  });

  test('from colliders with any rules acquire nothing and match stock, bit-identically', () => {
    const [stockWorld, ours] = [createWorld(), createWorld()];
    for (const world of [stockWorld, ours]) {
      addTumblingBodies(world).forEach((body, k) => {
        body.collider(0).setFriction(0.1 * k);
        body.collider(0).setFrictionCombineRule(k % 4);
        body.setLinvel({ x: 2, y: 0, z: 0 }, true);
      });
    }
    const friction = installFriction(ours, { fromColliders: true });
    for (let k = 0; k < 200; k++) {
      stockWorld.step();
      friction.step();
      expect(stateBits(ours), `step ${k}`).toBe(stateBits(stockWorld));
    }
    expect(listOwned(ours, friction)).toEqual([]);
    stockWorld.free();
    ours.free();
  });

  test('with several coefficients acquire nothing if Rapier can combine them', () => {
    const world = createWorld();
    const [ice, rubber] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    const friction = installFriction(world, { default: coulombLaw });
    friction.setMaterial(groundOf(world), 'ground');
    friction.setMaterial(ice.collider(0), 'ice');
    friction.setMaterial(rubber.collider(0), 'rubber');
    friction.setPair('ice', 'ground', coulomb({ mu: 0.02 }));
    friction.setPair('rubber', 'ground', coulomb({ mu: 0.9 }));
    expect(measureMu(friction, world, ice)).toBeCloseTo(0.02, 3);
    expect(measureMu(friction, world, rubber)).toBeCloseTo(0.9, 2);
    expect(listOwned(world, friction)).toEqual([]);
    world.free();
  });

  /** Three materials whose table no rules of Rapier can represent. */
  function createUnrepresentableTable(options: { rapier?: unknown }) {
    const world = createWorld();
    const boxes = [-2, 0, 2].flatMap((y) => [addBox(world, { y }), addBox(world, { y, x: -3 })]);
    const friction = installFriction(world, { default: coulombLaw, ...options });
    boxes.forEach((box, k) => {
      friction.setMaterial(box.collider(0), ['a', 'b', 'c'][k >> 1]);
    });
    friction.setMaterial(groundOf(world), 'ground');
    const table: [string, string, number][] = [
      ['a', 'a', 1.5],
      ['a', 'b', 0.1],
      ['a', 'c', 0.2],
      ['b', 'b', 0.9],
      ['b', 'c', 0.6],
      ['c', 'c', 0.5],
      ['ground', 'a', 0.3],
      ['ground', 'b', 0.7],
      ['ground', 'c', 0.15],
    ];
    for (const [one, other, mu] of table) friction.setPair(one, other, coulomb({ mu }));
    return { world, boxes, friction };
  }

  test('with a table that Rapier cannot combine acquire some colliders, with the right coefficients', () => {
    const { world, boxes, friction } = createUnrepresentableTable({ rapier: RAPIER });
    expect(measureMu(friction, world, boxes[0])).toBeCloseTo(0.3, 2);
    expect(measureMu(friction, world, boxes[2])).toBeCloseTo(0.7, 2);
    expect(measureMu(friction, world, boxes[4])).toBeCloseTo(0.15, 2);
    expect(listOwned(world, friction).length).toBeGreaterThan(0);
    expect(friction.report.problem).toBe('');
    world.free();
  });

  test('with such a table do not need the option rapier', () => {
    const { world, friction } = createUnrepresentableTable({});
    friction.step();
    expect(listOwned(world, friction).length).toBeGreaterThan(0);
    expect(friction.report.problem).toBe('');
    world.free();
  });
});

describe('the material with fewer colliders is acquired', () => {
  test('of a belt with crates, the belt', () => {
    const world = createWorld();
    const belt = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(0, 0, 0.5));
    const top = world.createCollider(RAPIER.ColliderDesc.cuboid(3, 1, 0.1), belt);
    const crates = [-1, 0, 1].map((x) => addBox(world, { x, z: 0.7 }));
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    friction.setMaterial(top, 'belt');
    for (const crate of crates) friction.setMaterial(crate.collider(0), 'crate');
    friction.setPair('belt', 'crate', surfaceVelocity(coulombLaw, [0.5, 0, 0]));
    expect(listOwned(world, friction)).toEqual([top.handle]);
    run(friction, world, 1);
    for (const crate of crates) expect(Math.abs(crate.linvel().x)).toBeCloseTo(0.5, 2);
    // Crates keep Rapier's friction against each other and the ground.
    for (const crate of crates) expect(crate.collider(0).friction()).toBeGreaterThan(0);
    world.free();
  });

  test.each([
    ['patch', patch({ mu: 0.9 })],
    ['anisotropic', anisotropic({ mu: [0.9, 0.7] })],
    ['bristle', bristle({ mu: 0.9, stiffness: 1e5 })],
  ])('of tyres on a road, the tyres: %s', (_, law) => {
    const world = createWorld();
    const tyres = [0, 1, 2, 3].map((k) => addBody(world, RAPIER.ColliderDesc.ball(0.2), { x: k, z: 0.2 }));
    // The road has more colliders than there are tyres.
    const road = [0, 1, 2, 3, 4].map((k) => {
      return world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 9, 0.1).setTranslation(k, 20, -0.1));
    });
    const crates = [0, 1].map((k) => addBox(world, { x: -3, y: 2 * k }));
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    for (const tyre of tyres) friction.setMaterial(tyre.collider(0), 'tyre');
    for (const piece of [...road, groundOf(world)]) friction.setMaterial(piece, 'road');
    friction.setPair('tyre', 'road', law);
    expect(listOwned(world, friction)).toEqual(tyres.map((tyre) => tyre.collider(0).handle));
    for (const crate of crates) expect(friction.owns(crate.collider(0))).toBe(false);
    run(friction, world, 0.2);
    expect(measureMu(friction, world, crates[0])).toBeCloseTo(MU, 3);
    world.free();
  });

  test('all pairs of an acquired collider have our friction, Coulomb pairs too', () => {
    const world = createWorld();
    const [brush, ...others] = [0, 2, 4].map((x) => addBox(world, { x }));
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    friction.setMaterial(brush.collider(0), 'brush');
    friction.setMaterial(others[0].collider(0), 'paper');
    friction.setPair('brush', 'paper', motorLaw);
    expect(listOwned(world, friction)).toHaveLength(1);
    const [owned, left] = friction.owns(brush.collider(0)) ? [brush, others[0]] : [others[0], brush];
    expect(measureMu(friction, world, owned)).toBeCloseTo(MU, 2);
    expect(measureMu(friction, world, left)).toBeCloseTo(MU, 2);
    world.free();
  });

  test("scope 'all' acquires everything", () => {
    const world = createWorld();
    addTumblingBodies(world);
    const friction = installFriction(world, { default: coulombLaw, scope: 'all' });
    expect(listOwned(world, friction)).toHaveLength(world.colliders.len());
    run(friction, world, 2);
    expect(friction.report.patches).toBeGreaterThan(5);
    world.free();
  });
});

describe('ownership is decided again', () => {
  const laws: [string, FrictionLaw][] = [
    ['corrected', correctedLaw],
    ['motors', motorLaw],
  ];

  test.each(laws)('when a pair, a material or the default changes: %s', (_, special) => {
    const world = createWorld();
    const [box, other] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    friction.setMaterial(groundOf(world), 'ground');
    friction.setMaterial(box.collider(0), 'box');
    run(friction, world, 0.5);
    expect(listOwned(world, friction)).toEqual([]);
    friction.setPair('box', 'ground', special);
    expect(listOwned(world, friction)).toHaveLength(1);
    expect(friction.owns(other.collider(0))).toBe(false);
    expect(measureMu(friction, world, box)).toBeCloseTo(0.3, 1);
    expect(measureMu(friction, world, other)).toBeCloseTo(MU, 2);
    friction.removePair('box', 'ground');
    expect(listOwned(world, friction)).toEqual([]);
    expect(measureMu(friction, world, box)).toBeCloseTo(MU, 2);
    friction.setDefault(special);
    expect(listOwned(world, friction).length).toBeGreaterThan(0);
    friction.setDefault(coulombLaw);
    expect(listOwned(world, friction)).toEqual([]);
    friction.setPair('felt', 'ground', special);
    expect(listOwned(world, friction)).toEqual([]);
    friction.setMaterial(other.collider(0), 'felt');
    expect(listOwned(world, friction)).toHaveLength(1);
    friction.setMaterial(other.collider(0), 'box');
    expect(listOwned(world, friction)).toEqual([]);
    friction.setMaterialLaw('box', special);
    friction.setMaterialLaw('ground', special);
    expect(listOwned(world, friction).length).toBeGreaterThan(0);
    world.free();
  });

  test.each(laws)('when colliders are added and removed: %s', (_, special) => {
    const world = createWorld();
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    friction.setMaterial(groundOf(world), 'ground');
    friction.setPair('felt', 'ground', special);
    run(friction, world, 0.1);
    expect(listOwned(world, friction)).toEqual([]);
    const box = addBox(world);
    friction.setMaterial(box.collider(0), 'felt');
    expect(listOwned(world, friction)).toHaveLength(1);
    expect(measureMu(friction, world, box)).toBeCloseTo(0.3, 1);
    world.removeRigidBody(box);
    friction.step();
    expect(listOwned(world, friction)).toEqual([]);
    // No collider needs the special law any more: the ground has its coefficient again.
    const next = addBox(world);
    expect(measureMu(friction, world, next)).toBeCloseTo(MU, 2);
    world.free();
  });

  test.each(laws)('and a box resting on a slope does not slip when it changes: %s', (_, special) => {
    const slope = Math.atan(0.2);
    const world = createWorld(1 / 60, undefined, { x: G * Math.sin(slope), y: 0, z: -G * Math.cos(slope) });
    const box = addBox(world);
    const friction = installFriction(world, { default: coulombLaw, rapier: RAPIER });
    run(friction, world, 1);
    for (let k = 0; k < 6; k++) {
      const { x } = box.translation();
      friction.setDefault(k % 2 === 0 ? special : coulombLaw);
      friction.step();
      // Only the deflection of a spring is allowed.
      expect(Math.abs(box.linvel().x), `change ${k}`).toBeLessThan(0.04);
      run(friction, world, 0.5);
      expect(Math.abs(box.translation().x - x), `change ${k}`).toBeLessThan(1.5e-3);
      expect(Math.abs(box.linvel().x)).toBeLessThan(1e-3);
    }
    world.free();
  });
});

describe('colliders left to Rapier by the option colliders', () => {
  test.each([
    ['coulomb', coulombLaw],
    ['corrected', correctedLaw],
    ['motors', motorLaw],
  ])('keep their coefficient and rule, and are never acquired: %s', (_, law) => {
    const world = createWorld();
    const [ours, left] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    left.collider(0).setFriction(0.8);
    left.collider(0).setFrictionCombineRule(Multiply);
    const friction = installFriction(world, {
      default: law,
      rapier: RAPIER,
      colliders: (collider) => collider.handle !== left.collider(0).handle,
    });
    run(friction, world, 0.5);
    left.setLinvel({ x: 3, y: 0, z: 0 }, true);
    ours.setLinvel({ x: 3, y: 0, z: 0 }, true);
    run(friction, world, 0.3);
    expect(left.collider(0).friction()).toBe(Math.fround(0.8));
    expect(left.collider(0).frictionCombineRule()).toBe(Multiply);
    expect(friction.owns(left.collider(0))).toBe(false);
    friction.setDefault(law === motorLaw ? coulombLaw : motorLaw);
    run(friction, world, 0.3);
    expect(left.collider(0).friction()).toBe(Math.fround(0.8));
    expect(friction.owns(left.collider(0))).toBe(false);
    friction.uninstall();
    expect(left.collider(0).friction()).toBe(Math.fround(0.8));
    expect(ours.collider(0).friction()).toBe(0.5);
    world.free();
  });

  test('use their own coefficient against colliders with motors', () => {
    const world = createWorld();
    const left = addBox(world);
    left.collider(0).setFriction(0.8);
    addBox(world, { y: 3 });
    const friction = installFriction(world, {
      default: motorLaw,
      rapier: RAPIER,
      colliders: (collider) => collider.handle !== left.collider(0).handle,
    });
    expect(measureMu(friction, world, left)).toBeCloseTo(0.8, 2);
    world.free();
  });
});

describe('combine rules with fromColliders', () => {
  /** A brush that motors hold on the ground, and a box with its own coefficient and rule. */
  function brushAndBox(mu: number, rule: number) {
    const world = createWorld();
    const [brush, box] = [addBox(world, { y: -2 }), addBox(world, { y: 2 })];
    box.collider(0).setFriction(mu);
    box.collider(0).setFrictionCombineRule(rule);
    const friction = installFriction(world, { fromColliders: true, rapier: RAPIER });
    friction.setMaterial(brush.collider(0), 'brush');
    friction.setMaterial(groundOf(world), 'floor');
    friction.setPair('brush', 'floor', motorLaw);
    return { world, brush, box, friction };
  }

  test.each([
    [0.9, Max, 0.9],
    [0.1, Max, 0.5],
    [0.1, Average, 0.3],
    [0.6, Multiply, 0.3],
  ])('%f with rule %i on ground with 0.5 gives %f next to an acquired brush', (mu, rule, expected) => {
    const { world, brush, box, friction } = brushAndBox(mu, rule);
    expect(measureMu(friction, world, box)).toBeCloseTo(expected, 2);
    expect(measureMu(friction, world, brush)).toBeCloseTo(0.3, 2);
    expect(box.collider(0).friction()).toBeCloseTo(mu, 6);
    expect(box.collider(0).frictionCombineRule()).toBe(rule);
    friction.uninstall();
    expect(box.collider(0).friction()).toBeCloseTo(mu, 6);
    expect(box.collider(0).frictionCombineRule()).toBe(rule);
    world.free();
  });

  test('only our friction acts between an acquired brush and a box with the rule Max', () => {
    const { world, brush, box, friction } = brushAndBox(0.9, Max);
    brush.setTranslation({ x: 0, y: 2, z: 0.3 }, true);
    run(friction, world, 0.3);
    // The pair has 0.9 by the rule of the box; the brush has 0.5.
    brush.setLinvel({ x: 0.5, y: 0, z: 0 }, true);
    run(friction, world, 1 / 60);
    expect(box.linvel().x).toBeGreaterThanOrEqual(0);
    expect((0.5 - brush.linvel().x) / (G / 60)).toBeLessThan(1.05 * 0.9);
    expect((0.5 - brush.linvel().x) / (G / 60)).toBeGreaterThan(0.5);
    world.free();
  });

  test('a world restored without friction.restore has the coefficients of its user', () => {
    const { world, brush, box, friction } = brushAndBox(0.9, Max);
    run(friction, world, 0.3);
    const copy = RAPIER.World.restoreSnapshot(world.takeSnapshot());
    const again = installFriction(copy, { fromColliders: true, rapier: RAPIER });
    expect(measureMu(again, copy, copy.getRigidBody(box.handle))).toBeCloseTo(0.9, 2);
    expect(measureMu(again, copy, copy.getRigidBody(brush.handle))).toBeCloseTo(0.5, 2);
    again.uninstall();
    expect(copy.getCollider(brush.collider(0).handle).friction()).toBe(0.5);
    expect(copy.getCollider(box.collider(0).handle).frictionCombineRule()).toBe(Max);
    world.free();
    copy.free();
  });
});

describe('owns', () => {
  test('works before the first step, and is false for anything that is not in the world', () => {
    const [world, elsewhere] = [createWorld(), createWorld()];
    const box = addBox(world);
    const foreign = addBox(elsewhere);
    const friction = installFriction(world, { default: correctedLaw });
    expect(friction.owns(box.collider(0)) || friction.owns(groundOf(world))).toBe(true);
    for (const wrong of [foreign.collider(0), undefined, null, {}])
      expect(friction.owns(wrong as Collider)).toBe(false);
    const collider = box.collider(0);
    world.removeRigidBody(box);
    expect(friction.owns(collider)).toBe(false);
    friction.uninstall();
    expect(() => friction.owns(groundOf(world))).toThrow('owns: friction has been uninstalled from this world');
    world.free();
    elsewhere.free();
  });

  test('may be called in a hook', () => {
    const world = createWorld();
    const box = addBox(world);
    box.collider(0).setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS);
    const friction = installFriction(world, { default: correctedLaw });
    const results: boolean[] = [];
    const collider = box.collider(0);
    const queue = new RAPIER.EventQueue(true);
    friction.step(queue, {
      filterContactPair: () => {
        results.push(friction.owns(collider));
        return RAPIER.SolverFlags.COMPUTE_IMPULSE;
      },
      filterIntersectionPair: () => true,
    });
    expect(results).toEqual([true]);
    queue.free();
    world.free();
  });
});
