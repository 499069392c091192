import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 480;
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
const moments = { x: 0.1, y: 0.1, z: 0.1 }; // kg m²
const upright = { x: 0, y: 0, z: 0, w: 1 };
const desc = RAPIER.RigidBodyDesc.dynamic().setAdditionalMassProperties(1, { x: 0, y: 0, z: 0 }, moments, upright);
desc
  .setTranslation(0, 0, 0.38)
  .setRotation({ x: 0, y: 0.149, z: 0, w: 0.989 })
  .setAngvel({ x: 0, y: 0, z: 22 /* spin */ });
const top = world.createRigidBody(desc);
world.createCollider(RAPIER.ColliderDesc.ball(0.5).setTranslation(0, 0, 0.125).setMass(0), top); // its middle lies above the centre of mass

const friction = installFriction(world, { default: coulomb({ mu: 0.3 /* mu */ }) });
for (let k = 0; k < 3 * 480; k++) friction.step();
const { x, y } = top.rotation();
console.log(1 - 2 * (x * x + y * y)); // below 0: inverted; without friction it stays at 0.95
