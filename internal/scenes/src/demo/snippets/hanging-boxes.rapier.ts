import RAPIER from '@dimforge/rapier3d-compat';
import { adhesive, coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const beam = world.createCollider(RAPIER.ColliderDesc.cuboid(1, 0.2, 0.1).setTranslation(0, 0, 1.6));
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setMaterial(beam, 'steel');
friction.setPair('steel', 'magnet', adhesive(coulomb({ mu: 0.5 }), { force: 11 })); // N
const magnets = [0.7, 1.3].map((mass, k) => {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0.5 * k, 0, 1.4));
  friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 0.1, 0.1).setMass(mass), body), 'magnet');
  return body;
});

for (let k = 0; k < 60; k++) friction.step(); // instead of world.step()
console.log(magnets.map((body) => body.translation().z)); // 6.9 N hangs, 12.8 N falls
