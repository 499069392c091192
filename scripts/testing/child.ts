import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** A heap so large that nothing is collected while a script counts allocations, and a compiler that does not depend on how busy the machine is. */
const ROOM = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--no-concurrent-recompilation'];

/** Code is optimized after few runs. Until then it allocates each number that it computes. The option has another name since V8 12, of Node 22. */
export const OPTIMIZE_EARLY =
  Number.parseInt(process.versions.v8, 10) < 12 ? '--interrupt-budget=4000' : '--invocation-count-for-turbofan=30';

/** Bundles a script. Returns a function that runs it in a separate process and parses its JSON output. */
export function bundleScript(url: URL): <T>(flags?: readonly string[], ...words: string[]) => T {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    platform: 'node',
  });
  const input = outputFiles[0].text;
  return (flags = [], ...words) =>
    JSON.parse(execFileSync(process.execPath, [...ROOM, ...flags, '-', ...words], { input, encoding: 'utf8' }));
}
