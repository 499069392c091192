import RAPIER from '@dimforge/rapier3d-compat';
import { patch } from '@stiction/limit-surface';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
world.timestep = 1 / 120;
const plank = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0.12 /* overhang */, 0, 0));
world.createCollider(RAPIER.ColliderDesc.cuboid(0.2, 0.012, 0.03).setMass(0.5 /* mass */), plank);
const fingers = [-1, 1].map((side) => {
  const along = RAPIER.RigidBodyDesc.dynamic().enabledTranslations(false, true, false).lockRotations(); // only along y
  const finger = world.createRigidBody(along.setTranslation(0, 0.037 * side, 0));
  world.createCollider(RAPIER.ColliderDesc.cylinder(0.025, 0.025).setMass(0.2), finger);
  return { finger, side };
});

const friction = installFriction(world, { default: patch({ mu: 0.6 /* mu */ }) }); // torsion from the exact limit surface
for (let k = 0; k < 600; k++) {
  if (k === 36) world.gravity = { x: 0, y: 0, z: -9.81 }; // the fingers have closed
  const grip = 42 - 0.05 * k; // below 29.9 N the plank pivots
  for (const { finger, side } of fingers) {
    finger.resetForces(true);
    finger.addForce({ x: 0, y: -side * grip, z: 0 }, true);
  }
  friction.step(); // instead of world.step()
}
console.log(2 * Math.atan2(plank.rotation().y, plank.rotation().w)); // rad
