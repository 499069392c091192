import {
  anisotropic,
  bristle,
  coulomb,
  type FrictionLaw,
  lugre,
  rolling,
  stribeck,
  viscoElastic,
} from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction, type JointFrictionOptions } from '../../../src/index.js';

const G = 9.81;

interface Scene {
  world: CANNON.World;
  body: CANNON.Body;
  joint: CANNON.HingeConstraint;
  friction: ReturnType<typeof installFriction>;
  dt: number;
}

/** A body of mass 1 kg and the given principal inertias on a hinge about `axis`, `arm` below (or beside) its pin. */
function hinged(dt: number, axis: CANNON.Vec3, arm: CANNON.Vec3, inertia: number, gravity = G): Scene {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -gravity) });
  const base = new CANNON.Body({ mass: 0 });
  const body = new CANNON.Body({ mass: 1, linearDamping: 0, angularDamping: 0, position: arm.clone() });
  setInertia(body, inertia);
  world.addBody(base);
  world.addBody(body);
  const joint = new CANNON.HingeConstraint(base, body, { axisA: axis, axisB: axis, pivotB: arm.negate() });
  world.addConstraint(joint);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  return { world, body, joint, friction, dt };
}

function setInertia(body: CANNON.Body, inertia: number): void {
  body.updateMassProperties = () => undefined;
  body.inertia.set(inertia, inertia, inertia);
  body.invInertia.set(1 / inertia, 1 / inertia, 1 / inertia);
  body.updateInertiaWorld(true);
}

const X = new CANNON.Vec3(1, 0, 0);
const Z = new CANNON.Vec3(0, 0, 1);
const NONE = new CANNON.Vec3(0, 0, 0);

function run({ world, dt }: Pick<Scene, 'world' | 'dt'>, seconds: number, before?: () => void): void {
  for (let k = Math.round(seconds / dt); k > 0; k--) {
    before?.();
    world.step(dt);
  }
}

/** Angle about an axis of the world. */
function angle(body: CANNON.Body, axis: 'x' | 'z'): number {
  return 2 * Math.atan2(body.quaternion[axis], body.quaternion.w);
}

/** Sets a pendulum about x free at the angle. */
function release({ body }: Scene, theta: number): void {
  body.quaternion.setFromAxisAngle(X, theta);
  body.position.set(0, Math.sin(theta), -Math.cos(theta));
}

/** Time until a spin is over: it falls linearly within the last step. */
function spinDown({ world, dt }: Pick<Scene, 'world' | 'dt'>, { angularVelocity: w }: CANNON.Body): number {
  let [time, loss] = [0, 0];
  while (time < 20) {
    const before = w.length();
    world.step(dt);
    if (w.length() < 1e-9) return time + (dt * before) / Math.max(loss, before);
    loss = before - w.length();
    time += dt;
  }
  return time;
}

