import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 240;
const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* muTable */ }) });
friction.setPair('linen', 'china', coulomb({ mu: 0.2 /* mu */ }));

world.createCollider(RAPIER.ColliderDesc.cuboid(3, 0.5, 0.5).setTranslation(0, 0, -0.5));
const cloth = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(0, 0, 0.0005));
friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.4, 0.0005), cloth), 'linen');
const cup = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.051));
friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.cuboid(0.03, 0.03, 0.05), cup), 'china');

const pull = 15 /* pull */;
for (let k = 0; k < 240; k++) {
  cloth.setLinvel({ x: (pull * k) / 240, y: 0, z: 0 }, true); // at 1 m/s² the cup comes along
  friction.step();
}
console.log(cup.translation().x); // 0.12 m
