import { coulomb } from '@stiction/friction-core';
import { Body, Box, type Constraint, HingeConstraint, LockConstraint, Vec3, World } from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { installFriction } from '../../../src/index.js';

type Join = (a: Body, b: Body, half: number) => Constraint;

const lock: Join = (a, b) => new LockConstraint(a, b, { maxForce: 1e9 });
const hinge: Join = (a, b, half) =>
  new HingeConstraint(a, b, {
    pivotA: new Vec3(half, 0, 0),
    pivotB: new Vec3(-half, 0, 0),
    axisA: new Vec3(0, 1, 0),
    axisB: new Vec3(0, 1, 0),
    maxForce: 1e9,
    collideConnected: false,
  });

/** A load on a 1 kg body on a fixed one, horizontal at first. Returns the largest speed relative to sqrt(2 g · fall). */
function largestSpeed(join: Join, half: number, load: number): number {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  let last: Body | null = null;
  const bodies = [0, 1, load].map((mass, k) => {
    const body = new Body({ mass, shape: new Box(new Vec3(0.95 * half, half / 2, half / 2)) });
    body.position.set(2 * half * k, 0, 0);
    body.linearDamping = body.angularDamping = 0;
    world.addBody(body);
    if (last) {
      const constraint = join(last, body, half);
      constraint.collideConnected = false;
      world.addConstraint(constraint);
    }
    last = body;
    return body;
  });
  installFriction(world, { default: coulomb({ mu: 0.5 }) });
  let speed = 0;
  for (let k = 0; k < 180; k++) {
    world.step(1 / 60);
    for (const body of bodies) speed = Math.max(speed, body.velocity.length());
  }
  return speed / Math.sqrt(2 * 9.81 * 4 * half);
}

// The speed used to grow without bound, up to a million times that of the fall. In the stock engine all of these joints tear.
describe.each([
  { name: 'lock', join: lock, half: 0.05, load: 300 },
  { name: 'lock', join: lock, half: 0.5, load: 1000 },
  { name: 'hinge', join: hinge, half: 0.05, load: 1000 },
  { name: 'hinge', join: hinge, half: 0.5, load: 3000 },
  { name: 'lock', join: lock, half: 0.05, load: 10000 },
  { name: 'lock', join: lock, half: 0.5, load: 3000 },
  { name: 'hinge', join: hinge, half: 0.05, load: 3000 },
  { name: 'hinge', join: hinge, half: 0.05, load: 1e6 },
])('$name, half extent $half m', ({ join, half, load }) => {
  test(`a load of ${load} kg on a 1 kg body stays slower than in free fall`, () => {
    // The speed after three seconds of free fall.
    const free = (9.81 * 3) / Math.sqrt(2 * 9.81 * 4 * half);
    expect(largestSpeed(join, half, load)).toBeLessThan(free);
  });
});
