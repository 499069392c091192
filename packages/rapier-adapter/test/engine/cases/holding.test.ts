import type { JointData, RigidBody, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { addBody, addBox, createWorld, slab, tilted } from '../support.js';
import { formatFigures, full, G, LAWS, RAPIER, STEP_SIZES, start } from './support.js';

/** Distance moved by something that friction should hold [m], with a law or in stock Rapier (null). */
type Case = (law: FrictionLaw | null, dt: number) => number;

const MU = 0.5;
const SECONDS = full ? 5 : 2;
/** Allowed distance beyond stock, for rigid isotropic laws and for the others [m]. */
const ISOTROPIC_GOAL = 1e-3;
const SPRING_GOAL = 2e-3;

/** Runs half a second for the bodies to settle, then `seconds`. */
function run(world: World, law: FrictionLaw | null, seconds: number, before?: (time: number) => void): void {
  const stepper = start(world, law);
  const dt = world.timestep;
  for (let k = 0; k < Math.round((0.5 + seconds) / dt); k++) {
    if (k * dt >= 0.5) before?.(k * dt - 0.5);
    stepper.step();
  }
}

/** A box on a plate that accelerates with 0.8 mu g for half a second and then keeps its speed. */
function carrier(kind: 'velocity' | 'position'): Case {
  return (law, dt) => {
    const world = createWorld(dt, slab().setFriction(MU));
    const make = RAPIER.RigidBodyDesc;
    const plate = world.createRigidBody(
      (kind === 'velocity' ? make.kinematicVelocityBased() : make.kinematicPositionBased()).setTranslation(0, 0, 1),
    );
    world.createCollider(RAPIER.ColliderDesc.cuboid(5, 1, 0.1).setFriction(MU), plate);
    const box = addBox(world, { z: 1.2 });
    const acceleration = 0.8 * MU * G;
    run(world, law, SECONDS, (time) => {
      const accelerating = Math.min(time + dt, 0.5);
      const speed = acceleration * accelerating;
      if (kind === 'velocity') plate.setLinvel({ x: speed, y: 0, z: 0 }, true);
      else plate.setNextKinematicTranslation({ x: plate.translation().x + speed * dt, y: 0, z: 1 });
    });
    const moved = Math.abs(box.translation().x - plate.translation().x);
    expect(plate.translation().x).toBeGreaterThan(0.5);
    world.free();
    return moved;
  };
}

/** A box on a turntable at a centripetal force of 0.9 of the friction limit: its outward drift. */
const turntable: Case = (law, dt) => {
  const world = createWorld(dt, slab().setFriction(MU));
  const table = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, 1));
  world.createCollider(RAPIER.ColliderDesc.cuboid(3, 3, 0.1).setFriction(MU), table);
  const box = addBox(world, { x: 1, z: 1.2 });
  const spin = Math.sqrt(0.9 * MU * G);
  run(world, law, 1 + SECONDS, (time) => table.setAngvel({ x: 0, y: 0, z: spin * Math.min(1, time) }, true));
  const { x, y } = box.translation();
  world.free();
  return Math.hypot(x, y) - 1;
};

/** A stack of five boxes with 10 kg on top; the lowest box is pulled with 0.8 of the friction limit under it. */
const loadedStack: Case = (law, dt) => {
  const world = createWorld(dt, slab().setFriction(MU));
  const boxes = Array.from({ length: 5 }, (_, k) => addBox(world, { z: 0.1 + 0.2 * k }));
  addBox(world, { z: 1.1, mass: 10 });
  run(world, law, SECONDS, (time) => {
    if (time === 0) boxes[0].addForce({ x: 0.8 * MU * 15 * G, y: 0, z: 0 }, true);
  });
  const moved = Math.max(...boxes.map((box) => Math.abs(box.translation().x)));
  world.free();
  return moved;
};

