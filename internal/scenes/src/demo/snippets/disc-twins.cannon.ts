import { installFriction } from '@stiction/cannon-adapter';
import { patch } from '@stiction/limit-surface';
import { Body, Cylinder, Plane, Quaternion, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const disc = new Body({ mass: 1, position: new Vec3(0, 0, 0.05), linearDamping: 0, angularDamping: 0 });
const upright = new Quaternion().setFromEuler(Math.PI / 2, 0, 0); // the axis of cannon-es is y
disc.addShape(new Cylinder(0.5, 0.5, 0.1, 24), new Vec3(), upright);
disc.velocity.set(2, 0, 0);
disc.angularVelocity.set(0, 0, 3);
world.addBody(new Body({ mass: 0, shape: new Plane() }));
world.addBody(disc);

const friction = installFriction(world, { default: patch({ mu: 0.1 /* mu */ }) }); // patch shape from the contact points
for (let k = 0; k < 200; k++) world.step(1 / 120);
for (const { torsion, frictionForce } of friction.contacts()) console.log(torsion, frictionForce);
