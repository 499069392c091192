import { coulomb } from '@stiction/friction-core';
import {
  distanceConstraint,
  fixedConstraint,
  hingeConstraint,
  MotionType,
  MotorState,
  motorSettings,
  pointConstraint,
  type RigidBody,
  rigidBody,
  sphere,
  type World,
} from 'crashcat';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { addBody, addBox, createScene, G, install, run, speedOf, tilt, type Vec3 } from '../support.js';

const ids = (a: RigidBody, b: RigidBody) => ({ bodyIdA: a.id, bodyIdB: b.id });

function weld(world: World, a: RigidBody, b: RigidBody, at: Vec3) {
  return fixedConstraint.create(world, {
    ...ids(a, b),
    point1: at,
    point2: at,
    axisX1: [1, 0, 0],
    axisX2: [1, 0, 0],
    axisY1: [0, 1, 0],
    axisY2: [0, 1, 0],
  });
}

describe('joints of bodies in contact', () => {
  test.each([1 / 60, 1 / 240])('two boxes on a fixed joint stay at rest on a slope, at dt %f', (dt) => {
    const { world } = createScene();
    const a = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const b = addBox(world, [0.25, 0.25, 0.1], [1, 0, 0.1]);
    weld(world, a, b, [0.5, 0, 0.1]);
    install(world);
    run(world, 0.5, dt);
    tilt(world, 0.9 * Math.atan(0.5));
    run(world, 1, dt);
    const [x] = a.position;
    run(world, 10, dt);
    expect(Math.abs(a.position[0] - x)).toBeLessThan(1e-5);
    expect(b.position[0] - a.position[0]).toBeCloseTo(1, 4);
  });

  test('five boxes on point joints stay at rest on a slope, and slide as one above the friction angle', () => {
    const { world } = createScene();
    const boxes = [0, 1, 2, 3, 4].map((k) => addBox(world, [0.25, 0.25, 0.1], [0.7 * k, 0, 0.1]));
    for (let k = 1; k < 5; k++) {
      const at: Vec3 = [0.7 * k - 0.35, 0, 0.1];
      pointConstraint.create(world, { ...ids(boxes[k - 1], boxes[k]), pointA: at, pointB: at });
    }
    install(world);
    run(world, 0.5);
    tilt(world, 0.9 * Math.atan(0.5));
    run(world, 1);
    const [x] = boxes[0].position;
    run(world, 10);
    expect(Math.abs(boxes[0].position[0] - x)).toBeLessThan(1e-5);
    const angle = 1.1 * Math.atan(0.5);
    tilt(world, angle);
    const start = boxes[2].position[0];
    run(world, 1);
    const expected = 0.5 * G * (Math.sin(angle) - 0.5 * Math.cos(angle));
    expect(Math.abs((boxes[2].position[0] - start) / expected - 1)).toBeLessThan(0.01);
    for (let k = 1; k < 5; k++) {
      expect(boxes[k].position[0] - boxes[k - 1].position[0]).toBeCloseTo(0.7, 6);
    }
  });

  describe('a 10 kg cart on four 1 kg balls, two of them driven', () => {
    const R = 0.3;
    const build = (mu: number, torque: number) => {
      const { world } = createScene();
      const chassis = addBox(world, [0.6, 0.1, 0.05], [0, 0, R], { mass: 10 });
      const wheels = [1, -1].flatMap((x) =>
        [1, -1].map((y) => {
          const at: Vec3 = [0.6 * x, 0.5 * y, R];
          const wheel = addBody(world, sphere.create({ radius: R }), at);
          const axis: Vec3 = [0, 1, 0];
          const across: Vec3 = [1, 0, 0];
          const hinge = hingeConstraint.create(world, {
            ...ids(chassis, wheel),
            pointA: at,
            pointB: at,
            hingeAxisA: axis,
            hingeAxisB: axis,
            normalAxisA: across,
            normalAxisB: across,
            motorSettings: { ...motorSettings.create(), minTorqueLimit: -torque, maxTorqueLimit: torque },
          });
          if (x < 0) {
            hingeConstraint.setMotorState(hinge, MotorState.VELOCITY);
            hingeConstraint.setTargetAngularVelocity(hinge, 1e3);
          }
          return { wheel, hinge };
        }),
      );
      return { world, chassis, wheels, friction: install(world, coulomb({ mu })) };
    };

    test('accelerates by the motor torque if the wheels stick', () => {
      const { world, chassis, wheels } = build(0.8, 3);
      run(world, 1);
      // 2 T / R = (M + 4 m + 4 · 2/5 m) a
      const expected = (2 * 3) / R / (14 + 4 * 0.4);
      expect(Math.abs(chassis.motionProperties.linearVelocity[0] / expected - 1)).toBeLessThan(0.005);
      for (const { wheel } of wheels) {
        const { linearVelocity: v, angularVelocity: w } = wheel.motionProperties;
        expect(Math.abs(v[0] - R * w[1])).toBeLessThan(2e-3);
      }
      expect(wheels[2].hinge.motorConstraintPart.totalLambda * 60).toBeCloseTo(3, 6);
    });

    test('accelerates by μ times the load if the wheels spin', () => {
      const { world, chassis, friction } = build(0.3, 20);
      run(world, 0.3);
      const [before] = chassis.motionProperties.linearVelocity;
      run(world, 0.3);
      const measured = (chassis.motionProperties.linearVelocity[0] - before) / 0.3;
      let thrust = 0;
      let load = 0;
      for (const contact of friction.contacts()) {
        load += contact.normalForce;
        if (!contact.sliding) continue;
        thrust += Math.abs(contact.frictionForce[0]);
        const force = Math.hypot(...contact.frictionForce);
        expect(Math.abs(force / (0.3 * contact.normalForce) - 1)).toBeLessThan(1e-6);
      }
      expect(Math.abs(load / (14 * G) - 1)).toBeLessThan(0.02);
      // The front wheels roll along.
      expect(Math.abs(measured / (thrust / (14 + 2 * 0.4)) - 1)).toBeLessThan(0.02);
    });
  });

  test('joint impulses are those of the whole step', () => {
    const { world, ground } = createScene();
    addBox(world, [0.1, 2, 2], [-0.35, 0, 2], { motionType: MotionType.STATIC });
    const lamp = addBox(world, [0.25, 0.25, 0.25], [0, 0, 2], { mass: 3 });
    const rope = distanceConstraint.create(world, {
      ...ids(ground, lamp),
      pointA: [0, 0, 3.25],
      pointB: [0, 0, 2.25],
    });
    const friction = install(world, coulomb({ mu: 0 }));
    run(world, 2);
    expect(friction.report.patches).toBe(1);
    expect(rope.axisConstraint.totalLambda * 60).toBeCloseTo(-3 * G, 9);
    expect(lamp.position[2]).toBeCloseTo(2, 9);
  });

  test('a pendulum without contacts moves as in the stock engine, bit for bit', () => {
    const worlds = [true, false].map((friction) => {
      const { world, ground } = createScene();
      const bob = addBox(world, [0.1, 0.1, 0.1], [1, 0, 3]);
      pointConstraint.create(world, { ...ids(ground, bob), pointA: [0, 0, 3], pointB: [0, 0, 3] });
      if (friction) install(world);
      run(world, 2);
      return [...bob.position, ...bob.quaternion].join();
    });
    expect(worlds[0]).toBe(worlds[1]);
  });

  test('a chain that hangs to the floor comes nearly to rest and holds', () => {
    const { world, ground } = createScene();
    const links: RigidBody[] = [];
    let before = ground;
    for (let k = 0; k < 8; k++) {
      const link = addBox(world, [0.04, 0.04, 0.12], [0, 0, 2 - 0.3 * k], { mass: 0.2 });
      const at: Vec3 = [0, 0, 2.15 - 0.3 * k];
      pointConstraint.create(world, { ...ids(before, link), pointA: at, pointB: at });
      links.push(link);
      before = link;
    }
    rigidBody.setLinearVelocity(world, links[7], [1, 0.3, 0]);
    install(world);
    run(world, 20);
    // Only friction at its end dissipates energy. The stock engine is at 0.3 m/s.
    expect(Math.max(...links.map(speedOf))).toBeLessThan(0.15);
    for (let k = 1; k < 8; k++) {
      const distance = Math.hypot(...[0, 1, 2].map((e) => links[k].position[e] - links[k - 1].position[e]));
      expect(distance).toBeLessThan(0.301);
    }
  });

  test('without the option constraints they give one warning, and hold', () => {
    const { world } = createScene();
    const a = addBox(world, [0.25, 0.25, 0.1], [0, 0, 0.1]);
    const b = addBox(world, [0.25, 0.25, 0.1], [1, 0, 0.1]);
    weld(world, a, b, [0.5, 0, 0.1]);
    const warnings: string[] = [];
    const friction = installFriction(world, {
      default: coulomb({ mu: 0.5 }),
      warn: (message) => warnings.push(message),
    });
    run(world, 0.5);
    rigidBody.setLinearVelocity(world, a, [2, 0, 0]);
    run(world, 1);
    expect(warnings.length).toBe(1);
    expect(warnings[0]).toContain('constraints');
    expect(friction.warnings.length).toBe(1);
    expect(b.position[0] - a.position[0]).toBeCloseTo(1, 2);
  });
});
