import { describe, expect, test } from 'vitest';
import { solveContact, solveMlcp } from '../../src/index.js';
import { generate } from '../contact/generate.js';
import { contactProblem, stackOf } from '../mlcp/scenes.js';

const contact = generate({ dim: 3, seed: 6, bodies: 2, massRatio: 1000, mu: () => 50, kind: 'tower' });
const contactMethods = ['auto', 'nsgs', 'alart-curnier', 'interior-point'] as const;
const mlcpMethods = ['auto', 'pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'] as const;
const stack = contactProblem(stackOf(8, 1000), 'findex');

/** No vector reaches this tolerance, so every iteration limit is reached. */
const tolerance = 1e-300;

describe('maxIterations bounds all iterations of a solve', () => {
  test.each(contactMethods)('solveContact, %s', (method) => {
    for (const maxIterations of [1, 7, 30, 150]) {
      const answer = solveContact(contact, { method, maxIterations, tolerance });
      expect(answer.iterations).toBeLessThanOrEqual(maxIterations);
      expect(answer.status).toBe('iteration-limit');
    }
  });

  test.each(mlcpMethods)('solveMlcp, %s', (method) => {
    for (const maxIterations of [1, 3, 30, 100]) {
      const answer = solveMlcp(stack, { method, maxIterations, tolerance });
      expect(answer.iterations).toBeLessThanOrEqual(maxIterations);
      if (answer.iterations === maxIterations) expect(answer.status).toBe('iteration-limit');
    }
  });
});

test('solveContact with auto restarts until maxIterations', () => {
  const usual = solveContact(contact, { tolerance }).iterations;
  expect(usual).toBeGreaterThan(100);
  const more = solveContact(contact, { tolerance, maxIterations: 3 * usual });
  expect(more.iterations).toBe(3 * usual);
});
