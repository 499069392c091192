import { describe, expect, test } from 'vitest';
import { createMlcpWorkspace, solveMlcp } from '../../src/index.js';
import { full } from '../support.js';
import { independentResidual } from './check.js';
import { type Box, contactProblem, stackOf, wallOf } from './scenes.js';

const TOLERANCE = 1e-9;
const scenes: [string, Box[]][] = [
  ['stack of 5', stackOf(5, 1000)],
  ['stack of 40', stackOf(40, 1000)],
  ['wall of 4 x 4', wallOf(4, 4, 1000)],
];
if (full) {
  scenes.push(
    ['stack of 10', stackOf(10, 1000)],
    ['stack of 20', stackOf(20, 1000)],
    ['wall of 6 x 6', wallOf(6, 6, 1000)],
    ['wall of 10 x 12', wallOf(10, 12, 1000)],
  );
}
const cases = scenes.flatMap(([name, boxes]) =>
  (['box', 'findex'] as const).map((friction) => ({ name, boxes, friction })),
);

describe('boxes with mass ratio 1:1000', () => {
  test.each(cases)('$name, $friction friction: Newton reaches 1e-9 in at most 50 steps', ({ boxes, friction }) => {
    const problem = contactProblem(boxes, friction);
    const answer = solveMlcp(problem, { method: 'newton', tolerance: TOLERANCE, maxIterations: 50 });
    expect(answer.status).toBe('solved');
    expect(answer.iterations).toBeLessThanOrEqual(50);
    expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-3));
  });

  test.each(cases)('$name, $friction friction: solved by auto', ({ boxes, friction }) => {
    const problem = contactProblem(boxes, friction);
    const answer = solveMlcp(problem, { tolerance: TOLERANCE });
    expect(answer.status).toBe('solved');
    expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-3));
  });

  test('projected Gauss-Seidel stalls above 1e-1 on a stack and reports it', () => {
    const answer = solveMlcp(contactProblem(stackOf(20, 1000), 'box'), { method: 'pgs', maxIterations: 500 });
    expect(answer.status).toBe('iteration-limit');
    expect(answer.residualScaled).toBeGreaterThan(0.1);
    expect(answer.iterations).toBe(500);
  });

  test('findex: Lemke and the fixed-point iteration find the same solution', () => {
    const problem = contactProblem(stackOf(6, 10), 'findex');
    const lemke = solveMlcp(problem, { method: 'lemke', tolerance: TOLERANCE });
    expect(lemke.status).toBe('solved');
    expect(independentResidual(problem, lemke.z)).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-3));
  });

  test('a warm-started time step takes few pivots', () => {
    for (const friction of ['box', 'findex'] as const) {
      const boxes = wallOf(5, 5, 1);
      const workspace = createMlcpWorkspace(200);
      const first = solveMlcp(contactProblem(boxes, friction), {}, workspace);
      expect(first.status).toBe('solved');
      const cold = first.iterations;
      const start = first.z.slice();
      for (const box of boxes) if (box.push) box.push *= 1.01;
      const next = solveMlcp(contactProblem(boxes, friction), { start }, workspace);
      expect(next.status).toBe('solved');
      expect(next.iterations).toBeLessThanOrEqual(Math.max(3, cold / 4));
    }
  });

  test('the friction of a sliding box is mu times the normal impulse, opposite to the slip', () => {
    const boxes = stackOf(1, 1);
    boxes[0].push = 2;
    const problem = contactProblem(boxes, 'findex');
    for (const method of ['auto', 'pgs', 'newton', 'lemke', 'dantzig', 'apgd'] as const) {
      const { status, z } = solveMlcp(problem, { method, maxIterations: 5000 });
      expect(status, method).toBe('solved');
      expect(z[0] + z[2]).toBeCloseTo(9.81 / 60, 6);
      expect(z[1]).toBeCloseTo(-0.5 * z[0], 6);
      expect(z[3]).toBeCloseTo(-0.5 * z[2], 6);
    }
  });

  test('a contact without normal impulse has no friction', () => {
    const problem = {
      n: 2,
      M: new Float64Array([1, 0.2, 0.2, 1]),
      q: [1, -3],
      findex: [-1, 0],
      mu: [0, 0.7],
    };
    for (const method of ['auto', 'pgs', 'newton', 'lemke'] as const) {
      const { status, z } = solveMlcp(problem, { method });
      expect(status, method).toBe('solved');
      expect(Math.abs(z[0])).toBeLessThan(1e-7);
      expect(Math.abs(z[1])).toBeLessThan(1e-7);
    }
    // mu = 0 gives no friction for any normal impulse.
    const smooth = solveMlcp({ ...problem, q: [-1, -3], mu: [0, 0] });
    expect(smooth).toMatchObject({ status: 'solved' });
    expect(smooth.z[0]).toBeCloseTo(1, 7);
    expect(Math.abs(smooth.z[1])).toBe(0);
  });
});
