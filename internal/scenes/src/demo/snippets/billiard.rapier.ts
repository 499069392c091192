import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, rolling, spinning } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 960;
const table = world.createCollider(RAPIER.ColliderDesc.cuboid(5, 5, 1).setTranslation(0, 0, -1));
const cue = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.0286));
const ball = world.createCollider(RAPIER.ColliderDesc.ball(0.0286).setMass(0.17), cue);
cue.setLinvel({ x: 1.5, y: 0, z: 0 }, true);
cue.setAngvel({ x: 79, y: 0, z: 40 /* side */ }, true); // about the aim: massé; about the vertical: side spin

const cloth = spinning(coulomb({ mu: 0.2 /* mu */ }), { radius: 0.0005 }); // slows side spin
const friction = installFriction(world, { default: coulomb({ mu: 0 }) });
friction.setMaterial(table, 'cloth');
friction.setMaterial(ball, 'ball');
friction.setPair('ball', 'cloth', rolling(cloth, { radius: 0.0014 })); // slows rolling
for (let k = 0; k < 4 * 960; k++) friction.step(); // instead of world.step()
console.log(cue.translation()); // swerved to the right
