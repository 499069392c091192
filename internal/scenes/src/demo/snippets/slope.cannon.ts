import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';

const slope = (25 /* angle */ * Math.PI) / 180;
const world = new World({ gravity: new Vec3(9.81 * Math.sin(slope), 0, -9.81 * Math.cos(slope)) });
const box = new Body({ mass: 1, shape: new Box(new Vec3(0.4, 0.4, 0.2)), position: new Vec3(0, 0, 0.2) });
box.linearDamping = 0;
world.addBody(new Body({ mass: 0, shape: new Plane() }));
world.addBody(box);

installFriction(world, { default: coulomb({ mu: 0.3 /* mu */ }) });
for (let k = 0; k < 120; k++) world.step(1 / 60);
console.log(box.velocity.x); // 2.96 m/s after 2 s: g (sin α - μ cos α) t; stock: 0
