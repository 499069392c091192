import { installFriction } from '@stiction/cannon-adapter';
import { coulomb, splatMap } from '@stiction/friction-core';
import { Body, Box, Heightfield, Material, Vec3, World } from 'cannon-es';

// A gentle slope along x on a height field of 20 x 10 m.
const heights = Array.from({ length: 41 }, (_, i) => new Array<number>(21).fill(0.1 * (20 - 0.5 * i)));
const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const terrain = new Body({ shape: new Heightfield(heights, { elementSize: 0.5 }) });
world.addBody(terrain);
const sledge = new Body({ mass: 20, shape: new Box(new Vec3(0.35, 0.22, 0.1)), position: new Vec3(2, 5, 1.9) });
sledge.material = new Material('sledge');
world.addBody(sledge);

// The weights of the terrain's shader: here two pixels along x, ice and grass. { image } takes the texture itself.
const map = splatMap({
  data: [255, 0, 0, 255],
  width: 2,
  height: 1,
  names: ['ice', 'grass'],
  uv: { from: [0, 0], to: [20, 10], plane: 'xy' },
});
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setSurface(terrain.shapes[0], map);
friction.setPair('sledge', 'ice', coulomb({ mu: 0.05 /* ice */ }));
friction.setPair('sledge', 'grass', coulomb({ mu: 0.45 /* grass */ }));
for (let k = 0; k < 360; k++) world.step(1 / 60);
console.log(sledge.position.x); // it has slid over the ice and stands where the grass begins
