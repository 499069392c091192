import { installFriction } from '@stiction/cannon-adapter';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const floor = new Body({ shape: new Plane() });
world.addBody(floor);
const coin = new Body({ mass: 0.05, shape: new Box(new Vec3(0.02, 0.02, 0.006)), position: new Vec3(0.3, 0, 0.006) });
coin.material = new Material('coin');
world.addBody(coin);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 }) });
const angular: [number, number, number] = [0, 0, 0]; // rad/s; change it while it runs
friction.setPair('table', 'coin', surfaceVelocity(coulomb({ mu: 0.4 }), { angular, centre: [0, 0, 0] }));
friction.setSurface(floor.shapes[0], ({ point }) => (Math.hypot(point[0], point[1]) < 0.62 ? 'table' : 'floor'));
for (let k = 0; k < 180; k++) {
  angular[2] = Math.min(3.6, 0.03 * k);
  world.step(1 / 60);
}
console.log(Math.hypot(coin.position.x, coin.position.y)); // still 0.3 m: it stays up to μ g / ω²
