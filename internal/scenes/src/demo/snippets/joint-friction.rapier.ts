import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const bracket = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(0, 0, 1.4));
const bob = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0.6, 0, 0.87));
world.createCollider(RAPIER.ColliderDesc.ball(0.14).setMass(2), bob);
const anchorB = { x: -0.6, y: 0, z: 0.53 };
const data = RAPIER.JointData.revolute({ x: 0, y: 0, z: 0 }, anchorB, { x: 0, y: 1, z: 0 });
const pin = world.createImpulseJoint(data, bracket, bob, true);

const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), rapier: RAPIER });
friction.setJointFriction(pin, coulomb({ mu: 0.25 }), { load: 160, radius: 0.02 }); // 0.8 N m
for (let k = 0; k < 600; k++) friction.step(); // instead of world.step()
console.log(Math.hypot(bob.linvel().x, bob.linvel().z)); // at rest
