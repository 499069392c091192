// Adds up the vitest json reports in a folder: "tests: 12 passed, 0 failed".
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'test-results';
const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
let passed = 0;
let failed = 0;
for (const name of reports) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // A file that could not even be loaded failed without a failing test.
  for (const { status, assertionResults } of report.testResults)
    if (status === 'failed' && !assertionResults.some((/** @type {any} */ test) => test.status === 'failed')) failed++;
}
console.log(`tests: ${passed} passed, ${failed} failed`);
