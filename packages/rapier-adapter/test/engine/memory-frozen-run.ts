// Run by memory-frozen.test.ts in a process of its own: a prototype that is frozen stays so.
import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '../../src/index.js';

async function run(): Promise<void> {
  await RAPIER.init();
  Object.freeze(Float32Array.prototype);
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(100, 100, 1).setTranslation(0, 0, -1));
  const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.1).setCanSleep(false));
  world.createCollider(RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.1).setMass(1), box);
  const friction = installFriction(world, { default: coulomb({ mu: 0.4 }), reader: 'memory' });
  for (let k = 0; k < 30; k++) friction.step();
  box.setLinvel({ x: 2, y: 0, z: 0 }, true);
  for (let k = 0; k < 60; k++) friction.step();
  const { reader, report } = friction;
  const { x } = box.translation();
  process.stdout.write(JSON.stringify({ x, warnings: warnings.length, reader, problem: report.problem }));
}

void run();
