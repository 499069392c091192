import { installFriction } from '@stiction/cannon-adapter';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { Body, Box, Material, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const belt = new Body({ mass: 0, shape: new Box(new Vec3(4, 0.4, 0.1)), material: new Material('belt') });
const place = new Vec3(-3, 0, 0.2);
const parcel = new Body({
  mass: 2,
  shape: new Box(new Vec3(0.1, 0.1, 0.1)),
  position: place,
  material: new Material('parcel'),
});
parcel.linearDamping = 0;
world.addBody(belt);
world.addBody(parcel);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* mu */ }) });
friction.setPair('belt', 'parcel', surfaceVelocity(coulomb({ mu: 0.4 /* mu */ }), [1 /* speed */, 0, 0])); // velocity of the belt's surface, m/s
for (let k = 0; k < 120; k++) world.step(1 / 60);
console.log(2 - (parcel.position.x + 3)); // lags by v²/(2 μ g) = 0.127 m
