import RAPIER from '@dimforge/rapier3d-compat';
import { anisotropic, coulomb, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const floor = world.createCollider(RAPIER.ColliderDesc.cuboid(20, 20, 1).setTranslation(0, 0, -1));
const belt = world.createCollider(RAPIER.ColliderDesc.cuboid(1.2, 0.4, 0.08).setTranslation(0, 0, 0.08));
const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.36));
const box = world.createCollider(RAPIER.ColliderDesc.cuboid(0.2, 0.2, 0.2).setMass(38), body);

// A law per material: two materials share the geometric mean of their coefficients. A pair can have its own law.
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }), rapier: RAPIER });
friction.setMaterial(floor, 'stone');
friction.setMaterial(belt, 'belt');
friction.setMaterial(box, 'wood');
friction.setMaterialLaw('stone', coulomb({ mu: 0.6 }));
friction.setMaterialLaw('wood', coulomb({ mu: 0.4 }));
friction.setMaterialLaw('grain', anisotropic({ mu: [0.1, 0.8] }));
friction.setMaterialLaw('belt', surfaceVelocity(coulomb({ mu: 1 }), { linear: [0.8, 0, 0] }));
friction.setPair('wood', 'grain', stribeck({ muS: 0.7, muC: 0.3, vS: 0.05 }));
for (let k = 0; k < 60; k++) friction.step(); // instead of world.step()
console.log(body.translation().x); // the belt has carried it along
