import { expect, test } from 'vitest';
import { addBox, createWorld, G, install, run } from './support.js';

/** Of a manifold as the engine's bindings give it, in 0.21: writes its normal into three numbers. */
interface Bindings {
  normal(out: Float32Array): void;
}

/** Rapier tells of contacts with a normal of length zero where thin shapes lie deep in each other. */
test('a contact whose normal is zero is left out, and friction goes on when it has one again', () => {
  const world = createWorld();
  const box = addBox(world);
  const friction = install(world, 0.4);
  run(friction, world, 0.5);
  const pair = world.narrowPhase.raw.contact_pair(box.collider(0).handle, 0);
  const manifold = pair?.contactManifold(0);
  const bindings = Object.getPrototypeOf(manifold) as Bindings;
  manifold?.free();
  pair?.free();
  const { normal } = bindings;
  bindings.normal = (out) => out.fill(0);
  try {
    box.setLinvel({ x: 2, y: 0, z: 0 }, true);
    friction.step();
    expect(friction.report.badContacts).toBeGreaterThan(0);
    expect(friction.report.patches).toBe(0);
  } finally {
    bindings.normal = normal;
  }
  const start = box.translation().x;
  const speed = box.linvel().x;
  // Rapier's own friction goes on: what it lacks is nothing here.
  expect(speed).toBeCloseTo(2 - (0.4 * G) / 60, 2);
  run(friction, world, 1);
  expect(friction.report.badContacts).toBe(0);
  expect((box.translation().x - start) / (speed ** 2 / (2 * 0.4 * G))).toBeCloseTo(1, 1);
  world.free();
});
