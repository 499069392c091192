import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
const cubes = Array.from({ length: 7 }, (_, k) => {
  const cube = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.5 + k));
  world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5).setMass(k === 6 ? 10 : 1), cube);
  return cube;
});

const friction = installFriction(world, { default: coulomb({ mu: 0.8 /* mu */ }) });
for (let k = 0; k < 600; k++) friction.step();
const { x, y } = cubes[6].translation();
console.log(1000 * Math.hypot(x, y), 'mm'); // 8 mm: Rapier itself solves Coulomb friction
