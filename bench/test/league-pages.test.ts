import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { showError, showResult, table } from '../src/league/format.js';
import { missesOf } from '../src/league/gate.js';
import { pagesOf, readPage, replaceBlock } from '../src/league/pages.js';
import { type League, mergeLeagues, type Result } from '../src/league/results.js';

const results = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../results/${name}`, import.meta.url), 'utf8'));

describe('generated pages', () => {
  const league = results('league.json') as League;

  test.each([...pagesOf(league, readPage)])('%s matches league.json', (page, text) => {
    expect(readPage(page)).toBe(text);
  });

  test('known misses match league.json', () => {
    expect(results('known-misses.json')).toEqual(missesOf(league));
  });

  test('every contestant has a result for every case, or a reason for none', () => {
    for (const { id, steps } of league.cases) {
      for (const step of steps) {
        for (const { name } of league.contestants) {
          const found = league.results.filter((one) => one.case === id && one.step === step && one.contestant === name);
          expect(found, `${id} ${step} ${name}`).toHaveLength(1);
          const { error, none, failed } = found[0];
          expect([error, none, failed].filter((one) => one !== undefined)).toHaveLength(1);
        }
      }
    }
  });
});

describe('the writer', () => {
  test('replaces only the text between the marks', () => {
    const page = 'a\n<!-- league:x -->\nold\n<!-- /league:x -->\nb\n';
    expect(replaceBlock(page, 'x', '$1 new')).toBe('a\n<!-- league:x -->\n\n$1 new\n\n<!-- /league:x -->\nb\n');
    expect(() => replaceBlock(page, 'y', '')).toThrow('no place for league:y');
  });

  test('formats errors', () => {
    expect(showError(-0.0012345, 'share')).toBe('-0.12 %');
    expect(showError(0.00012345, 'share')).toBe('0.012 %');
    expect(showError(1.5598, 'share')).toBe('156 %');
    expect(showError(1e9, 'share')).toBe('> 10000 %');
    expect(showError(2e-7, 'm')).toBe('2.0e-7 m');
    expect(showError(0.0012, 'm')).toBe('1.20 mm');
    expect(showError(Math.PI / 180, 'rad')).toBe('1°');
  });

  test('marks a miss, and shows a reason or a failure instead of a number', () => {
    const info = { id: '2-distance', unit: 'share' } as const;
    const base: Result = { case: '2-distance', step: '1/60', contestant: 'x' };
    expect(showResult({ ...base, error: 0.02, limit: 0.01 }, info)).toBe('2.00 % ✗');
    expect(showResult({ ...base, error: 0.02, limit: 0.02 }, info)).toBe('2.00 %');
    expect(showResult({ ...base, none: 'no such law' }, info)).toBe('no such law');
    expect(showResult({ ...base, failed: 'crash' }, info)).toBe('†');
    expect(showResult({ ...base, error: 3 }, { id: '12-ten', unit: 'm' })).toBe('falls');
    expect(showResult(undefined, info)).toBe('');
  });

  test('formats a Markdown table', () => {
    expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n|---|---|\n| 1 | 2 |');
  });
});

test('a partial run replaces only its part of the known results', () => {
  const contestant = (name: string, date: string) =>
    ({ name, label: name, kind: 'peer', engine: name, settings: [], documented: {}, date, node: 'v20' }) as const;
  const info = { id: '1-angle', title: '1', goal: '', unit: 'share', steps: ['1/60'] } as const;
  const result = (name: string, error: number): Result => ({ case: '1-angle', step: '1/60', contestant: name, error });
  const known: League = {
    contestants: [contestant('a', 'old'), contestant('b', 'old')],
    cases: [info],
    results: [result('a', 1), result('b', 1), { ...result('b', 1), case: 'gone' }],
    costs: [],
  };
  const fresh: League = { contestants: [contestant('b', 'new')], cases: [info], results: [result('b', 2)], costs: [] };
  const order = { contestants: [contestant('b', '-'), contestant('a', '-')], cases: [info] };
  const merged = mergeLeagues(known, fresh, order);
  expect(merged.contestants.map(({ name, date }) => `${name} ${date}`)).toEqual(['b new', 'a old']);
  expect(merged.results).toEqual([result('b', 2), result('a', 1)]);
});
