import type { World } from '@dimforge/rapier3d-compat';
import { recogniseEngine } from '../versions.js';
import { finishBodySearch, narrowBodySearch, startBodySearch } from './calibrate-bodies.js';
import { type ContactSearch, findClusters, finishContactSearch, narrowContactSearch } from './calibrate-contacts.js';
import { addLate, addScene, drive } from './calibrate-scene.js';
import type { MemoryLayout } from './layout.js';
import { createPrivateWorld } from './private-world.js';
import { type MemoryView, type RawShapes, refreshMemory } from './view.js';

/**
 * Finds out where the engine keeps what, in a world made for that: no two bodies have a number in common, so that what the API
 * says of one is found in one place only. Throws, with what was not found, where the engine is too different.
 */
export function calibrate(like: World, shapes: RawShapes, memory: MemoryView): MemoryLayout {
  const world = createPrivateWorld(like);
  try {
    return search(world, shapes, memory);
  } finally {
    world.free();
  }
}

function search(world: World, shapes: RawShapes, memory: MemoryView): MemoryLayout {
  const engine = recogniseEngine(world);
  const scene = addScene(world, shapes);
  refreshMemory(memory);
  const bodies = startBodySearch(memory, world, engine);
  addLate(scene, world, shapes);
  const contacts: ContactSearch = { offsets: new Map() };
  for (let k = 0; k < STEPS; k++) {
    drive(scene);
    refreshMemory(memory);
    narrowBodySearch(bodies, memory, world, engine);
    world.step();
    scene.free.forEach((body, i) => {
      if ((i >> k) % 2 === 0) body.wakeUp();
      else body.sleep();
      body.setEnabled((i + k) % 4 !== 0);
    });
    refreshMemory(memory);
    narrowBodySearch(bodies, memory, world, engine);
    narrowContactSearch(contacts, memory, world, engine);
  }
  const [bodyLayout, colliderLayout] = finishBodySearch(bodies);
  const contactLayout = finishContactSearch(contacts);
  // Ten times its weight: what was solved in the step before is far from that.
  const weight = scene.onMesh.mass() * 9.81;
  scene.onMesh.addForce({ x: 0, y: 0, z: -9 * weight }, true);
  world.step();
  refreshMemory(memory);
  contactLayout.clusters = findClusters(contactLayout, memory, world, scene.onMesh, 10 * weight * world.timestep);
  return { bodies: bodyLayout, colliders: colliderLayout, contacts: contactLayout };
}

const STEPS = 4;
