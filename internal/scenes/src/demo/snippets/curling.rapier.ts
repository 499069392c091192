import RAPIER from '@dimforge/rapier3d-compat';
import { type FrictionLaw, fixedStep } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
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
const friction = installFriction(world, { default: law });
friction.setPair('stone', 'ice', ice);

const rink = RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1);
friction.setMaterial(world.createCollider(rink), 'ice');
const stone = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.06));
const upright = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }; // Rapier's axis is y
world.createCollider(RAPIER.ColliderDesc.cylinder(0.055, 0.145).setRotation(upright), stone);
for (let k = 0; k < 8; k++) {
  const angle = (k * Math.PI) / 4; // the running band: eight pads, 65 mm from the middle
  const pad = RAPIER.ColliderDesc.ball(0.008).setDensity(0);
  pad.setTranslation(0.065 * Math.cos(angle), 0.065 * Math.sin(angle), 0.008 - 0.06);
  friction.setMaterial(world.createCollider(pad, stone), 'stone');
}
stone.setLinvel({ x: 1.8 /* speed */, y: 0, z: 0 }, true);
stone.setAngvel({ x: 0, y: 0, z: 2 /* spin */ }, true);
for (let k = 0; k < 900; k++) friction.step(); // instead of world.step()
console.log(stone.translation().y); // curled to the left
