import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, HingeConstraint, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const bracket = new Body({ position: new Vec3(0, 0, 1.4) });
const bob = new Body({
  mass: 2,
  shape: new Sphere(0.14),
  position: new Vec3(0.6, 0, 0.87),
  linearDamping: 0,
  angularDamping: 0,
});
for (const body of [bracket, bob]) world.addBody(body);
const axis = new Vec3(0, 1, 0);
const pivotB = bracket.position.vsub(bob.position);
const pin = new HingeConstraint(bracket, bob, { axisA: axis, axisB: axis, pivotA: new Vec3(), pivotB });
world.addConstraint(pin);

const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setJointFriction(pin, coulomb({ mu: 0.25 }), { load: 160, radius: 0.02 }); // 0.8 N m
for (let k = 0; k < 600; k++) world.step(1 / 60);
console.log(bob.velocity.length()); // at rest
