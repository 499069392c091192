import RAPIER from '@dimforge/rapier3d-compat';
import { patch } from '@stiction/limit-surface';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 120;
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
const disc = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.05));
const upright = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }; // Rapier's axis is y
world.createCollider(RAPIER.ColliderDesc.cylinder(0.05, 0.5).setRotation(upright), disc);
disc.setLinvel({ x: 2, y: 0, z: 0 }, true);
disc.setAngvel({ x: 0, y: 0, z: 3 }, true);

const friction = installFriction(world, { default: patch({ mu: 0.1 /* mu */ }) }); // patch shape from the contact points
for (let k = 0; k < 200; k++) friction.step(); // instead of world.step()
for (const { torsion, frictionForce } of friction.contacts()) console.log(torsion, frictionForce);
