import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 240;
const floor = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 5, 1).setTranslation(0, 0, -1).setRestitution(0.5));
const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 1.31));
const ball = world.createCollider(RAPIER.ColliderDesc.ball(0.11).setMass(4).setRestitution(0.5), body);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 }) });
friction.setMaterial(floor, 'stone');
friction.setMaterial(ball, 'steel');
friction.onImpact(
  ({ materialA, materialB, impulse, approachSpeed }) => {
    const loudness = Math.sqrt(impulse / 25); // play a sound, draw a mark
    console.log(materialA, materialB, impulse, approachSpeed, loudness);
  },
  { minImpulse: 0.5 },
);
for (let k = 0; k < 600; k++) friction.step(); // instead of world.step()
