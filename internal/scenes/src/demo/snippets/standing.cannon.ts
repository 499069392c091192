import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
world.addBody(new Body({ mass: 0, shape: new Plane() }));
for (let k = 0; k < 7; k++) {
  const shape = new Box(new Vec3(0.5, 0.5, 0.5));
  world.addBody(new Body({ mass: k === 6 ? 10 : 1, shape, position: new Vec3(0, 0, 0.5 + k) }));
}

installFriction(world, { default: coulomb({ mu: 0.8 /* mu */ }) }); // without this line it falls within ten seconds
for (let k = 0; k < 600; k++) world.step(1 / 60);
const { x, y } = world.bodies[7].position;
console.log(1000 * Math.hypot(x, y), 'mm'); // 0.01 mm
