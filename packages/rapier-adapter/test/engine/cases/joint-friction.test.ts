import type { ImpulseJoint, RigidBody, Vector, World } from '@dimforge/rapier3d-compat';
import {
  anisotropic,
  bristle,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  lugre,
  stribeck,
  viscoElastic,
} from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { installFriction, type JointFrictionOptions, type RapierFriction } from '../../../src/index.js';
import { G, RAPIER, STEP_SIZES } from './support.js';

interface Scene {
  world: World;
  body: RigidBody;
  joint: ImpulseJoint;
  friction: RapierFriction;
}

const O = { x: 0, y: 0, z: 0 };
const X = { x: 1, y: 0, z: 0 };
const Z = { x: 0, y: 0, z: 1 };
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

type Kind = 'revolute' | 'prismatic' | 'spherical';

/** A body of mass 1 kg with the same inertia about all axes, jointed to the world with its centre at `arm`. */
function jointed(dt: number, kind: Kind, axis: Vector, arm: Vector, inertia: number, gravity = G): Scene {
  const world = new RAPIER.World({ x: 0, y: 0, z: -gravity });
  world.timestep = dt;
  const base = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  const desc = RAPIER.RigidBodyDesc.dynamic()
    .setTranslation(arm.x, arm.y, arm.z)
    .setCanSleep(false)
    .setAdditionalMassProperties(1, O, { x: inertia, y: inertia, z: inertia }, IDENTITY);
  const body = world.createRigidBody(desc);
  const pivot = { x: -arm.x, y: -arm.y, z: -arm.z };
  const data = {
    revolute: () => RAPIER.JointData.revolute(O, pivot, axis),
    prismatic: () => RAPIER.JointData.prismatic(O, pivot, axis),
    spherical: () => RAPIER.JointData.spherical(O, pivot),
  };
  const joint = world.createImpulseJoint(data[kind](), base, body, true);
  const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), rapier: RAPIER });
  return { world, body, joint, friction };
}

function run({ friction, world }: Scene, seconds: number, before?: () => void): void {
  for (let k = Math.round(seconds / world.timestep); k > 0; k--) {
    before?.();
    friction.step();
  }
}

function angle(body: RigidBody, axis: 'x' | 'z'): number {
  return 2 * Math.atan2(body.rotation()[axis], body.rotation().w);
}

function pushed({ body }: Scene, torque: Vector): () => void {
  return () => {
    body.resetTorques(true);
    body.addTorque(torque, true);
  };
}

/** A torque about z that rises to its value within a second. */
function ramp(scene: Scene, torque: number): () => void {
  let applied = 0;
  return () => {
    applied = Math.min(torque, applied + torque * scene.world.timestep);
    pushed(scene, { x: 0, y: 0, z: applied })();
  };
}

/** Time until a spin or slide is over: it falls linearly within the last step. */
function stopTime(scene: Scene, speed: () => number): number {
  const { friction, world } = scene;
  const start = speed();
  let [time, loss] = [0, 0];
  while (time < 20) {
    const before = speed();
    friction.step();
    if (speed() < 1e-3 * start) return time + (world.timestep * before) / Math.max(loss, before - speed());
    loss = before - speed();
    time += world.timestep;
  }
  return time;
}

function spin({ body }: Scene): () => number {
  return () => Math.hypot(body.angvel().x, body.angvel().y, body.angvel().z);
}

function integrate(omega: number, inertia: number, torque: (omega: number) => number): number {
  let [time, w] = [0, omega];
  for (; w > 0; time += 1e-5) w -= (1e-5 * torque(w)) / inertia;
  return time;
}

