import RAPIER from '@dimforge/rapier2d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/rapier';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0 });
world.timestep = 1 / 120;
const floor = installFloor(world, {
  default: coulomb({ mu: 0.9 /* mu */ }),
  materialAt: (x, y) => (Math.hypot(x - 13, y - 19) < 4.5 ? 'ice' : 'road'),
});
floor.setPair('tyre', 'ice', coulomb({ mu: 0.1 /* ice */ }));

const car = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setLinvel(20 /* speed */, 0));
world.createCollider(RAPIER.ColliderDesc.cuboid(2.1, 0.9).setMass(1200), car);
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

for (let k = 0; k < 360; k++) world.step();
console.log(car.translation().x, car.linvel().x); // v²/(2 μ g) = 22.7 m, 0
