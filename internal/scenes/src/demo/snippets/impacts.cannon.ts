import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { Body, ContactMaterial, Material, Plane, Sphere, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const [stone, steel] = [new Material('stone'), new Material('steel')];
world.addContactMaterial(new ContactMaterial(stone, steel, { restitution: 0.5 }));
world.addBody(new Body({ shape: new Plane(), material: stone }));
world.addBody(new Body({ mass: 4, shape: new Sphere(0.11), position: new Vec3(0, 0, 1.31), material: steel }));

const friction = installFriction(world, { default: coulomb({ mu: 0.4 }) });
friction.onImpact(
  ({ materialA, materialB, impulse, approachSpeed }) => {
    const loudness = Math.sqrt(impulse / 25); // play a sound, draw a mark
    console.log(materialA, materialB, impulse, approachSpeed, loudness);
  },
  { minImpulse: 0.5 },
);
for (let k = 0; k < 600; k++) world.step(1 / 240);