/** Largest value of the parabola through three equidistant samples. */
function peak(a: number, b: number, c: number): number {
  const curvature = a - 2 * b + c;
  return curvature === 0 ? b : b - (c - a) ** 2 / (8 * curvature);
}

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe.each(STEP_SIZES)('joint friction at dt %f', (dt) => {
  test.each([0.01, 1 / 12])(
    'a pendulum with dry friction loses 2 T/(m g l) per half swing and stops within the dead band, inertia %f',
    (inertia) => {
      const torque = 0.04;
      const scene = jointed(dt, 'revolute', X, { x: 0, y: 0, z: -1 }, inertia);
      scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.2 }), { load: 20, radius: torque / 4 });
      scene.body.setRotation({ x: Math.sin(0.05), y: 0, z: 0, w: Math.cos(0.05) }, true);
      scene.body.setTranslation({ x: 0, y: Math.sin(0.1), z: -Math.cos(0.1) }, true);
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
    },
  );

  test('a door stays under a torque below the limit and moves above it', () => {
    const scene = jointed(dt, 'revolute', Z, { x: 0.5, y: 0, z: 0 }, 1 / 12);
    const limit = 0.3 * 10 * 0.02;
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.3 }), { load: 10, radius: 0.02 });
    run(scene, 0.5);
    const start = angle(scene.body, 'z');
    run(scene, 20, pushed(scene, { x: 0, y: 0, z: 0.95 * limit }));
    expect(Math.abs(angle(scene.body, 'z') - start)).toBeLessThan(1e-4);
    run(scene, 2, pushed(scene, { x: 0, y: 0, z: 1.05 * limit }));
    const moved = angle(scene.body, 'z') - start;
    const free = (0.5 * 0.05 * limit * 4) / (1 / 12 + 0.25);
    expect(relative(moved, free)).toBeLessThan(0.1);
  });

  test('a wheel under constant load stops after I ω/T', () => {
    const scene = jointed(dt, 'revolute', X, O, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
    scene.body.setAngvel({ x: 3.3, y: 0, z: 0 }, true);
    const time = stopTime(scene, spin(scene));
    expect(relative(time, 3.3)).toBeLessThan(0.01);
    run(scene, 1);
    const rest = angle(scene.body, 'x');
    run(scene, 10);
    expect(Math.abs(angle(scene.body, 'x') - rest)).toBeLessThan(1e-6);
  });

  test('a slider stops after v²/(2 μ N/m)', () => {
    const scene = jointed(dt, 'prismatic', X, O, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 4 });
    scene.body.setLinvel({ x: 2, y: 0, z: 0 }, true);
    run(scene, 3);
    expect(relative(scene.body.translation().x, 1)).toBeLessThan(0.01);
  });

  test('a ball joint stops a spin about any axis after I ω/T', () => {
    for (const u of [X, Z, { x: 0.6, y: 0.48, z: 0.64 }]) {
      const scene = jointed(dt, 'spherical', X, O, 0.1, 0);
      scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 10, radius: 0.02 });
      scene.body.setAngvel({ x: 3.3 * u.x, y: 3.3 * u.y, z: 3.3 * u.z }, true);
      const time = stopTime(scene, spin(scene));
      expect(relative(time, 3.3)).toBeLessThan(0.01);
    }
  });

  test('Stribeck friction slows a wheel like a fine integration', () => {
    const scene = jointed(dt, 'revolute', X, O, 0.1, 0);
    const law = stribeck({ muS: 0.6, muC: 0.3, vS: 0.02, viscous: 1 });
    scene.friction.setJointFriction(scene.joint, law, { load: 10, radius: 0.02 });
    scene.body.setAngvel({ x: 5, y: 0, z: 0 }, true);
    const mu = (v: number) => 0.3 + 0.3 * Math.exp(-((v / 0.02) ** 2)) + v;
    const expected = integrate(5, 0.1, (w) => 0.2 * mu(0.02 * w));
    const time = stopTime(scene, spin(scene));
    expect(relative(time, expected)).toBeLessThan(0.01);
  });

  test('bristles of LuGre deflect like a spring below breakaway', () => {
    const sigma0 = 2000;
    const scene = jointed(dt, 'revolute', Z, O, 1 / 3, 0);
    // σ1 damps the body critically.
    const law = lugre({ sigma0, sigma1: 365, muC: 0.4, muS: 0.4, vS: 0.01 });
    scene.friction.setJointFriction(scene.joint, law, { load: 50, radius: 0.02 });
    run(scene, 8, ramp(scene, 0.2));
    // Dahl's curve: σ0 z/μ = 1 - exp(-σ0 x/μ), so half the limit is at x = ln 2 μ/σ0.
    const expected = (Math.LN2 * 0.4) / sigma0 / 0.02;
    expect(relative(angle(scene.body, 'z'), expected)).toBeLessThan(0.02);
  });

  test.each([0, 0.5])('elasto-plastic bristles deflect by T/k, centre %f m from the pin', (arm) => {
    const scene = jointed(dt, 'revolute', Z, { x: arm, y: 0, z: 0 }, 1 / 3 - arm * arm, 0);
    const law = elastoPlastic({ sigma0: 2000, sigma1: 150, muC: 0.4, muS: 0.4, vS: 0.01 });
    scene.friction.setJointFriction(scene.joint, law, { load: 50, radius: 0.02 });
    run(scene, 8, ramp(scene, 0.2));
    expect(relative(angle(scene.body, 'z'), 0.2 / (2000 * 50 * 0.02 ** 2))).toBeLessThan(0.02);
  });

  test('a visco-elastic bristle deflects by T/k', () => {
    const scene = jointed(dt, 'revolute', Z, O, 1 / 3, 0);
    const law = viscoElastic({ mu: 0.4, stiffness: 1e5, damping: 2e4 });
    scene.friction.setJointFriction(scene.joint, law, { load: 50, radius: 0.02 });
    const torque = 0.5 * 0.4 * 50 * 0.02;
    run(scene, 8, pushed(scene, { x: 0, y: 0, z: torque }));
    expect(relative(angle(scene.body, 'z'), torque / (1e5 * 0.02 * 0.02))).toBeLessThan(0.02);
  });
});

