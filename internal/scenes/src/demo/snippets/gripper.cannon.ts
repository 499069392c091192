import { installFriction } from '@stiction/cannon-adapter';
import { patch } from '@stiction/limit-surface';
import { Body, Box, Cylinder, Vec3, World } from 'cannon-es';

const world = new World();
const plank = new Body({
  mass: 0.5 /* mass */,
  shape: new Box(new Vec3(0.2, 0.012, 0.03)),
  position: new Vec3(0.12 /* overhang */, 0, 0),
});
world.addBody(plank);
const fingers = [-1, 1].map((side) => {
  const finger = new Body({
    mass: 0.2,
    shape: new Cylinder(0.025, 0.025, 0.05, 24),
    position: new Vec3(0, 0.037 * side, 0),
  });
  finger.linearFactor.set(0, 1, 0); // moves only along y
  finger.angularFactor.set(0, 0, 0);
  world.addBody(finger);
  return { finger, side };
});

installFriction(world, { default: patch({ mu: 0.6 /* mu */ }) }); // round pads: torsion from the exact limit surface
for (let k = 0; k < 600; k++) {
  if (k === 36) world.gravity.set(0, 0, -9.81); // the fingers have closed
  const grip = 42 - 0.05 * k; // below 29.9 N the plank pivots
  for (const { finger, side } of fingers) finger.applyForce(new Vec3(0, -side * grip, 0));
  world.step(1 / 120);
}
console.log(2 * Math.atan2(plank.quaternion.y, plank.quaternion.w)); // rad
