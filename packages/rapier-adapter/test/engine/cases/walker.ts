import type { RevoluteImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-compat';
import { createWorld, slab } from '../support.js';
import { RAPIER } from './support.js';

/**
 * A hexapod of 3.8 kg on 18 revolute joints with position motors, in a tripod gait: three feet stand and move back, the other three
 * swing forward. While the standing feet stick, the body moves by the commanded stride.
 */
export interface Walker {
  body: RigidBody;
  /** Sets the motor targets of the gait at this time [s]. */
  drive(time: number): void;
}

export interface Gait {
  /** 0 walks along x, π/2 strafes along y [rad]. */
  heading: number;
  /** Distance a foot moves back while it stands [m]. */
  stride: number;
  /** Period of a cycle, in which the body moves by two strides [s]. */
  period: number;
}

const BODY = { x: 0.2, y: 0.1, z: 0.03 };
const COXA = 0.05;
const FEMUR = 0.1;
const TIBIA = 0.15;
/** Radius of a foot; small, because it rolls while the tibia tilts [m]. */
const FOOT = 0.005;
const LIFT = 0.05;
/** Position of a foot at mid stance, outwards and up from the first joint of the leg [m]. */
const REACH = 0.15;
const DEPTH = -0.13;
/** Stiffness and damping [N m/rad, N m s/rad]. */
const MOTOR = { stiffness: 300, damping: 5 };
/** Mass and inertia of a link; most of the inertia is the geared rotor of its motor [kg, kg m²]. */
const LINK = 0.1;
const ROTOR = 0.03;

export function createWalkerWorld(mu: number, dt: number): World {
  const world = createWorld(dt, slab().setFriction(mu));
  // With the default of 4 the stock walker loses 10 % at 60 Hz.
  world.numSolverIterations = 8;
  return world;
}

export function addWalker(world: World, mu: number, gait: Gait): Walker {
  const body = addPart(world, 0, 0, FOOT + TIBIA);
  world.createCollider(RAPIER.ColliderDesc.cuboid(BODY.x, BODY.y, BODY.z).setMass(2).setFriction(mu), body);
  const legs = [-0.15, 0, 0.15].flatMap((x, k) =>
    [-1, 1].map((side) => ({
      joints: addLeg(world, body, x, side, mu),
      side,
      phase: (k + (side > 0 ? 1 : 0)) % 2 === 0 ? 0 : 0.5,
    })),
  );
  return {
    body,
    drive(time) {
      for (const { joints, side, phase } of legs) {
        const { back, lift } = footAt((time / gait.period + phase) % 1, gait.stride);
        const ahead = -back * Math.cos(gait.heading);
        const out = REACH - back * Math.sin(gait.heading) * side;
        for (const [n, angle] of solveLeg(ahead, out, DEPTH + lift, side).entries())
          joints[n].configureMotorPosition(angle, MOTOR.stiffness, MOTOR.damping);
      }
    },
  };
}

function addPart(world: World, x: number, y: number, z: number): RigidBody {
  return world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(false));
}

/** At zero angles, coxa and femur point sideways and the tibia points down. */
function addLeg(world: World, body: RigidBody, x: number, side: number, mu: number): RevoluteImpulseJoint[] {
  const { z } = body.translation();
  const y = side * BODY.y;
  const links = [
    addPart(world, x, y + (side * COXA) / 2, z),
    addPart(world, x, y + side * (COXA + FEMUR / 2), z),
    addPart(world, x, y + side * (COXA + FEMUR), z - TIBIA / 2),
  ];
  const origin = { x: 0, y: 0, z: 0 };
  for (const link of links) {
    const inertia = { x: ROTOR, y: ROTOR, z: ROTOR };
    const desc = RAPIER.ColliderDesc.ball(FOOT).setMassProperties(LINK, origin, inertia, { ...origin, w: 1 });
    world.createCollider(desc.setCollisionGroups(0), link);
  }
  const foot = RAPIER.ColliderDesc.ball(FOOT).setDensity(0).setFriction(mu);
  world.createCollider(foot.setTranslation(0, 0, -TIBIA / 2), links[2]);
  const out = (distance: number) => ({ ...origin, y: side * distance });
  const ahead = { ...origin, x: 1 };
  return [
    RAPIER.JointData.revolute({ x, y, z: 0 }, out(-COXA / 2), { ...origin, z: 1 }),
    RAPIER.JointData.revolute(out(COXA / 2), out(-FEMUR / 2), ahead),
    RAPIER.JointData.revolute(out(FEMUR / 2), { ...origin, z: TIBIA / 2 }, ahead),
  ].map((data, n) => {
    const joint = world.createImpulseJoint(data, [body, ...links][n], links[n], true) as RevoluteImpulseJoint;
    joint.configureMotorModel(RAPIER.MotorModel.ForceBased);
    return joint;
  });
}

/** In the first half of a cycle the foot stands and moves back at constant speed, in the second half it swings. */
function footAt(share: number, stride: number): { back: number; lift: number } {
  if (share < 0.5) return { back: stride * (2 * share - 0.5), lift: 0 };
  const swing = 2 * share - 1;
  return { back: stride * (0.5 - swing * swing * (3 - 2 * swing)), lift: LIFT * Math.sin(Math.PI * swing) };
}

/** Inverse kinematics: angles of coxa, femur and tibia for a foot position relative to the first joint of the leg. */
function solveLeg(ahead: number, out: number, up: number, side: number): [number, number, number] {
  const u = Math.hypot(ahead, out) - COXA;
  const reach = Math.hypot(u, up);
  const femur = Math.atan2(up, u) + Math.acos((FEMUR ** 2 + reach ** 2 - TIBIA ** 2) / (2 * FEMUR * reach));
  const tibia = Math.atan2(up - FEMUR * Math.sin(femur), u - FEMUR * Math.cos(femur)) + Math.PI / 2 - femur;
  return [-side * Math.atan2(ahead, out), side * femur, side * tibia];
}