/** A fine integration of I ω' = -r N μ(r |ω|). */
function integrate(omega: number, inertia: number, torque: (omega: number) => number): number {
  const h = 1e-5;
  let time = 0;
  let w = omega;
  while (w > 0) {
    w -= (h * torque(w)) / inertia;
    time += h;
  }
  return time;
}

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe.each([1 / 60, 1 / 240])('joint friction at dt %f', (dt) => {
  test('a pendulum with dry friction loses 2 T/(m g l) per half swing and stops within the dead band', () => {
    const torque = 0.04;
    const scene = hinged(dt, X, new CANNON.Vec3(0, 0, -1), 0.01);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.2 }), { load: 20, radius: torque / 4 });
    release(scene, 0.1);
    const peaks: number[] = [];
    let [last, now] = [0.1, 0.1];
    run(scene, 20, () => {
      const next = angle(scene.body, 'x');
      if ((now - last) * (next - now) < 0) peaks.push(peak(last, now, next));
      [last, now] = [now, next];
    });
    const loss = (2 * torque) / G;
    for (let k = 0; k < 8; k++) {
      const before = k === 0 ? 0.1 : Math.abs(peaks[k - 1]);
      expect(relative(before - Math.abs(peaks[k]), loss)).toBeLessThan(0.01);
    }
    expect(Math.abs(now)).toBeLessThan(torque / G);
    expect(now).toBe(last);
  });

  test('a door stays under a torque below the limit and moves above it', () => {
    const scene = hinged(dt, Z, new CANNON.Vec3(0.5, 0, 0), 1 / 12);
    // The reaction force is the weight of 9.81 N.
    const limit = 0.3 * G * 0.02;
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.3 }), { radius: 0.02 });
    run(scene, 0.5);
    const start = angle(scene.body, 'z');
    run(scene, 20, () => scene.body.torque.set(0, 0, 0.98 * limit));
    expect(Math.abs(angle(scene.body, 'z') - start)).toBeLessThan(1e-9);
    run(scene, 2, () => scene.body.torque.set(0, 0, 1.02 * limit));
    const moved = angle(scene.body, 'z') - start;
    const free = (0.5 * 0.02 * limit * 4) / (1 / 12 + 0.25);
    expect(relative(moved, free)).toBeLessThan(0.1);
  });

  test('a wheel under constant load stops after I ω/T', () => {
    const scene = hinged(dt, X, NONE, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
    scene.body.angularVelocity.set(3.3, 0, 0);
    const time = spinDown(scene, scene.body);
    expect(relative(time, (0.1 * 3.3) / 0.1)).toBeLessThan(0.01);
  });

  test('a ball joint stops a spin about any axis after I ω/T', () => {
    for (const direction of [new CANNON.Vec3(1, 0, 0), new CANNON.Vec3(0.6, 0.48, 0.64)]) {
      const { world, body, friction } = hinged(dt, X, NONE, 0.1, 0);
      world.removeConstraint(world.constraints[0]);
      const ball = new CANNON.PointToPointConstraint(world.bodies[0], NONE, body, NONE);
      world.addConstraint(ball);
      friction.setJointFriction(ball, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
      body.angularVelocity.copy(direction.scale(3.3));
      const time = spinDown({ world, dt }, body);
      expect(relative(time, 3.3)).toBeLessThan(0.01);
    }
  });

  test('Stribeck friction slows a wheel like a fine integration', () => {
    const curve = { muS: 0.6, muC: 0.3, vS: 0.02, viscous: 1 };
    const scene = hinged(dt, X, NONE, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, stribeck(curve), { load: 10, radius: 0.02 });
    scene.body.angularVelocity.set(5, 0, 0);
    const mu = (v: number) => 0.3 + 0.3 * Math.exp(-((v / 0.02) ** 2)) + v;
    const expected = integrate(5, 0.1, (w) => 0.2 * mu(0.02 * w));
    const time = spinDown(scene, scene.body);
    expect(relative(time, expected)).toBeLessThan(0.01);
  });

  test('bristles of LuGre deflect like a spring below breakaway', () => {
    const sigma0 = 2000;
    const scene = hinged(dt, Z, new CANNON.Vec3(0.5, 0, 0), 1 / 12, 0);
    // σ1 damps the door critically.
    const law = lugre({ sigma0, sigma1: 365, muC: 0.4, muS: 0.4, vS: 0.01 });
    scene.friction.setJointFriction(scene.joint, law, { load: 50, radius: 0.02 });
    const torque = 0.5 * 0.4 * 50 * 0.02;
    let applied = 0;
    run(scene, 8, () => {
      applied = Math.min(torque, applied + torque * dt);
      scene.body.torque.set(0, 0, applied);
    });
    // Dahl's curve: σ0 z/μ = 1 - exp(-σ0 x/μ), so half the limit is at x = ln 2 μ/σ0.
    const expected = (Math.LN2 * 0.4) / sigma0 / 0.02;
    expect(relative(angle(scene.body, 'z'), expected)).toBeLessThan(0.02);
  });

  test('a visco-elastic bristle deflects by T/k', () => {
    const scene = hinged(dt, Z, new CANNON.Vec3(0.5, 0, 0), 1 / 12, 0);
    const law = viscoElastic({ mu: 0.4, stiffness: 1e5, damping: 1e3 });
    scene.friction.setJointFriction(scene.joint, law, { load: 50, radius: 0.02 });
    const torque = 0.5 * 0.4 * 50 * 0.02;
    run(scene, 8, () => scene.body.torque.set(0, 0, torque));
    expect(relative(angle(scene.body, 'z'), torque / (1e5 * 0.02 * 0.02))).toBeLessThan(0.02);
  });

  test('the load is the reaction force: a spinning wheel is braked by its weight', () => {
    const scene = hinged(dt, X, NONE, 0.1);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { radius: 0.02 });
    scene.body.angularVelocity.set(3, 0, 0);
    expect(relative(spinDown(scene, scene.body), (0.1 * 3) / (0.5 * G * 0.02))).toBeLessThan(0.01);
  });

  test('the motor of a hinge works against friction', () => {
    const scene = hinged(dt, X, NONE, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
    scene.joint.enableMotor();
    scene.joint.setMotorSpeed(-0.01);
    scene.joint.setMotorMaxForce(0.05);
    run(scene, 1);
    expect(Math.abs(scene.body.angularVelocity.x)).toBeLessThan(1e-9);
    scene.joint.setMotorMaxForce(0.2);
    run(scene, 1);
    expect(Math.abs(scene.body.angularVelocity.x)).toBeCloseTo(0.01, 6);
  });
});

