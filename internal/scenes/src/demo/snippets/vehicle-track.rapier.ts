import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { ackermann, cityCar } from '@stiction/vehicle';
import { createVehicle } from '@stiction/vehicle/rapier';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(99, 1, 99).setTranslation(0, -1, 0));
const friction = installFriction(world, { default: coulomb({ mu: 0.9 }), rapier: RAPIER });
friction.setSurface(ground, ({ point: [x] }) => (Math.abs(x) < 2 ? 'ice' : 'tarmac'));
friction.setPair('tyre', 'ice', coulomb({ mu: 0.2 /* ice */ }));

const { mass, halfExtents, wheels } = cityCar();
const chassis = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.6, 0));
world.createCollider(RAPIER.ColliderDesc.cuboid(...halfExtents).setMass(mass), chassis);
const car = createVehicle(friction, chassis, { world });
for (const wheel of wheels) car.addWheel(wheel);

ackermann(car, 0.1);
car.setDrive(600);
for (let k = 0; k < 120; k++) friction.step();
console.log(car.speed, car.wheels[0].groundMaterial, car.wheels[0].frictionUsed / car.wheels[0].frictionAvailable);
