import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Young objects have so much room that nothing is collected while a script counts what is allocated. */
const ROOM = ['--min-semi-space-size=128', '--max-semi-space-size=128'];

/** Bundles a script; what is returned runs it in a process of its own and gives what it prints, as JSON. */
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
