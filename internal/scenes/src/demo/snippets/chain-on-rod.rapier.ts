import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { cylinderMapping, heightNoise, surface, textured } from '@stiction/texture-friction';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1e-3;
world.lengthUnit = 0.05; // a small scene: by default Rapier keeps contact normals over 10 mm
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }), rapier: RAPIER });
for (const y of [-0.03, -0.01, 0.01, 0.03]) {
  friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.ball(0.1).setTranslation(0, y, 0)), 'rod');
}
const places = Array.from({ length: 21 }, (_, k) => {
  const along = 0.04 * (k - 10); // a chain of beads over the rod, with a weight at each end
  const angle = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, along / 0.118));
  const down = Math.max(0, Math.abs(along) - 0.118 * (Math.PI / 2));
  return { x: 0.118 * Math.sin(angle), y: 0, z: 0.118 * Math.cos(angle) - down };
});
const beads = places.map(({ x, y, z }, k) => {
  const bead = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z));
  const ball = RAPIER.ColliderDesc.ball(0.017).setMass(k === 0 ? 1 : k === 20 ? 2 : 0.03);
  friction.setMaterial(world.createCollider(ball, bead), 'bead');
  return bead;
});
for (let k = 1; k < beads.length; k++) {
  const half = { x: (places[k].x - places[k - 1].x) / 2, y: 0, z: (places[k].z - places[k - 1].z) / 2 };
  const joint = RAPIER.JointData.spherical(half, { x: -half.x, y: 0, z: -half.z });
  world.createImpulseJoint(joint, beads[k - 1], beads[k], true);
}

const map = heightNoise({ width: 128, height: 128, Ra: 1e-3, pixel: 1e-3 }); // rough; 0.01e-3 is smooth
const mapping = cylinderMapping({ radius: 0.1, height: 0.08, axis: 'y', tile: 0.128, wraps: 5 });
friction.setPair('rod', 'bead', textured({ mu0: 0.1, a: surface({ map, mapping }) }));
for (let k = 0; k < 1000; k++) friction.step(); // instead of world.step()
console.log(beads[20].translation().z); // the heavy end stays at its height on the rough rod
