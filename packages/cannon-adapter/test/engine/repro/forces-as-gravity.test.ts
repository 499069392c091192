import { Body, Plane, Vec3, World } from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { addBox, G, install } from '../support.js';

/** `world.gravity` is 0; every body gets its weight by `applyForce`. */
function settle(restitution: number, dt: number, size = 1): { boxes: Body[]; starts: Vec3[]; substeps: number } {
  const world = new World();
  world.defaultContactMaterial.restitution = restitution;
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const boxes = [0, 3 * size].map((x) => addBox(world, x, size / 2, 1, size / 2));
  boxes.push(addBox(world, 0, 1.5 * size, 1, size / 2));
  const friction = install(world);
  const starts = boxes.map((box) => box.position.clone());
  for (let k = 0; k < 5 / dt; k++) {
    for (const box of boxes) box.applyForce(new Vec3(0, 0, -G * box.mass));
    world.step(dt);
  }
  return { boxes, starts, substeps: friction.report.substeps };
}

// The restitution threshold used to depend on world.gravity, so resting boxes bounced and crept by 8 to 23 mm.
describe.each([0.3, 0.8])('with weight by applyForce and restitution %f', (restitution) => {
  test.each([1 / 60, 1 / 120])('boxes at rest stay within 0.05 mm at dt %f', (dt) => {
    const { boxes, starts } = settle(restitution, dt);
    boxes.forEach((box, k) => {
      const drift = Math.hypot(box.position.x - starts[k].x, box.position.y - starts[k].y);
      expect(drift, `drift of box ${k} [m]`).toBeLessThan(5e-5);
    });
  });
});

test('small boxes get short substeps under a force, as under gravity', () => {
  const { boxes, starts, substeps } = settle(0, 1 / 60, 0.02);
  expect(substeps).toBeGreaterThan(8);
  for (const [k, box] of boxes.entries()) expect(box.position.distanceTo(starts[k])).toBeLessThan(2e-4);
});
