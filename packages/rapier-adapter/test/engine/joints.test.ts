import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { installFriction } from '../../src/index.js';
import { STEPS } from './support.js';

beforeAll(() => RAPIER.init());

const MU = 0.5;
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

type JointKind = 'fixed' | 'revolute' | 'spherical';

/** Creep speed of two joined boxes of 1 and 3 kg on a slope of 90 % of the friction angle [m/s]. */
function creep(kind: JointKind, dt: number): number {
  const slope = 0.9 * Math.atan(MU);
  const world = new RAPIER.World({ x: 9.81 * Math.sin(slope), y: 0, z: -9.81 * Math.cos(slope) });
  world.timestep = dt;
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 0.5).setTranslation(0, 0, -0.5));
  const [a, b] = [0, 1].map((k) => {
    const desc = RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(1.2 * k, 0, 0.25)
      .setCanSleep(false);
    const body = world.createRigidBody(desc);
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.25).setMass(1 + 2 * k), body);
    return body;
  });
  const [right, left] = [
    { x: 0.6, y: 0, z: 0 },
    { x: -0.6, y: 0, z: 0 },
  ];
  const joints = {
    fixed: () => RAPIER.JointData.fixed(right, IDENTITY, left, IDENTITY),
    revolute: () => RAPIER.JointData.revolute(right, left, { x: 0, y: 0, z: 1 }),
    spherical: () => RAPIER.JointData.spherical(right, left),
  };
  world.createImpulseJoint(joints[kind](), a, b, true);
  const friction = installFriction(world, { default: coulomb({ mu: MU }), scope: 'all' });
  const run = (seconds: number): void => {
    for (let k = 0; k < seconds / dt; k++) friction.step();
  };
  run(1);
  const start = a.translation().x;
  run(5);
  const speed = (a.translation().x - start) / 5;
  world.free();
  return Math.abs(speed);
}

describe.each(STEPS)('joined boxes on a slope at dt %f', (dt) => {
  // As in stock Rapier: 0.6 mm/s at 1/60 s, 0.4 at 1/240.
  test.each(['fixed', 'revolute'] as const)('connected by a %s joint creep by less than 0.7 mm/s', (kind) => {
    expect(creep(kind, dt)).toBeLessThan(7e-4);
  });

  test('connected by a ball joint do not creep', () => {
    expect(creep('spherical', dt)).toBeLessThan(1e-6);
  });
});