const ORIGIN = { x: 0, y: 0, z: 0 };
const IDENTITY = { ...ORIGIN, w: 1 };
const LEFT = { ...ORIGIN, x: -0.3 };
const RIGHT = { ...ORIGIN, x: 0.3 };
const JOINTS: Readonly<Record<string, () => JointData>> = {
  spherical: () => RAPIER.JointData.spherical(RIGHT, LEFT),
  revolute: () => RAPIER.JointData.revolute(RIGHT, LEFT, { x: 0, y: 0, z: 1 }),
  fixed: () => RAPIER.JointData.fixed(RIGHT, IDENTITY, LEFT, IDENTITY),
};

/** A chain of six boxes of alternately 1 and 3 kg along a slope of 0.9 of the friction limit. */
function chain(kind: string, multibody: boolean): Case {
  return (law, dt) => {
    const world = createWorld(dt, slab().setFriction(MU), tilted(Math.atan(0.9 * MU)));
    const boxes: RigidBody[] = [];
    for (let k = 0; k < 6; k++) {
      const box = addBody(world, RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.1), { x: 0.6 * k, mass: 1 + 2 * (k % 2) });
      const last = boxes.at(-1);
      if (last && multibody) world.createMultibodyJoint(JOINTS[kind](), last, box, true);
      else if (last) world.createImpulseJoint(JOINTS[kind](), last, box, true);
      boxes.push(box);
    }
    let from = 0;
    run(world, law, SECONDS, (time) => {
      if (time === 0) from = boxes[0].translation().x;
    });
    const moved = Math.abs(boxes[0].translation().x - from);
    world.free();
    return moved;
  };
}

/** An arm of three links on multibody joints, on a heavy foot on a slope; its last link lies on the ground. */
const multibodyArm: Case = (law, dt) => {
  const world = createWorld(dt, slab().setFriction(MU), tilted(Math.atan(0.8 * MU)));
  const foot = addBox(world, { mass: 5 });
  const axis = { x: 0, y: 1, z: 0 };
  let last = foot;
  let anchor = { x: 0.25, y: 0, z: 0 };
  for (let k = 0; k < 3; k++) {
    const link = addBody(world, RAPIER.ColliderDesc.cuboid(0.2, 0.05, 0.05), { x: 0.45 + 0.4 * k, z: 0.1 });
    world.createMultibodyJoint(RAPIER.JointData.revolute(anchor, { x: -0.2, y: 0, z: 0 }, axis), last, link, true);
    last = link;
    anchor = { x: 0.2, y: 0, z: 0 };
  }
  let from = 0;
  run(world, law, SECONDS, (time) => {
    if (time === 0) from = foot.translation().x;
  });
  const moved = Math.abs(foot.translation().x - from);
  world.free();
  return moved;
};

const CASES: Readonly<Record<string, Case>> = {
  'a box on a velocity-based carrier': carrier('velocity'),
  'a box on a position-based carrier': carrier('position'),
  'a box on a turntable': turntable,
  'a loaded stack': loadedStack,
  ...Object.fromEntries(
    Object.keys(JOINTS).flatMap((kind) => [
      [`boxes on ${kind} joints`, chain(kind, false)],
      [`boxes on ${kind} multibody joints`, chain(kind, true)],
    ]),
  ),
  'an arm on multibody joints': multibodyArm,
};

describe.each(STEP_SIZES)('holding at dt %f', (dt) => {
  for (const [n, [name, measure]] of Object.entries(CASES).entries()) {
    const stock = measure(null, dt);
    // The short run gives a case half of the laws at this step size, and the others at the other one.
    const laws = Object.keys(LAWS).filter((_, k) => full || (k + n + STEP_SIZES.indexOf(dt)) % 2 === 0);

    test.each(laws)(`${name}: moves hardly farther than in stock with %s`, (law) => {
      const goal = ['anisotropic', 'bristle'].includes(law) ? SPRING_GOAL : ISOTROPIC_GOAL;
      const ours = measure(LAWS[law](MU), dt);
      expect(ours, `moved ${formatFigures(stock, ours)} m`).toBeLessThan(stock + goal);
    });
  }
});
