import { installFriction } from '@stiction/cannon-adapter';
import { lugre } from '@stiction/friction-core';
import { Body, Box, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const belt = new Body({ type: Body.KINEMATIC, shape: new Box(new Vec3(4, 1, 0.1)), position: new Vec3(0, 0, -0.1) });
const block = new Body({ mass: 1, shape: new Box(new Vec3(0.25, 0.25, 0.1)), position: new Vec3(0, 0, 0.1) });
belt.velocity.set(0.1 /* beltSpeed */, 0, 0);
block.velocity.set(0.1 /* beltSpeed */, 0, 0);
block.linearDamping = 0;
world.addBody(belt);
world.addBody(block);

const law = lugre({ sigma0: 3000, sigma1: 20, muS: 0.6 /* muS */, muC: 0.4 /* muC */, vS: 0.05 });
installFriction(world, { default: law }).onStickSlip((contact) => console.log(contact.sliding ? 'slips' : 'sticks'));
for (let k = 0; k < 3 * 960; k++) {
  block.applyForce(new Vec3(-50 /* stiffness */ * block.position.x, 0, 0)); // the spring
  world.step(1 / 960);
}
