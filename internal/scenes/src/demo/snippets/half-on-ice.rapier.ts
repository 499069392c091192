import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(20, 20, 1).setTranslation(0, 0, -1));
const body = world.createRigidBody(
  RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.02).setLinvel(1.5 /* speed */, 0, 0),
);
const crate = world.createCollider(RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.02).setMass(2), body);

const friction = installFriction(world, { default: coulomb({ mu: 0.5 /* grass */ }) });
friction.setMaterial(crate, 'crate');
friction.setPair('crate', 'grass', coulomb({ mu: 0.5 /* grass */ }));
friction.setPair('crate', 'ice', coulomb({ mu: 0.05 /* ice */ }));
friction.setSurface(ground, ({ point }) => (point[1] > 0 ? 'ice' : 'grass'));
for (let k = 0; k < 90; k++) friction.step(); // instead of world.step()
console.log(body.rotation().z); // turned towards the grass
