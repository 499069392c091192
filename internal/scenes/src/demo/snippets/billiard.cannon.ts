import { fixInertia, installFriction } from '@stiction/cannon-adapter';
import { coulomb, rolling, spinning } from '@stiction/friction-core';
import { Body, Material, Plane, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('cloth') }));
const cue = new Body({ mass: 0.17, shape: new Sphere(0.0286), position: new Vec3(0, 0, 0.0286) });
cue.material = new Material('ball');
fixInertia(cue); // 2/5 m R²: cannon-es uses the bounding box
cue.linearDamping = cue.angularDamping = 0;
cue.velocity.set(1.5, 0, 0);
cue.angularVelocity.set(79, 0, 40 /* side */); // about the aim: massé; about the vertical: side spin
world.addBody(cue);

const cloth = spinning(coulomb({ mu: 0.2 /* mu */ }), { radius: 0.0005 }); // slows side spin
const friction = installFriction(world, { default: coulomb({ mu: 0 }) });
friction.setPair('ball', 'cloth', rolling(cloth, { radius: 0.0014 })); // slows rolling
for (let k = 0; k < 4 * 960; k++) world.step(1 / 960);
console.log(cue.position.x, cue.position.y); // swerved to the right