const LOAD = { load: 10, radius: 0.02 };

/** Laws of 0.1 N m under `LOAD`, also with bristles stiffer than a motor can follow. */
const LAWS: Readonly<Record<string, FrictionLaw>> = {
  stribeck: stribeck({ muS: 0.5, muC: 0.5, vS: 0.01 }),
  bristle: bristle({ mu: 0.5, stiffness: 1e5 }),
  stiffBristle: bristle({ mu: 0.5, stiffness: 1e9 }),
  viscoElastic: viscoElastic({ mu: 0.5, stiffness: 1e5, damping: 1e3 }),
  dahl: dahl({ mu: 0.5, sigma0: 1e4 }),
  stiffDahl: dahl({ mu: 0.5, sigma0: 1e8 }),
  lugre: lugre({ muC: 0.5, muS: 0.5, vS: 0.01, sigma0: 1e4, sigma1: 1 }),
  stiffLugre: lugre({ muC: 0.5, muS: 0.5, vS: 0.01, sigma0: 1e8, sigma1: 1e4 }),
  elastoPlastic: elastoPlastic({ muC: 0.5, muS: 0.5, vS: 0.01, sigma0: 1e4, sigma1: 1 }),
};

describe('joint friction', () => {
  test.each(Object.keys(LAWS))('%s stops a wheel after I ω/T', (name) => {
    const scene = jointed(1 / 60, 'revolute', X, O, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, LAWS[name], LOAD);
    scene.body.setAngvel({ x: 3.3, y: 0, z: 0 }, true);
    // Bristles swing back and forth at the end: extrapolates from 90 % of the way.
    run(scene, 0.9 * 3.3);
    const left = scene.body.angvel().x;
    expect(relative(left, 0.33)).toBeLessThan(0.02);
    run(scene, 2);
    expect(Math.abs(scene.body.angvel().x)).toBeLessThan(0.05);
  });

  test.each(['spherical', 'revolute'] as const)('a %s joint holds a weight without creep', (kind) => {
    const scene = jointed(1 / 60, kind, X, { x: 0, y: 0.3, z: 0 }, 0.1);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), { load: 1000, radius: 0.02 });
    run(scene, 3);
    const rest = scene.body.translation();
    run(scene, 20);
    expect(Math.abs(rest.z)).toBeLessThan(2e-3);
    expect(Math.abs(scene.body.translation().z - rest.z)).toBeLessThan(1e-5);
  });

  test('a resting joint lets its bodies sleep', () => {
    const { world, body, joint, friction } = jointed(1 / 60, 'revolute', X, { x: 0, y: 0.3, z: 0 }, 0.1);
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(5, 0.3, 0);
    const other = world.createRigidBody(desc.setAdditionalMassProperties(1, O, { x: 0.1, y: 0.1, z: 0.1 }, IDENTITY));
    const data = RAPIER.JointData.revolute({ x: 5, y: 0, z: 0 }, { x: 0, y: -0.3, z: 0 }, X);
    const second = world.createImpulseJoint(data, joint.body1(), other, true);
    for (const one of [joint, second]) {
      friction.setJointFriction(one, coulomb({ mu: 0.5 }), { load: 1000, radius: 0.02 });
    }
    run({ world, body, joint, friction }, 5);
    expect(other.isSleeping()).toBe(true);
  });

  test('the motor of the joint works against friction', () => {
    const scene = jointed(1 / 60, 'revolute', X, O, 0.1, 0);
    scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), LOAD);
    const motor = scene.joint as RAPIER.RevoluteImpulseJoint;
    motor.configureMotorModel(RAPIER.MotorModel.ForceBased);
    motor.configureMotorVelocity(1, 100);
    motor.setMotorMaxForce(0.09);
    run(scene, 1);
    const start = angle(scene.body, 'x');
    run(scene, 2);
    expect(Math.abs(angle(scene.body, 'x') - start)).toBeLessThan(1e-5);
    motor.setMotorMaxForce(0.2);
    run(scene, 3);
    expect(relative(scene.body.angvel().x, 1)).toBeLessThan(0.02);
  });

  test('null removes it, and so does uninstall', () => {
    for (const remove of ['null', 'uninstall']) {
      const scene = jointed(1 / 60, 'revolute', X, O, 0.1, 0);
      scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), LOAD);
      scene.body.setAngvel({ x: 3, y: 0, z: 0 }, true);
      run(scene, 0.5);
      if (remove === 'null') scene.friction.setJointFriction(scene.joint, null);
      else scene.friction.uninstall();
      const speed = scene.body.angvel().x;
      for (let k = 0; k < 60; k++) scene.world.step();
      expect(relative(scene.body.angvel().x, speed)).toBeLessThan(1e-3);
    }
  });

  test('a joint or body that is removed from the world is dropped', () => {
    for (const remove of ['joint', 'body']) {
      const scene = jointed(1 / 60, 'revolute', X, O, 0.1, 0);
      scene.friction.setJointFriction(scene.joint, coulomb({ mu: 0.5 }), LOAD);
      run(scene, 0.1);
      if (remove === 'joint') scene.world.removeImpulseJoint(scene.joint, true);
      else scene.world.removeRigidBody(scene.body);
      run(scene, 0.1);
      if (remove === 'body') continue;
      scene.body.setAngvel({ x: 3, y: 0, z: 0 }, true);
      run(scene, 0.5);
      expect(relative(scene.body.angvel().x, 3)).toBeLessThan(1e-3);
    }
  });

  test('a restored snapshot continues with the same bits', () => {
    const a = jointed(1 / 60, 'revolute', Z, { x: 0.5, y: 0, z: 0 }, 1 / 12);
    const law = lugre({ sigma0: 2000, sigma1: 20, muC: 0.4, muS: 0.5, vS: 0.01 });
    a.friction.setJointFriction(a.joint, law, LOAD);
    const push = (scene: Scene, from: number) => {
      let k = from;
      return () => pushed(scene, { x: 0, y: 0, z: 0.1 * Math.sin(0.1 * k++) })();
    };
    run(a, 1, push(a, 0));
    const world = RAPIER.World.restoreSnapshot(a.world.takeSnapshot());
    const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), rapier: RAPIER });
    const b = {
      world,
      friction,
      body: world.getRigidBody(a.body.handle),
      joint: world.getImpulseJoint(a.joint.handle),
    };
    friction.setJointFriction(b.joint, law, LOAD);
    friction.restore(a.friction.snapshot());
    run(a, 2, push(a, 60));
    run(b, 2, push(b, 60));
    expect(b.body.rotation()).toEqual(a.body.rotation());
    expect(b.body.angvel()).toEqual(a.body.angvel());
  });

  test('bad input throws and says what is wrong', () => {
    const { world, joint, body, friction } = jointed(1 / 60, 'revolute', X, O, 0.1);
    const set = (law: unknown, options: unknown, on: unknown = joint) =>
      friction.setJointFriction(on as ImpulseJoint, law as FrictionLaw, options as JointFrictionOptions);
    const law = coulomb({ mu: 0.5 });
    const fixed = world.createImpulseJoint(RAPIER.JointData.fixed(O, IDENTITY, O, IDENTITY), joint.body1(), body, true);
    const slider = world.createImpulseJoint(RAPIER.JointData.prismatic(O, O, X), joint.body1(), body, true);
    const cases: [() => void, string][] = [
      [() => set(law, { load: 1 }), 'setJointFriction: radius must be a finite number > 0 m (got undefined)'],
      [() => set(law, { radius: 1 }), 'setJointFriction: load must be a finite number >= 0 N (got undefined)'],
      [() => set(law, { radius: 1, load: 'reaction' }), 'setJointFriction: load must be a finite number >= 0 N'],
      [() => set(law, { radius: 1, load: 1 }, slider), 'setJointFriction: radius must be omitted for a slider (got 1)'],
      [() => set(law, LOAD, fixed), 'setJointFriction: joint must be revolute, prismatic or spherical'],
      [() => set(law, LOAD, null), 'setJointFriction: joint must be an impulse joint of this world'],
      [() => set(anisotropic({ mu: [1, 2] }), LOAD), 'setJointFriction: law must be the same in all directions'],
    ];
    for (const [act, message] of cases) expect(act).toThrow(message);
    friction.uninstall();
    const plain = installFriction(world, { default: law });
    expect(() => plain.setJointFriction(joint, law, LOAD)).toThrow("setJointFriction: needs Rapier's joints");
  });
});
