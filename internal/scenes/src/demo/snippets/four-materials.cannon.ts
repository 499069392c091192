import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { heightNoise, planeMapping, surface, textured } from '@stiction/texture-friction';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

for (const Ra of [1e-3, 0.15e-3, 0.01e-3, 0]) {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  const position = new Vec3(0, 0, 0.1);
  const box = new Body({ mass: 1, shape: new Box(new Vec3(0.1, 0.1, 0.1)), position, material: new Material('box') });
  box.linearDamping = 0;
  world.addBody(box);
  world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('ground') }));

  const map = heightNoise({ width: 256, height: 256, Ra, pixel: 1e-3 }); // or normalMap(picture)
  const ground = surface({ map, mapping: planeMapping({ tile: 0.256 }), saliency: 2 /* saliency */ });
  const friction = installFriction(world, { default: coulomb({ mu: 0.2 }) });
  friction.setPair('ground', 'box', textured({ mu0: 0.2, a: ground }));
  for (let k = 0; k < 60; k++) world.step(1 / 120); // settles
  box.velocity.set(1.8 /* speed */, 0, 0);
  for (let k = 0; k < 240; k++) world.step(1 / 120);
  console.log(Ra, box.position.x); // the rougher it looks, the sooner it stops
}
