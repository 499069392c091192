import { installFriction } from '@stiction/cannon-adapter';
import { adhesive, coulomb } from '@stiction/friction-core';
import { Body, Box, Material, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const beam = new Body({ shape: new Box(new Vec3(1, 0.2, 0.1)), position: new Vec3(0, 0, 1.6) });
beam.material = new Material('steel');
world.addBody(beam);
const magnets = [0.7, 1.3].map((mass, k) => {
  const position = new Vec3(0.5 * k, 0, 1.4);
  const magnet = new Body({
    mass,
    shape: new Box(new Vec3(0.1, 0.1, 0.1)),
    position,
    material: new Material('magnet'),
  });
  world.addBody(magnet);
  return magnet;
});

const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setPair('steel', 'magnet', adhesive(coulomb({ mu: 0.5 }), { force: 11 })); // N
for (let k = 0; k < 60; k++) world.step(1 / 60);
console.log(magnets.map(({ position }) => position.z)); // 6.9 N hangs, 12.8 N falls
