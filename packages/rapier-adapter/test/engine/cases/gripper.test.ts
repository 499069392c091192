import type { PrismaticImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { disc, patch } from '@stiction/limit-surface';
import { describe, expect, test } from 'vitest';
import {
  expectNoFailures,
  formatFigures,
  full,
  G,
  ISOTROPIC,
  RAPIER,
  SPRINGS,
  STEP_SIZES,
  STIFFNESS,
  start,
} from './support.js';

const MU = 0.8;
const HALF = 0.05;
/** Mass of the box and force of each finger [kg, N]. The first mass is that of Rapier's default density. */
const LOADS = [
  [1e-3, 5],
  [0.1, 20],
  [0.8, 20],
  [2, 20],
] as const;
/** Duration of a run [s]. */
const secondsAt = (dt: number): number => (full ? 20 : 180 * dt + 0.5);
/** Time for the fingers to close, without gravity [s]. */
const CLOSING = 0.5;

const KINDS = ['prismatic', 'revolute', 'motor'] as const;
type Kind = (typeof KINDS)[number];

interface Grip {
  /** Distance the box sank after the fingers had closed [m]. */
  drop: number;
  /** Angle it rotated by [rad]. */
  rotation: number;
}

interface GripOptions {
  kind: Kind;
  mass: number;
  press: number;
  dt: number;
}

/** Two fingers of 0.3 kg on joints press a box from both sides, then gravity is switched on. */
function grip(law: FrictionLaw | null, { kind, mass, press, dt }: GripOptions): Grip {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.timestep = dt;
  const box = addPart(world, 0, 0);
  world.createCollider(RAPIER.ColliderDesc.cuboid(HALF, HALF, HALF).setMass(mass).setFriction(MU), box);
  const fingers = [-1, 1].map((side) => {
    const finger = addFinger(world, kind, 2 * HALF * side, press);
    world.createCollider(RAPIER.ColliderDesc.cuboid(HALF, HALF, HALF).setMass(0.3).setFriction(MU), finger);
    return finger;
  });
  return closeAndHold(world, law, { box, fingers, press: kind === 'motor' ? 0 : press, seconds: secondsAt(dt) });
}

function addPart(world: World, x: number, y: number): RigidBody {
  return world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, 1).setCanSleep(false));
}

/** A body on a rail along x or on a hinge above it. A motor presses with a target position inside the box. */
function addFinger(world: World, kind: Kind, x: number, press: number): RigidBody {
  const base = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(x, 0, 1));
  const finger = addPart(world, x, 0);
  const centre = { x: 0, y: 0, z: 0 };
  if (kind === 'revolute') {
    const hinge = { x: 0, y: 0, z: 0.5 };
    world.createImpulseJoint(RAPIER.JointData.revolute(hinge, hinge, { x: 0, y: 1, z: 0 }), base, finger, true);
    return finger;
  }
  const data = RAPIER.JointData.prismatic(centre, centre, { x: 1, y: 0, z: 0 });
  const joint = world.createImpulseJoint(data, base, finger, true) as PrismaticImpulseJoint;
  if (kind === 'motor') {
    joint.configureMotorModel(RAPIER.MotorModel.ForceBased);
    joint.configureMotorPosition(-0.01 * Math.sign(x), press / 0.01, 50);
  }
  return finger;
}

interface Held {
  box: RigidBody;
  fingers: RigidBody[];
  press: number;
  seconds: number;
}

function closeAndHold(world: World, law: FrictionLaw | null, { box, fingers, press, seconds }: Held): Grip {
  const stepper = start(world, law);
  const steps = (time: number): number => Math.round(time / world.timestep);
  const angle = (): number => 2 * Math.atan2(box.rotation().x, box.rotation().w);
  for (let k = 0; k < steps(CLOSING); k++) {
    for (const finger of fingers) {
      finger.resetForces(true);
      const share = Math.min(1, k / steps(CLOSING / 2));
      finger.addForce({ x: -press * share * Math.sign(finger.translation().x), y: 0, z: 0 }, true);
    }
    stepper.step();
  }
  const before = { z: box.translation().z, angle: angle() };
  world.gravity = { x: 0, y: 0, z: -G };
  for (let k = 0; k < steps(seconds); k++) stepper.step();
  const result = { drop: before.z - box.translation().z, rotation: angle() - before.angle };
  world.free();
  return result;
}

