import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { ackermann, cityCar } from '@stiction/vehicle';
import { createVehicle } from '@stiction/vehicle/cannon';
import { Body, Box, Plane, Quaternion, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, -9.81, 0) });
const ground = new Body({ shape: new Plane(), quaternion: new Quaternion().setFromEuler(-Math.PI / 2, 0, 0) });
world.addBody(ground);
const friction = installFriction(world, { default: coulomb({ mu: 0.9 }) });
friction.setSurface(ground.shapes[0], ({ point: [x] }) => (Math.abs(x) < 2 ? 'ice' : 'tarmac'));
friction.setPair('tyre', 'ice', coulomb({ mu: 0.2 /* ice */ }));

const { mass, halfExtents, wheels } = cityCar();
const chassis = new Body({
  mass,
  shape: new Box(new Vec3(...halfExtents)),
  position: new Vec3(0, 0.6, 0),
  linearDamping: 0,
});
world.addBody(chassis);
const car = createVehicle(friction, chassis);
for (const wheel of wheels) car.addWheel(wheel);

ackermann(car, 0.1);
car.setDrive(600);
for (let k = 0; k < 120; k++) world.step(1 / 60);
console.log(car.speed, car.wheels[0].groundMaterial, car.wheels[0].frictionUsed / car.wheels[0].frictionAvailable);
