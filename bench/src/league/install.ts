import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Installs the peers, which are not part of the workspaces. The league also runs without them and reports them as not loaded. */
export function installPeers(): void {
  const folder = fileURLToPath(new URL('../../peers', import.meta.url));
  const { status } = spawnSync('npm', ['install', '--silent', '--prefix', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error('could not install the peers: missing ones will not load');
}
