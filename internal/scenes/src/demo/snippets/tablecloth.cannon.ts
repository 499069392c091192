import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { BODY_TYPES, Body, Box, Material, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const [table, linen, china] = ['table', 'linen', 'china'].map((name) => new Material(name));
const cloth = new Body({ type: BODY_TYPES.KINEMATIC, shape: new Box(new Vec3(0.5, 0.4, 0.0005)), material: linen });
cloth.position.z = 0.0005;
const cup = new Body({ mass: 0.3 /* mass */, shape: new Box(new Vec3(0.03, 0.03, 0.05)), material: china });
cup.position.z = 0.051;
cup.linearDamping = 0;
world.addBody(
  new Body({ mass: 0, shape: new Box(new Vec3(3, 0.5, 0.5)), position: new Vec3(0, 0, -0.5), material: table }),
);
world.addBody(cloth);
world.addBody(cup);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* muTable */ }) });
friction.setPair('linen', 'china', coulomb({ mu: 0.2 /* mu */ }));
for (let k = 0; k < 240; k++) {
  cloth.velocity.x += 15 /* pull */ / 240; // at 1 m/s² the cup comes along
  world.step(1 / 240);
}
console.log(cup.position.x); // 0.12 m
