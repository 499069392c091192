import { describe, expect, test } from 'vitest';
import { createBlockWorld, lawConformance } from '../../src/testing/index.js';
import { springBristle } from '../spring-bristle.js';

describe('a law with compliance and memory conforms', () => {
  for (const check of lawConformance(() => springBristle({ mu: 0.5, stiffness: 1e4 }))) test(check.name, check.run);
});

describe('eps, bias and state', () => {
  test.each([1e3, 1e4, 1e5])('a block yields by F/k and returns, k = %f N/m', (stiffness) => {
    const world = createBlockWorld({ law: springBristle({ mu: 0.5, stiffness }) });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    const [x0] = world.position(0);
    const force = 0.5 * 0.5 * 9.81;
    world.setForce(0, [force, 0, 0]);
    for (let k = 0; k < 300; k++) world.step(1 / 60);
    const pitch = 1e-5; // the block tilts slightly on elastic normals
    expect(Math.abs(world.position(0)[0] - x0 - force / stiffness)).toBeLessThan(0.01 * (force / stiffness) + pitch);
    world.setForce(0, [0, 0, 0]);
    for (let k = 0; k < 300; k++) world.step(1 / 60);
    expect(Math.abs(world.position(0)[0] - x0)).toBeLessThan(0.01 * (force / stiffness) + pitch);
  });
});
