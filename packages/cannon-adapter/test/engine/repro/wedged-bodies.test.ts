import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { createWorld, install } from '../support.js';

/** A ball of radius 0.25 m between two walls at the given distance, which overlap it. */
function wedge(distance: number, type: CANNON.BodyType): { ball: CANNON.Body; fastest: number } {
  const world = createWorld();
  for (const x of [-distance, distance]) {
    const wall = new CANNON.Body({ mass: 0, type, shape: new CANNON.Box(new CANNON.Vec3(0.02, 0.5, 0.3)) });
    wall.position.set(x, 0, 0.3);
    world.addBody(wall);
  }
  const ball = new CANNON.Body({ mass: 0.1, shape: new CANNON.Sphere(0.25) });
  ball.position.set(0, 0.1, 0.3);
  world.addBody(ball);
  install(world);
  let fastest = 0;
  for (let k = 0; k < 120; k++) {
    world.step(1 / 60);
    fastest = Math.max(fastest, ball.velocity.length());
  }
  return { ball, fastest };
}

// Each wall used to cancel the push of the other, and the ball stayed stuck.
describe.each([
  { name: 'static', type: CANNON.Body.STATIC },
  { name: 'kinematic', type: CANNON.Body.KINEMATIC },
])('a ball wedged between two thin $name walls', ({ type }) => {
  test.each([0.03, 0.05, 0.1])('%f m from its centre comes out slowly', (distance) => {
    const { ball, fastest } = wedge(distance, type);
    // Beside one of the walls, on the floor.
    expect(Math.abs(ball.position.x)).toBeGreaterThan(distance + 0.26);
    expect(ball.position.z).toBeCloseTo(0.25, 2);
    expect(fastest).toBeLessThan(3.5);
  });
});

test('a ball that two walls overlap slightly stays between them', () => {
  const { ball } = wedge(0.24, CANNON.Body.STATIC);
  expect(Math.abs(ball.position.x)).toBeLessThan(0.02);
});
