import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBox, createWorld, run } from '../support.js';

const law = coulomb({ mu: 0.5 });

const unit = new CANNON.Vec3(0.5, 0.5, 0.5);

function mesh(size = 3): CANNON.Trimesh {
  return new CANNON.Trimesh(
    [-size, -size, 0, size, -size, 0, size, size, 0, -size, size, 0, 0, 0, -size],
    [0, 1, 2, 0, 2, 3, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4],
  );
}

const SHAPES: Record<string, () => CANNON.Shape> = {
  Sphere: () => new CANNON.Sphere(0.5),
  Plane: () => new CANNON.Plane(),
  Box: () => new CANNON.Box(unit),
  ConvexPolyhedron: () => new CANNON.Box(unit).convexPolyhedronRepresentation,
  Heightfield: () =>
    new CANNON.Heightfield(
      Array.from({ length: 4 }, () => new Array<number>(4).fill(0)),
      { elementSize: 0.5 },
    ),
  Particle: () => new CANNON.Particle(),
  Cylinder: () => new CANNON.Cylinder(0.5, 0.5, 1, 8),
  Trimesh: () => mesh(),
};

/** The warnings about two overlapping bodies. */
function warningsFor(a: CANNON.Shape, b: CANNON.Shape): string[] {
  const world = new CANNON.World();
  const one = new CANNON.Body({ mass: 1, shape: a });
  const other = new CANNON.Body({ mass: 0, shape: b });
  other.position.set(0.1, 0.05, -0.2);
  world.addBody(one);
  world.addBody(other);
  const warnings: string[] = [];
  installFriction(world, { default: law, warn: (message) => warnings.push(message) });
  world.step(1 / 60);
  return warnings.map((message) => /collide (\w+ with \w+)/.exec(message)?.[1] ?? message);
}

describe('pairs of shapes that cannon-es does not collide', () => {
  test('each gives a warning, and no pair that collides does', () => {
    const warned = new Set<string>();
    const names = Object.keys(SHAPES);
    for (const a of names)
      for (const b of names) for (const text of warningsFor(SHAPES[a](), SHAPES[b]())) warned.add(text);
    // Without Particle with Particle, whose bounding boxes never overlap.
    expect([...warned].sort()).toEqual([
      'Box with Trimesh',
      'ConvexPolyhedron with Trimesh',
      'Cylinder with Trimesh',
      'Heightfield with Heightfield',
      'Heightfield with Particle',
      'Heightfield with Trimesh',
      'Particle with Trimesh',
      'Plane with Heightfield',
      'Plane with Plane',
      'Trimesh with Trimesh',
    ]);
  });

  test('give one warning, when their bounding boxes overlap', () => {
    const world = createWorld();
    world.addBody(new CANNON.Body({ mass: 0, shape: mesh(), position: new CANNON.Vec3(0, 0, 10) }));
    const box = addBox(world, 20, 0.5);
    const warnings: string[] = [];
    const friction = installFriction(world, { default: law, warn: (message) => warnings.push(message) });
    run(world, 3);
    // Inside the bounding sphere of the mesh, but outside its bounding box.
    box.position.set(0, 0, 12);
    run(world, 1);
    expect(warnings).toEqual([]);
    box.position.set(0, 0, 9);
    run(world, 3);
    addBox(world, 1, 9);
    run(world, 3);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`bodies ${box.id} and ${world.bodies[1].id} will pass through each other`);
    expect(friction.warnings).toHaveLength(1);
    expect(friction.report.problem).toBe('');
  });

  test('give no warning if filters separate them, or if neither body can move', () => {
    const world = new CANNON.World();
    world.addBody(new CANNON.Body({ mass: 0, shape: mesh(), collisionFilterGroup: 2 }));
    const apart = addBox(world, 0, 0);
    apart.collisionFilterMask = 1;
    const platform = addBox(world, 0, 0, 0);
    platform.type = CANNON.Body.KINEMATIC;
    const warnings: string[] = [];
    installFriction(world, { default: law, warn: (message) => warnings.push(message) });
    run(world, 3);
    expect(warnings).toEqual([]);
    apart.collisionFilterMask = 3;
    run(world, 3);
    expect(warnings).toHaveLength(1);
  });

  test('a resolver set by the user is kept, and uninstall removes the others', () => {
    const world = new CANNON.World();
    world.addBody(new CANNON.Body({ mass: 0, shape: mesh() }));
    addBox(world, 0, 0);
    const boxTrimesh = CANNON.Shape.types.BOX | CANNON.Shape.types.TRIMESH;
    let calls = 0;
    const userResolver = () => {
      calls++;
      return false;
    };
    const { narrowphase } = world;
    const before = Object.getOwnPropertyNames(narrowphase);
    const warnings: string[] = [];
    const options = { default: law, warn: (message: string) => warnings.push(message) };
    installFriction(world, options).uninstall();
    expect(Object.getOwnPropertyNames(narrowphase)).toEqual(before);
    Reflect.set(narrowphase, boxTrimesh, userResolver);
    const friction = installFriction(world, options);
    run(world, 2);
    friction.uninstall();
    expect(Reflect.get(narrowphase, boxTrimesh)).toBe(userResolver);
    Reflect.deleteProperty(narrowphase, boxTrimesh);
    // One that is set while friction is installed is kept too.
    const second = installFriction(world, options);
    Reflect.set(narrowphase, boxTrimesh, userResolver);
    run(world, 2);
    second.uninstall();
    expect(Reflect.get(narrowphase, boxTrimesh)).toBe(userResolver);
    expect(calls).toBe(4);
    expect(warnings).toEqual([]);
  });

  test('an error in warn is thrown after the step is complete', () => {
    const world = new CANNON.World();
    world.addBody(new CANNON.Body({ mass: 0, shape: mesh() }));
    const box = addBox(world, 0, 0);
    box.velocity.set(1, 0, 0);
    installFriction(world, {
      default: law,
      warn: () => {
        throw new Error('too loud');
      },
    });
    expect(() => world.step(1 / 60)).toThrow('too loud');
    expect(box.position.x).toBeCloseTo(1 / 60, 12);
    expect(() => world.step(1 / 60)).not.toThrow();
  });
});
