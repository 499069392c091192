import { fixInertia, installFriction } from '@stiction/cannon-adapter';
import { type FrictionLaw, fixedStep } from '@stiction/friction-core';
import { Body, Cylinder, Material, Plane, Quaternion, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const stone = new Body({ mass: 19, position: new Vec3(0, 0, 0.06), material: new Material('stone') });
for (let k = 0; k < 8; k++) {
  const angle = (k * Math.PI) / 4; // the running band: eight pads, 65 mm from the middle
  stone.addShape(new Sphere(0.008), new Vec3(0.065 * Math.cos(angle), 0.065 * Math.sin(angle), 0.008 - 0.06));
}
const upright = new Quaternion().setFromEuler(Math.PI / 2, 0, 0); // the axis of cannon-es is y
stone.addShape(new Cylinder(0.145, 0.145, 0.11, 24), new Vec3(), upright);
fixInertia(stone); // of the shapes, not of their bounding box
stone.linearDamping = stone.angularDamping = 0;
stone.velocity.set(1.8 /* speed */, 0, 0);
stone.angularVelocity.set(0, 0, 2 /* spin */);
world.addBody(stone);
world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('ice') }));

const law = fixedStep({ mu: (speed) => 0.012 /* keenness */ / Math.sqrt(speed + 0.04) }); // less friction at higher speed
const ice: FrictionLaw = {
  ...law,
  linearize(patches, i, h) {
    const [body, arm] = patches.flipped[i] ? [patches.bodyB[i], patches.armB] : [patches.bodyA[i], patches.armA];
    const [vx, vy] = patches.bodies.velocity.subarray(6 * body);
    const front = (arm[3 * i] * vx + arm[3 * i + 1] * vy) / (0.065 * Math.hypot(vx, vy) || 1);
    patches.normalScale[i] *= 1 - 0.6 /* wear */ * front; // more friction at the rear of the band
    law.linearize(patches, i, h);
  },
};
installFriction(world, { default: law }).setPair('stone', 'ice', ice);
for (let k = 0; k < 900; k++) world.step(1 / 60);
console.log(stone.position.y); // curled to the left
