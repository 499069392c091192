import { describe, expect, test } from 'vitest';
import { solveMlcp } from '../../src/index.js';
import { independentResidual } from '../mlcp/check.js';
import { alternatingStackOf, contactProblem, wallOf } from '../mlcp/scenes.js';
import { full } from '../support.js';

/** Light boxes under heavy ones: impulses are thousands of times q. Newton's path used to start too close to the bounds. */
const heights = full ? Array.from({ length: 36 }, (_, k) => 5 + k) : [5, 21, 30, 40];
const walls = full ? [3, 4, 5, 6, 7].flatMap((rows) => [5, 6, 7, 12].map((columns) => [rows, columns])) : [[3, 5]];

describe.each(['box', 'findex'] as const)('%s friction, masses alternating 1 and 1000', (friction) => {
  test.each([true, false])('Newton solves stacks in at most 25 steps (lowest box light: %s)', (light) => {
    for (const height of heights) {
      const problem = contactProblem(alternatingStackOf(height, 1000, light), friction);
      const answer = solveMlcp(problem, { method: 'newton', tolerance: 1e-9 });
      expect(answer.status, `${height} boxes`).toBe('solved');
      expect(answer.iterations).toBeLessThanOrEqual(25);
      expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(1e-9 * (1 + 1e-3));
    }
  });

  test('Newton solves walls in at most 50 steps', { timeout: 600_000 }, () => {
    for (const [rows, columns] of walls) {
      const answer = solveMlcp(contactProblem(wallOf(rows, columns, 1000), friction), {
        method: 'newton',
        tolerance: 1e-9,
      });
      expect(answer.status, `${rows} x ${columns}`).toBe('solved');
      expect(answer.iterations, `${rows} x ${columns}`).toBeLessThanOrEqual(50);
    }
  });
});
