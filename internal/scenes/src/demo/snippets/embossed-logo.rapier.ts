import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { embossed, planeMapping, surface, textured } from '@stiction/texture-friction';

await RAPIER.init();
const slope = (20 * Math.PI) / 180;
const world = new RAPIER.World({ x: 9.81 * Math.sin(slope), y: 0, z: -9.81 * Math.cos(slope) });
world.timestep = 1 / 240;
const place = RAPIER.RigidBodyDesc.dynamic().setTranslation(-0.4, 0, 0.15).setLinvel(0.5, 0, 0);
const block = world.createRigidBody(place);
const collider = world.createCollider(RAPIER.ColliderDesc.cuboid(0.05, 0.05, 0.15), block);
const plane = world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));

const square = [
  [0.5, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.5, 0.9],
] as const; // or the outline of a logo, or its pixels
const raised = embossed({ width: 512, height: 512, pixel: 0.002, depth: 0.006, bevel: 0.012, outlines: [square] });
const mapping = planeMapping({ tile: 1.024, origin: [-0.512, -0.512, 0] });
const logo = surface({ map: { ...raised, wrap: 'clamp' }, mapping, saliency: 10 /* saliency */ });
const friction = installFriction(world, { default: coulomb({ mu: 0.1 }), rapier: RAPIER });
friction.setMaterial(collider, 'block');
friction.setMaterial(plane, 'slope');
friction.setPair('slope', 'block', textured({ mu0: 0.1, a: logo }));

const upright = () => 1 - 2 * (block.rotation().x ** 2 + block.rotation().y ** 2);
for (let k = 0; k < 240 && upright() > 0.95; k++) friction.step(); // instead of world.step()
console.log(upright() > 0.95 ? 'stands' : 'falls', block.translation().x); // falls at the edge, x = 0
