import { installFriction } from '@stiction/cannon-adapter';
import { anisotropic, coulomb, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
world.addBody(new Body({ shape: new Plane(), material: new Material('stone') }));
const belt = new Body({ shape: new Box(new Vec3(1.2, 0.4, 0.08)), position: new Vec3(0, 0, 0.08) });
belt.material = new Material('belt');
world.addBody(belt);
const box = new Body({ mass: 38, shape: new Box(new Vec3(0.2, 0.2, 0.2)), position: new Vec3(0, 0, 0.36) });
box.material = new Material('wood');
world.addBody(box);

// A law per material: two materials share the geometric mean of their coefficients. A pair can have its own law.
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setMaterialLaw('stone', coulomb({ mu: 0.6 }));
friction.setMaterialLaw('wood', coulomb({ mu: 0.4 }));
friction.setMaterialLaw('grain', anisotropic({ mu: [0.1, 0.8] }));
friction.setMaterialLaw('belt', surfaceVelocity(coulomb({ mu: 1 }), { linear: [0.8, 0, 0] }));
friction.setPair('wood', 'grain', stribeck({ muS: 0.7, muC: 0.3, vS: 0.05 }));
for (let k = 0; k < 60; k++) world.step(1 / 60);
console.log(box.position.x); // the belt has carried it along
