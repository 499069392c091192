import { expect, test } from 'vitest';
import { createSettledBox, G, run } from './support.js';

/** A manifold in the bindings of 0.21: writes its normal to `out`. */
interface Bindings {
  normal(out: Float32Array): void;
}

/** Rapier reports contacts with a zero normal if thin shapes overlap deeply. */
test('a contact with a zero normal is skipped, and friction acts again once it is valid', () => {
  const { world, box, friction } = createSettledBox(0.4, 0.5);
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
    expect(friction.report.nonFiniteContacts).toBeGreaterThan(0);
    expect(friction.report.patches).toBe(0);
  } finally {
    bindings.normal = normal;
  }
  const start = box.translation().x;
  const speed = box.linvel().x;
  // Rapier's friction still acts, and a Coulomb slide needs no correction.
  expect(speed).toBeCloseTo(2 - (0.4 * G) / 60, 2);
  run(friction, world, 1);
  expect(friction.report.nonFiniteContacts).toBe(0);
  expect((box.translation().x - start) / (speed ** 2 / (2 * 0.4 * G))).toBeCloseTo(1, 1);
  world.free();
});
