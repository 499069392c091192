import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { embossed, planeMapping, surface, textured } from '@stiction/texture-friction';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const slope = (20 * Math.PI) / 180;
const world = new World({ gravity: new Vec3(9.81 * Math.sin(slope), 0, -9.81 * Math.cos(slope)) });
const half = new Vec3(0.05, 0.05, 0.15);
const material = new Material('block');
const block = new Body({ mass: 1, shape: new Box(half), position: new Vec3(-0.4, 0, 0.15), material });
block.linearDamping = block.angularDamping = 0;
block.velocity.set(0.5 /* speed */, 0, 0);
world.addBody(block);
world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('slope') }));

const square = [
  [0.5, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.5, 0.9],
] as const; // or the outline of a logo, or its pixels
const raised = embossed({ width: 512, height: 512, pixel: 0.002, depth: 0.006, bevel: 0.012, outlines: [square] });
const mapping = planeMapping({ tile: 1.024, origin: [-0.512, -0.512, 0] });
const logo = surface({ map: { ...raised, wrap: 'clamp' }, mapping, saliency: 10 /* saliency */ });
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }) });
friction.setPair('slope', 'block', textured({ mu0: 0.1, a: logo }));

const upright = () => block.quaternion.vmult(new Vec3(0, 0, 1)).z;
for (let k = 0; k < 240 && upright() > 0.95; k++) world.step(1 / 240);
console.log(upright() > 0.95 ? 'stands' : 'falls', block.position.x); // falls at the edge, x = 0
