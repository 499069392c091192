// Counts the results in a vitest JSON report.
import { existsSync, readFileSync } from 'node:fs';

/** @type {(path: string) => { files: number, passed: number, failed: number }} */
export function countTests(path) {
  // No report: vitest itself failed.
  if (!existsSync(path)) return { files: 0, passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  let failed = report.numFailedTests;
  // A file that could not be loaded fails without a failing test.
  for (const { status, assertionResults } of report.testResults)
    if (status === 'failed' && !assertionResults.some((/** @type {any} */ test) => test.status === 'failed')) failed++;
  return { files: report.testResults.length, passed: report.numPassedTests, failed };
}
