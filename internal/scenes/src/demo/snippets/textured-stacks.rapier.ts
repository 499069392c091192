import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { boxMapping, surface, textured, woodGrain } from '@stiction/texture-friction';

await RAPIER.init();
const map = woodGrain({ width: 256, height: 256, pixel: 0.2 / 256, Ra: 1e-3, rings: 16, seed: 4 }); // grain along u
const oak = surface({ map, mapping: boxMapping({ halfExtents: [0.1, 0.1, 0.1] }) });
for (const turn of [0, Math.PI / 2]) {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = 1 / 240;
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
  const friction = installFriction(world, { default: coulomb({ mu: 0.3 }), rapier: RAPIER });
  friction.setPair('oak', 'oak', textured({ mu0: 0.2, surface: oak }));
  const rotation = { x: 0, y: 0, z: Math.sin(turn / 2), w: Math.cos(turn / 2) };
  const cubes = [0.1, 0.3, 0.5, 0.7].map((z) => {
    const cube = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, z).setRotation(rotation));
    friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 0.1, 0.1).setMass(1), cube), 'oak');
    return cube;
  });
  for (let k = 0; k < 120; k++) friction.step(); // settles
  cubes[1].applyImpulse({ x: 2, y: 0, z: 0 }, true);
  for (let k = 0; k < 24; k++) friction.step();
  console.log(turn === 0 ? 'along the grain' : 'across', cubes[1].translation().x); // 0.14 m, 0.07 m
}
