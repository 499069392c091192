import { describe, expect, test } from 'vitest';
import { judge, missesOf } from '../src/league/gate.js';
import type { League, Result } from '../src/league/results.js';

const info = (name: string, kind: 'stock' | 'stiction' | 'peer') => ({
  name,
  label: name,
  kind,
  engine: 'cannon',
  settings: [],
  documented: {},
  date: '2026-01-01',
  node: 'v20',
});
const contestants: League['contestants'] = [info('ours', 'stiction'), info('stock', 'stock'), info('jolt', 'peer')];
const result = (more: Partial<Result>): Result => ({ case: '2-distance', step: '1/60', contestant: 'ours', ...more });
const verdict = (more: Partial<Result>, known: Parameters<typeof judge>[1] = []) =>
  judge({ contestants, results: [result(more)] }, known);
const KNOWN = [{ case: '2-distance', step: '1/60', contestant: 'ours', error: -0.02 }] as const;

describe('the gate', () => {
  test('a reached goal passes, with either sign', () => {
    expect(verdict({ error: 0.01, limit: 0.01 }).failures).toEqual([]);
    expect(verdict({ error: -0.01, limit: 0.01 }).failures).toEqual([]);
  });

  test('a miss fails, and its message names case, contestant, step, value and limit', () => {
    expect(verdict({ error: -0.011, limit: 0.01 }).failures).toEqual([
      'case 2-distance, ours, dt 1/60: -0.011, limit 0.01',
    ]);
    expect(verdict({ error: Number.NaN, limit: 0.01 }).failures).toHaveLength(1);
  });

  test('a known miss may stay but not grow; a fixed one is reported', () => {
    expect(verdict({ error: -0.0201, limit: 0.01 }, KNOWN).failures).toEqual([]);
    expect(verdict({ error: 0.025, limit: 0.01 }, KNOWN).failures).toEqual([
      'case 2-distance, ours, dt 1/60: 0.025, worse than the known -0.02 (limit 0.01)',
    ]);
    expect(verdict({ error: 0.001, limit: 0.01 }, KNOWN).better).toHaveLength(1);
  });

  test('a known miss does not excuse another step', () => {
    expect(verdict({ error: 0.02, limit: 0.01, step: '1/240' }, KNOWN).failures).toHaveLength(1);
  });

  test('a crash of Stiction fails; other contestants never do', () => {
    expect(verdict({ failed: 'longer than 60 s' }).failures).toEqual([
      'case 2-distance, ours, dt 1/60: longer than 60 s',
    ]);
    expect(verdict({ contestant: 'jolt', failed: 'crash' }).failures).toEqual([]);
    expect(verdict({ contestant: 'stock', error: 1, limit: 0.01 }).failures).toEqual([]);
    expect(verdict({ error: 5 }).failures).toEqual([]); // no goal
  });

  test('the gate passes the misses that it lists', () => {
    const results = [result({ error: 0.02, limit: 0.01 }), result({ step: '1/240', error: 0.001, limit: 0.01 })];
    const misses = missesOf({ results });
    expect(misses).toEqual([{ case: '2-distance', step: '1/60', contestant: 'ours', error: 0.02 }]);
    expect(judge({ contestants, results }, misses).failures).toEqual([]);
  });
});
