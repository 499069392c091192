import { bristle, coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { type CannonFriction, installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

const G = 9.81;

/** A box on a plane, each with its own material. */
function boxOnPlane(): {
  world: CANNON.World;
  box: CANNON.Body;
  plane: CANNON.Body;
  rubber: CANNON.Material;
  ice: CANNON.Material;
} {
  const world = createWorld();
  const box = addBox(world, 0, 0.5);
  const plane = world.bodies[0];
  const [rubber, ice] = [new CANNON.Material('rubber'), new CANNON.Material('ice')];
  box.material = rubber;
  plane.material = ice;
  world.defaultContactMaterial.friction = 0.25;
  world.defaultContactMaterial.restitution = 0;
  return { world, box, plane, rubber, ice };
}

function pair(a: CANNON.Material, b: CANNON.Material, friction: number): CANNON.ContactMaterial {
  return new CANNON.ContactMaterial(a, b, { friction, restitution: 0 });
}

/** The deceleration of a pushed box, as a coefficient of friction. */
function measureMu(world: CANNON.World, box: CANNON.Body): number {
  run(world, 5);
  box.velocity.set(3, 0, 0);
  run(world, 2);
  const before = box.velocity.x;
  run(world, 6);
  return (before - box.velocity.x) / (0.1 * G);
}

function install(world: CANNON.World, warnings: string[] = []): CannonFriction {
  return installFriction(world, { fromContactMaterials: true, warn: (message) => warnings.push(message) });
}

describe('friction from the materials of the world', () => {
  test('uses the default contact material, or one that is added, changed and removed', () => {
    const { world, box, rubber, ice } = boxOnPlane();
    const warnings: string[] = [];
    const friction = install(world, warnings);
    expect(measureMu(world, box)).toBeCloseTo(0.25, 3);
    world.defaultContactMaterial.friction = 0.15;
    expect(measureMu(world, box)).toBeCloseTo(0.15, 3);
    const contact = pair(ice, rubber, 0.4);
    world.addContactMaterial(contact);
    expect(measureMu(world, box)).toBeCloseTo(0.4, 3);
    contact.friction = 0.1;
    expect(measureMu(world, box)).toBeCloseTo(0.1, 3);
    world.removeContactMaterial(contact);
    expect(measureMu(world, box)).toBeCloseTo(0.15, 3);
    expect(Array.from(friction.contacts(), ({ law }) => law)).toEqual(['contactMaterial']);
    expect(warnings).toEqual([]);
    expect(friction.report.problem).toBe('');
  });

  test('uses a changed friction from the next step on', () => {
    const { world, box } = boxOnPlane();
    install(world);
    run(world, 10);
    box.velocity.set(3, 0, 0);
    const decelerate = () => {
      const before = box.velocity.x;
      world.step(1 / 60);
      return (before - box.velocity.x) * 60;
    };
    decelerate();
    expect(decelerate()).toBeCloseTo(0.25 * G, 3);
    world.defaultContactMaterial.friction = 0.5;
    expect(decelerate()).toBeCloseTo(0.5 * G, 3);
  });

  test('uses the product of two Material.friction and warns once if it overrides a ContactMaterial', () => {
    const { world, box, rubber, ice } = boxOnPlane();
    const warnings: string[] = [];
    const friction = install(world, warnings);
    rubber.friction = 0.5;
    expect(measureMu(world, box)).toBeCloseTo(0.25, 3);
    ice.friction = 0.6;
    expect(measureMu(world, box)).toBeCloseTo(0.3, 3);
    expect(warnings).toEqual([]);
    world.addContactMaterial(pair(ice, rubber, 0.1));
    expect(measureMu(world, box)).toBeCloseTo(0.3, 3);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^friction: materials '\w+' and '\w+' both set Material\.friction, .* product 0\.3 .* 0\.1 from/,
    );
    expect(friction.warnings.map((message) => `friction: ${message}`)).toEqual(warnings);
    ice.friction = -1;
    expect(measureMu(world, box)).toBeCloseTo(0.1, 3);
    expect(warnings).toHaveLength(1);
    expect(friction.report.problem).toBe('');
  });

  test('warns on the console by default', () => {
    const { world, rubber, ice } = boxOnPlane();
    rubber.friction = 0.5;
    ice.friction = 0.6;
    world.addContactMaterial(pair(ice, rubber, 0.1));
    const printed: unknown[] = [];
    const { warn } = console;
    console.warn = (...words) => printed.push(...words);
    try {
      installFriction(world, { fromContactMaterials: true });
      run(world, 10);
    } finally {
      console.warn = warn;
    }
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain('ContactMaterial');
  });

  test('prefers the materials of shapes to those of bodies, as in cannon-es', () => {
    const { world, box, plane, rubber, ice } = boxOnPlane();
    install(world);
    world.addContactMaterial(pair(rubber, ice, 0.4));
    const [felt, glass] = [new CANNON.Material('felt'), new CANNON.Material('glass')];
    world.addContactMaterial(pair(felt, glass, 0.1));
    box.shapes[0].material = felt;
    // cannon-es uses the materials of the shapes only if both have one, otherwise those of the bodies.
    expect(measureMu(world, box)).toBeCloseTo(0.4, 3);
    plane.shapes[0].material = glass;
    expect(measureMu(world, box)).toBeCloseTo(0.1, 3);
  });

  test('prefers laws set on the handle, even if one equals the default', () => {
    const { world, box, rubber, ice } = boxOnPlane();
    world.addContactMaterial(pair(rubber, ice, 0.4));
    const law = coulomb({ mu: 0.2 });
    const friction = installFriction(world, { fromContactMaterials: true, default: law });
    expect(measureMu(world, box)).toBeCloseTo(0.4, 3);
    friction.setPair(rubber, 'ice', law);
    expect(measureMu(world, box)).toBeCloseTo(0.2, 3);
    friction.removePair(rubber, ice);
    expect(measureMu(world, box)).toBeCloseTo(0.4, 3);
    friction.setMaterialLaw(rubber, coulomb({ mu: 0.1 }));
    friction.setMaterialLaw(ice, coulomb({ mu: 0.1 }));
    expect(measureMu(world, box)).toBeCloseTo(0.1, 3);
  });

  test('uses the default law instead of the default contact material', () => {
    const { world, box, rubber, ice } = boxOnPlane();
    const friction = installFriction(world, {
      fromContactMaterials: true,
      default: bristle({ mu: 0.35, stiffness: 1e5 }),
    });
    expect(measureMu(world, box)).toBeCloseTo(0.35, 2);
    const contact = pair(rubber, ice, 0.1);
    world.addContactMaterial(contact);
    expect(measureMu(world, box)).toBeCloseTo(0.1, 3);
    world.removeContactMaterial(contact);
    expect(measureMu(world, box)).toBeCloseTo(0.35, 2);
    friction.setDefault(coulomb({ mu: 0.2 }));
    expect(measureMu(world, box)).toBeCloseTo(0.2, 3);
  });

  test('finds the μ of several pairs, with disabled contacts between them', () => {
    const world = createWorld();
    const ground = new CANNON.Material('ground');
    world.bodies[0].material = ground;
    const mus = [0.1, 0.2, 0.3, 0.4, 0.5];
    const boxes = mus.map((mu, k) => {
      const box = addBox(world, 0, 0.5);
      box.position.y = 3 * k;
      box.material = new CANNON.Material();
      box.collisionResponse = k !== 1;
      if (k === 1) box.type = CANNON.Body.KINEMATIC;
      if (k === 3) box.isTrigger = true;
      world.addContactMaterial(pair(box.material, ground, mu));
      return box;
    });
    install(world);
    run(world, 5);
    for (const box of boxes) box.velocity.set(5, 0, 0);
    run(world, 2);
    const before = boxes.map((box) => box.velocity.x);
    run(world, 6);
    const measured = boxes.map((box, k) => (before[k] - box.velocity.x) / (0.1 * G));
    for (const k of [0, 2, 4]) expect(measured[k]).toBeCloseTo(mus[k], 3);
    for (const k of [1, 3]) expect(measured[k]).toBeCloseTo(0, 6);
  });

  test('finds the μ of each pair with enableFrictionReduction', () => {
    const world = createWorld();
    world.narrowphase.enableFrictionReduction = true;
    const boxes = [0.1, 0.3].map((mu, k) => {
      const box = addBox(world, 0, 0.5);
      box.position.y = 3 * k;
      box.material = new CANNON.Material({ friction: mu });
      return box;
    });
    world.bodies[0].material = new CANNON.Material({ friction: 1 });
    install(world);
    const measure = () => {
      for (const box of boxes) box.velocity.set(5, 0, 0);
      run(world, 2);
      const before = boxes.map((box) => box.velocity.x);
      run(world, 6);
      return boxes.map((box, k) => (before[k] - box.velocity.x) / (0.1 * G));
    };
    run(world, 5);
    // A step of length 0 creates contacts that are not solved.
    world.step(0);
    const [first, second] = measure();
    expect(first).toBeCloseTo(0.1, 3);
    expect(second).toBeCloseTo(0.3, 3);
    for (const box of boxes) if (box.material) box.material.friction = 0.2;
    for (const mu of measure()) expect(mu).toBeCloseTo(0.2, 3);
  });

  test('treats a non-finite μ as 0 and warns once', () => {
    const { world, box } = boxOnPlane();
    const warnings: string[] = [];
    install(world, warnings);
    world.defaultContactMaterial.friction = Number.NaN;
    expect(measureMu(world, box)).toBeCloseTo(0, 6);
    world.defaultContactMaterial.friction = Number.POSITIVE_INFINITY;
    expect(measureMu(world, box)).toBeCloseTo(0, 6);
    expect(warnings).toEqual(['friction: friction of a material must be a finite number (got NaN); using 0']);
    world.defaultContactMaterial.friction = -0.5;
    expect(measureMu(world, box)).toBeCloseTo(0, 6);
    expect(warnings).toHaveLength(1);
  });

  test('keeps the restitution of the ContactMaterial', () => {
    const { world, box, rubber, ice } = boxOnPlane();
    world.addContactMaterial(new CANNON.ContactMaterial(rubber, ice, { friction: 0.1, restitution: 0.5 }));
    install(world);
    box.position.z = 1.5;
    let top = 0;
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      if (box.velocity.z > 0) top = Math.max(top, box.position.z - 0.5);
    }
    expect(Math.sqrt(top)).toBeCloseTo(0.5, 1);
  });

  test('continues from a snapshot bit for bit in a new world', () => {
    const build = () => {
      const { world, box, rubber, ice } = boxOnPlane();
      const contact = pair(rubber, ice, 0.4);
      world.addContactMaterial(contact);
      return { world, box, contact };
    };
    const one = build();
    const friction = install(one.world);
    run(one.world, 5);
    one.box.velocity.set(3, 0, 0);
    run(one.world, 5);
    const data = friction.snapshot();
    const other = build();
    const second = install(other.world);
    second.restore(data);
    for (const name of ['position', 'velocity', 'angularVelocity'] as const) other.box[name].copy(one.box[name]);
    other.box.quaternion.copy(one.box.quaternion);
    other.box.invInertiaWorld.copy(one.box.invInertiaWorld);
    other.box.aabbNeedsUpdate = true;
    other.world.stepnumber = one.world.stepnumber;
    run(one.world, 40);
    run(other.world, 40);
    expect(other.box.position.toArray()).toEqual(one.box.position.toArray());
    expect(other.box.velocity.toArray()).toEqual(one.box.velocity.toArray());
  });

  test('throws for invalid options, and if there is neither a default law nor fromContactMaterials', () => {
    const world = new CANNON.World();
    expect(() => installFriction(world, { fromContactMaterials: 1 } as never)).toThrow(
      'installFriction: fromContactMaterials must be true or false (got 1)',
    );
    expect(() => installFriction(world, { fromContactMaterials: false } as never)).toThrow(
      'must be a friction law such as coulomb({ mu: 0.5 }) (got undefined)',
    );
    expect(() => installFriction(world, { fromContactMaterials: true, warn: 'loud' } as never)).toThrow(
      'installFriction: warn must be a function (got loud)',
    );
    expect(Object.hasOwn(world, 'step')).toBe(false);
  });
});
