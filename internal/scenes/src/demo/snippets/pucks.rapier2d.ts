import RAPIER from '@dimforge/rapier2d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/rapier';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0 });
world.timestep = 1 / 120;
const floor = installFloor(world, { default: coulomb({ mu: 0.12 /* mu */ }) });

const puck = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(-1, 0));
world.createCollider(RAPIER.ColliderDesc.ball(0.06).setMass(0.2), puck);
puck.setLinvel({ x: 1.5 /* speed */, y: 0 }, true);
puck.setAngvel(25 /* spin */, true);

for (let k = 0; k < 240; k++) world.step();
console.log(puck.translation().x + 1, puck.linvel().x, puck.angvel()); // 1.2 m, and both are 0
floor.uninstall();
