import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { cylinderMapping, surface, textured, threads } from '@stiction/texture-friction';
import { Body, Box, Material, Quaternion, Sphere, Vec3, World } from 'cannon-es';

const [radius, pitch] = [0.05, 0.0175];
const world = new World();
const bolt = new Body({ mass: 0, material: new Material('bolt') }); // rounder than a Cylinder of cannon-es
for (let k = -12; k <= 12; k++) bolt.addShape(new Sphere(radius), new Vec3(0, 0, 0.02 * k));
world.addBody(bolt);
const nutMaterial = new Material('nut');
const out = (radius + 0.01) * Math.SQRT1_2;
const halves = [1, -1].map((side) => {
  const half = new Body({ mass: 0.5, position: new Vec3(side * out, 0, 0), material: nutMaterial });
  for (const side of [1, -1]) {
    const turn = new Quaternion().setFromEuler(0, 0, (side * Math.PI) / 4);
    half.addShape(new Box(new Vec3(0.01, 0.03, 0.04)), new Vec3(0, side * out, 0), turn); // a vee of two flats
  }
  if (side < 0) half.quaternion.setFromEuler(0, 0, Math.PI);
  half.linearDamping = half.angularDamping = 0;
  world.addBody(half);
  return half;
});

const map = threads({ width: 128, height: 32, radius, pitch });
const mapping = cylinderMapping({ radius, height: 0.6, axis: 'z', tile: [2 * Math.PI * radius, pitch] });
const friction = installFriction(world, { default: coulomb({ mu: 0.05 }) });
const law = textured({ mu0: 0.05, a: surface({ map, mapping, saliency: 6 }), width: 0.1, directions: 64 });
friction.setPair('bolt', 'nut', law);

let turns = 0;
for (let k = 0; k < 1000; k++) {
  for (const { position: p, velocity: v, force } of halves) {
    const r = Math.hypot(p.x, p.y);
    const push = Math.min(10, 5 * (4 - (v.y * p.x - v.x * p.y) / (r * r))); // a motor of 4 rad/s
    force.set((-50 * p.x - push * p.y) / r, (-50 * p.y + push * p.x) / r, 0); // and a clamp of 50 N
  }
  const [{ position: p, velocity: v }] = halves;
  turns += (v.y * p.x - v.x * p.y) / (p.x * p.x + p.y * p.y) / 1000 / (2 * Math.PI);
  world.step(1e-3);
}
console.log(halves[0].position.z / turns); // 0.0175 m, one lead per turn
