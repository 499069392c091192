// Measured in the engines: the push that moves a box of 1 kg, mu 0.3, under a load, 60 Hz.
import RAPIER from '@dimforge/rapier3d-compat';
import { installFriction as installInCannon } from '@stiction/cannon-adapter';
import { installFriction as installInRapier } from '@stiction/rapier-adapter';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';

const STEPS = 60;
const MU = 0.3;

/** Speed after a second. @typedef {(force: number, load: number) => number} Push */

/** @param {boolean} stiction @returns {Push} */
function inCannon(stiction) {
  return (force, load) => {
    const world = new World({ gravity: new Vec3(0, -9.81, 0) });
    world.defaultContactMaterial.friction = MU;
    const ground = new Body({ mass: 0, shape: new Plane() });
    ground.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
    const body = new Body({ mass: 1, shape: new Box(new Vec3(0.5, 0.1, 0.5)), position: new Vec3(0, 0.1, 0) });
    body.fixedRotation = true;
    body.updateMassProperties();
    world.addBody(ground);
    world.addBody(body);
    if (stiction) installInCannon(world, { fromContactMaterials: true });
    for (let step = 0; step < STEPS; step++) {
      body.applyForce(new Vec3(force, -load, 0));
      world.step(1 / 60);
    }
    return body.velocity.x;
  };
}

/** @param {boolean} stiction @returns {Push} */
function inRapier(stiction) {
  return (force, load) => {
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    world.createCollider(RAPIER.ColliderDesc.cuboid(400, 0.5, 10).setTranslation(0, -0.5, 0).setFriction(MU));
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.1, 0).lockRotations());
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.1, 0.5).setMass(1).setFriction(MU), body);
    body.addForce({ x: force, y: -load, z: 0 }, true);
    const friction = stiction ? installInRapier(world, { fromColliders: true }) : null;
    for (let step = 0; step < STEPS; step++) {
      if (friction) friction.step();
      else world.step();
    }
    const speed = body.linvel().x;
    world.free();
    return speed;
  };
}

/** The least force that moves the box by more than 0.2 m/s in a second. @param {Push} push @param {number} load */
function limit(push, load) {
  let low = 0;
  let high = 1000;
  while (high - low > 0.5) {
    const force = (low + high) / 2;
    if (push(force, load) > 0.2) high = force;
    else low = force;
  }
  return high;
}

export async function measureLoads() {
  await RAPIER.init();
  const loads = [0, 200, 400, 600, 800, 1000];
  /** @type {[string, string, Push][]} */
  const worlds = [
    ['cannon-es', '#c0392b', inCannon(false)],
    ['Rapier', '#e0a030', inRapier(false)],
    ['Stiction in cannon-es', '#2471a3', inCannon(true)],
    ['Stiction in Rapier', '#58b368', inRapier(true)],
  ];
  return worlds.map(([name, colour, push]) => ({
    name,
    colour,
    points: loads.map((load) => /** @type {const} */ ([load, limit(push, load)])),
  }));
}
