import RAPIER from '@dimforge/rapier3d-compat';
import { lugre } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 960;
const belt = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, -0.1));
const block = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.1));
world.createCollider(RAPIER.ColliderDesc.cuboid(4, 1, 0.1), belt);
world.createCollider(RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.1).setMass(1), block);
belt.setLinvel({ x: 0.1 /* beltSpeed */, y: 0, z: 0 }, true);
block.setLinvel({ x: 0.1 /* beltSpeed */, y: 0, z: 0 }, true);

const law = lugre({ sigma0: 3000, sigma1: 20, muS: 0.6 /* muS */, muC: 0.4 /* muC */, vS: 0.05 });
const friction = installFriction(world, { default: law, rapier: RAPIER });
friction.onStickSlip((contact) => console.log(contact.sliding ? 'slips' : 'sticks'));
for (let k = 0; k < 3 * 960; k++) {
  block.resetForces(true);
  block.addForce({ x: -50 /* stiffness */ * block.translation().x, y: 0, z: 0 }, true); // the spring
  friction.step(); // instead of world.step()
}
