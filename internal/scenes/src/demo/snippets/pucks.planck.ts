import { coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/planck';
import { Circle, World } from 'planck';

const world = new World({ gravity: { x: 0, y: 0 } });
const floor = installFloor(world, { default: coulomb({ mu: 0.12 /* mu */ }) });

const puck = world.createBody({ type: 'dynamic', position: { x: -1, y: 0 } });
puck.createFixture({ shape: new Circle(0.06), density: 18 });
puck.setLinearVelocity({ x: 1.5 /* speed */, y: 0 });
puck.setAngularVelocity(25 /* spin */);

for (let k = 0; k < 240; k++) world.step(1 / 120);
const { x } = puck.getPosition();
console.log(x + 1, puck.getLinearVelocity().x, puck.getAngularVelocity()); // 1.2 m, and both are 0
floor.uninstall();
