import { programs } from './bundle.mjs';
import { runAll } from './run-all.mjs';

postMessage(await runAll(programs));
