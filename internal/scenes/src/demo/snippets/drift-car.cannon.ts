import { installFriction } from '@stiction/cannon-adapter';
import { anisotropic, coulomb, surfaceVelocity } from '@stiction/friction-core';
import { Body, Material, Plane, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('road') }));
const car = new Body({
  mass: 900,
  position: new Vec3(0, 0, 0.32),
  velocity: new Vec3(12 /* speed */, 0, 0),
  linearDamping: 0,
});
for (const [x, y] of [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]) {
  const tyre = new Sphere(0.33);
  tyre.material = new Material(x > 0 ? 'front' : 'rear');
  car.addShape(tyre, new Vec3(1.25 * x, 0.75 * y, 0.01));
}
world.addBody(car);

const friction = installFriction(world, { default: coulomb({ mu: 0.9 }) });
const rolls = (steer: number) => anisotropic({ mu: [0.015, 0.9], direction: [Math.cos(steer), Math.sin(steer), 0] });
friction.setPair('front', 'road', rolls(0.22)); // low friction along the tyre, high across
friction.setPair('rear', 'road', rolls(0)); // handbrake: coulomb({ mu: 0.9 })
for (let k = 0; k < 60; k++) world.step(1 / 60);
friction.setPair('rear', 'road', surfaceVelocity(anisotropic({ mu: [0.63, 0.9] }), [-16, 0, 0])); // full throttle
for (let k = 0; k < 60; k++) world.step(1 / 60);
console.log(car.position, car.velocity.length());