/** Largest value of the parabola through three equidistant samples. */
function peak(a: number, b: number, c: number): number {
  const curvature = a - 2 * b + c;
  return curvature === 0 ? b : b - (c - a) ** 2 / (8 * curvature);
}

/** Six links of 0.5 kg that stand out from a wall; friction holds them. */
function arm() {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -G) });
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
  let last = new CANNON.Body({ mass: 0 });
  world.addBody(last);
  const links: CANNON.Body[] = [];
  for (let k = 0; k < 6; k++) {
    const link = new CANNON.Body({
      mass: 0.5,
      shape: new CANNON.Box(new CANNON.Vec3(0.1, 0.02, 0.02)),
      position: new CANNON.Vec3(0.1 + 0.2 * k, 0, 0),
      collisionFilterMask: 0,
    });
    world.addBody(link);
    const joint = new CANNON.HingeConstraint(last, link, {
      pivotA: new CANNON.Vec3(k === 0 ? 0 : 0.1, 0, 0),
      pivotB: new CANNON.Vec3(-0.1, 0, 0),
      axisA: new CANNON.Vec3(0, 1, 0),
      axisB: new CANNON.Vec3(0, 1, 0),
    });
    world.addConstraint(joint);
    // Enough for the moment of the whole arm, 17.7 N m.
    friction.setJointFriction(joint, coulomb({ mu: 0.5 }), { load: 2000, radius: 0.02 });
    links.push(link);
    last = link;
  }
  return { world, friction, links, dt: 1 / 60 };
}

