import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { boxMapping, surface, textured, woodGrain } from '@stiction/texture-friction';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const half = new Vec3(0.1, 0.1, 0.1);
const map = woodGrain({ width: 256, height: 256, pixel: 0.2 / 256, Ra: 1e-3, rings: 16, seed: 4 }); // grain along u
const oak = surface({ map, mapping: boxMapping({ halfExtents: half }) });
for (const turn of [0, Math.PI / 2]) {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const material = new Material('oak');
  const cubes = [0.1, 0.3, 0.5, 0.7].map((z) => {
    const cube = new Body({ mass: 1, shape: new Box(half), position: new Vec3(0, 0, z), material });
    cube.quaternion.setFromEuler(0, 0, turn);
    world.addBody(cube);
    return cube;
  });
  const friction = installFriction(world, { default: coulomb({ mu: 0.3 }) });
  friction.setPair('oak', 'oak', textured({ mu0: 0.2, surface: oak }));
  for (let k = 0; k < 120; k++) world.step(1 / 240); // settles
  cubes[1].applyImpulse(new Vec3(2, 0, 0));
  for (let k = 0; k < 24; k++) world.step(1 / 240);
  console.log(turn === 0 ? 'along the grain' : 'across', cubes[1].position.x); // 0.14 m, 0.07 m
}
