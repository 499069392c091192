import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const ground = new Body({ shape: new Plane() });
world.addBody(ground);
const crate = new Body({ mass: 2, shape: new Box(new Vec3(0.25, 0.25, 0.02)), position: new Vec3(0, 0, 0.02) });
crate.material = new Material('crate');
crate.velocity.set(1.5 /* speed */, 0, 0);
world.addBody(crate);

const friction = installFriction(world, { default: coulomb({ mu: 0.5 /* grass */ }) });
friction.setPair('crate', 'grass', coulomb({ mu: 0.5 /* grass */ }));
friction.setPair('crate', 'ice', coulomb({ mu: 0.05 /* ice */ }));
friction.setSurface(ground.shapes[0], ({ point }) => (point[1] > 0 ? 'ice' : 'grass'));
for (let k = 0; k < 90; k++) world.step(1 / 60);
console.log(crate.quaternion.z); // turned towards the grass
