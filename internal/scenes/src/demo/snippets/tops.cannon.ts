import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, Plane, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
world.addBody(new Body({ mass: 0, shape: new Plane() }));
const top = new Body({ mass: 1, position: new Vec3(0, 0, 0.38), linearDamping: 0, angularDamping: 0 });
top.addShape(new Sphere(0.5), new Vec3(0, 0, 0.125)); // the centre of mass lies below the middle
top.inertia.set(0.1, 0.1, 0.1); // kg m²
top.invInertia.set(10, 10, 10);
top.updateInertiaWorld(true);
top.quaternion.setFromEuler(0, 0.3, 0);
top.angularVelocity.set(0, 0, 22 /* spin */);
world.addBody(top);

installFriction(world, { default: coulomb({ mu: 0.3 /* mu */ }) });
for (let k = 0; k < 3 * 480; k++) world.step(1 / 480);
console.log(top.vectorToWorldFrame(new Vec3(0, 0, 1)).z); // below 0: inverted; without friction it stays at 0.95
