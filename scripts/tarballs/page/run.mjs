// Runs every program of a list, measures with its parts, and tells what came out: `node run.mjs ./esm.mjs`.
import { pathToFileURL } from 'node:url';
import { runAll } from './run-all.mjs';

const { programs } = await import(pathToFileURL(process.argv[2] ?? '').href);
console.log(`\n${JSON.stringify(await runAll(programs))}`);
