import RAPIER from '@dimforge/rapier3d-compat';
import { anisotropic, coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const slope = (15 /* slope */ * Math.PI) / 180;
const world = new RAPIER.World({ x: 9.81 * Math.sin(slope), y: 0, z: -9.81 * Math.cos(slope) });
const snow = world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
const heading = (55 /* heading */ * Math.PI) / 180; // away from the fall line
const turned = { x: 0, y: 0, z: Math.sin(heading / 2), w: Math.cos(heading / 2) };
const ski = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.02).setRotation(turned));
const runner = world.createCollider(RAPIER.ColliderDesc.cuboid(0.85, 0.05, 0.02), ski);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* edge */ }), rapier: RAPIER });
friction.setMaterial(snow, 'snow');
friction.setMaterial(runner, 'runner');
friction.setPair('runner', 'snow', anisotropic({ mu: [0.1 /* glide */, 0.4 /* edge */] })); // along the x of the runner, and across
for (let k = 0; k < 180; k++) friction.step(); // instead of world.step()
console.log((Math.atan2(ski.translation().y, ski.translation().x) * 180) / Math.PI); // 46.0°: it skids on its edge
