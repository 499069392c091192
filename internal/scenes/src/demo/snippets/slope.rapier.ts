import RAPIER from '@dimforge/rapier3d-compat';
import { stribeck } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const slope = (25 /* angle */ * Math.PI) / 180;
const world = new RAPIER.World({ x: 9.81 * Math.sin(slope), y: 0, z: -9.81 * Math.cos(slope) });
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.2));
world.createCollider(RAPIER.ColliderDesc.cuboid(0.4, 0.4, 0.2), box);

const law = stribeck({ muS: 1 /* rest */ * 0.3 /* mu */, muC: 0.3 /* mu */, vS: 0.01 });
const friction = installFriction(world, { default: law });
for (let k = 0; k < 120; k++) friction.step(); // instead of world.step()
console.log(box.linvel().x); // 2.96 m/s after 2 s: g (sin α - μ cos α) t
