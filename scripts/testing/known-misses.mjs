import { readFileSync } from 'node:fs';
import { beforeEach } from 'vitest';

/**
 * Engine tests whose goal is not reached at present, by name, each with its reason. They run, and must fail: one that passes has to leave
 * the list. So nothing is hidden, and what gets better is noticed.
 */
const { misses } = JSON.parse(readFileSync(new URL('./known-misses.json', import.meta.url), 'utf8'));
const known = new Set(misses.flatMap(({ tests }) => tests));

beforeEach(({ task }) => {
  if (known.has(fullName(task))) task.fails = true;
});

function fullName(task) {
  const names = [];
  for (let at = task; at && at.type !== undefined && !at.filepath; at = at.suite) names.unshift(at.name);
  return names.join(' > ');
}
