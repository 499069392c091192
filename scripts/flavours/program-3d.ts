// A program with our types, compiled once per npm package and version of Rapier: scripts/flavours/check.mjs replaces the import of Rapier.

import RAPIER, { type Collider, EventQueue, type ImpulseJoint, type RigidBody, World } from '@dimforge/rapier3d-compat';
import { coulomb, stribeck } from '@stiction/friction-core';
import {
  installFriction,
  type RapierContact,
  type RapierFriction,
  type RapierFrictionOptions,
} from '@stiction/rapier-adapter';
import { createVehicle, groundFriction } from '@stiction/vehicle/rapier';

const world = new World({ x: 0, y: -9.81, z: 0 });
const body: RigidBody = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
const collider: Collider = world.createCollider(RAPIER.ColliderDesc.cuboid(1, 1, 1), body);
const friction = installFriction(world, {
  default: coulomb({ mu: 0.5 }),
  rapier: RAPIER,
  colliders: (one) => one.shapeType() !== RAPIER.ShapeType.Ball && one === collider,
});

// The handle returns the classes of this package ...
for (const contact of friction.contacts({ native: true })) {
  const a: Collider = contact.colliderA;
  const b: RigidBody | null = contact.bodyB;
  b?.setLinvel(a.translation(), true);
}
friction.onImpact(({ bodyA, colliderB, impulse }) => {
  bodyA?.applyImpulse({ x: impulse, y: 0, z: 0 }, true);
  colliderB.setRestitution(0);
});
friction.onStickSlip(({ bodyA }) => bodyA?.wakeUp());
// ... and accepts them.
friction.setMaterial(collider, 'ice');
friction.setSurface(collider, ({ local }) => ((local[0] ?? 0) > 0 ? 'ice' : 'snow'));
friction.setPair('ice', 'snow', stribeck({ muS: 0.2, muC: 0.1, vS: 0.01 }));
const name: string = friction.materialAt(collider, body.translation(), { x: 0, y: 1, z: 0 });
const joint: ImpulseJoint = world.createImpulseJoint(
  RAPIER.JointData.spherical({ x: 0, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }),
  body,
  world.createRigidBody(RAPIER.RigidBodyDesc.fixed()),
  true,
);
friction.setJointFriction(joint, coulomb({ mu: 0.3 }), { load: 10, radius: 0.1 });
friction.setJointFriction(joint, null);
friction.step(new EventQueue(true), {
  filterContactPair: () => RAPIER.SolverFlags.COMPUTE_IMPULSE,
  filterIntersectionPair: () => name !== '',
});

// Types can be named: with the class of the world, or for worlds of any package.
const named: RapierFriction<World> = friction;
const any: RapierFriction = friction;
any.setMaterial(collider, 'ice');
any.step(new EventQueue(true));
const contacts: RapierContact[] = [...any.contacts()];
const positions: number[] = contacts.map(({ bodyA }) => bodyA?.translation().x ?? 0);
const options: RapierFrictionOptions = { default: coulomb({ mu: 0.5 }), colliders: ({ handle }) => handle > 0 };
const again: RapierFriction<World> = installFriction(world, options);

const car = createVehicle(named, body, {
  world,
  groundFriction: ({ ground, material }) => (ground.isSensor() || material === '' ? undefined : ground.friction()),
});
const ground: Collider | null | undefined = car.wheels[0]?.ground;
const bare = createVehicle(null, body, { world });
const stop = groundFriction(world.createVehicleController(body), any, { world, material: 'tyre' });

// @ts-expect-error A body is not a collider.
friction.setMaterial(body, 'ice');
// @ts-expect-error A world needs its methods.
installFriction({ timestep: 1 / 60 }, options);
// @ts-expect-error Numbers are not hooks.
friction.step(undefined, 7);
// @ts-expect-error A collider is not a chassis.
createVehicle(null, collider, { world });

export { again, bare, ground, positions, stop };
