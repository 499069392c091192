import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb, splatMap } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
// A gentle slope along x on a height field of 20 x 10 m, centred on the origin.
const heights = Float32Array.from({ length: 41 * 21 }, (_, k) => 0.1 * (20 - 0.5 * Math.floor(k / 21)));
const terrain = world.createCollider(
  RAPIER.ColliderDesc.heightfield(20, 40, heights, { x: 20, y: 1, z: 10 }, RAPIER.HeightFieldFlags.FIX_INTERNAL_EDGES),
);
const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(-8, 1.9, 0));
const sledge = world.createCollider(RAPIER.ColliderDesc.cuboid(0.35, 0.1, 0.22).setMass(20), body);

// The weights of the terrain's shader: here two pixels along x, ice and grass. { image } takes the texture itself.
const map = splatMap({
  data: [255, 0, 0, 255],
  width: 2,
  height: 1,
  names: ['ice', 'grass'],
  uv: { from: [-10, -5], to: [10, 5] },
});
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
friction.setSurface(terrain, map);
friction.setMaterial(sledge, 'sledge');
friction.setPair('sledge', 'ice', coulomb({ mu: 0.05 /* ice */ }));
friction.setPair('sledge', 'grass', coulomb({ mu: 0.45 /* grass */ }));
for (let k = 0; k < 360; k++) friction.step(); // instead of world.step()
console.log(body.translation().x); // it has slid over the ice and stands where the grass begins
