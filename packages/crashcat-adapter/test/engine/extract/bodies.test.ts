import { bristle, coulomb, surfaceVelocity } from '@stiction/friction-core';
import {
  box,
  compound,
  convexHull,
  dof,
  MotionQuality,
  MotionType,
  offsetCenterOfMass,
  rigidBody,
  sphere,
  triangleMesh,
  updateWorld,
} from 'crashcat';
import { describe, expect, test } from 'vitest';
import { addBody, addBox, createScene, G, install, run, speedOf, tilt, type Vec3 } from '../support.js';

const SLAB: Vec3 = [0.25, 0.25, 0.1];
const stoppingDistance = (mu: number, v: number) => (v * v) / (2 * mu * G);

/** The distance that the body slides from 3 m/s. */
function slide(world: ReturnType<typeof createScene>['world'], body: ReturnType<typeof addBox>, dt = 1 / 60): number {
  run(world, 0.5, dt);
  const [x] = body.position;
  rigidBody.setLinearVelocity(world, body, [3, 0, 0]);
  run(world, 2, dt);
  return body.position[0] - x;
}

describe('shapes', () => {
  test('a box slides and a ball rolls across triangle edges of a mesh', () => {
    const { world, ground } = createScene();
    rigidBody.remove(world, ground);
    const positions: number[] = [];
    const indices: number[] = [];
    const cells = 20;
    for (let i = 0; i <= cells; i++) for (let j = 0; j <= cells; j++) positions.push(i * 0.7 - 7, j * 0.7 - 7, 0);
    for (let i = 0; i < cells; i++) {
      for (let j = 0; j < cells; j++) {
        const at = i * (cells + 1) + j;
        indices.push(at, at + cells + 1, at + cells + 2, at, at + cells + 2, at + 1);
      }
    }
    addBody(world, triangleMesh.create({ positions, indices }), [0, 0, 0], { motionType: MotionType.STATIC });
    // Without this, bodies trip over internal edges.
    const enhancedInternalEdgeRemoval = true;
    const slab = addBox(world, SLAB, [-4, 0, 0.1], { enhancedInternalEdgeRemoval });
    const ball = addBody(world, sphere.create({ radius: 0.3 }), [-4, 2, 0.3], { enhancedInternalEdgeRemoval });
    const friction = install(world, coulomb({ mu: 0.3 }));
    expect(Math.abs(slide(world, slab) / stoppingDistance(0.3, 3) - 1)).toBeLessThan(0.01);
    expect(Math.abs(slab.position[1])).toBeLessThan(0.01);
    expect([...friction.contacts()].length).toBe(2);
    rigidBody.setLinearVelocity(world, ball, [4, 0, 0]);
    run(world, 1);
    expect(Math.abs(ball.motionProperties.linearVelocity[0] / ((5 / 7) * 4) - 1)).toBeLessThan(0.005);
  });

  test('parts of a compound have their own materials', () => {
    const { world, ground } = createScene();
    const [left, right] = [-0.6, 0.6].map((x) => ({
      shape: box.create({ halfExtents: [0.2, 0.2, 0.1], convexRadius: 0.01 }),
      position: [x, 0, 0] as Vec3,
      quaternion: [0, 0, 0, 1] as [number, number, number, number],
    }));
    const sledge = addBody(world, compound.create({ children: [left, right] }), [0, 0, 0.1], {
      useManifoldReduction: false,
    });
    const friction = install(world, coulomb({ mu: 0.9 }));
    friction.setMaterial(ground, 'ground');
    friction.setMaterial(left.shape, 'ice');
    friction.setMaterial(sledge, 'rubber');
    friction.setPair('ground', 'ice', coulomb({ mu: 0 }));
    friction.setPair('rubber', 'ground', coulomb({ mu: 0.4 }));
    run(world, 0.5);
    expect([...friction.contacts()].length).toBe(2);
    rigidBody.setLinearVelocity(world, sledge, [0, 3, 0]);
    updateWorld(world, undefined, 1 / 60);
    const forces = [...friction.contacts()].map(({ frictionForce, centre, normalForce }) => [
      centre[0],
      Math.hypot(...frictionForce) / normalForce,
    ]);
    for (const [x, mu] of forces) expect(mu).toBeCloseTo(x < 0 ? 0 : 0.4, 6);
  });

  test('a body stops as expected if its centre of mass is not its origin', () => {
    const { world } = createScene();
    const points = [0, 0.6].flatMap((x) => [0, 0.4].flatMap((y) => [0, 0.2].map((z) => [x, y, z])));
    const hull = addBody(world, convexHull.create({ positions: points.flat(), convexRadius: 0 }), [0, 0, 0]);
    install(world, coulomb({ mu: 0.3 }));
    expect(Math.abs(slide(world, hull) / stoppingDistance(0.3, 3) - 1)).toBeLessThan(0.01);
    expect(hull.position[2]).toBeCloseTo(0, 3);
    const other = createScene().world;
    const shape = offsetCenterOfMass.create({ shape: box.create({ halfExtents: SLAB }), offset: [0.05, 0, -0.05] });
    const loaded = addBody(other, shape, [0, 0, 0.1]);
    install(other, coulomb({ mu: 0.3 }));
    expect(Math.abs(slide(other, loaded) / stoppingDistance(0.3, 3) - 1)).toBeLessThan(0.01);
  });
});

