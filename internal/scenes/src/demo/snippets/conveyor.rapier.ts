import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
const belt = world.createCollider(RAPIER.ColliderDesc.cuboid(4, 0.4, 0.1));
const parcel = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(-3, 0, 0.2));
const box = world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 0.1, 0.1), parcel);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* mu */ }), rapier: RAPIER });
friction.setMaterial(belt, 'belt');
friction.setMaterial(box, 'parcel');
friction.setPair('belt', 'parcel', surfaceVelocity(coulomb({ mu: 0.4 /* mu */ }), [1 /* speed */, 0, 0])); // velocity of the belt's surface, m/s
for (let k = 0; k < 120; k++) friction.step();
console.log(2 - (parcel.translation().x + 3)); // lags by v²/(2 μ g) = 0.127 m
