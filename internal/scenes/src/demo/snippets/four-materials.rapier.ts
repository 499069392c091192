import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { heightNoise, planeMapping, surface, textured } from '@stiction/texture-friction';

await RAPIER.init();
for (const Ra of [1e-3, 0.15e-3, 0.01e-3, 0]) {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = 1 / 120;
  const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.1));
  const collider = world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 0.1, 0.1), box);
  const slab = world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));

  const map = heightNoise({ width: 256, height: 256, Ra, pixel: 1e-3 }); // or normalMap(picture)
  const ground = surface({ map, mapping: planeMapping({ tile: 0.256 }), saliency: 2 /* saliency */ });
  const friction = installFriction(world, { default: coulomb({ mu: 0.2 }), rapier: RAPIER });
  friction.setMaterial(collider, 'box');
  friction.setMaterial(slab, 'ground');
  friction.setPair('ground', 'box', textured({ mu0: 0.2, a: ground }));
  for (let k = 0; k < 60; k++) friction.step(); // settles
  box.setLinvel({ x: 1.8 /* speed */, y: 0, z: 0 }, true);
  for (let k = 0; k < 240; k++) friction.step();
  console.log(Ra, box.translation().x); // the rougher it looks, the sooner it stops
}
