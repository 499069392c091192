import { coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/planck';
import { Box, World } from 'planck';

const world = new World({ gravity: { x: 0, y: 0 } });
const floor = installFloor(world, {
  default: coulomb({ mu: 0.9 /* mu */ }),
  materialAt: (x, y) => (Math.hypot(x - 13, y - 19) < 4.5 ? 'ice' : 'road'),
});
floor.setPair('tyre', 'ice', coulomb({ mu: 0.1 /* ice */ }));

const car = world.createBody({ type: 'dynamic' });
car.createFixture({ shape: new Box(2.1, 0.9), density: 1200 / (4.2 * 1.8) });
car.setLinearVelocity({ x: 20 /* speed */, y: 0 });
const places = [
  [1.3, 0.75],
  [1.3, -0.75],
  [-1.3, 0.75],
  [-1.3, -0.75],
] as const;
const tyres = floor.tyres(
  car,
  places.map((position) => ({ position })),
  { centreHeight: 0.5 },
);
for (const tyre of tyres) tyre.brake = Infinity; // locked; `steer` and `drive` are set in the same way

for (let k = 0; k < 360; k++) world.step(1 / 120);
console.log(car.getPosition().x, car.getLinearVelocity().x); // v²/(2 μ g) = 22.7 m, 0
