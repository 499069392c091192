import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const floor = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 5, 1).setTranslation(0, 0, -1));
const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0.3, 0, 0.006));
const coin = world.createCollider(RAPIER.ColliderDesc.cuboid(0.02, 0.02, 0.006).setMass(0.05), body);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 }) });
friction.setMaterial(coin, 'coin');
const angular: [number, number, number] = [0, 0, 0]; // rad/s, in the frame of the floor; change it while it runs
friction.setPair('table', 'coin', surfaceVelocity(coulomb({ mu: 0.4 }), { angular, centre: [0, 0, 0] }));
friction.setSurface(floor, ({ point }) => (Math.hypot(point[0], point[1]) < 0.62 ? 'table' : 'floor'));
for (let k = 0; k < 180; k++) {
  angular[2] = Math.min(3.6, 0.03 * k);
  friction.step(); // instead of world.step()
}
console.log(Math.hypot(body.translation().x, body.translation().y)); // still 0.3 m: it stays up to μ g / ω²
