import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { cylinderMapping, surface, textured, threads } from '@stiction/texture-friction';

await RAPIER.init();
const [radius, pitch] = [0.05, 0.0175];
const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
world.timestep = 1e-3;
world.lengthUnit = 0.02; // a small scene: by default Rapier keeps contact normals over 10 mm
const friction = installFriction(world, { default: coulomb({ mu: 0.05 }), rapier: RAPIER });
for (let k = -12; k <= 12; k++) {
  friction.setMaterial(world.createCollider(RAPIER.ColliderDesc.ball(radius).setTranslation(0, 0, 0.02 * k)), 'bolt');
}
const out = (radius + 0.01) * Math.SQRT1_2;
const halves = [1, -1].map((side) => {
  const facing = { x: 0, y: 0, z: side < 0 ? 1 : 0, w: side < 0 ? 0 : 1 };
  const half = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(side * out, 0, 0)
      .setRotation(facing),
  );
  for (const side of [1, -1]) {
    const flat = RAPIER.ColliderDesc.cuboid(0.01, 0.03, 0.04).setTranslation(0, side * out, 0); // a vee of two flats
    flat.setRotation({ x: 0, y: 0, z: side * Math.sin(Math.PI / 8), w: Math.cos(Math.PI / 8) }).setMass(0.25);
    friction.setMaterial(world.createCollider(flat, half), 'nut');
  }
  return half;
});

const map = threads({ width: 128, height: 32, radius, pitch });
const mapping = cylinderMapping({ radius, height: 0.6, axis: 'z', tile: [2 * Math.PI * radius, pitch] });
const law = textured({ mu0: 0.05, a: surface({ map, mapping, saliency: 6 }), width: 0.1, directions: 64 });
friction.setPair('bolt', 'nut', law);

let turns = 0;
for (let k = 0; k < 1000; k++) {
  for (const half of halves) {
    const [p, v] = [half.translation(), half.linvel()];
    const r = Math.hypot(p.x, p.y);
    const push = Math.min(10, 5 * (4 - (v.y * p.x - v.x * p.y) / (r * r))); // a motor of 4 rad/s
    half.resetForces(true);
    half.addForce({ x: (-50 * p.x - push * p.y) / r, y: (-50 * p.y + push * p.x) / r, z: 0 }, true); // a clamp of 50 N
  }
  const [p, v] = [halves[0].translation(), halves[0].linvel()];
  turns += (v.y * p.x - v.x * p.y) / (p.x * p.x + p.y * p.y) / 1000 / (2 * Math.PI);
  friction.step(); // instead of world.step()
}
console.log(halves[0].translation().z / turns); // 0.0175 m, one lead per turn
