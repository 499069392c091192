// Runs every program of a list, measures with its variables, and prints the results: `node run.mjs ./esm.mjs`.
import { pathToFileURL } from 'node:url';
import { runAll } from './run-all.mjs';

const { programs } = await import(pathToFileURL(process.argv[2] ?? '').href);
console.log(`\n${JSON.stringify(await runAll(programs))}`);
