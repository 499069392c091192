// Adds up the vitest json reports in a folder: "tests: 12 passed, 0 failed".
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';

const folder = process.argv[2] ?? 'test-results';
const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
const counts = reports.map((name) => countTests(join(folder, name)));
/** @type {(key: 'passed' | 'failed') => number} */
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