const numbered = (laws: object) => Object.keys(laws).map((name, n): [string, number] => [name, n]);

describe.each(STEP_SIZES)('a gripper at dt %f', (dt) => {
  for (const kind of KINDS) {
    const stock = new Map<number, Grip>();
    /** The short run gives a law half of the loads at this step size, and the others at the other one. */
    const loadsOf = (n: number) => LOADS.filter((_, k) => full || (k + n + STEP_SIZES.indexOf(dt)) % 2 === 0);

    /** The box may sink as far as in stock, plus the tolerance. */
    function expectHeld(law: FrictionLaw, n: number, tolerance: (mass: number) => number): void {
      const failures = loadsOf(n).flatMap(([mass, press]) => {
        const options = { kind, mass, press, dt };
        const expected = stock.get(mass) ?? grip(null, options);
        stock.set(mass, expected);
        const ours = grip(law, options);
        const most = Math.abs(expected.drop) + tolerance(mass);
        return Math.abs(ours.drop) < most ? [] : [`${mass} kg: ${formatFigures(expected, ours)}`];
      });
      expectNoFailures(failures);
    }

    test.each(numbered(ISOTROPIC))(`${kind}: holds a box with %s within 1 mm of stock`, (name, n) => {
      expectHeld(ISOTROPIC[name](MU), n, () => 1e-3);
    });

    test.each(numbered(SPRINGS))(`${kind}: holds a box with %s within 2 mm + F/k of stock`, (name, n) => {
      // Each finger carries half of the weight.
      const deflection = (mass: number): number => (name === 'anisotropic' ? 0 : (0.5 * mass * G) / STIFFNESS);
      expectHeld(SPRINGS[name](MU), n, (mass) => 2e-3 + deflection(mass));
    });
  }
});

const PAD = 0.02;

/** Round pads closeAndHold a box of 0.5 kg off its centre. */
function pivot(law: FrictionLaw, press: number, offset: number, dt: number): Grip {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.timestep = dt;
  const box = addPart(world, 0, offset);
  world.createCollider(RAPIER.ColliderDesc.cuboid(HALF, HALF + offset, HALF).setMass(0.5), box);
  const fingers = [-1, 1].map((side) => {
    const finger = addFinger(world, 'prismatic', side * (HALF + 0.02), press);
    const alongX = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };
    world.createCollider(RAPIER.ColliderDesc.cylinder(0.02, PAD).setRotation(alongX).setMass(0.3), finger);
    return finger;
  });
  return closeAndHold(world, law, { box, fingers, press, seconds: 1 });
}

// Each pad carries the force W/2 and the torque W d/2, on the limit surface of a disc.
test.each(STEP_SIZES)(
  'a box held off its centre pivots below the press of the limit surface and holds above, dt %f',
  (dt) => {
    const [offset, weight, mu] = [0.05, 0.5 * G, 0.5];
    const torqueAlone = (weight * offset) / (2 * mu * disc({ radius: PAD }).r);
    const both = torqueAlone + weight / (2 * mu);
    const pivoting = pivot(patch({ mu }), 0.9 * torqueAlone, offset, dt);
    const held = pivot(patch({ mu }), both, offset, dt);
    const message = `pivoting ${JSON.stringify(pivoting)}, held ${JSON.stringify(held)}`;
    expect(Math.abs(pivoting.rotation), message).toBeGreaterThan(0.2);
    expect(Math.abs(held.rotation), message).toBeLessThan(0.01);
    expect(Math.abs(held.drop), message).toBeLessThan(1e-3);
  },
);
