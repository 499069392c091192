import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { cylinderMapping, heightNoise, surface, textured } from '@stiction/texture-friction';
import { Body, Material, PointToPointConstraint, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const rod = new Body({ mass: 0, material: new Material('rod') }); // along y; rounder than a Cylinder of cannon-es
for (const y of [-0.03, -0.01, 0.01, 0.03]) rod.addShape(new Sphere(0.1), new Vec3(0, y, 0));
world.addBody(rod);
const beadMaterial = new Material('bead');
const beads = Array.from({ length: 21 }, (_, k) => {
  const along = 0.04 * (k - 10); // a chain of beads over the rod, with a weight at each end
  const angle = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, along / 0.118));
  const down = Math.max(0, Math.abs(along) - 0.118 * (Math.PI / 2));
  const position = new Vec3(0.118 * Math.sin(angle), 0, 0.118 * Math.cos(angle) - down);
  const bead = new Body({ mass: k === 0 ? 1 : k === 20 ? 2 : 0.03, shape: new Sphere(0.017), position });
  bead.material = beadMaterial;
  bead.linearDamping = bead.angularDamping = 0;
  world.addBody(bead);
  return bead;
});
for (let k = 1; k < beads.length; k++) {
  const [a, b] = [beads[k - 1], beads[k]];
  const half = b.position.vsub(a.position).scale(0.5);
  world.addConstraint(new PointToPointConstraint(a, half, b, half.negate()));
}

const map = heightNoise({ width: 128, height: 128, Ra: 1e-3, pixel: 1e-3 }); // rough; 0.01e-3 is smooth
const mapping = cylinderMapping({ radius: 0.1, height: 0.08, axis: 'y', tile: 0.128, wraps: 5 });
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }) });
friction.setPair('rod', 'bead', textured({ mu0: 0.1, a: surface({ map, mapping }) }));
for (let k = 0; k < 1000; k++) world.step(1e-3);
console.log(beads[20].position.z); // the heavy end stays at its height on the rough rod
