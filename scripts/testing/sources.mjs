// Preloaded in the tests' processes: Node itself imports the sources of packages and scenes. Vite would turn every imported name into
// a getter, which costs a third of the CPU time of a simulation.
import { register } from 'node:module';

register('./source-hooks.mjs', import.meta.url);
