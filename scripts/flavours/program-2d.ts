// As program-3d.ts, for Rapier 2D.

import RAPIER, { type RigidBody, World } from '@dimforge/rapier2d-compat';
import { coulomb } from '@stiction/friction-core';
import type { Floor } from '@stiction/top-down';
import { installFloor } from '@stiction/top-down/rapier';

const world = new World({ x: 0, y: 0 });
const body: RigidBody = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
const floor: Floor<RigidBody> = installFloor(world, { default: coulomb({ mu: 0.5 }) });
floor.setMaterial(body, 'ice');
for (const contact of floor.contacts()) contact.body.applyImpulse({ x: contact.fx, y: 0 }, true);
floor.tyres(body, [{ position: [0, 1] }]);

// @ts-expect-error A world is not a body.
floor.setMaterial(world, 'ice');
// @ts-expect-error A world needs its methods.
installFloor({ timestep: 1 / 60 }, { default: coulomb({ mu: 0.5 }) });
