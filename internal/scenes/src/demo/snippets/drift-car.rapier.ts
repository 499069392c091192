import RAPIER from '@dimforge/rapier3d-compat';
import { anisotropic, coulomb, surfaceVelocity } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const friction = installFriction(world, { default: coulomb({ mu: 0.9 }), rapier: RAPIER });
friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.cuboid(99, 99, 1).setTranslation(0, 0, -1)), 'road');
const car = world.createRigidBody(
  RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.32).setLinvel(12 /* speed */, 0, 0),
);
for (const [x, y] of [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]) {
  const tyre = RAPIER.ColliderDesc.ball(0.33)
    .setMass(225)
    .setTranslation(1.25 * x, 0.75 * y, 0.01);
  friction.setMaterial(world.createCollider(tyre, car), x > 0 ? 'front' : 'rear');
}

const rolls = (steer: number) => anisotropic({ mu: [0.015, 0.9], direction: [Math.cos(steer), Math.sin(steer), 0] });
friction.setPair('front', 'road', rolls(0.22)); // low friction along the tyre, high across
friction.setPair('rear', 'road', rolls(0)); // handbrake: coulomb({ mu: 0.9 })
for (let k = 0; k < 60; k++) friction.step();
friction.setPair('rear', 'road', surfaceVelocity(anisotropic({ mu: [0.63, 0.9] }), [-16, 0, 0])); // full throttle
for (let k = 0; k < 60; k++) friction.step();
console.log(car.translation(), Math.hypot(car.linvel().x, car.linvel().y));