describe('joint friction', () => {
  test('holds an arm of six links without creep', () => {
    const scene = arm();
    run(scene, 2);
    const start = scene.links[5].position.clone();
    run(scene, 20);
    expect(start.z).toBeGreaterThan(-1e-3);
    expect(scene.links[5].position.distanceTo(start)).toBeLessThan(1e-6);
  });

  test('acts in joints that are solved one by one', () => {
    const scene = hinged(1 / 60, X, NONE, 0.1, 0);
    scene.friction.uninstall();
    const friction = installFriction(scene.world, { default: coulomb({ mu: 0.5 }), solver: 'iterative' });
    friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
    scene.body.angularVelocity.set(3.3, 0, 0);
    expect(relative(spinDown(scene, scene.body), 3.3)).toBeLessThan(0.01);
  });

  test('null removes it, and so does uninstall', () => {
    for (const remove of ['null', 'uninstall']) {
      const scene = hinged(1 / 60, X, NONE, 0.1, 0);
      scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
      scene.body.angularVelocity.set(3, 0, 0);
      run(scene, 0.5);
      if (remove === 'null') scene.friction.setJointFriction(scene.joint, null);
      else scene.friction.uninstall();
      const speed = scene.body.angularVelocity.x;
      run(scene, 1);
      expect(relative(scene.body.angularVelocity.x, speed)).toBeLessThan(1e-9);
    }
  });

  test('a joint that is removed from the world is ignored', () => {
    const scene = hinged(1 / 60, X, NONE, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
    run(scene, 0.1);
    scene.world.removeConstraint(scene.joint);
    scene.body.angularVelocity.set(3, 0, 0);
    run(scene, 0.5);
    expect(scene.body.angularVelocity.x).toBe(3);
  });

  test('a restored snapshot continues with the same bits', () => {
    const create = (): Scene => {
      const scene = hinged(1 / 60, Z, new CANNON.Vec3(0.5, 0, 0), 1 / 12);
      const law = lugre({ sigma0: 2000, sigma1: 20, muC: 0.4, muS: 0.5, vS: 0.01 });
      scene.friction.setJointFriction(scene.joint, law, { radius: 0.02 });
      return scene;
    };
    const push = (scene: Scene) => () => scene.body.torque.set(0, 0, 0.1 * Math.sin(7 * scene.world.time));
    const a = create();
    run(a, 1, push(a));
    const b = create();
    b.world.time = a.world.time;
    for (const name of ['position', 'velocity', 'angularVelocity'] as const) b.body[name].copy(a.body[name]);
    b.body.quaternion.copy(a.body.quaternion);
    b.friction.restore(a.friction.snapshot());
    run(a, 2, push(a));
    run(b, 2, push(b));
    expect(b.body.quaternion.toArray()).toEqual(a.body.quaternion.toArray());
    expect(b.body.angularVelocity.toArray()).toEqual(a.body.angularVelocity.toArray());
  });

  test('a snapshot needs the same joints', () => {
    const a = hinged(1 / 60, X, NONE, 0.1);
    const snapshot = a.friction.snapshot();
    a.friction.setJointFriction(a.joint, coulomb({ mu: 0.5 }), { radius: 0.02 });
    expect(() => a.friction.restore(snapshot)).toThrow(
      'restore: expected setJointFriction with the laws of the snapshot, [] (got [coulomb(0)])',
    );
  });

  test('bad input throws and says what is wrong', () => {
    const { world, joint, body, friction } = hinged(1 / 60, X, NONE, 0.1);
    const set = (law: unknown, options: unknown, on: CANNON.Constraint = joint) =>
      friction.setJointFriction(on, law as FrictionLaw, options as JointFrictionOptions);
    const law = coulomb({ mu: 0.5 });
    const cases: [() => void, string][] = [
      [() => set(law, { radius: 0 }), 'setJointFriction: radius must be a finite number > 0 m (got 0)'],
      [() => set(law, {}), 'setJointFriction: radius must be a finite number > 0 m (got undefined)'],
      [
        () => set(law, { radius: 1, load: -1 }),
        "setJointFriction: load must be a finite number >= 0 N, or 'reaction' (got -1)",
      ],
      [() => set(law, { radius: 1, loads: 1 }), "setJointFriction: unknown option 'loads', known are load, radius"],
      [() => set({}, { radius: 1 }), 'setJointFriction: law must be a friction law such as coulomb({ mu: 0.5 })'],
      [
        () => set(anisotropic({ mu: [1, 2] }), { radius: 1 }),
        'setJointFriction: law must be the same in all directions',
      ],
      [() => set(rolling(law, { radius: 0.1 }), { radius: 1 }), 'setJointFriction: law must be the same'],
      [
        () => set(bristle({ mu: 1, stiffness: 1, cone: 'box' }), { radius: 1 }),
        'setJointFriction: law must be the same',
      ],
    ];
    const others = [
      new CANNON.LockConstraint(world.bodies[0], body),
      new CANNON.DistanceConstraint(world.bodies[0], body),
    ];
    for (const other of others)
      cases.push([() => set(law, { radius: 1 }, other), 'setJointFriction: joint must be a Hinge']);
    cases.push([() => set(law, { radius: 1 }, null as never), 'setJointFriction: joint must be a HingeConstraint']);
    for (const [act, message] of cases) expect(act).toThrow(message);
    friction.uninstall();
    expect(() => friction.setJointFriction(joint, null)).toThrow(
      'friction: uninstall() has been called on this handle',
    );
  });
});
