import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { fixInertia, installFriction } from '../../../src/index.js';
import { createWorld, run } from '../support.js';

const G = 9.81;

function bodyOf(mass: number, ...shapes: CANNON.Shape[]): CANNON.Body {
  const body = new CANNON.Body({ mass, linearDamping: 0, angularDamping: 0 });
  for (const shape of shapes) body.addShape(shape);
  return body;
}

function expectNear(numbers: readonly number[], expected: readonly number[], error = 1e-12): void {
  const size = Math.max(1e-3, ...expected.map(Math.abs));
  expect(numbers).toHaveLength(expected.length);
  numbers.forEach((number, k) => {
    expect(Math.abs(number - expected[k]) / size, `number ${k}: ${number}, not ${expected[k]}`).toBeLessThan(error);
  });
}

/** A tetrahedron with three edges of length a along the axes. Its second moments ∫ x² dV are a⁵/60, ∫ x y dV a⁵/120. */
function tetrahedron(a: number): CANNON.ConvexPolyhedron {
  return new CANNON.ConvexPolyhedron({
    vertices: [new CANNON.Vec3(), new CANNON.Vec3(a, 0, 0), new CANNON.Vec3(0, a, 0), new CANNON.Vec3(0, 0, a)],
    faces: [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  });
}

/** A box as a mesh with separate vertices per face, as for rendering. */
function boxMesh(x: number, y: number, z: number, inwards = false): CANNON.Trimesh {
  const { vertices, faces } = new CANNON.Box(new CANNON.Vec3(x, y, z)).convexPolyhedronRepresentation;
  const points: number[] = [];
  for (const face of faces) {
    for (const k of [0, 1, 2, 0, 2, 3]) points.push(...vertices[face[k]].toArray());
  }
  const indices = Array.from({ length: points.length / 3 }, (_, k) => (inwards ? points.length / 3 - 1 - k : k));
  return new CANNON.Trimesh(points, indices);
}

describe('moments of inertia of shapes', () => {
  const boxMoments = (m: number, x: number, y: number, z: number) =>
    [y * y + z * z, x * x + z * z, x * x + y * y].map((sum) => (m * sum) / 3);

  test.each<[string, CANNON.Shape, number[]]>([
    ['sphere', new CANNON.Sphere(0.5), [0.2, 0.2, 0.2]],
    ['box', new CANNON.Box(new CANNON.Vec3(1, 2, 3)), boxMoments(2, 1, 2, 3)],
    ['cylinder', new CANNON.Cylinder(0.5, 0.5, 3, 8), [1, 0, 1].map((axis) => 0.25 + axis * (1.5 - 0.125))],
    [
      'convex polyhedron',
      new CANNON.Box(new CANNON.Vec3(1, 2, 3)).convexPolyhedronRepresentation,
      boxMoments(2, 1, 2, 3),
    ],
    ['closed mesh', boxMesh(1, 2, 3), boxMoments(2, 1, 2, 3)],
    ['closed mesh, inside out', boxMesh(1, 2, 3, true), boxMoments(2, 1, 2, 3)],
  ])('of a %s are exact', (_, shape, expected) => {
    const body = bodyOf(2, shape);
    const report = fixInertia(body);
    expectNear(report.inertia, expected);
    expectNear(body.inertia.toArray(), expected);
    expectNear(
      body.invInertia.toArray(),
      expected.map((moment) => 1 / moment),
    );
    expectNear(report.offDiagonal, [0, 0, 0]);
    expectNear(report.centreOfMass, [0, 0, 0]);
    expect(report.skipped).toEqual([]);
  });

  test('of a cone are about the origin, with its centre of mass reported', () => {
    const [m, r, h] = [3, 0.6, 2];
    const report = fixInertia(bodyOf(m, new CANNON.Cylinder(0, r, h, 16)));
    // The base is at -h/2, the centre of mass h/4 above it.
    expectNear(report.centreOfMass, [0, -h / 4, 0]);
    const across = m * ((3 / 80) * (4 * r * r + h * h) + (h / 4) ** 2);
    expectNear(report.inertia, [across, 0.3 * m * r * r, across]);
  });

  test('of a cone moved to its centre of mass have no parallel-axis term', () => {
    const [m, r, h] = [3, 0.6, 2];
    const across = m * (3 / 80) * (4 * r * r + h * h);
    const expected = [across, 0.3 * m * r * r, across];
    const offset = new CANNON.Vec3(0, h / 4, 0);
    const body = new CANNON.Body({ mass: m });
    body.addShape(new CANNON.Cylinder(0, r, h, 16), offset);
    const moved = new CANNON.Cylinder(0, r, h, 16);
    moved.transformAllPoints(offset, new CANNON.Quaternion());
    for (const report of [fixInertia(body), fixInertia(bodyOf(m, moved))]) {
      expectNear(report.inertia, expected);
      expectNear(report.centreOfMass, [0, 0, 0]);
    }
  });

  test('of a frustum are those of a cone without its top', () => {
    // Radii 0.3 and 0.6, height 1: a cone of height 2 less one of height 1, equal densities.
    const cone = (r: number, h: number, base: number) => {
      const volume = (Math.PI * r * r * h) / 3;
      const across = (3 / 80) * (4 * r * r + h * h) + (base + h / 4) ** 2;
      return { volume, moments: [across, 0.3 * r * r, across], centre: base + h / 4 };
    };
    const whole = cone(0.6, 2, -0.5);
    const top = cone(0.3, 1, 0.5);
    const volume = whole.volume - top.volume;
    const expected = whole.moments.map((a, k) => (a * whole.volume - top.moments[k] * top.volume) / volume);
    const report = fixInertia(bodyOf(1, new CANNON.Cylinder(0.3, 0.6, 1, 12)));
    expectNear(report.inertia, expected);
    expectNear(report.centreOfMass, [0, (whole.centre * whole.volume - top.centre * top.volume) / volume, 0]);
  });

  test('of a cylinder follow its transformed vertices', () => {
    const cylinder = new CANNON.Cylinder(0.5, 0.5, 3, 10);
    const rotation = new CANNON.Quaternion().setFromEuler(Math.PI / 2, 0, 0);
    cylinder.transformAllPoints(new CANNON.Vec3(), rotation);
    expectNear(fixInertia(bodyOf(2, cylinder)).inertia, [1.625, 1.625, 0.25]);
  });

  test('of an asymmetric polyhedron come with products of inertia and the centre of mass', () => {
    const [m, a] = [5, 1.2];
    const report = fixInertia(bodyOf(m, tetrahedron(a)));
    // Per volume a³/6.
    expectNear(report.inertia, new Array(3).fill((m * a * a) / 5));
    expectNear(report.offDiagonal, new Array(3).fill((-m * a * a) / 20));
    expectNear(report.centreOfMass, new Array(3).fill(a / 4));
  });

  test('of a mesh include its scale', () => {
    const mesh = boxMesh(1, 1, 1);
    mesh.setScale(new CANNON.Vec3(1, 2, 3));
    expectNear(fixInertia(bodyOf(2, mesh)).inertia, boxMoments(2, 1, 2, 3));
  });

  test('of a shape without volume are skipped, and the body is unchanged', () => {
    const open = new CANNON.Trimesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const row = [0, 0];
    const field = new CANNON.Heightfield([row, row]);
    for (const [shape, reason] of [
      [new CANNON.Plane(), 'shape 0 (Plane) has no volume'],
      [new CANNON.Particle(), 'shape 0 (Particle) has no volume'],
      [open, 'shape 0 (Trimesh) is not closed'],
      [field, 'shape 0 (Heightfield) has no volume'],
    ] as const) {
      const body = bodyOf(1, shape);
      const before = [...body.inertia.toArray(), ...body.invInertia.toArray()];
      const report = fixInertia(body);
      expect(report.skipped).toEqual([reason]);
      expect([...body.inertia.toArray(), ...body.invInertia.toArray()]).toEqual(before);
      expect(report.inertia).toEqual(before.slice(0, 3));
    }
  });
});

describe('moments of inertia of bodies', () => {
  test('of a compound use mass by volume, parallel axes and rotated shapes', () => {
    const body = new CANNON.Body({ mass: 3 });
    // A rod along x rotated to y, with twice the volume of the other rod.
    const rotation = new CANNON.Quaternion().setFromEuler(0, 0, Math.PI / 2);
    body.addShape(new CANNON.Box(new CANNON.Vec3(2, 0.1, 0.1)), new CANNON.Vec3(0, 1, 0), rotation);
    body.addShape(new CANNON.Box(new CANNON.Vec3(1, 0.1, 0.1)), new CANNON.Vec3(0, -2, 0.5));
    const report = fixInertia(body);
    expectNear(report.centreOfMass, [0, 0, 0.5 / 3]);
    const thin = 0.01 / 3;
    expectNear(report.inertia, [
      2 * (4 / 3 + thin + 1) + (2 * thin + 4 + 0.25),
      2 * 2 * thin + (1 / 3 + thin + 0.25),
      2 * (4 / 3 + thin + 1) + (1 / 3 + thin + 4),
    ]);
    expectNear(report.offDiagonal, [0, 0, 1]);
  });

  test('use the given masses of shapes and particles', () => {
    const body = new CANNON.Body({ mass: 5 });
    body.addShape(new CANNON.Sphere(0.5), new CANNON.Vec3(1, 0, 0));
    body.addShape(new CANNON.Particle(), new CANNON.Vec3(-2, 0, 0));
    const central = 0.4 * 4 * 0.25;
    const report = fixInertia(body, { masses: [4, 1] });
    expectNear(report.inertia, [central, central + 8, central + 8]);
    expectNear(report.centreOfMass, [0.4, 0, 0]);
    expect(report.skipped).toEqual([]);
  });

  test('invalid options throw with name, range and value', () => {
    const body = bodyOf(2, new CANNON.Sphere(1), new CANNON.Plane());
    const fixWith = (options: object) => () => fixInertia(body, options);
    expect(fixWith({ masses: [2] })).toThrow('fixInertia: masses must be 2 numbers, one per shape (got 2)');
    expect(fixWith({ masses: [3, -1] })).toThrow('fixInertia: masses[1] must be a finite number >= 0 kg (got -1)');
    expect(fixWith({ masses: [1, 0] })).toThrow('fixInertia: masses must add up to body.mass 2 kg (got 1)');
    expect(fixWith({ masses: [1, 1] })).toThrow(
      'fixInertia: masses[1] must be 0, because the shape has no volume (got 1)',
    );
    expect(fixWith({ mass: 3 })).toThrow("fixInertia: unknown option 'mass'");
    expect(() => fixInertia(undefined as never)).toThrow('fixInertia: body must be a cannon-es Body (got undefined)');
    body.mass = Number.NaN;
    expect(fixWith({})).toThrow('fixInertia: body.mass must be a finite number >= 0 kg (got NaN)');
  });

  test('fixed rotation stays fixed, and a body without mass has no inertia', () => {
    const body = bodyOf(2, new CANNON.Sphere(0.5));
    body.fixedRotation = true;
    fixInertia(body);
    expectNear(body.inertia.toArray(), [0.2, 0.2, 0.2]);
    expect(body.invInertia.toArray()).toEqual([0, 0, 0]);
    expect(body.invInertiaWorld.elements.every((e) => e === 0)).toBe(true);
    const massless = bodyOf(0, new CANNON.Sphere(0.5));
    expect(fixInertia(massless).inertia).toEqual([0, 0, 0]);
    expect(massless.invInertia.toArray()).toEqual([0, 0, 0]);
  });

  test('addShape resets the inertia to that of the bounding box', () => {
    const body = bodyOf(1, new CANNON.Sphere(0.5));
    fixInertia(body);
    body.addShape(new CANNON.Particle());
    expectNear(body.inertia.toArray(), [1 / 6, 1 / 6, 1 / 6]);
  });
});

describe('motion with exact inertia', () => {
  test.each([1 / 60, 1 / 240])('a sliding ball ends up rolling at 5/7 of its speed, dt %f', (dt) => {
    const finalSpeed = (fixed: boolean): number => {
      const world = createWorld();
      const ball = bodyOf(2, new CANNON.Sphere(0.5));
      if (fixed) fixInertia(ball);
      ball.position.set(0, 0, 0.5);
      world.addBody(ball);
      installFriction(world, { default: coulomb({ mu: 0.3 }) });
      run(world, 0.5 / dt, dt);
      ball.velocity.set(7, 0, 0);
      run(world, 1.5 / dt, dt);
      return ball.velocity.x / 7;
    };
    expect(Math.abs(finalSpeed(true) / (5 / 7) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(finalSpeed(false) / 0.6 - 1)).toBeLessThan(1e-3);
  });

  /** The period of small swings about a pivot and the world's y axis, from crossings of the lowest point. */
  function periodOf(body: CANNON.Body, pivot: CANNON.Vec3): number {
    const dt = 1 / 240;
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -G) });
    const anchor = new CANNON.Body({ mass: 0 });
    world.addBody(anchor);
    const arm = body.quaternion.vmult(pivot);
    body.position.copy(arm.negate());
    world.addBody(body);
    const axis = new CANNON.Vec3(0, 1, 0);
    world.addConstraint(
      new CANNON.HingeConstraint(anchor, body, {
        axisA: axis,
        axisB: body.quaternion.inverse().vmult(axis),
        pivotA: new CANNON.Vec3(),
        pivotB: pivot,
      }),
    );
    installFriction(world, { default: coulomb({ mu: 0 }) });
    body.angularVelocity.set(0, 0.05, 0);
    body.velocity.copy(body.angularVelocity.cross(body.position));
    const crossings: number[] = [];
    let before = 0;
    for (let k = 1; k < 10 / dt; k++) {
      world.step(dt);
      const x = body.position.x;
      if (before > 0 && x <= 0) crossings.push((k - x / (x - before)) * dt);
      before = x;
    }
    expect(crossings.length).toBeGreaterThan(2);
    return (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
  }

  const expectedPeriod = (moment: number, mass: number, arm: number) =>
    2 * Math.PI * Math.sqrt(moment / (mass * G * arm));

  test('a rod created in a rotated pose swings about its end with the right period', () => {
    // cannon-es uses the bounding box of the rotated rod.
    const rod = new CANNON.Body({
      mass: 2,
      shape: new CANNON.Box(new CANNON.Vec3(0.02, 0.5, 0.02)),
      quaternion: new CANNON.Quaternion().setFromEuler(Math.PI / 2, 0, 0),
      linearDamping: 0,
      angularDamping: 0,
    });
    const stock = rod.inertia.clone();
    fixInertia(rod);
    expect(rod.inertia.almostEquals(stock, 1e-2)).toBe(false);
    const moment = (2 * (0.5 * 0.5 + 0.02 * 0.02)) / 3 + 2 * 0.25;
    const period = periodOf(rod, new CANNON.Vec3(0, 0.5, 0));
    expect(Math.abs(period / expectedPeriod(moment, 2, 0.5) - 1)).toBeLessThan(1e-3);
  });

  test('a box swings about an upper edge with the right period', () => {
    const box = bodyOf(3, new CANNON.Box(new CANNON.Vec3(0.3, 0.2, 0.4)));
    fixInertia(box);
    const moment = (3 * (0.09 + 0.16)) / 3 + 3 * 0.16;
    const period = periodOf(box, new CANNON.Vec3(0, 0, 0.4));
    expect(Math.abs(period / expectedPeriod(moment, 3, 0.4) - 1)).toBeLessThan(1e-3);
  });

  test('a ball swings on a short rod with the right period', () => {
    const ball = bodyOf(1, new CANNON.Sphere(0.5));
    fixInertia(ball);
    const period = periodOf(ball, new CANNON.Vec3(0, 0, 0.6));
    expect(Math.abs(period / expectedPeriod(0.1 + 0.36, 1, 0.6) - 1)).toBeLessThan(1e-3);
  });

  test('a dumbbell accelerates by torque / moment about every axis, in any pose', () => {
    const expected = [0.4 * 4 * 0.04, 0.4 * 4 * 0.04 + 4 * 0.64, 0.4 * 4 * 0.04 + 4 * 0.64];
    for (let axis = 0; axis < 3; axis++) {
      const body = new CANNON.Body({ mass: 4, angularDamping: 0 });
      for (const x of [-0.8, 0.8]) body.addShape(new CANNON.Sphere(0.2), new CANNON.Vec3(x, 0, 0));
      body.quaternion.setFromEuler(0.4, -0.9, 1.3);
      fixInertia(body);
      const world = new CANNON.World();
      world.addBody(body);
      installFriction(world, { default: coulomb({ mu: 0.3 }) });
      const local = new CANNON.Vec3();
      local.set(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
      body.torque.copy(body.quaternion.vmult(local));
      world.step(0.01);
      const spin = body.quaternion.inverse().vmult(body.angularVelocity);
      // The pose has rotated by less than 1e-4 rad.
      expect(Math.abs((spin.dot(local) / 0.01) * expected[axis] - 1)).toBeLessThan(1e-6);
    }
  });
});
