import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const floor = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 5, 1).setTranslation(0, 0, -1));
const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, -1, 0.06));
const luggage = world.createCollider(RAPIER.ColliderDesc.cuboid(0.16, 0.11, 0.06).setMass(12), body);

// A belt with a straight section, x < 0.8 m, and a curve of 1 m about the point (0.8, 0). Its speed in the middle is 1.4 m/s.
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setMaterial(luggage, 'luggage');
const grip = coulomb({ mu: 0.24 /* mu */ });
friction.setPair('straight', 'luggage', surfaceVelocity(grip, { linear: [1.4, 0, 0] }));
// The centre is in the frame of the floor, whose origin is 1 m below its top.
friction.setPair('curve', 'luggage', surfaceVelocity(grip, { angular: [0, 0, 1.4], centre: [0.8, 0, 0] }));
friction.setSurface(floor, ({ point }) => (point[0] < 0.8 ? 'straight' : 'curve'));
for (let k = 0; k < 150; k++) friction.step(); // instead of world.step()
console.log(Math.hypot(body.translation().x - 0.8, body.translation().y)); // about 1 m: it follows the curve up to v = √(μ g R)
