import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { boxMapping, heightMap, surface, textured } from '@stiction/texture-friction';

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
world.timestep = 1 / 240;
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }), rapier: RAPIER });
const ground = RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1);
friction.setMaterial(world.createCollider(ground), 'floor');
const boxes = [-0.15, 0, 0.15].map((x) => {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 0, 0.025));
  friction.setMaterial(
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.05, 0.05, 0.025).setMass(0.5), body),
    'scales',
  );
  return body;
});

// One row of painted heights [m], tail to head; the belly's u runs to the tail.
const data = [...'98654310'].reverse().map((height) => Number(height) * 2.5e-5);
const map = heightMap({ width: 8, height: 1, data, pixel: 1.5625e-4 });
const mapping = boxMapping({ halfExtents: [0.05, 0.05, 0.025], tile: [1.25e-3, 1.5625e-4] });
friction.setPair(
  'scales',
  'floor',
  textured({ mu0: 0.1, a: surface({ map, mapping }), width: 0.01, sharpness: 3 /* sharpness */ }),
);

for (let k = 0; k < 1200; k++) {
  const phase = (2 * Math.PI * k) / 240;
  for (const body of boxes) body.resetForces(true);
  for (let i = 0; i < 2; i++) {
    const [behind, ahead] = [boxes[i], boxes[i + 1]]; // a muscle between neighbours: spring and damper
    const gap = ahead.translation().x - behind.translation().x - (0.2 - 0.05 * Math.cos(phase));
    const rate = ahead.linvel().x - behind.linvel().x - 0.1 * Math.PI * Math.sin(phase);
    const force = -250 * gap - 5 * rate;
    ahead.addForce({ x: force, y: 0, z: 0 }, true);
    behind.addForce({ x: -force, y: 0, z: 0 }, true);
  }
  friction.step(); // instead of world.step()
}
console.log(boxes[1].translation().x); // 0.29 m in five periods; stock: 0