describe('bodies', () => {
  test('keep their bristles while asleep', () => {
    const { world } = createScene();
    world.settings.sleeping.allowSleeping = true;
    const slab = addBox(world, SLAB, [0, 0, 0.1]);
    const friction = install(world, bristle({ mu: 0.5, stiffness: 2e4 }));
    tilt(world, 0.5 * Math.atan(0.5));
    run(world, 3);
    expect(slab.sleeping).toBe(true);
    expect(friction.report.patches).toBe(0);
    const asleep = slab.position[0];
    run(world, 1);
    rigidBody.wake(world, slab);
    run(world, 1);
    // The bristles are still bent, so the box does not yield again.
    expect(Math.abs(slab.position[0] - asleep)).toBeLessThan(1e-6);
  });

  test('conserve momentum when one wakes another', () => {
    const { world } = createScene();
    world.settings.sleeping.allowSleeping = true;
    const sleeper = addBox(world, SLAB, [0, 0, 0.1]);
    install(world, coulomb({ mu: 0 }));
    run(world, 2);
    expect(sleeper.sleeping).toBe(true);
    const pusher = addBox(world, SLAB, [-1, 0, 0.1]);
    rigidBody.setLinearVelocity(world, pusher, [2, 0, 0]);
    run(world, 0.5);
    const total = pusher.motionProperties.linearVelocity[0] + sleeper.motionProperties.linearVelocity[0];
    expect(total).toBeCloseTo(2, 6);
    expect(sleeper.motionProperties.linearVelocity[0]).toBeGreaterThan(0.9);
    expect(sleeper.position[2]).toBeCloseTo(0.1, 3);
  });

  test('stay on a kinematic carrier that moves sideways, rotates or moves up', () => {
    for (const motion of ['along', 'around', 'up'] as const) {
      const { world } = createScene();
      const carrier = addBox(world, [3, 3, 0.1], [0, 0, 1], { motionType: MotionType.KINEMATIC });
      const slab = addBox(world, SLAB, [1, 0, 1.2]);
      install(world);
      run(world, 0.5);
      const local = slab.position.map((x, e) => x - carrier.position[e]);
      run(world, 2, 1 / 60, (time) => {
        const v = Math.sin(3 * time);
        if (motion === 'along') rigidBody.setLinearVelocity(world, carrier, [v, 0, 0]);
        if (motion === 'up') rigidBody.setLinearVelocity(world, carrier, [0, 0, v]);
        if (motion === 'around') rigidBody.setAngularVelocity(world, carrier, [0, 0, 0.5 * v]);
      });
      const { position: c, quaternion: q } = carrier;
      const angle = 2 * Math.atan2(q[2], q[3]);
      const [x, y, z] = slab.position.map((value, e) => value - c[e]);
      const back = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle), z];
      expect(Math.hypot(...back.map((value, e) => value - local[e]))).toBeLessThan(1e-3);
    }
  });

  test('with locked axes move along the free ones only', () => {
    const { world } = createScene();
    const slab = addBox(world, SLAB, [0, 0, 0.1], {
      allowedDegreesOfFreedom: dof(true, false, true, false, false, false),
    });
    install(world, coulomb({ mu: 0.3 }));
    run(world, 0.5);
    rigidBody.setLinearVelocity(world, slab, [3, 3, 0]);
    rigidBody.setAngularVelocity(world, slab, [0, 0, 5]);
    run(world, 2);
    expect(Math.abs(slab.position[0] / stoppingDistance(0.3, 3) - 1)).toBeLessThan(0.01);
    expect(slab.position[1]).toBe(0);
    expect([...slab.quaternion]).toEqual([0, 0, 0, 1]);
  });

  test('are damped as in the stock engine', () => {
    const { world } = createScene();
    const slab = addBox(world, SLAB, [0, 0, 0.1], { linearDamping: 0.5 });
    install(world, coulomb({ mu: 0 }));
    run(world, 0.5);
    rigidBody.setLinearVelocity(world, slab, [3, 0, 0]);
    run(world, 1);
    expect(slab.motionProperties.linearVelocity[0]).toBeCloseTo(3 * (1 - 0.5 / 60) ** 60, 6);
  });

  test('bounce to e² of their height', () => {
    const { world } = createScene();
    const ball = addBody(world, sphere.create({ radius: 0.2 }), [0, 0, 1.2], { restitution: 0.8 });
    install(world);
    let top = 0;
    run(world, 0.5);
    run(world, 0.6, 1 / 60, () => {
      top = Math.max(top, ball.position[2] - 0.2);
    });
    expect(Math.abs(top / 0.64 - 1)).toBeLessThan(0.05);
  });

  test('with continuous detection do not pass through a thin wall', () => {
    const { world } = createScene();
    addBox(world, [0.01, 2, 2], [5, 0, 1], { motionType: MotionType.STATIC });
    const bullet = addBody(world, sphere.create({ radius: 0.05 }), [0, 0, 0.05], {
      motionQuality: MotionQuality.LINEAR_CAST,
    });
    install(world);
    run(world, 0.2);
    rigidBody.setLinearVelocity(world, bullet, [200, 0, 0]);
    run(world, 0.5);
    expect(bullet.position[0]).toBeLessThan(5);
    expect(bullet.position[2]).toBeGreaterThan(0.04);
  });

  test('rotate by their angular velocity times the time', () => {
    const { world } = createScene();
    const ball = addBody(world, sphere.create({ radius: 0.2 }), [0, 0, 0.2]);
    install(world, coulomb({ mu: 0 }));
    run(world, 0.2);
    rigidBody.setAngularVelocity(world, ball, [0, 0, 12]);
    const [, , z, w] = ball.quaternion;
    run(world, 1);
    const rotated = 2 * (Math.atan2(ball.quaternion[2], ball.quaternion[3]) - Math.atan2(z, w));
    const rest = (12 - rotated) / (2 * Math.PI);
    expect(Math.abs(rest - Math.round(rest))).toBeLessThan(1e-6);
  });

  test('stop after the expected distance in a world in centimetres', () => {
    const { world } = createScene([0, 0, -100 * G]);
    const { settings } = world;
    settings.narrowphase.speculativeContactDistance *= 100;
    settings.narrowphase.manifoldTolerance *= 100;
    settings.narrowphase.bodyPairCacheMaxDeltaPositionSq *= 1e4;
    const slab = addBox(world, [25, 25, 10], [0, 0, 10]);
    install(world, coulomb({ mu: 0.3 }), { lengthUnit: 100 });
    run(world, 0.5);
    rigidBody.setLinearVelocity(world, slab, [300, 0, 0]);
    run(world, 2);
    expect(Math.abs(slab.position[0] / (100 * stoppingDistance(0.3, 3)) - 1)).toBeLessThan(0.01);
    expect(speedOf(slab)).toBeLessThan(1e-3);
  });
});

describe('a moving surface that starts', () => {
  test.each([
    ['its own law', 'belt'],
    ['a mixture of materials', { names: ['belt', 'floor'], weights: [3, 1] }],
  ])('takes sleeping bodies along, %s', (_, material) => {
    const { world, ground } = createScene();
    world.settings.sleeping.allowSleeping = true;
    const velocity = [0, 0, 0];
    const friction = install(world);
    const crate = addBox(world, [0.2, 0.2, 0.2], [0, 0, 0.2]);
    friction.setMaterial(crate, 'crate');
    friction.setPair('belt', 'crate', surfaceVelocity(coulomb({ mu: 0.6 }), velocity));
    friction.setPair('floor', 'crate', coulomb({ mu: 0.2 }));
    friction.setSurface(ground, () => material);
    run(world, 5);
    expect(crate.sleeping).toBe(true);
    velocity[0] = 0.8;
    run(world, 1.5);
    expect(Math.abs(crate.motionProperties.linearVelocity[0] - 0.8)).toBeLessThan(0.02);
    velocity[0] = 0;
    run(world, 5);
    expect(crate.sleeping).toBe(true);
  });
});
