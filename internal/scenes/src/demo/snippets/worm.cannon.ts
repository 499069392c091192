import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { boxMapping, heightMap, surface, textured } from '@stiction/texture-friction';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const size = new Vec3(0.05, 0.05, 0.025);
const scales = new Material('scales');
const boxes = [-0.15, 0, 0.15].map(
  (x) => new Body({ mass: 0.5, shape: new Box(size), position: new Vec3(x, 0, 0.025), material: scales }),
);
for (const body of [...boxes, new Body({ mass: 0, shape: new Plane(), material: new Material('floor') })]) {
  body.linearDamping = 0;
  world.addBody(body);
}

// One row of painted heights [m], tail to head; the belly's u runs to the tail.
const data = [...'98654310'].reverse().map((height) => Number(height) * 2.5e-5);
const map = heightMap({ width: 8, height: 1, data, pixel: 1.5625e-4 });
const belly = surface({ map, mapping: boxMapping({ halfExtents: size, tile: [1.25e-3, 1.5625e-4] }) });
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }) });
friction.setPair('scales', 'floor', textured({ mu0: 0.1, a: belly, width: 0.01, sharpness: 3 /* sharpness */ }));

for (let k = 0; k < 1200; k++) {
  const phase = (2 * Math.PI * k) / 240;
  for (let i = 0; i < 2; i++) {
    const [behind, ahead] = [boxes[i], boxes[i + 1]]; // a muscle between neighbours: spring and damper
    const gap = ahead.position.x - behind.position.x - (0.2 - 0.05 * Math.cos(phase));
    const rate = ahead.velocity.x - behind.velocity.x - 0.1 * Math.PI * Math.sin(phase);
    const force = -250 * gap - 5 * rate;
    ahead.applyForce(new Vec3(force, 0, 0));
    behind.applyForce(new Vec3(-force, 0, 0));
  }
  world.step(1 / 240);
}
console.log(boxes[1].position.x); // 0.28 m in five periods; stock: 0
